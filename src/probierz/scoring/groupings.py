"""Scores of groupings, which come out too high: pairs of class and group that hold single lines look like order.

What leaving out lines shows corrects this where most pairs have several lines; where too many have one, nothing does.
Of two groupings the one with more groups comes out higher by chance, as far as random groups of these sizes show.
Source: Quenouille 1956; Hubert and Arabie 1985; Vinh, Epps and Bailey 2010 (adjustment for chance);
docs/guides/calibration.md has how often such intervals have the truth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Mapping

from probierz.metrics.clustering import Count
from probierz.metrics.definition import Metric
from probierz.scoring.distributions import student_quantile
from probierz.scoring.interval_notes import Note

__all__ = ["BY_CHANCE", "TOO_SPARSE", "are_too_sparse", "corrected_bounds", "score_of_random_groups"]

Pair = tuple[Hashable, Hashable]
TOO_SPARSE = Note(
    "there is no interval: too many pairs of a class and a group have one line only, so that the score is much too "
    "high by chance, and nobody knows by how much; fewer groups of more lines would have one"
)
BY_CHANCE = (
    "random groups of the same sizes differ in score as well, and without what they do nothing is left that is more "
    "than chance"
)

_RANDOM_GROUPINGS = 50
"""So many tell their mean score closely beside the standard error of a difference."""

_FEW, _MOST = 5, 0.6
"""So many pairs with one line, if they are such a part of those beside the largest of each class, are too many."""


def are_too_sparse(pairs: Mapping[Pair, int]) -> bool:
    """Whether most pairs of class and group that occur do so on one line; the largest of each class stands apart."""
    largest: dict[Hashable, int] = {}
    for (label, _), count in pairs.items():
        largest[label] = max(largest.get(label, 0), count)
    others = len(pairs) - len(largest)
    single = sum(count == 1 for count in pairs.values()) - sum(count == 1 for count in largest.values())
    return single >= _FEW and single > _MOST * others


def corrected_bounds(metric: Metric, value: float, pairs: Mapping[Pair, int], level: float) -> tuple[float, float]:
    """Return the interval around the score without its bias, both by the jackknife.

        c ± t·SE,   c = n·v - (n - 1)·v̄,   SE² = (n - 1)/n Σ (v̄ - vᵢ)²

    v: the score; vᵢ: without line i; v̄: their mean; t: the quantile of Student's t with n - 1 degrees. pairs: on how
    many of the n > 1 lines each is. NaN where the score without some line has no value.
    """
    lines = sum(pairs.values())
    counts = {pair: Count(count) for pair, count in pairs.items()}
    without = [(float(metric.finish(_less_one(counts, pair))), count) for pair, count in pairs.items()]
    mean = math.fsum(one * count for one, count in without) / lines
    squares = math.fsum((mean - one) ** 2 * count for one, count in without)
    reach = student_quantile((1 + level) / 2, lines - 1) * math.sqrt((lines - 1) / lines * squares)
    middle = lines * value - (lines - 1) * mean
    return middle - reach, middle + reach


def _less_one(counts: Mapping[Pair, Count], pair: Pair) -> dict[Pair, Count]:
    left = {**counts, pair: Count(counts[pair].lines - 1)}
    return left if left[pair].lines else {one: count for one, count in left.items() if one != pair}


def score_of_random_groups(metric: Metric, pairs: Mapping[Pair, int], seed: int) -> float:
    """Return the mean score of random groups of the same sizes: what chance adds where groups say nothing.

    pairs: on how many lines each pair of class and group is.
    """
    import numpy

    generator = numpy.random.default_rng(seed)
    in_order = sorted(pairs.items(), key=lambda one: repr(one[0]))
    classes: Counter[Hashable] = Counter()
    groups: Counter[Hashable] = Counter()
    for (label, group), count in in_order:
        classes[label] += count
        groups[group] += count
    values = []
    for _ in range(_RANDOM_GROUPINGS):
        left = numpy.array(list(classes.values()))
        drawn: dict[Pair, Count] = {}
        for group, size in groups.items():
            counts = generator.multivariate_hypergeometric(left, size)
            left -= counts
            drawn |= {(label, group): Count(int(one)) for label, one in zip(classes, counts, strict=True) if one}
        values.append(float(metric.finish(drawn)))
    return math.fsum(values) / len(values)
