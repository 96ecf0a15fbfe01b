"""Collecting the features of all lines: which feature stands on which lines, and sums over these lines.

A feature is a number within its vocabulary; occurrences are kept as such numbers, four bytes each, in memory or, when
there are very many, in a temporary file, and are summed by numpy when the scores of all lines are known.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from operator import is_not
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from probierz.inspection.features import (
    BIGRAM,
    SEPARATOR,
    TOKEN,
    Feature,
    FeatureKinds,
    Space,
    fields,
    shown,
    token_cutter,
    unary_features,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

__all__ = ["Collector", "Pairs", "PartsOfLines", "Sums", "Vocabulary", "pair_sums", "sorting_key"]


_MOST_IN_MEMORY = 2**24
"""Occurrences of a vocabulary in memory; more are put into a temporary file."""
_PORTION = 2**22
_IS_KNOWN = partial(is_not, None)


class Sums(NamedTuple):
    """For every feature: the number of its lines, and the sums of their ranks and scores."""

    counts: Array
    rank_sums: Array
    score_sums: Array

    def chosen(self, which: Array) -> Sums:
        """The sums of some of the features."""
        return Sums(self.counts[which], self.rank_sums[which], self.score_sums[which])


class Vocabulary:
    """The features of one kind in one space, numbered in the order of their first lines, and their occurrences."""

    def __init__(self, space: Space, kind: int, keys: Iterable[str] | None = None) -> None:
        self.space = space
        self.kind = kind
        self.numbers: dict[str, int] = defaultdict(count().__next__)
        self.lines = array("i")  # lines that have this field, and how many features each of them has
        self.sizes = array("i")
        self.total = 0
        self._occurrences = array("i")
        self._file: IO[bytes] | None = None
        self._is_closed = keys is not None
        if keys is not None:
            self.numbers = {key: number for number, key in enumerate(keys)}

    def __len__(self) -> int:
        """Return the number of features."""
        return len(self.numbers)

    def add(self, line: int, keys: Iterable[str]) -> None:
        """Note the distinct features of a line; lines count from 0. Features that a closed vocabulary lacks are no
        features.
        """
        found = self._occurrences
        before = len(found)
        if self._is_closed:
            found.extend(filter(_IS_KNOWN, map(self.numbers.get, keys)))  # type: ignore[arg-type]  # no None is left
        else:
            found.extend(map(self.numbers.__getitem__, keys))
        self.lines.append(line)
        self.sizes.append(len(found) - before)
        self.total += len(found) - before
        if len(found) > _MOST_IN_MEMORY:
            self._spill()

    def _spill(self) -> None:
        if self._file is None:
            import tempfile
            import weakref

            self._file = tempfile.TemporaryFile()  # noqa: SIM115 - it goes with the vocabulary
            weakref.finalize(self, self._file.close)
        self._occurrences.tofile(self._file)
        self._occurrences = array("i")

    def keys(self) -> list[str]:
        """The texts of the features by number."""
        return list(self.numbers)

    def feature(self, key: str) -> Feature:
        """The feature of that text."""
        return self.space, self.kind, key

    def shown(self, keys: Iterable[str]) -> Iterator[str]:
        """The features as they are shown."""
        if self.kind == TOKEN:  # by far the most
            return map(f"{self.space}:".__add__, keys)
        return (shown((self.space, self.kind, key)) for key in keys)

    def sorted(self, keys: Iterable[str]) -> list[str]:
        """Texts of features in the order of `features.sort_key`."""
        return sorted(keys) if self.kind < BIGRAM else sorted(keys, key=_parts)

    def occurrences(self) -> Iterator[tuple[Array, Array]]:
        """Yield the lines and the features of all occurrences, in portions."""
        import numpy

        features = self._all_occurrences()
        lines, sizes = _as_array(self.lines), _as_array(self.sizes)
        ends = numpy.cumsum(sizes, dtype=numpy.int64)
        start = first = 0
        while start < len(features):
            last = max(int(numpy.searchsorted(ends, start + _PORTION, "right")), first + 1)
            end = int(ends[last - 1])
            yield numpy.repeat(lines[first:last], sizes[first:last]), features[start:end]
            start, first = end, last

    def _all_occurrences(self) -> Array:
        import numpy

        if self._file is None:
            return _as_array(self._occurrences)
        self._spill()
        self._file.flush()
        return numpy.memmap(self._file, dtype=numpy.intc, mode="r")

    def counts(self) -> Array:
        """The number of lines of each feature."""
        import numpy

        found = numpy.zeros(len(self), dtype=numpy.int64)
        for _, features in self.occurrences():
            found += numpy.bincount(features, minlength=len(self))
        return found

    def sums(self, ranks: Array, scores: Array) -> Sums:
        """Sum ranks and scores over the lines of each feature."""
        import numpy

        size = len(self)
        found = Sums(numpy.zeros(size, dtype=numpy.int64), numpy.zeros(size), numpy.zeros(size))
        for lines, features in self.occurrences():
            found.counts.__iadd__(numpy.bincount(features, minlength=size))
            found.rank_sums.__iadd__(numpy.bincount(features, ranks[lines], minlength=size))
            found.score_sums.__iadd__(numpy.bincount(features, scores[lines], minlength=size))
        return found

    def lines_of(self, chosen: Iterable[int]) -> dict[int, Array]:
        """The lines of some features, ascending."""
        return _lines_of(self.occurrences(), len(self), chosen)


def _lines_of(occurrences: Iterable[tuple[Array, Array]], size: int, chosen: Iterable[int]) -> dict[int, Array]:
    import numpy

    wanted = numpy.zeros(size, dtype=bool)
    wanted[list(chosen)] = True
    columns = [(numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=numpy.int64))]
    for lines, features in occurrences:
        known = wanted[features]
        columns.append((lines[known], features[known]))
    lines, features = (numpy.concatenate(column) for column in zip(*columns, strict=True))
    order = numpy.argsort(features, kind="stable")
    distinct, starts = numpy.unique(features[order], return_index=True)
    return dict(zip(distinct.tolist(), numpy.split(lines[order], starts[1:]), strict=False))


def sorting_key(kind: int, keys: Sequence[str]) -> Callable[[int], Any]:
    """The key that sorts places in a list of features of that kind in the order of `features.sort_key`."""
    return keys.__getitem__ if kind < BIGRAM else lambda at: _parts(keys[at])


def _parts(key: str) -> list[str]:
    return key.split(SEPARATOR)


def _as_array(numbers: array[int]) -> Array:
    import numpy

    return numpy.frombuffer(numbers, dtype=numpy.intc) if numbers else numpy.zeros(0, dtype=numpy.intc)


class Collector:
    """Takes line after line and keeps the features of each field in vocabularies.

    closed: the features there are, by space and kind; all others are left out.
    """

    def __init__(self, kinds: FeatureKinds, closed: Mapping[tuple[Space, int], Iterable[str]] | None = None) -> None:
        self.kinds = kinds
        self.lines = 0
        self.vocabularies = {key: Vocabulary(*key, keys) for key, keys in (closed or {}).items()}
        self._is_closed = closed is not None
        self._cut = token_cutter(kinds.tokenizer)

    def add(self, expected: str, line_input: str, output: str) -> None:
        """Note the features of the next line."""
        for key, features in self.features(expected, line_input, output):
            vocabulary = self.vocabularies.get(key)
            if vocabulary is None:
                vocabulary = self.vocabularies[key] = Vocabulary(*key, () if self._is_closed else None)
            vocabulary.add(self.lines, features)
        self.lines += 1

    def features(
        self, expected: str, line_input: str, output: str
    ) -> Iterator[tuple[tuple[Space, int], Iterable[str]]]:
        """Yield spaces and kinds with the distinct features of a line."""
        known: dict[str, Iterable[str]] = {}  # often the output is the expected text, or a column of the input
        for space, text in fields(self.kinds, expected, line_input, output):
            if text not in known:
                known[text] = self._cut(text)
            for kind, keys in unary_features(self.kinds, known[text]):
                yield (space, kind), keys

    def sorted(self) -> list[Vocabulary]:
        """The vocabularies in the order of equally significant features."""
        return [self.vocabularies[key] for key in sorted(self.vocabularies)]


# --- pairs of features -----------------------------------------------------------------------------------------------


class Pairs(NamedTuple):
    """Pairs of features on the same line. first, second: positions in the list of features they are made of."""

    first: Array
    second: Array
    sums: Sums

    def parts(self, which: Array) -> tuple[list[int], list[int]]:
        """The two features of each of some pairs."""
        return self.first[which].tolist(), self.second[which].tolist()


@dataclass
class _Merged:
    """Codes of pairs in ascending order with their sums."""

    codes: Array
    sums: Sums

    def merge(self, codes: Array, ranks: Array, scores: Array) -> _Merged:
        """Add occurrences of pairs, each with the rank and the score of its line."""
        import numpy

        ones = numpy.ones(len(codes), dtype=numpy.int64)
        known = self.sums
        distinct, where = numpy.unique(numpy.r_[self.codes, codes], return_inverse=True)
        where = where.reshape(-1)
        columns = [
            numpy.bincount(where, numpy.r_[old, new], minlength=len(distinct))
            for old, new in ((known.counts, ones), (known.rank_sums, ranks), (known.score_sums, scores))
        ]
        return _Merged(distinct, Sums(columns[0].astype(numpy.int64), columns[1], columns[2]))

    def keep(self, which: Array) -> _Merged:
        """Only some of the pairs."""
        return _Merged(self.codes[which], self.sums.chosen(which))


_MOST_PAIRS_AT_ONCE = 4 * 2**20

LinesOfFeatures = Callable[[], Iterator[tuple[int, "Array"]]]
"""Gives lines with their features, ascending numbers; called once, or twice where pairs had to be dropped."""


class PartsOfLines:
    """The frequent features of all vocabularies in one list, in their order, to be paired."""

    def __init__(self, vocabularies: Sequence[Vocabulary], frequency: int) -> None:
        import numpy

        self.names: list[str] = []
        columns = [(numpy.zeros(0, dtype=numpy.int64), numpy.zeros(0, dtype=numpy.int64))]
        for vocabulary in vocabularies:
            new = self._numbered(vocabulary, frequency)
            for lines, features in vocabulary.occurrences():
                known = new[features] >= 0
                columns.append((lines[known], new[features][known]))
        lines, parts = (numpy.concatenate(column) for column in zip(*columns, strict=True))
        order = numpy.lexsort((parts, lines))
        self._lines, self._parts = lines[order], parts[order]

    def _numbered(self, vocabulary: Vocabulary, frequency: int) -> Array:
        """The place of each feature in the list, -1 for the rare ones."""
        import numpy

        keys = vocabulary.keys()
        ordered = vocabulary.sorted(keys[at] for at in numpy.flatnonzero(vocabulary.counts() >= frequency).tolist())
        new = numpy.full(len(vocabulary), -1, dtype=numpy.int64)
        new[[vocabulary.numbers[key] for key in ordered]] = range(len(self.names), len(self.names) + len(ordered))
        self.names += vocabulary.shown(ordered)
        return new

    def lines(self) -> Iterator[tuple[int, Array]]:
        """Yield lines with their parts in ascending order."""
        import numpy

        if not len(self._lines):
            return
        starts = numpy.flatnonzero(numpy.r_[True, self._lines[1:] != self._lines[:-1]]).tolist()
        for start, end in zip(starts, [*starts[1:], len(self._lines)], strict=True):
            yield int(self._lines[start]), self._parts[start:end]

    def lines_of(self, chosen: Iterable[int]) -> dict[int, Array]:
        """The lines of some parts, ascending."""
        return _lines_of([(self._lines, self._parts)], len(self.names), chosen)


def pair_sums(
    lines: LinesOfFeatures, size: int, ranks: Array, scores: Array, *, most: int | None = None
) -> tuple[Pairs, int]:
    """Sum ranks and scores over the lines of every pair out of the features of a line.

    size: features are numbers below it. most: how many pairs to hold; beyond it the rarest are dropped, and what is
    left is counted again in full. The second result says how rare: a pair on more lines than that was not dropped.
    """
    merged, missed = _none(), 0
    for codes, where in _in_portions(_pair_codes(lines(), size)):
        merged = merged.merge(codes, ranks[where], scores[where])
        if most is not None and len(merged.codes) > most:
            threshold = count_threshold(merged.sums.counts, most // 2)
            missed += threshold
            merged = merged.keep(merged.sums.counts > threshold)
    if missed:
        merged = _counted_again(merged.codes, lines, size, ranks, scores)
    return Pairs(merged.codes // max(size, 1), merged.codes % max(size, 1), merged.sums), missed


def _none() -> _Merged:
    import numpy

    return _Merged(numpy.zeros(0, dtype=numpy.int64), Sums(*(numpy.zeros(0) for _ in range(3))))


def _counted_again(chosen: Array, lines: LinesOfFeatures, size: int, ranks: Array, scores: Array) -> _Merged:
    import numpy

    merged = _none()
    for codes, where in _in_portions(_pair_codes(lines(), size)):
        known = numpy.isin(codes, chosen)
        merged = merged.merge(codes[known], ranks[where[known]], scores[where[known]])
    return merged


def count_threshold(counts: Array, most: int) -> int:
    """The least count such that at most `most` of the counts are greater."""
    import numpy

    at = len(counts) - most - 1
    return int(numpy.partition(counts, at)[at])


def _pair_codes(lines: Iterator[tuple[int, Array]], size: int) -> Iterator[tuple[Array, int]]:
    """Pairs as numbers first·size + second; a line of many features has very many, and they come some rows at once."""
    import numpy

    for line, features in lines:
        wide = features.astype(numpy.int64)
        rows = max(1, _MOST_PAIRS_AT_ONCE // max(len(wide), 1))
        for start in range(0, len(wide) - 1, rows):
            chosen = range(start, min(start + rows, len(wide) - 1))
            yield numpy.concatenate([wide[at] * size + wide[at + 1 :] for at in chosen]), line


def _in_portions(codes: Iterator[tuple[Array, int]]) -> Iterator[tuple[Array, Array]]:
    import numpy

    waiting: list[Array] = []
    lines: list[Array] = []
    size = 0
    for some, line in codes:
        waiting.append(some)
        lines.append(numpy.full(len(some), line))
        size += len(some)
        if size > _MOST_PAIRS_AT_ONCE:
            yield numpy.concatenate(waiting), numpy.concatenate(lines)
            waiting, lines, size = [], [], 0
    if waiting:
        yield numpy.concatenate(waiting), numpy.concatenate(lines)
