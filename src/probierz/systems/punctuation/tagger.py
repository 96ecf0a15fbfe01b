"""The system that marks words with the network: texts in, the same words with marks out."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import OptionError, Untrained
from probierz.systems.combinators import InputColumn
from probierz.systems.punctuation.adapting import MOST_WORDS, fit_last_layer
from probierz.systems.punctuation.features import FEATURES, WordNumbers
from probierz.systems.punctuation.marks import MARKS, labels_of, mark_words
from probierz.systems.punctuation.network import PunctuationNetwork
from probierz.systems.punctuation.pauses import UNHEARD, bucket
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.side_by_side import side_by_side
from probierz.systems.punctuation.texts import UPPER
from probierz.systems.punctuation.timed import Alignments
from probierz.systems.shared.batches import in_batches
from probierz.systems.shared.foreign_words import is_czech_or_slovak, is_short_foreign
from probierz.systems.storage import reading
from probierz.systems.system import Pair, System, Training

BOUNDARY = "\n"
MARK_LABELS = len(MARKS)

_WINDOW = 320  # words that are looked at together
_MARGIN = 24  # words at the edge of a window whose labels another window gives
_AT_ONCE = 96  # windows
_DASH, _COMMA, _ASKS = (MARKS.index(mark) for mark in ("-", ",", "?"))
_TELLING = 12  # words that tell the language of a text
_READ_AHEAD = 512  # lines
_READ_AHEAD_WORDS = 60_000


class Labels(NamedTuple):
    """Of each word of a text: the mark after it, its case, whether the next one adjoins, and chances from 0 to 1.

    hyphens: that a dash stands there and the next word adjoins it. commas, asks: that a comma stands there, or a
    question mark. capitals: that all its letters are capital. marked: that any mark stands there.
    """

    marks: NDArray[Any]
    cases: NDArray[Any]
    adjoins: NDArray[Any]
    hyphens: NDArray[Any]
    commas: NDArray[Any]
    asks: NDArray[Any]
    capitals: NDArray[Any]
    marked: NDArray[Any]


class _TextWindow(NamedTuple):
    text: int
    begin: int
    end: int
    first: int
    last: int


@dataclass
class NetworkTagger(System):
    """Marks texts by the network.

    threshold: a word gets a mark when the marks together are at least so probable; then the likeliest of them.
    alignments: a folder or an archive of forced alignments; texts that are in it are learnt and marked with their
    pauses. text: free text to learn from, beside the pairs (`mixture.py`); without one, the network that is shipped is
    fitted further: its last layer, or all layers. words: how many words a training from the beginning looks at.
    teacher: the folder of a trained `punctuation/encoder`; the network that is shipped then learns further, with all
    its layers, from free text and the pairs, and from what the teacher thinks of their words.
    """

    kind: ClassVar[str] = "punctuation-network"
    later: ClassVar[tuple[str, ...]] = ("threshold", "alignments")
    threshold: float = 0.5
    alignments: str = ""
    text: str = ""
    layers: str = "last"
    words: int = 16_000_000
    teacher: str = ""
    _network: PunctuationNetwork | None = field(default=None, init=False, repr=False)
    _lexicon: WordNumbers | None = field(default=None, init=False, repr=False)
    _grammar: Grammar | None = field(default=None, init=False, repr=False)
    _heard: tuple[str, Alignments | None] | None = field(default=None, init=False, repr=False)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each text with marks; its words are what they were."""
        for lines in in_batches(inputs, _READ_AHEAD, _READ_AHEAD_WORDS):
            texts = [line.split(" ") for line in lines]
            pauses = self._pauses(texts) if self.alignments else None
            for words, labels in zip(texts, self.label(texts, pauses), strict=True):
                yield mark_words(words, labels.marks.tolist())

    def label(self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None) -> list[Labels]:
        """The labels of texts, which are words in small letters. Raises Untrained.

        pauses: the milliseconds of silence after each word, UNHEARD (-1) where nobody knows.
        """
        return [read_labels(scores, self.threshold) for scores in self.scores(texts, pauses)]

    def scores(
        self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None
    ) -> list[NDArray[numpy.float32]]:
        """The scores of all labels of the words of texts, (words, labels) each. Raises Untrained."""
        network, _ = self._learnt()
        found = [numpy.zeros((len(text), len(network.bias)), numpy.float32) for text in texts]
        for one, states in self._states(texts, pauses):
            found[one.text][one.first : one.last] = states @ network.output + network.bias
        return found

    def are_foreign(self, texts: Sequence[Sequence[str]]) -> list[bool]:
        """Which texts, words in small letters, are hardly in the language of the dictionary. Raises Untrained.

        Of 200 texts of PolEval one has fewer than half of its words in the dictionary; of English and Czech a third.
        Short ones are, in which English, German, Czech or Slovak has the word, or of whose long words four of five are
        unknown and none is spelt as in Polish; and those with an unknown word that stand among foreign ones.
        """
        _, lexicon = self._learnt()
        if not lexicon.classes:
            return [False] * len(texts)
        spelt = [[word for word in text if word.isalpha()] for text in texts]
        known = [sum(map(lexicon.has_class, words)) for words in spelt]
        lengths = list(map(len, spelt))
        is_all = _is_foreign(sum(lengths), sum(known))
        return [
            (is_all and count < len(words))
            or _is_foreign(len(words), count)
            or is_short_foreign(words, count)
            or is_czech_or_slovak(words, lexicon.has_class)
            or _is_unknown(words, lexicon)
            or _is_in_other_letters(words)
            for words, count in zip(spelt, known, strict=True)
        ]

    def grammar(self) -> Grammar:
        """Kinds of words, by the dictionary. Raises Untrained."""
        _, lexicon = self._learnt()
        if self._grammar is None or self._grammar.lexicon is not lexicon:
            self._grammar = Grammar(lexicon)
        return self._grammar

    def _states(
        self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None
    ) -> Iterator[tuple[_TextWindow, NDArray[numpy.float32]]]:
        """Yield each window with what the network says of its own words, (n, 2H)."""
        network, lexicon = self._learnt()
        windows = [window for number, text in enumerate(texts) for window in _windows(number, len(text))]
        windows.sort(key=lambda window: window.begin - window.end)
        groups = [windows[begin : begin + _AT_ONCE] for begin in range(0, len(windows), _AT_ONCE)]
        inputs = (
            _inputs(
                lexicon,
                [texts[one.text][one.begin : one.end] for one in group],
                [pauses[one.text][one.begin : one.end] for one in group] if pauses is not None else None,
            )
            for group in groups
        )
        for group, states in zip(groups, side_by_side(lambda one: network.states(*one), inputs), strict=True):
            for at, one in enumerate(group):
                yield one, states[1 + one.first - one.begin : 1 + one.last - one.begin, at]

    def _learnt(self) -> tuple[PunctuationNetwork, WordNumbers]:
        if self._network is None or self._lexicon is None:
            raise Untrained("the network for punctuation has not learnt yet; train it, or name a folder that holds one")
        return self._network, self._lexicon

    # --- learning and keeping ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Train from the beginning where there is free text, else fit the network that is shipped to the pairs.

        Raises MissingExtra without PyTorch, which is needed unless only the last layer is fitted.
        """
        shipped = None if self.text and not self.teacher else shipped_network()
        if shipped:
            self.take(*shipped)
            self._distil(pairs, training) if self.teacher else self.tune(pairs, training)
            return
        from probierz.systems.punctuation.fitting import TrainingSizes, fit

        self.take(*fit(pairs, training, _path(self.text), _path(self.alignments), TrainingSizes(self.words)))

    def _distil(self, pairs: Sequence[Pair], training: Training) -> None:
        from probierz.systems.punctuation.fitting import distil
        from probierz.systems.storage import load

        network, lexicon = self._learnt()
        teacher = load(Path(self.teacher))
        while isinstance(teacher, InputColumn):
            teacher = teacher.of
        think = getattr(teacher, "opinions", None)  # `EncoderTagger` stands above this module
        if think is None:
            raise OptionError(f"teacher={self.teacher}: there is no punctuation/encoder in it")
        text, times = _path(self.text), _path(self.alignments)
        self.take(lexicon, distil(pairs, training, text, times, self.words, think, lexicon, network))

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the network further to pairs: its last layer, or all of them.

        Raises DataError where an expected line has not as many words as its text, OptionError for other layers.
        """
        network, lexicon = self._learnt()
        if self.layers == "all":
            from probierz.systems.punctuation.fitting import tune

            self.take(lexicon, tune(pairs, training, _path(self.alignments), lexicon, network))
            return
        if self.layers != "last":
            raise OptionError(f"layers={self.layers}: say last or all")
        texts, pauses, marks = self._examples(pairs)
        states, labels = [], []
        for one, found in self._states(texts, pauses):
            states.append(found)
            labels.append(marks[one.text][one.first : one.last])
        output, bias = network.output.copy(), network.bias.copy()
        output[:, :MARK_LABELS], bias[:MARK_LABELS] = fit_last_layer(
            numpy.concatenate(states), numpy.concatenate(labels), output[:, :MARK_LABELS], bias[:MARK_LABELS],
            training.seed, training.progress,
        )  # fmt: skip
        self.take(lexicon, replace(network, output=output, bias=bias))

    def _examples(self, pairs: Sequence[Pair]) -> tuple[list[list[str]], list[list[int]], list[NDArray[Any]]]:
        """The words of texts, the pauses after them and their marks, up to as many words as can be looked at."""
        texts, marks = [], []
        waiting = MOST_WORDS
        for number, pair in enumerate(pairs, 1):
            words = pair.input.split(" ")
            texts.append(words[:waiting])
            marks.append(numpy.array(labels_of(words, pair.expected, number)[:waiting]))
            waiting -= len(texts[-1])
            if waiting <= 0:
                break
        return texts, self._pauses(texts), marks

    def _pauses(self, texts: Sequence[Sequence[str]]) -> list[list[int]]:
        """The pause after each word, as far as alignments know it."""
        if self._heard is None or self._heard[0] != self.alignments:
            self._heard = (self.alignments, Alignments(Path(self.alignments)) if self.alignments else None)
        known = self._heard[1]
        found = [known.pauses(text) if known else None for text in texts]
        return [pauses or [UNHEARD] * len(text) for pauses, text in zip(found, texts, strict=True)]

    def settings(self) -> Mapping[str, Any]:
        """The settings, without the places of files: a system can be sent elsewhere."""
        return {**super().settings(), "text": "", "alignments": "", "teacher": ""}

    def take(self, lexicon: WordNumbers, network: PunctuationNetwork) -> None:
        """Use a network that was trained."""
        self._lexicon, self._network = lexicon, network

    def write(self, folder: Path) -> None:
        """Write the words and the packed weights."""
        if self._network is None or self._lexicon is None:
            return
        with lzma.open(folder / "lexicon.json.xz", "wt", encoding="utf-8") as file:
            json.dump(self._lexicon.as_dict(), file, ensure_ascii=False)
        with (folder / "weights.npz").open("wb") as weights:
            numpy.savez_compressed(weights, allow_pickle=False, **self._network.arrays())

    def read(self, folder: Path) -> None:
        """Read them. Raises SystemFileError."""
        if not (folder / "weights.npz").exists():
            return
        with reading(folder / "weights.npz"):
            with lzma.open(folder / "lexicon.json.xz", "rt", encoding="utf-8") as file:
                lexicon = WordNumbers.from_dict(json.load(file))
            with numpy.load(folder / "weights.npz", allow_pickle=False) as arrays:
                network = PunctuationNetwork.from_arrays(dict(arrays))
            self.take(lexicon, network)


