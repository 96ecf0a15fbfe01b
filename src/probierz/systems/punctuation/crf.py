"""Punctuation by a conditional random field: fitted in minutes on any language, of which there are marked texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy

from probierz.errors import DataError, MissingExtra, Untrained
from probierz.systems.punctuation.clues import clues_of
from probierz.systems.punctuation.marks import MARKS, labels_of, mark_words
from probierz.systems.punctuation.random_field import RandomField, Row, learn
from probierz.systems.punctuation.timed import Alignments
from probierz.systems.system import Pair, System, Training

_PIECE = 256  # words that are marked together
_MARGIN = 16  # words beside them, which another piece marks
_AT_ONCE = 64  # pieces
_READ_AHEAD = 64  # lines
_WORDS, _PAUSES = "words", "pauses"


class _PausedWords(NamedTuple):
    words: list[str]
    pauses: Sequence[int] | None = None

    @property
    def kind(self) -> str:
        return _PAUSES if self.pauses is not None else _WORDS


class _TextPiece(NamedTuple):
    text: int
    begin: int
    end: int


@dataclass
class CrfTagger(System):
    """Marks words by what stands around them, and by the pauses after them where a text was read aloud.

    threshold: a word gets a mark when the marks together are likelier; then the likeliest of them. pauses: learn from
    pauses; texts without times are marked by a field that knows no pauses. alignments: a file, an archive or a folder
    with the times of texts, found by their words. morfeusz: parts of speech are clues, too.
    c1, c2, least, rounds: see `punctuation/random_field.py`.
    """

    kind: ClassVar[str] = "punctuation-crf"
    later: ClassVar[tuple[str, ...]] = ("threshold", "alignments")
    threshold: float = 0.4
    pauses: bool = False
    alignments: str = ""
    morfeusz: bool = False
    c1: float = 1.0
    c2: float = 0.01
    least: int = 2
    rounds: int = 60
    _chains: dict[str, RandomField] = field(default_factory=dict, init=False, repr=False)
    _heard: tuple[str, Alignments | None] = field(default=("", None), init=False, repr=False)

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Learn from texts and the same texts with marks.

        Raises DataError where an expected line has not as many words, MissingExtra without CRFsuite.
        """
        texts = [self._text(pair.input) for pair in pairs]
        labels = [
            labels_of(text.words, pair.expected, number)
            for number, (text, pair) in enumerate(zip(texts, pairs, strict=True), 1)
        ]
        learnt = {_WORDS: self._learnt([_PausedWords(text.words) for text in texts], labels, training)}
        if self.pauses:
            timed = [number for number, text in enumerate(texts) if text.pauses is not None]
            if not timed:
                raise DataError(
                    "no text has times to learn pauses from; name alignments by  --set alignments=FILE-OR-FOLDER"
                )
            learnt[_PAUSES] = self._learnt([texts[one] for one in timed], [labels[one] for one in timed], training)
        self._chains = learnt

    def _learnt(
        self, texts: Sequence[_PausedWords], labels: Sequence[Sequence[int]], training: Training
    ) -> RandomField:
        rows = ((self._clues(text, 0, len(text.words)), found) for text, found in zip(texts, labels, strict=True))
        return learn(
            rows, len(MARKS), c1=self.c1, c2=self.c2, least=self.least, rounds=self.rounds, progress=training.progress
        )

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each text with marks; its words are what they were."""
        if not self._chains:
            raise Untrained("the field for punctuation has not learnt yet; train it, or name a folder that holds one")
        waiting = iter(inputs)
        while lines := list(islice(waiting, _READ_AHEAD)):
            texts = [self._text(line) for line in lines]
            for text, labels in zip(texts, self._marked(texts), strict=True):
                yield mark_words(text.words, labels)

    def _marked(self, texts: Sequence[_PausedWords]) -> list[list[int]]:
        found = [[0] * len(text.words) for text in texts]
        for kind, of_kind in self._chains.items():
            pieces = [
                _TextPiece(number, begin, min(begin + _PIECE, len(text.words)))
                for number, text in enumerate(texts)
                if (text.kind if self.pauses else _WORDS) == kind
                for begin in range(0, len(text.words), _PIECE)
            ]
            pieces.sort(key=lambda piece: piece.begin - piece.end)
            for first in range(0, len(pieces), _AT_ONCE):
                group = pieces[first : first + _AT_ONCE]
                for piece, labels in zip(group, self._labelled(group, texts, of_kind), strict=True):
                    found[piece.text][piece.begin : piece.end] = labels
        for text, labels in zip(texts, found, strict=True):
            labels[:] = [label if word else 0 for word, label in zip(text.words, labels, strict=True)]
        return found

    def _labelled(
        self, group: Sequence[_TextPiece], texts: Sequence[_PausedWords], by: RandomField
    ) -> Iterator[list[int]]:
        rows = []
        for piece in group:
            text = texts[piece.text]
            rows.append(self._clues(text, max(0, piece.begin - _MARGIN), min(len(text.words), piece.end + _MARGIN)))
        for piece, chances in zip(group, by.chances(rows), strict=True):
            skipped = min(piece.begin, _MARGIN)
            own = chances[skipped : skipped + piece.end - piece.begin]
            marked = 1 - own[:, 0] > self.threshold
            yield numpy.where(marked, own[:, 1:].argmax(axis=1) + 1, 0).tolist()

    # --- texts ---

    def _text(self, line: str) -> _PausedWords:
        words = line.split(" ")
        alignments = self._alignments() if self.pauses else None
        return _PausedWords(words, alignments.pauses(words) if alignments else None)

    def _alignments(self) -> Alignments | None:
        if self._heard[0] != self.alignments:
            self._heard = (self.alignments, Alignments(Path(self.alignments)) if self.alignments else None)
        return self._heard[1]

    def _clues(self, text: _PausedWords, begin: int, end: int) -> Row:
        tags = [self._tag(word) for word in text.words] if self.morfeusz else None
        return list(clues_of(text.words, begin, end, text.pauses, tags))

    @cached_property
    def _tag(self) -> Any:
        """What Morfeusz says of a word: all parts of speech that it may be."""
        try:
            import morfeusz2
        except ImportError:
            raise MissingExtra("Morfeusz", "morfeusz", "marking by parts of speech") from None
        analyser = morfeusz2.Morfeusz(expand_tags=False)

        def tag(word: str) -> str:
            return "|".join(sorted({found[2][2].partition(":")[0] for found in analyser.analyse(word.lower())}))

        return lru_cache(maxsize=200_000)(tag)

    # --- keeping ---

    def settings(self) -> Mapping[str, Any]:
        """The settings, without the place of the alignments: a system can be sent elsewhere."""
        return {**super().settings(), "alignments": ""}

    def write(self, folder: Path) -> None:
        """Write the clues and their weights."""
        for kind, of_kind in self._chains.items():
            of_kind.write(folder / kind)

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError."""
        kinds = [kind for kind in (_WORDS, _PAUSES) if (folder / f"{kind}.npz").exists()]
        self._chains = {kind: RandomField.read(folder / kind) for kind in kinds}
