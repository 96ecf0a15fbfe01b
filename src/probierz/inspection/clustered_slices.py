"""Whether a slice is better or worse than the other lines, where lines belong to clusters: documents, speakers, pages.

Random lines are no measure for a slice that is made of a few documents; it is held against the other lines by what
leaving out single clusters does to both.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.bounds import Spread, spread_of
from probierz.scoring.distributions import student_tail
from probierz.scoring.resample import LeftOut, jackknife


def difference_from_others(metric: Metric, tallies: Sequence[Tally], owners: Sequence[int], places: set[int]) -> float:
    """Return the two-sided p-value of the difference between the lines at these places and all others.

        t = (v - w) / SE,   SE² = Σ over clusters (u + u')²

    v, w: scores of both, r of all lines; u: √((m - 1)/m) times what leaving out the cluster changes in v, of m
    clusters, and its share of the side's lines times v - r; u' the same in w with the other sign, as both share
    clusters. So the clusters scatter around the score that all lines have, which a slice has if it is nothing special:
    four documents that happen to be alike do not pass for a law, |t| stays below about √m. t has the degrees of
    freedom that Satterthwaite gives. NaN where a side has fewer than two clusters, or no value.
    """
    overall = float(metric.value(tallies))
    inside = [at for at in range(len(tallies)) if at in places]
    outside = [at for at in range(len(tallies)) if at not in places]
    values, parts = [], []
    for side in (inside, outside):
        known: dict[int, int] = {}
        local = [known.setdefault(owners[at], len(known)) for at in side]
        if len(known) < 2:
            return math.nan
        some = [tallies[at] for at in side]
        value = float(metric.value(some))
        values.append(value)
        lines = Counter(local)
        offsets = [(value - overall) * lines[at] / len(side) for at in range(len(known))]
        parts.append(_SideClusters(list(known), jackknife([(metric, some)], owners=local)[0], offsets))
    difference = values[0] - values[1]
    spread = _spread(parts)
    if not math.isfinite(difference) or math.isnan(spread.error):
        return math.nan
    if spread.error == 0:
        return 1.0 if difference == 0 else math.nan
    return min(1.0, 2 * student_tail(abs(difference) / spread.error, spread.degrees))


class _SideClusters(NamedTuple):
    """Clusters of one side, what leaving out each does, and how far the lines of each move the side off the overall."""

    clusters: list[int]
    left_out: LeftOut
    offsets: list[float]


def _spread(parts: Sequence[_SideClusters]) -> Spread:
    """That of the difference of two sides; of very many clusters, left out in groups, as if they shared none."""
    if any(side.left_out.groups for side in parts):
        spreads = [spread_of(side.left_out) for side in parts]
        error = math.hypot(*(one.error for one in spreads))
        return Spread(error, min(one.degrees for one in spreads))
    changes: dict[int, float] = {}
    for sign, (clusters, left_out, offsets) in zip((1, -1), parts, strict=True):
        mean = math.fsum(left_out.without) / len(clusters)
        scale = math.sqrt((len(clusters) - 1) / len(clusters))
        for cluster, value, offset in zip(clusters, left_out.without, offsets, strict=True):
            changes[cluster] = changes.get(cluster, 0.0) + sign * (scale * (mean - value) + offset)
    many, found = len(changes), list(changes.values())
    # `spread_of` takes values; these are changes around 0, scaled so that its (m - 1)/m falls out.
    scale = math.sqrt(many / (many - 1))
    return spread_of(LeftOut([scale * change for change in found], [1] * many, 0))
