"""The chance of a rank sum where many ranks are tied: rare errors, scores of 0 and 1, a hundred perfect lines.

The normal distribution of Mann and Whitney's U is far off there: of lines with 2 % errors it finds what is not there.
Given the ties, the lines of a feature are a random draw without replacement, and how many of them stand outside the
largest group of ties has a hypergeometric distribution. That part is summed exactly; what is left, the rank sum of the
others among themselves, has hardly any ties and is nearly normal, with lighter tails.

Lehmann: Nonparametrics, 1975. Gilbert: A modified false discovery rate multiple-comparisons procedure for discrete
data, 2005; after Tarone: A modified Bonferroni method for discrete data, 1990.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from probierz.scoring.distributions import normal_share
from probierz.scoring.significance import adjusted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

_HEAVY = 0.15
"""A group of ties with this share of the ranks is summed over exactly."""
_MOSTLY = 0.5
"""A group with this share of those outside the largest group makes their sum skewed, and is summed over too."""
_MANY = 30
"""So many lines outside the largest group have a nearly normal rank sum even if they are tied among themselves."""
_NEGLIGIBLE = 1e-10
_RARE = 1e-18
"""What is rarer is left out of a sum, which saves most of its terms where there are many lines,"""
_FAR_ABOVE_RARE = 1e-12
"""unless hardly anything else is in it."""
_CLEARLY_CHANCE = 0.1
"""Normal p-values above it are as near as anybody wants to know."""


class RankTails:
    """Two-sided p-values of rank sums of m of these ranks, exact in the ties.

    ranks: average ranks of all lines.
    """

    def __init__(self, ranks: Array) -> None:
        import numpy

        self.values, self.counts = numpy.unique(ranks, return_counts=True)
        self.total = len(ranks)
        self.is_tied = bool(self.total) and float(self.counts.max()) >= _HEAVY * self.total
        self._log_factorials = numpy.cumsum(numpy.log(numpy.maximum(1, numpy.arange(self.total + 1))))

    def p_values(self, rank_sums: Array, sizes: Array, normal: Array) -> Array:
        """Return p of every group of lines; `normal`: its normal approximation, which is kept where that is good."""
        import numpy

        if not self.is_tied:
            return normal
        found = normal.copy()
        wanted = numpy.flatnonzero(normal <= _CLEARLY_CHANCE)
        keys = numpy.stack([sizes[wanted], rank_sums[wanted]], axis=1)
        distinct, where = numpy.unique(keys, axis=0, return_inverse=True)
        chances = numpy.array([self.p(round(size), rank_sum) for size, rank_sum in distinct.tolist()])
        if len(wanted):
            found[wanted] = chances[where.reshape(-1)]
        return found

    def p(self, size: int, rank_sum: float) -> float:
        """Return the two-sided p-value of one group: the smaller tail, and the other one as far as it is as rare."""
        is_high = rank_sum * 2 >= size * (self.total + 1)
        if is_high:
            tail = self._at_least(self.values, self.counts, size, rank_sum)
        else:
            tail = self._at_least(-self.values[::-1], self.counts[::-1], size, -rank_sum)
        if tail >= 0.5:
            return 1.0
        opposite = self._rarest(size)[1 if is_high else 0]
        return 2 * tail if opposite <= tail else tail

    def least(self, sizes: Array) -> Array:
        """Return the smallest p-value that a group of each size could have."""
        import numpy

        distinct, where = numpy.unique(sizes, return_inverse=True)
        found = []
        for size in distinct.tolist():
            one, other = sorted(self._rarest(round(size)))
            found.append(one + (other if other <= one * (1 + 1e-9) else 0.0))
        return numpy.array(found)[where.reshape(-1)] if len(distinct) else numpy.zeros(0)

    def _rarest(self, size: int) -> tuple[float, float]:
        """The chances that a group has the highest ranks that there are, and the lowest."""
        return self._extreme(self.counts[::-1], size), self._extreme(self.counts, size)

    def _extreme(self, counts: Array, size: int) -> float:
        rest = size
        for count in counts.tolist():
            if rest <= count:
                return math.exp(self._log_choose(count, rest) - self._log_choose(self.total, size))
            rest -= count
        return 1.0

    def _log_choose(self, many: int, few: int) -> float:
        logs = self._log_factorials
        return float(logs[many] - logs[few] - logs[many - few])

    def _at_least(self, values: Array, counts: Array, size: int, limit: float) -> float:
        """The chance that `size` random ranks of these add up to `limit` or more. values: ascending."""
        import numpy

        total = int(counts.sum())
        if size in (0, total):
            return float(limit <= (float(values @ counts) if size else 0.0) + 1e-6)
        heaviest = int(counts.argmax())
        tied, others = int(counts[heaviest]), total - int(counts[heaviest])
        if len(values) == 1 or tied < _HEAVY * total:
            return float(self._normal(values, counts, numpy.array([float(size)]), numpy.array([limit]))[0])
        outside = numpy.arange(max(0, size - tied), min(size, others) + 1)
        logs = self._log_factorials
        weights = (logs[others] - logs[outside] - logs[others - outside] + logs[tied] - logs[size - outside]) - logs[
            tied - size + outside
        ]
        weights = numpy.exp(weights - self._log_choose(total, size))
        left = limit - (size - outside) * float(values[heaviest])
        rest_values, rest_counts = numpy.delete(values, heaviest), numpy.delete(counts, heaviest)

        def mixed(kept: Array) -> float:
            tails = self._normal(rest_values, rest_counts, outside[kept].astype(float), left[kept])
            if others and float(rest_counts.max()) >= _MOSTLY * others:
                for at, count in enumerate(outside[kept].tolist()):
                    if count <= _MANY and weights[kept][at] > _NEGLIGIBLE:
                        tails[at] = self._at_least(rest_values, rest_counts, count, float(left[kept][at]))
            return min(1.0, float(weights[kept] @ tails))

        found = mixed(weights > _RARE)
        return found if found > _FAR_ABOVE_RARE else mixed(weights > 0)

    def _normal(self, values: Array, counts: Array, sizes: Array, limits: Array) -> Array:
        """The same for many sizes, by the normal distribution; exact for none, one, and all."""
        import numpy

        total = int(counts.sum())
        if not total:
            return (limits <= 1e-6).astype(float)
        mean = float(values @ counts) / total
        variance = float(((values - mean) ** 2) @ counts) / total
        spread = numpy.sqrt(sizes * (total - sizes) / max(1, total - 1) * variance)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            z = (limits - 0.25 - sizes * mean) / spread
        certain = (limits <= sizes * mean + 1e-6).astype(float)
        found = numpy.where(spread > 0, _above(z), certain)
        largest = sizes * float(values[-1])
        found = numpy.where(limits > largest + 1e-6, 0.0, found)
        alone = sizes == 1
        if bool(alone.any()):
            above = numpy.array([float(counts[values >= limit - 1e-6].sum()) / total for limit in limits[alone]])
            found[alone] = above
        return found


def _above(z: Array) -> Array:
    """The share of the standard normal distribution above each number; NaN gives 0."""
    import numpy

    return numpy.array([0.0 if math.isnan(one) else normal_share(-one) for one in z.tolist()])


def discrete_false_discovery(p: Array, least: Array, level: float) -> Array:
    """Return q of Benjamini and Hochberg among the tests that could have found anything; 1 for the others.

    least: the smallest p-value that each test could have. With K the smallest number for which at most K tests have
    least ≤ level / K, only these tests count; which they are depends on no p-value.
    """
    import numpy

    ordered = numpy.sort(least)
    many = 1
    while many < len(p) and numpy.searchsorted(ordered, level / many, "right") > many:
        many += 1
    counted = least <= level / many
    q = numpy.ones(len(p))
    q[counted] = adjusted(p[counted].tolist(), "benjamini-hochberg")
    return q
