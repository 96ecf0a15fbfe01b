"""Scores of random lines of a test set: what a slice of that size would get if nothing were special about it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.pool import AdditivePool, Pool, pool_of

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator

__all__ = ["SubsetTest", "subset_tests"]

_MOST_DRAWN = 200_000_000
"""Lines that may be drawn in all trials; of very large test sets fewer trials are made, but at least `_FEWEST`."""
_FEWEST = 200
_SLOW = 100
"""How many times slower lines are scored again where tallies do not add up to a table of numbers."""
_FINISHING = 10
"""How many lines are drawn in the time that it takes to finish a column of sums."""


class SubsetTest:
    """The scores of random subsets of one size; they grow while trials are made."""

    def __init__(self) -> None:
        self.values: list[float] = []

    def p(self, value: float) -> float:
        """The chance of so extreme a score among random lines, two-sided.

            p = min(1, 2 · (1 + min(trials as low or lower, trials as high or higher)) / (1 + trials))

        Trials without a value (NaN) count as both. Empty: NaN without trials, or for a value that is NaN.
        """
        if not self.values or math.isnan(value):
            return math.nan
        return min(1.0, 2 * (1 + min(self._as_low(value), self._as_high(value))) / (1 + len(self.values)))

    def is_high(self, value: float) -> bool:
        """Whether fewer random subsets score as high than as low."""
        return self._as_high(value) < self._as_low(value)

    def _as_low(self, value: float) -> int:
        limit = value + 1e-11 * abs(value)  # sums in another order differ by a hair
        return sum(not one > limit for one in self.values)

    def _as_high(self, value: float) -> int:
        limit = value - 1e-11 * abs(value)
        return sum(not one < limit for one in self.values)


def subset_tests(
    metric: Metric, tallies: Sequence[Tally], sizes: Sequence[int], trials: int = 1000, *, seed: int = 1
) -> dict[int, SubsetTest]:
    """Score random lines, drawn without replacement, of each of these sizes; the same seed draws the same lines.

    Source: the permutation test, Fisher 1935; the +1 is that of Phipson and Smyth 2010.
    """
    found = {size: SubsetTest() for size in sorted(set(sizes))}
    if not found:
        return found
    pool = pool_of(metric, tallies)
    draw = _from_table if isinstance(pool, AdditivePool) and pool.array is not None else _from_tallies
    cost = len(tallies) * (1 if draw is _from_table else _SLOW)
    if isinstance(pool, AdditivePool):
        cost = max(cost, _FINISHING * len(found) * pool.columns.width)
    trials = min(trials, max(_FEWEST, _MOST_DRAWN // cost))
    for values in islice(draw(pool, list(found), seed), trials):
        for test, value in zip(found.values(), values, strict=True):
            test.values.append(value)
    return found


def _orders(generator: Generator, lines: int, most: int) -> Iterator[ndarray[Any, Any]]:
    """The first lines of a random order, without end."""
    while True:
        yield generator.choice(lines, most, replace=False) if 4 * most < lines else generator.permutation(lines)[:most]


def _from_table(pool: Pool, sizes: list[int], seed: int) -> Iterator[list[float]]:
    """A subset of each size begins the same random order: one order serves all sizes."""
    import numpy

    assert isinstance(pool, AdditivePool)
    assert pool.array is not None
    starts = [0, *sizes[:-1]]
    for order in _orders(numpy.random.default_rng(seed), len(pool), sizes[-1]):
        sums = numpy.cumsum(numpy.add.reduceat(pool.array[order], starts, axis=0), axis=0)
        yield pool.finish_all(sums)


def _from_tallies(pool: Pool, sizes: list[int], seed: int) -> Iterator[list[float]]:
    import numpy

    for order in _orders(numpy.random.default_rng(seed), len(pool), sizes[-1]):
        places = order.tolist()
        yield [float(pool.metric.value([pool.tallies[at] for at in places[:size]])) for size in sizes]
