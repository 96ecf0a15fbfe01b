"""Intervals of the difference of two scores that count labels by class, on the same lines.

As in `class_draws`, what single lines owe to a rare class no standard error tells; so chances are drawn: how often both
outputs are right, one of them alone, or neither, class by class, and the difference that these chances have.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.bounds import quantile, standard_error
from probierz.scoring.class_draws import (
    WHOLE,
    Pair,
    TallyOfPair,
    drawn_shares,
    drawn_split,
    group_tally,
    pool_values,
    reader_of,
)
from probierz.scoring.distributions import normal_share
from probierz.scoring.groupings import without_names
from probierz.scoring.pool import pool_of

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator

    Array = ndarray[Any, Any]

MOST_LABELS = 40
"""Of more labels no chances are drawn: each of them weighs little."""
MOST_CELLS = 2**14
"""Of more classes of groupings, times pairs of groups, neither; names of classes and groups are apart there."""
_PRIOR = 0.5
_FEW = 10


class PairedTable(NamedTuple):
    """How often each (expected, first output's, second output's label) occurs, and what a line with a pair leaves."""

    counts: Mapping[tuple[Hashable, Hashable, Hashable], int]
    tally: TallyOfPair

    @property
    def expected(self) -> list[Hashable]:
        """The labels that are expected, in an order that does not depend on that of lines."""
        return sorted({triple[0] for triple in self.counts}, key=repr)

    @property
    def pairs(self) -> list[Pair]:
        """The pairs of labels that the outputs gave, in such an order."""
        return sorted({triple[1:] for triple in self.counts}, key=repr)

    @property
    def turned(self) -> PairedTable:
        """The same with the outputs in the other order."""
        return self._replace(counts={(label, other, one): count for (label, one, other), count in self.counts.items()})

    @property
    def in_order(self) -> list[str]:
        """Its counts, in an order of their own."""
        return sorted(map(repr, self.counts.items()))


def paired_table(metric: Metric, first: Sequence[Tally], second: Sequence[Tally]) -> PairedTable | None:
    """Return the labels that lines of two outputs left; None for metrics that count something else, or too many."""
    if metric.prefixes:
        return None
    read, tally = reader_of(metric, first)
    known: dict[int, Pair | None] = {}
    counts: Counter[tuple[Hashable, Hashable, Hashable]] = Counter()
    for tallies in zip(first, second, strict=True):
        pairs = []
        for one in tallies:
            if id(one) not in known:
                known[id(one)] = read(one)
            pairs.append(known[id(one)])
        one, other = pairs
        if one is None or other is None or one[0] != other[0]:
            return None
        counts[one[0], one[1], other[1]] += 1
    if tally is group_tally:
        table = PairedTable(without_names(counts), tally)
        return table if counts and len(table.expected) * len(table.pairs) <= MOST_CELLS else None
    labels = {label for triple in counts for label in triple}
    return PairedTable(counts, tally) if 1 < len(labels) <= MOST_LABELS else None


class PairedDraws:
    """Differences that two scores by class might have on other lines of the same kind.

    Drawn are, for every class: its share; on what share of its lines one output alone is right, and which; of the
    others, on what share both are: all of them as `class_bounds` draws shares; and how mistakes fall on labels.
    """

    def __init__(self, metric: Metric, difference: float, table: PairedTable, samples: int, seed: int) -> None:
        reach = metric.bounds[1] - metric.bounds[0]
        self.difference = difference
        self.bounds_of_scale = -reach, reach
        self.is_open = len(table.expected) < 2
        """Whether a single class is expected: such lines do not bear on the score."""
        drawn = [] if self.is_open else _drawn_in_one_order(metric, difference, table, samples, seed)
        self.draws = sorted(one for one in drawn if math.isfinite(one))
        self.says_something = (not difference) if self.is_open else 2 * len(self.draws) >= samples

    def bounds(self, level: float) -> tuple[float, float]:
        """Return the ends: quantiles of the draws, or of those moved so that their median is the difference.

        Whichever is farther; the whole scale where a single class is expected.
        """
        if self.is_open:
            return self.bounds_of_scale
        tail = (1 - level) / 2
        low, middle, high = (quantile(self.draws, share) for share in (tail, 0.5, 1 - tail))
        shift = self.difference - middle
        least, most = self.bounds_of_scale
        return max(least, min(low, low + shift)), min(most, max(high, high + shift))

    @property
    def p_value(self) -> float:
        """The level at which 0 becomes an end, two-sided: twice the share of draws on the other side of it.

        Where fewer than ten are, it is that of a normal distribution, if that is smaller.
        """
        if self.is_open or not self.difference:
            return 1.0
        return max(self._p_value(0.0), self._p_value(quantile(self.draws, 0.5) - self.difference))

    def _p_value(self, zero: float) -> float:
        """How far out in the draws this is."""
        beyond = (
            bisect_right(self.draws, zero) if self.difference > 0 else len(self.draws) - bisect_left(self.draws, zero)
        )
        counted = min(1.0, 2 * (beyond + 1) / (len(self.draws) + 1))
        error = standard_error(self.draws)
        if beyond >= _FEW or not error > 0:
            return counted
        return min(counted, 2 * normal_share(-abs(quantile(self.draws, 0.5) - zero) / error))


class _Cells:
    """Which pairs of labels lines of a class may have: both right, one alone, neither; and how often each occurs."""

    def __init__(self, table: PairedTable, label: Hashable, labels: Sequence[Hashable]) -> None:
        counts = {(one, other): number for (key, one, other), number in table.counts.items() if key == label}
        wrong = [other for other in labels if other != label]
        self.label = label
        self.lines = sum(counts.values())
        self.right = [(label, label)]
        self.first = [(label, other) for other in wrong]
        self.second = [(other, label) for other in wrong]
        seen = {pair for pair in counts if label not in pair}
        self.neither = sorted(seen | {(other, other) for other in wrong}, key=repr)
        self.counts = counts

    @property
    def all(self) -> list[Pair]:
        """The cells, in the order of `chances`."""
        return [*self.right, *self.first, *self.second, *self.neither]

    def total(self, cells: Sequence[Pair]) -> int:
        return sum(self.counts.get(cell, 0) for cell in cells)

    def chances(self, generator: Generator, samples: int) -> Array:
        """Chances of the cells, of the shape (samples, cells), times the share of the class."""
        import numpy

        right, first, second, neither = map(self.total, (self.right, self.first, self.second, self.neither))
        share = generator.standard_gamma(self.lines + _PRIOR, samples)
        apart = drawn_shares(generator, first + second, self.lines, samples)
        towards = drawn_shares(generator, first, first + second, samples)
        together = drawn_shares(generator, right, right + neither, samples)
        parts = [
            ((1 - apart) * together, self.right),
            (apart * towards, self.first),
            (apart * (1 - towards), self.second),
            ((1 - apart) * (1 - together), self.neither),
        ]
        columns = [self._split(generator, part * share, cells, samples) for part, cells in parts]
        return numpy.hstack(columns)

    def _split(self, generator: Generator, part: Array, cells: Sequence[Pair], samples: int) -> Array:
        """Divide a part among cells, as their counts say."""
        weights = [self.counts.get(cell, 0) + _PRIOR / max(1, len(cells)) for cell in cells]
        split: Array = part[:, None] * drawn_split(generator, weights, samples)
        return split


class _Groups:
    """Into which two groups the outputs put lines of a class, and how often; no group is right or wrong."""

    def __init__(self, table: PairedTable, label: Hashable, seen: Sequence[Pair]) -> None:
        self.label = label
        self.all = seen
        self.weights = [table.counts.get((label, *pair), 0) for pair in seen]

    def chances(self, generator: Generator, samples: int) -> Array:
        """Chances of the pairs of groups, of the shape (samples, pairs), times the share of the class."""
        share = generator.standard_gamma(sum(self.weights) + _PRIOR, samples)
        prior = _PRIOR / len(self.weights)
        split: Array = share[:, None] * drawn_split(generator, [one + prior for one in self.weights], samples)
        return split


def _classes(table: PairedTable) -> Sequence[_Cells | _Groups]:
    """The classes that are expected."""
    if table.tally is group_tally:
        return [_Groups(table, label, table.pairs) for label in table.expected]
    labels = sorted({label for triple in table.counts for label in triple}, key=repr)
    return [_Cells(table, label, labels) for label in table.expected]


def _drawn_in_one_order(
    metric: Metric, difference: float, table: PairedTable, samples: int, seed: int
) -> Iterable[float]:
    """Differences that are the same, but for their sign, whichever output is named first.

    Of outputs that fail equally often in the same ways nothing says which is first: both signs are taken.
    """
    turned = table.turned
    one_way, other_way = (difference, table.in_order), (-difference, turned.in_order)
    if one_way < other_way:
        return [-one for one in _drawn(metric, turned, samples, seed)]
    drawn = _drawn(metric, table, samples, seed)
    return [*drawn, *(-one for one in drawn)] if one_way == other_way else drawn


def _drawn(metric: Metric, table: PairedTable, samples: int, seed: int) -> list[float]:
    import numpy

    generator = numpy.random.default_rng(seed)
    classes = _classes(table)
    chances = numpy.hstack([one.chances(generator, samples) for one in classes])
    triples = [(one.label, *cell) for one in classes for cell in one.all]
    chances *= WHOLE / chances.sum(axis=1, keepdims=True)
    first, second = (_values(metric, table, chances, triples, side) for side in (1, 2))
    return [0.0 if one == other else one - other for one, other in zip(first, second, strict=True)]


def _values(
    metric: Metric, table: PairedTable, chances: Array, triples: Sequence[tuple[Hashable, ...]], side: int
) -> list[float]:
    """The score of one output under all chances."""
    import numpy

    places: dict[Pair, int] = {}
    columns = [places.setdefault((triple[0], triple[side]), len(places)) for triple in triples]
    membership = numpy.zeros((len(triples), len(places)))
    membership[numpy.arange(len(triples)), columns] = 1
    pool = pool_of(metric, [table.tally(*pair) for pair in places])
    return pool_values(pool, numpy.asarray(numpy.rint(chances @ membership)))
