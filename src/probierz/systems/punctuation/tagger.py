"""The system that marks words with the network: texts in, the same words with marks out."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError, Untrained
from probierz.systems.punctuation.features import FEATURES, Lexicon
from probierz.systems.punctuation.marks import mark_words
from probierz.systems.punctuation.network import Network
from probierz.systems.punctuation.pauses import bucket
from probierz.systems.system import Pair, System, Training

__all__ = ["NetworkTagger", "Labels"]

BOUNDARY = "\n"
_WINDOW = 200  # words that are looked at together
_MARGIN = 24  # words at the edge of a window whose labels another window gives
_AT_ONCE = 64  # windows
_READ_AHEAD = 256  # lines


class Labels(NamedTuple):
    """Of each word of a text: the mark after it, its case, and whether the next one adjoins."""

    marks: NDArray[Any]
    cases: NDArray[Any]
    adjoins: NDArray[Any]


class _Window(NamedTuple):
    text: int
    begin: int
    end: int
    first: int
    last: int


@dataclass
class NetworkTagger(System):
    """Marks texts by the network.

    threshold: a word gets a mark when the marks together are at least so probable; then the likeliest of them.
    text: free text to learn from, beside the pairs (`mixture.py`). times: a folder or an archive of forced alignments;
    texts that are in it are learnt with their pauses. words: how many words are looked at in the training.
    """

    kind: ClassVar[str] = "punctuation-network"
    threshold: float = 0.5
    text: str = ""
    times: str = ""
    words: int = 16_000_000
    _network: Network | None = field(default=None, init=False, repr=False)
    _lexicon: Lexicon | None = field(default=None, init=False, repr=False)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield each text with marks; its words are what they were."""
        for lines in _in_batches(inputs):
            texts = [line.split(" ") for line in lines]
            for words, labels in zip(texts, self.label(texts), strict=True):
                yield mark_words(words, labels.marks.tolist())

    def label(self, texts: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None) -> list[Labels]:
        """The labels of texts, which are words in small letters. Raises Untrained.

        pauses: the milliseconds of silence after each word, UNHEARD (-1) where nobody knows.
        """
        found = [Labels(*(numpy.zeros(len(text), numpy.int8) for _ in range(3))) for text in texts]
        windows = [window for number, text in enumerate(texts) for window in _windows(number, len(text))]
        windows.sort(key=lambda window: window.begin - window.end)
        for group in _groups(windows):
            scores = self._scores(
                [texts[one.text][one.begin : one.end] for one in group],
                [pauses[one.text][one.begin : one.end] for one in group] if pauses is not None else None,
            )
            for at, one in enumerate(group):
                own = scores[1 + one.first - one.begin : 1 + one.last - one.begin, at]
                labels = found[one.text]
                labels.marks[one.first : one.last] = _decided(own[:, :8], self.threshold)
                labels.cases[one.first : one.last] = own[:, 8:11].argmax(axis=1)
                labels.adjoins[one.first : one.last] = own[:, 11:].argmax(axis=1)
        return found

    def _scores(
        self, pieces: Sequence[Sequence[str]], pauses: Sequence[Sequence[int]] | None = None
    ) -> NDArray[numpy.float32]:
        """Scores (T, B, labels) of pieces with a boundary before and after each."""
        if self._network is None or self._lexicon is None:
            raise Untrained("the network for punctuation has not learnt yet; train it, or name a folder that holds one")
        lexicon = self._lexicon
        lengths = numpy.array([len(piece) + 2 for piece in pieces], numpy.int32)
        words = numpy.zeros((lengths.max(), len(pieces)), numpy.int32)
        features = numpy.full((*words.shape, FEATURES + 1), lexicon.pause(0), numpy.int32)
        for at, piece in enumerate(pieces):
            all_words = [BOUNDARY, *(word.lower() for word in piece), BOUNDARY]
            words[: len(all_words), at] = [lexicon.number(word) for word in all_words]
            features[: len(all_words), at, :FEATURES] = [lexicon.features(word) for word in all_words]
            if pauses is not None:
                features[1 : len(all_words) - 1, at, FEATURES] = [lexicon.pause(bucket(pause)) for pause in pauses[at]]
        return self._network.scores(words, features, lengths)

    # --- learning and keeping ---

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Train a network from the beginning. Raises MissingExtra without PyTorch and Morfeusz."""
        from probierz.systems.punctuation.fitting import Sizes, fit

        self.take(*fit(pairs, training, _path(self.text), _path(self.times), Sizes(self.words)))

    def tune(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Train the network further on pairs, or one from the beginning where there is none."""
        if self._network is None or self._lexicon is None:
            self.fit(pairs, training)
            return
        from probierz.systems.punctuation.fitting import tune

        self._network = tune(pairs, training, _path(self.times), self._lexicon, self._network)

    def take(self, lexicon: Lexicon, network: Network) -> None:
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
        try:
            with lzma.open(folder / "lexicon.json.xz", "rt", encoding="utf-8") as file:
                lexicon = Lexicon.from_dict(json.load(file))
            with numpy.load(folder / "weights.npz", allow_pickle=False) as arrays:
                network = Network.from_arrays(dict(arrays))
            self.take(lexicon, network)
        except (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, lzma.LZMAError) as error:
            raise SystemFileError(f"{folder / 'weights.npz'} holds no network for punctuation: {error}") from None


def _path(name: str) -> Path | None:
    return Path(name) if name else None


def _decided(scores: NDArray[Any], threshold: float) -> NDArray[Any]:
    """The mark of each word: none unless the marks together reach the threshold."""
    odds = numpy.exp(scores - scores.max(axis=1, keepdims=True))
    marked = 1 - odds[:, 0] / odds.sum(axis=1) >= threshold
    return numpy.where(marked, scores[:, 1:].argmax(axis=1) + 1, 0)


def _windows(text: int, length: int) -> Iterator[_Window]:
    """Pieces of a text: each word is labelled in one piece, away from the edges where the text goes on."""
    if length <= _WINDOW:
        yield _Window(text, 0, length, 0, length)
        return
    step = _WINDOW - 2 * _MARGIN
    for first in range(0, length, step):
        last = min(first + step, length)
        yield _Window(text, max(0, first - _MARGIN), min(length, last + _MARGIN), first, last)


def _groups(windows: Sequence[_Window]) -> Iterator[Sequence[_Window]]:
    for begin in range(0, len(windows), _AT_ONCE):
        yield windows[begin : begin + _AT_ONCE]


def _in_batches(lines: Iterable[str]) -> Iterator[Sequence[str]]:
    """Lines in batches, so that a stream gives its outputs while it goes on."""
    waiting: list[str] = []
    words = 0
    for line in lines:
        waiting.append(line)
        words += line.count(" ") + 1
        if len(waiting) >= _READ_AHEAD or words >= _AT_ONCE * _WINDOW:
            yield waiting
            waiting, words = [], 0
    if waiting:
        yield waiting
