"""Scores of random lines of a test set: what a slice of that size would get if nothing were special about it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.clustered import ClusteredPool
from probierz.scoring.pool import AdditivePool, Pool, WholePool, pool_of
from probierz.scoring.resample import distinct_tallies

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator

_MOST_DRAWN = 100_000_000
"""Lines that may be drawn in all trials; of very large test sets fewer trials are made, but at least `_FEWEST`."""
_FEWEST = 200
_SCORING = 100
"""How many times slower lines are scored again where tallies do not add up to a table of numbers."""
_RARE = 10
_FINISHING = 30
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

    def is_rare(self, value: float) -> bool:
        """Whether so few trials were as extreme that more of them would tell the chance better."""
        return min(self._as_low(value), self._as_high(value)) < _RARE

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
    import numpy

    found = {size: SubsetTest() for size in sorted(set(sizes))}
    if not found:
        return found
    generator = numpy.random.default_rng(seed)
    distinct, counts = distinct_tallies(tallies)
    if len(found) * len(distinct) * 8 < len(tallies) and _table_of(pool := pool_of(metric, distinct)) is not None:
        for size, test in found.items():
            test.values = _by_counts(generator, pool, counts, size, trials)
        return found
    pool = pool_of(metric, tallies)
    trials = min(trials, max(_FEWEST, _MOST_DRAWN // _cost(pool, len(found))))
    for order in islice(_orders(generator, len(tallies), max(found)), trials):
        for test, value in zip(found.values(), _beginnings(pool, order, list(found)), strict=True):
            test.values.append(value)
    return found


def cluster_subset_tests(
    metric: Metric, tallies: Sequence[Tally], owners: Sequence[int], sizes: Sequence[int], trials: int, *, seed: int = 1
) -> dict[int, SubsetTest]:
    """Score all lines of random clusters, drawn without replacement, of each of these sizes (in clusters).

    owners: the cluster of each line, from 0. As `subset_tests` else.
    """
    import numpy

    pool = ClusteredPool(pool_of(metric, tallies), owners)
    generator = numpy.random.default_rng(seed)
    step = max(1, pool.block_weights // len(pool))
    found = {size: SubsetTest() for size in sorted(set(sizes))}
    for size, test in found.items():
        for start in range(0, trials, step):
            keys = generator.random((min(step, trials - start), len(pool)))
            drawn = keys <= numpy.partition(keys, size - 1, axis=1)[:, size - 1 : size]
            test.values += pool.values(drawn.astype(numpy.int64))
    return found


def _table_of(pool: Pool) -> ndarray[Any, Any] | None:
    return pool.array if isinstance(pool, AdditivePool) else None


def _cost(pool: Pool, sizes: int) -> int:
    """What a trial costs, in lines that are drawn and added up."""
    if not isinstance(pool, AdditivePool) or pool.array is None:
        return _SCORING * len(pool)
    return max(len(pool), _FINISHING * sizes * pool.columns.width)


def _by_counts(generator: Generator, pool: Pool, counts: Sequence[int], size: int, trials: int) -> list[float]:
    """Draw how often each distinct tally occurs among random lines."""
    values: list[float] = []
    step = max(1, pool.block_weights // len(counts))
    for start in range(0, trials, step):
        values += pool.values(generator.multivariate_hypergeometric(counts, size, min(step, trials - start)))
    return values


def _orders(generator: Generator, lines: int, most: int) -> Iterator[ndarray[Any, Any]]:
    """The first lines of a random order, without end."""
    while True:
        yield generator.choice(lines, most, replace=False) if 4 * most < lines else generator.permutation(lines)[:most]


def _beginnings(pool: Pool, order: ndarray[Any, Any], sizes: list[int]) -> list[float]:
    """The values of the first lines of an order, for all sizes: one order serves them all."""
    import numpy

    table = _table_of(pool)
    if table is not None and isinstance(pool, AdditivePool):
        parts = numpy.add.reduceat(table[order], [0, *sizes[:-1]], axis=0)
        return pool.finish_all(numpy.cumsum(parts, axis=0))
    places = order.tolist()
    return [_value_of(pool, [pool.tallies[at] for at in places[:size]]) for size in sizes]


def _value_of(pool: Pool, tallies: Sequence[Tally]) -> float:
    """Correlations have a formula on arrays."""
    import numpy

    if isinstance(pool, WholePool):
        return WholePool(pool.metric, tallies).values(numpy.ones((1, len(tallies))))[0]
    return float(pool.metric.value(tallies))
