"""Expected results of a hidden test that stand in their order in another file, whatever stands between them.

A file is read as words, and those that no result has are passed over. So blanks, commas, markup and ids between results
do not matter, nor whether a file has all of them: a shard has some in a row. As other columns may have the same words,
every second one is tried too, every third and so on. How much a row of results says is judged by how likely it is for
somebody who knows how often each follows another: blocks of one label, and numbers that count up, say nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import chain, pairwise
from math import log2
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from probierz.challenges.file_tables import IsOver, never, texts_in
from probierz.challenges.files import natural_key
from probierz.challenges.known_numbers import KnownNumbers, hashed_runs
from probierz.challenges.revealed_results import FEWEST_BITS, FEWEST_FOUND, MOST_LINES, RevealedResults, columns_of
from probierz.challenges.revealed_texts import as_meant

Hashes = NDArray[np.uint64]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.int64]

PLACE = "what stands in it one after the other"

_LEAST_PART = 0.05
"""On which part of the lines results have to be found."""

_MOST_STRIDE = 8
"""Up to so many words of which results have some make a record of a file, one of them the result."""

_MOST_WORDS = 2**20
"""How many words of a test are looked for."""

_BLOCK, _SMALL = 2**20, 2**16
"""So many words of a file are compared at once; with fewer than the second, it may be a part of what a folder has."""

_LONGEST_WINDOW, _TRIED, _ENOUGH_PLACES = 2**12, 8, 0.95
"""So many lengths of windows are tried, until windows at nearly all places say enough."""

_FEWEST_TOGETHER = 8
"""Labels of one letter that stand together as a word, as in 01101001, are at least so many."""

_WORD = r"\d+(?:\.\d+)+(?!\w|\.\d)|[^\W_]+"
_SIGN = re.compile(r"[^\w\s]")
_ANNOUNCED = 0.9
"""Where words say at most so much beside those before them of what they say alone, those announce them."""

_OF_COPIES = 0.5
"""Which part of the words of inputs and results are the same where texts are corrected."""


class SoughtSequences:
    """The expected lines of a split as sequences of words, one of each column. All columns have to be found."""

    def __init__(
        self, expected: Path, header: Sequence[str] = (), *, inputs: Path | None = None, in_header: Sequence[str] = ()
    ) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        columns = columns_of(expected, header, has_alternatives=True)
        self.lines = len(columns[0]) if columns else 0
        given = columns_of(inputs, in_header)[-1:] if inputs is not None else []
        texts = next((whole for whole in given if len(whole) == self.lines), [])
        columns = [column[:MOST_LINES] for column in columns if len({*column}) > 1]
        self._reader = _WordReader(value for column in columns for value in column)
        self._parts: dict[str, dict[str, Numbers]] = {}
        self._sequences = [self._reader.sequence(column, texts) for column in columns]

    def found_in(self, name: str, path: Path, *, is_over: IsOver = never) -> RevealedResults | None:
        """Look into a file, packed or not; what cannot be read reveals nothing. is_over: ends the look."""
        if not self._sequences or not all(one.tells for one in self._sequences):
            return None
        small: list[Numbers] = []
        found = self._revealed(self._words_in(path, small, is_over))
        if found is None and small:
            self._parts.setdefault(posixpath.dirname(name) or ".", {})[name] = np.concatenate(small)
        return found

    def found_together(self) -> Iterator[tuple[str, RevealedResults]]:
        """Give folders where the small files that were looked into have them together, each a few."""
        for folder, parts in self._parts.items():
            words = [parts[name] for name in sorted(parts, key=natural_key)]
            if len(words) > 1 and (found := self._revealed(words)) is not None:
                yield folder, found

    def _words_in(self, path: Path, small: list[Numbers], is_over: IsOver) -> Iterator[Numbers]:
        """The words of a file; those of a small one are kept."""
        left = _SMALL
        for chunk in chain.from_iterable(texts_in(path, is_over)):
            words = np.array(self._reader.numbers_in(chunk), np.int64)
            left -= len(words)
            small[:] = [*small, words] if left >= 0 else []
            yield words

    def _revealed(self, words: Iterable[Numbers]) -> RevealedResults | None:
        looks = [_SequenceLook(one) for one in self._sequences]
        for some in words:
            for look in looks:
                look.read(some)
        known = np.ones(self.lines, bool)
        for look in looks:
            known &= np.pad(look.known_lines(), (0, self.lines))[: self.lines]
        enough = max(min(FEWEST_FOUND, self.lines), _LEAST_PART * self.lines)
        return RevealedResults(PLACE, known) if known.sum() >= enough else None


class _WordReader:
    """Reads texts as the words that results have, each a number from 1."""

    def __init__(self, values: Iterable[str]) -> None:
        different = {as_meant(value) for value in values}
        signs = {sign for value in different if not re.search(_WORD, value) for sign in _SIGN.findall(value)}
        self._word = re.compile(f"{_WORD}|[{re.escape(''.join(sorted(signs)))}]" if signs else _WORD)
        self._numbers: dict[str, int] = {}
        for word in sorted({word for value in different for word in self._word.findall(value)}):
            self._numbers[word] = len(self._numbers) + 1
        letters = "".join(re.escape(word) for word in self._numbers if len(word) == 1)
        self._together = re.compile(f"[{letters}]{{{_FEWEST_TOGETHER},}}") if letters else None

    def numbers_in(self, text: str) -> list[int]:
        """The words of a text that results have."""
        numbers = self._numbers
        found: list[int] = []
        for word in self._word.findall(as_meant(text)):
            if word in numbers:
                found.append(numbers[word])
            elif len(word) >= _FEWEST_TOGETHER and self._together and self._together.fullmatch(word):
                found += (numbers[letter] for letter in word)
        return found

    def sequence(self, column: Sequence[str], texts: Sequence[str]) -> _Sequence:
        """The words of a column of results. texts: the inputs of its lines."""
        words: list[int] = []
        line_of: list[int] = []
        for line, value in enumerate(column):
            found = self.numbers_in(value)
            words += found
            line_of += [line] * len(found)
            if len(words) >= _MOST_WORDS:
                break
        bits = bits_of_words(words, self._counts_up())
        if texts:
            bits *= _are_new(words, line_of, [Counter(self.numbers_in(text)) for text in texts[: len(column)]])
        return _Sequence(np.array(words, np.uint64), np.array(line_of, np.int64), bits)

    def _counts_up(self) -> set[tuple[int, int]]:
        """Pairs of numbers that follow one another when one counts."""
        plain = {int(word): number for word, number in self._numbers.items() if word.isdecimal() and len(word) < 10}
        return {(plain[one], plain[one + 1]) for one in plain if one + 1 in plain}


def _are_new(words: Sequence[int], line_of: Sequence[int], given: Sequence[Counter[int]]) -> Mask:
    """Which words do not stand in the inputs of their lines, where texts are corrected; else all are.

    Whoever copies such an input has the other words already.
    """
    stands = np.array([word in given[line] for word, line in zip(words, line_of, strict=True)], bool)
    both = max(len(words), sum(one.total() for one in given))
    return ~stands if stands.sum() > _OF_COPIES * both else np.ones(len(words), bool)


def bits_of_words(words: Sequence[int], counting: Collection[tuple[int, int]] = ()) -> NDArray[np.float64]:
    """How much each word says, in bits: by how seldom it is, or the less by how seldom it follows the one before.

    The second counts where words announce others on the whole, as in blocks of one label. Each is left out of what it
    is judged by, so that what stands once is not announced by anything.
    """
    counts, pairs = Counter(words), Counter(pairwise(words))
    usual = np.array([counts[word] for word in words]) / max(1, len(words))
    known = [(pairs[pair] - 1) / counts[pair[0]] for pair in pairwise(words)]
    before = [1 / counts[word] for word in words[:-1]]
    follows = usual.copy()
    follows[1:] = known + before * usual[1:]
    alone, beside = -np.log2(usual), -np.log2(follows)
    bits = np.minimum(alone, beside) if beside.sum() < _ANNOUNCED * alone.sum() else alone
    bits[1:][[pair in counting for pair in pairwise(words)]] = 0.0
    return bits


class _Sequence:
    """The words of a column, on which line each stands, how much it says, and windows that say enough.

    length: of a window, in words; 0 where even all together say too little.
    """

    def __init__(self, words: Hashes, line_of: Numbers, bits: NDArray[np.float64]) -> None:
        self.words, self.line_of = words, line_of
        self._until = np.concatenate([[0.0], np.cumsum(bits)])
        self.length = self._window()
        hashes = hashed_runs(words, self.length)
        self._places = np.flatnonzero(self._say_enough(self.length)) if self.length else np.zeros(0, np.intp)
        self.known, self._at = np.unique(hashes[self._places], return_inverse=True)
        self._known = KnownNumbers(self.known)

    @property
    def tells(self) -> bool:
        """Whether there is anything to be found."""
        return len(self.known) > 0

    def bits_for(self, words: int) -> float:
        """How many bits say enough in a file of so many words, which are compared with each window in each stride."""
        return FEWEST_BITS + log2(max(1, len(self.words)) * max(1, words) * _MOST_STRIDE)

    def _window(self) -> int:
        """A length at which windows at nearly all places say enough; none where too few do."""
        ends = np.searchsorted(self._until, self._until[:-1] + self.bits_for(len(self.words)))
        needed = np.sort((ends - np.arange(len(self.words)))[ends < len(self._until)])
        lengths = [int(needed[part * (len(needed) - 1) // _TRIED]) for part in range(_TRIED + 1)] if len(needed) else []
        fit = [length for length in lengths if length <= _LONGEST_WINDOW]
        return next((one for one in fit if self._say_enough(one).mean() >= _ENOUGH_PLACES), fit[-1] if fit else 0)

    def _say_enough(self, length: int) -> Mask:
        """Where windows of a length say enough."""
        said: Mask = self._until[length:] - self._until[:-length] >= self.bits_for(len(self.words))
        return said

    def seen(self, words: Hashes) -> Numbers:
        """Which of the known windows stand in some words."""
        return self._known.among(hashed_runs(words, self.length))

    def covered(self, found: Mask, read: int) -> Mask:
        """Which words stand in windows that were found, where those that follow one another say enough.

        read: how many words of a file were compared.
        """
        edges = np.zeros(len(self.words) + 1, np.int64)
        places = self._places[found[self._at]]
        np.add.at(edges, places, 1)
        np.add.at(edges, places + self.length, -1)
        covered = np.cumsum(edges)[:-1] > 0
        for start, end in _stretches(covered):
            if self._until[end] - self._until[start] < self.bits_for(read):
                covered[start:end] = False
        return covered


class _SequenceLook:
    """Finds windows of a sequence in texts."""

    def __init__(self, sequence: _Sequence) -> None:
        self._sequence = sequence
        self._is_own = np.zeros(int(sequence.words.max()) + 1, bool)
        self._is_own[sequence.words.astype(np.intp)] = True
        self._found = np.zeros(len(sequence.known), bool)
        self._waiting: Hashes = np.zeros(0, np.uint64)
        self._read = 0

    def read(self, words: Numbers) -> None:
        """Take the next words of a text."""
        words = words[words < len(self._is_own)]
        own = words[self._is_own[words]].astype(np.uint64)
        self._read += len(own)
        self._waiting = np.concatenate([self._waiting, own])
        if len(self._waiting) >= _BLOCK:
            self._compare()
            self._waiting = self._waiting[-self._sequence.length * _MOST_STRIDE :]

    def _compare(self) -> None:
        for stride in range(1, _MOST_STRIDE + 1):
            for first in range(stride):
                self._found[self._sequence.seen(self._waiting[first::stride])] = True

    def known_lines(self) -> Mask:
        """The lines all of whose words were found."""
        self._compare()
        sequence = self._sequence
        missing = ~sequence.covered(self._found, self._read)
        lines = int(sequence.line_of[-1]) + 1
        has_words = np.bincount(sequence.line_of, minlength=lines) > 0
        known: Mask = has_words & (np.bincount(sequence.line_of, missing, lines) == 0)
        return known


def _stretches(covered: Mask) -> Iterator[tuple[int, int]]:
    """Where what is covered begins and ends."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], covered, [False]]).astype(np.int8)))
    yield from zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True)