def shipped_network() -> tuple[WordNumbers, PunctuationNetwork] | None:
    """Return the network that the package ships, with its lexicon; None where it is not there."""
    from probierz.systems.recipes import find_recipe
    from probierz.systems.registry import shipped
    from probierz.systems.storage import load

    folder = shipped(find_recipe("punctuation/network"))
    if folder is None:
        return None
    made = load(folder)
    while isinstance(made, InputColumn):
        made = made.of
    assert isinstance(made, NetworkTagger)
    network, lexicon = made._learnt()
    return lexicon, network


def shipped_tagger() -> NetworkTagger:
    """A tagger with the network that is shipped. Raises Untrained in a package without one."""
    made, found = NetworkTagger(), shipped_network()
    if found:
        made.take(*found)
    return made


def _path(name: str) -> Path | None:
    return Path(name) if name else None


def _is_foreign(words: int, known: int) -> bool:
    return words >= _TELLING and known < words / 2


def _is_unknown(words: Sequence[str], lexicon: WordNumbers) -> bool:
    """Whether of three or more long words next to none are known, and nothing else in a text is Polish.

    Of 6,000 short sentences of the Polish Wikipedia and of forums 24 are, all but three in another language or names.
    """
    long = [word for word in words if len(word) >= _LONG_WORD]
    known = sum(map(lexicon.has_class, long))
    is_polish = any(word in _POLISH or not _POLISH_LETTERS.isdisjoint(word) for word in words)
    return len(long) >= 3 and 5 * known <= len(long) and not is_polish


