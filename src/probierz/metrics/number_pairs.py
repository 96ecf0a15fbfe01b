"""Two numbers a line: sums from which correlations and variances follow exactly, and compact lists of pairs.

Moments keep a few whole numbers however many lines there are. They are exact, so that no cut of the lines into parts
changes a bit, and nothing is lost where numbers are large and differ little, as in 1000000.1 and 1000000.2.
"""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, repeat
from operator import itemgetter, mul
from typing import TYPE_CHECKING, Any

from probierz.metrics.tallies import Accumulator, Row

if TYPE_CHECKING:
    from numpy import ndarray


class NumberPoint(Row):
    """Expected and given number of a line, for metrics that only need sums of these and of their products."""

    __slots__ = ()

    @classmethod
    def accumulator(cls) -> Accumulator:
        """Add powers and products up."""
        return Moments()


class UnitlessPoint(NumberPoint):
    """Expected and given number, for metrics that see neither the unit nor the origin of what is given."""

    __slots__ = ()

    @classmethod
    def in_common_units(cls, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the given numbers in the units of the expected ones, see `common_units`."""
        import numpy

        from probierz.metrics.common_units import in_units_of

        if not rows:
            return rows
        expected, given = numpy.array(rows, dtype=float).T
        turned = in_units_of(expected, given)
        if turned is None:
            return rows
        return [cls(row[0], value) for row, value in zip(rows, turned.tolist(), strict=True)]


class NumberPair(Row):
    """Two numbers of a line, for metrics that see the order of what is given alone, and need all lines for it.

    They are kept in sixteen bytes a line.
    """

    __slots__ = ()

    @classmethod
    def accumulator(cls) -> Accumulator:
        """Keep the numbers side by side."""
        return NumberPairs()

    @classmethod
    def in_common_units(cls, rows: Sequence[Row]) -> Sequence[Row]:
        """Return the given numbers as ranks; equal ones share the average of theirs."""
        import numpy

        given = numpy.array([row[1] for row in rows], dtype=float)
        if numpy.isnan(given).any():
            return rows
        _, place, counts = numpy.unique(given, return_inverse=True, return_counts=True)
        ranks = (counts.cumsum() - (counts - 1) / 2)[place]
        return [cls(row[0], rank) for row, rank in zip(rows, ranks.tolist(), strict=True)]


def exact_correlation(covariance: int, spread: int, other_spread: int) -> float:
    """Return covariance / √(spread · other spread), in any units; NaN where a side does not spread."""
    spreads = spread * other_spread
    if not spreads:
        return math.nan
    # The root of covariance² / spreads to 64 bits at least: whole numbers leave nothing to round on the way.
    bits = 64 + max(0, spreads.bit_length() - 2 * covariance.bit_length())
    root = math.isqrt((covariance**2 << 2 * bits) // spreads) / (1 << bits)
    return -root if covariance < 0 else root


# --- moments -----------------------------------------------------------------------------------------------------


class _ExactSums:
    """Numbers of one side as whole numbers in units of 2 ** -places, exactly."""

    __slots__ = ("places", "squares", "total")

    def __init__(self) -> None:
        self.places = 0
        self.total = 0
        self.squares = 0

    def refine(self, places: int) -> int:
        """Use units small enough for so many binary places; return how many places are new."""
        more = max(0, places - self.places)
        self.places += more
        self.total <<= more
        self.squares <<= 2 * more
        return more

    def whole(self, values: Sequence[float]) -> tuple[list[int], int]:
        """Return the values in units of this side, made finer where they need it, and how many places are new."""
        ratios = [value.as_integer_ratio() for value in values]
        more = self.refine(max([ratio[1].bit_length() for ratio in ratios]) - 1)
        if not self.places:
            return [ratio[0] for ratio in ratios], more
        unit = 1 << self.places
        return [over * (unit // under) for over, under in ratios], more

    def add(self, values: list[int], weighted: list[int]) -> None:
        """Add whole values, which are also given times their counts."""
        self.total += sum(weighted)
        self.squares += sum(map(mul, values, weighted))


class Moments(Accumulator):
    """How many lines there were; sums, sums of squares and the sum of products of their two numbers. All are exact."""

    __slots__ = ("first", "is_finite", "lines", "products", "second")

    def __init__(self) -> None:
        self.lines = 0
        self.first = _ExactSums()
        self.second = _ExactSums()
        self.products = 0
        self.is_finite = True

    def add(self, tallies: Sequence[Row], counts: Sequence[int] | None = None) -> None:
        """Add the numbers of every row as often as its count says."""
        if not tallies:
            return
        self.lines += len(tallies) if counts is None else sum(counts)
        try:
            first, new = self.first.whole(list(map(itemgetter(0), tallies)))
            self.products <<= new
            second, new = self.second.whole(list(map(itemgetter(1), tallies)))
            self.products <<= new
        except (OverflowError, ValueError):  # infinite, or not a number
            self.is_finite = False
            return
        times = counts or [1] * len(tallies)
        weighted = list(map(mul, second, times))
        self.first.add(first, list(map(mul, first, times)))
        self.second.add(second, weighted)
        self.products += sum(map(mul, first, weighted))

    def merge(self, other: Moments) -> None:
        """Add the sums of the other."""
        self.lines += other.lines
        self.is_finite = self.is_finite and other.is_finite
        places = [(mine, max(mine.places, theirs.places)) for mine, theirs in self._sides(other)]
        self.products <<= sum(side.refine(most) for side, most in places)
        finer = 0
        for mine, theirs in self._sides(other):
            less = mine.places - theirs.places
            finer += less
            mine.total += theirs.total << less
            mine.squares += theirs.squares << 2 * less
        self.products += other.products << finer

    def _sides(self, other: Moments) -> tuple[tuple[_ExactSums, _ExactSums], ...]:
        return (self.first, other.first), (self.second, other.second)

    def total(self) -> Moments:
        """Return the moments themselves."""
        return self

    def correlation(self) -> float:
        """Return Pearson's r; NaN for less than two lines, a constant side, or a side that is not finite."""
        if not self.is_finite:
            return math.nan
        spreads = [self.lines * side.squares - side.total**2 for side in (self.first, self.second)]
        return exact_correlation(self.lines * self.products - self.first.total * self.second.total, *spreads)

    def determination(self) -> float:
        """Return 1 - Σ (e - o)² / Σ (e - ē)²; of a constant expected side 1 if all are hit, else 0.

        NaN for less than two lines, or numbers that are not finite.
        """
        if self.lines < 2 or not self.is_finite:
            return math.nan
        most = max(self.first.places, self.second.places)
        first, second = (most - side.places for side in (self.first, self.second))  # to units that both sides have
        squares = self.first.squares << 2 * first
        rest = squares - (self.products << first + second + 1) + (self.second.squares << 2 * second)
        whole = self.lines * squares - (self.first.total << first) ** 2
        if not whole:
            return 0.0 if rest else 1.0
        try:
            return (whole - self.lines * rest) / whole + 0.0  # never -0
        except OverflowError:
            return -math.inf


# --- pairs -------------------------------------------------------------------------------------------------------


class NumberPairs(Accumulator, Sequence[tuple[float, float]]):
    """The two numbers of every line, each side in an array of its own. first, second: these arrays."""

    __slots__ = ("first", "second")

    def __init__(self) -> None:
        self.first = array("d")
        self.second = array("d")

    def add(self, tallies: Sequence[Row], counts: Sequence[int] | None = None) -> None:
        """Keep the numbers of each row as often as it occurs."""
        if counts is not None:
            tallies = list(chain.from_iterable(map(repeat, tallies, counts)))
        self.first.extend(map(itemgetter(0), tallies))
        self.second.extend(map(itemgetter(1), tallies))

    def merge(self, other: NumberPairs) -> None:
        """Append the other's numbers."""
        self.first.extend(other.first)
        self.second.extend(other.second)

    def total(self) -> NumberPairs:
        """Return the pairs themselves."""
        return self

    def __len__(self) -> int:
        """Return the number of lines."""
        return len(self.first)

    def __getitem__(self, at: Any) -> Any:
        """Return the pair of a line."""
        return self.first[at], self.second[at]

    def __iter__(self) -> Iterator[tuple[float, float]]:
        """Iterate over pairs."""
        return zip(self.first, self.second, strict=True)


_MANY = 2**15
"""From how many numbers on NumPy ranks them, in less time and memory; to load it takes as long as some ten thousand."""


def doubled_ranks(values: Sequence[float]) -> Iterator[Sequence[int]]:
    """Yield twice the rank of every value, in parts: the smallest has rank 1, equal ones share the average of theirs.

    These are whole numbers, so that all sums of them are exact.
    """
    if len(values) < _MANY:
        counts = Counter(values)
        rank_of: dict[float, int] = {}
        below = 0
        for value in sorted(counts):
            rank_of[value] = 2 * below + counts[value] + 1
            below += counts[value]
        yield [rank_of[value] for value in values]
        return
    ranks = _ranks_of_many(values)
    for start in range(0, len(values), _MANY):
        yield ranks[start : start + _MANY].tolist()


def _ranks_of_many(values: Sequence[float]) -> ndarray[Any, Any]:
    import numpy

    numbers = numpy.asarray(values)
    order = numpy.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = numpy.flatnonzero(numpy.concatenate(([True], ordered[1:] != ordered[:-1])))
    del ordered
    counts = numpy.diff(starts, append=len(numbers))
    ranks = numpy.empty(len(numbers), dtype=numpy.int64)
    ranks[order] = numpy.repeat(2 * starts + counts + 1, counts)
    return ranks
