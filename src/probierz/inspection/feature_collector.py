"""Collecting the features of all lines, and pairs of features of the same line."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.inspection.features import FeatureKinds, Space, fields, token_cutter, unary_features
from probierz.inspection.vocabulary import FeatureSums, FeatureTexts, Vocabulary, lines_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


class Collector:
    """Takes line after line and keeps the features of each field in vocabularies.

    closed: the features there are, by space and kind; all others are left out.
    """

    def __init__(self, kinds: FeatureKinds, closed: Mapping[tuple[Space, int], Iterable[str]] | None = None) -> None:
        self.kinds = kinds
        self.lines = 0
        self.lexicons: dict[int, FeatureTexts] = {}
        self.vocabularies: dict[tuple[Space, int], Vocabulary] = {}
        self._is_closed = closed is not None
        self._cut = token_cutter(kinds.tokenizer)
        for key, features in (closed or {}).items():
            lexicon = self._lexicon(key[1])
            self.vocabularies[key] = Vocabulary(*key, lexicon, lexicon.numbers_of(features))
        for lexicon in self.lexicons.values():
            lexicon.is_closed = True

    @property
    def size(self) -> int:
        """How many different texts of features are held."""
        return sum(map(len, self.lexicons.values()))

    def add(self, expected: str, line_input: str, output: str) -> None:
        """Note the features of the next line."""
        known: dict[str, list[tuple[int, array[int]]]] = {}  # often the output is a column of the input
        for space, text in fields(self.kinds, expected, line_input, output):
            if text not in known:
                known[text] = [
                    (kind, self._lexicon(kind).numbers_of(keys))
                    for kind, keys in unary_features(self.kinds, self._cut(text))
                ]
            for kind, numbers in known[text]:
                self._vocabulary((space, kind)).add(self.lines, numbers)
        self.lines += 1

    def features(
        self, expected: str, line_input: str, output: str
    ) -> Iterator[tuple[tuple[Space, int], Iterable[str]]]:
        """Yield spaces and kinds with the distinct features of a line."""
        for space, text in fields(self.kinds, expected, line_input, output):
            for kind, keys in unary_features(self.kinds, self._cut(text)):
                yield (space, kind), keys

    def sorted(self) -> list[Vocabulary]:
        """The vocabularies in the order of equally significant features."""
        return [self.vocabularies[key] for key in sorted(self.vocabularies)]

    def _lexicon(self, kind: int) -> FeatureTexts:
        if kind not in self.lexicons:
            self.lexicons[kind] = FeatureTexts()
        return self.lexicons[kind]

    def _vocabulary(self, key: tuple[Space, int]) -> Vocabulary:
        if key not in self.vocabularies:
            self.vocabularies[key] = Vocabulary(*key, self._lexicon(key[1]), () if self._is_closed else None)
        return self.vocabularies[key]


# --- pairs of features -----------------------------------------------------------------------------------------------


class FeaturePairs(NamedTuple):
    """Pairs of features on the same line. first, second: positions in the list of features they are made of."""

    first: Array
    second: Array
    sums: FeatureSums

    def parts(self, which: Array) -> tuple[list[int], list[int]]:
        """The two features of each of some pairs."""
        return self.first[which].tolist(), self.second[which].tolist()


@dataclass
class _Merged:
    """Codes of pairs in ascending order with their sums."""

    codes: Array
    sums: FeatureSums

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
        return _Merged(distinct, FeatureSums(columns[0].astype(numpy.int64), columns[1], columns[2]))

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
        ordered = vocabulary.in_order(numpy.flatnonzero(vocabulary.counts() >= frequency).tolist())
        new = numpy.full(len(vocabulary), -1, dtype=numpy.int64)
        new[ordered] = range(len(self.names), len(self.names) + len(ordered))
        self.names += vocabulary.shown(keys[at] for at in ordered)
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
        return lines_of([(self._lines, self._parts)], len(self.names), chosen)


def pair_sums(
    lines: LinesOfFeatures, size: int, ranks: Array, scores: Array, *, most: int | None = None
) -> tuple[FeaturePairs, int]:
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
    return FeaturePairs(merged.codes // max(size, 1), merged.codes % max(size, 1), merged.sums), missed


def _none() -> _Merged:
    import numpy

    return _Merged(numpy.zeros(0, dtype=numpy.int64), FeatureSums(*(numpy.zeros(0) for _ in range(3))))


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