def _is_in_other_letters(words: Sequence[str]) -> bool:
    """Whether most letters of a text are not Latin ones: привет как дела."""
    letters = "".join(words)
    return 2 * sum(letter > _LAST_LATIN for letter in letters) > len(letters)


_LAST_LATIN = "\u024f"
_LONG_WORD = 4
_POLISH_LETTERS = frozenset("ąćęłńśźż")
_POLISH = frozenset("w z nie się sie że ze jest już juz jak czy co po od ale oraz dla tak był była są".split())


def read_labels(scores: NDArray[Any], threshold: float) -> Labels:
    """The labels of the words of a text from the scores of all labels: marks, cases, and whether the next adjoins."""
    marks, cases, adjoins = scores[:, :MARK_LABELS], scores[:, MARK_LABELS:-2], scores[:, -2:]
    likely = chances(marks)
    return Labels(
        marks=_decided(marks, threshold).astype(numpy.int8),
        cases=cases.argmax(axis=1).astype(numpy.int8),
        adjoins=adjoins.argmax(axis=1).astype(numpy.int8),
        hyphens=likely[:, _DASH] * chances(adjoins)[:, 1],
        commas=likely[:, _COMMA],
        asks=likely[:, _ASKS],
        capitals=chances(cases)[:, UPPER],
        marked=1 - likely[:, 0],
    )


def _decided(scores: NDArray[Any], threshold: float) -> NDArray[Any]:
    """The mark of each word: none unless the marks together reach the threshold."""
    marked = 1 - chances(scores)[:, 0] >= threshold
    return numpy.where(marked, scores[:, 1:].argmax(axis=1) + 1, 0)


def chances(scores: NDArray[Any]) -> NDArray[Any]:
    """Scores as probabilities, row by row."""
    odds = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    found: NDArray[Any] = odds / odds.sum(axis=1, keepdims=True)
    return found


def _windows(text: int, length: int) -> Iterator[_TextWindow]:
    """Pieces of a text: each word is labelled in one piece, away from the edges where the text goes on."""
    if length <= _WINDOW:
        yield _TextWindow(text, 0, length, 0, length)
        return
    step = _WINDOW - 2 * _MARGIN
    for first in range(0, length, step):
        last = min(first + step, length)
        yield _TextWindow(text, max(0, first - _MARGIN), min(length, last + _MARGIN), first, last)


def _inputs(
    lexicon: WordNumbers, pieces: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Words (T, B), features (T, B, n) and lengths (B,) of pieces with a boundary before and after each."""
    lengths = numpy.array([len(piece) + 2 for piece in pieces], numpy.int32)
    words = numpy.zeros((lengths.max(), len(pieces)), numpy.int32)
    features = numpy.full((*words.shape, FEATURES + 1), lexicon.pause(0), numpy.int32)
    for at, piece in enumerate(pieces):
        all_words = [BOUNDARY, *(word.lower() for word in piece), BOUNDARY]
        words[: len(all_words), at] = [lexicon.number(word) for word in all_words]
        features[: len(all_words), at, :FEATURES] = [lexicon.features(word) for word in all_words]
        if pauses is not None:
            features[1 : len(all_words) - 1, at, FEATURES] = [lexicon.pause(bucket(pause)) for pause in pauses[at]]
    return words, features, lengths
