"""The statistics of features: ranks, the tests of Mann and Whitney and of Kendall. On numpy arrays.

Mann, Whitney: On a test of whether one of two random variables is stochastically larger than the other, 1947.
Kendall: Rank Correlation Methods, 1970.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.metrics.correlation import tau_b
from probierz.scoring.distributions import normal_share

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]


def average_ranks(values: Array) -> Array:
    """Ranks from 1, the smallest value first; equal values share the average of their ranks."""
    import numpy

    _, where, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    ends = numpy.cumsum(counts)
    return ((2 * ends - counts + 1) / 2)[where.reshape(-1)]


def ranks_of_ordered(sizes: Sequence[int]) -> Array:
    """Ranks from 1 of things in order that come in groups of equals of these sizes."""
    import numpy

    counts = numpy.array(sizes, dtype=numpy.int64)
    ends = numpy.cumsum(counts)
    return numpy.repeat((2 * ends - counts + 1) / 2, counts)


def normal_below(z: Array) -> Array:
    """The probability that a standard normal number is smaller: ½·erfc(−z/√2), exact in the far tail; NaN stays NaN."""
    import numpy

    distinct, where = numpy.unique(z, return_inverse=True)
    tails = list(map(normal_share, distinct.tolist()))
    return numpy.array(tails, dtype=float)[where.reshape(-1)]


def most_extreme(values: Array, *, largest: bool) -> Array:
    """Which values are among the most extreme ones: a quarter, or what comes nearest to it and parts no equal values.

    largest: whether the largest ones are, else the smallest. All False where all values are equal. Equal values are all
    inside or all outside, and never are all values inside, so that their order does not matter.
    """
    import numpy

    _, codes, counts = numpy.unique(values, return_inverse=True, return_counts=True)
    if len(counts) < 2:
        return numpy.zeros(len(values), dtype=bool)
    steps = codes.reshape(-1)
    if largest:
        steps, counts = len(counts) - 1 - steps, counts[::-1]
    sizes = numpy.cumsum(counts[:-1])
    return steps <= int(numpy.abs(sizes - max(1, len(values) // 4)).argmin())


class MannWhitney(NamedTuple):
    """z: how many standard deviations U is from its mean. p: two-sided. effect: rank-biserial, 2·U/(m·(n−m)) − 1."""

    z: Array
    p: Array
    effect: Array


def mann_whitney(rank_sums: Array, counts: Array, ranks: Array) -> MannWhitney:
    """Test for each of many groups out of n items whether its items rank like the others.

    rank_sums, counts: the sum of the ranks, and the number m, of a group's items. ranks: of all n items, average ranks.

        U = R − m·(m+1)/2,   z = (|U − m·(n−m)/2| − ½) / √(m·(n−m)/12 · ((n+1) − Σ(t³−t)/(n·(n−1))))

    with a continuity correction and t the sizes of the groups of ties; normal approximation, two-sided. Where all items
    are tied, or a group has none or all of them: z 0, p 1. A positive effect means higher ranks than the others'.
    """
    import numpy

    total = len(ranks)
    others = total - counts
    deviation = rank_sums - counts * (counts + 1) / 2 - counts * others / 2
    ties = numpy.unique(ranks, return_counts=True)[1].astype(float)
    tied = float((ties**3 - ties).sum()) / (total * (total - 1)) if total > 1 else 0.0
    variance = counts * others / 12 * max(0.0, total + 1 - tied)
    distance = numpy.maximum(numpy.abs(deviation) - 0.5, 0)
    with numpy.errstate(divide="ignore", invalid="ignore"):
        z = numpy.where(variance > 0, numpy.sign(deviation) * distance / numpy.sqrt(variance), 0.0)
        effect = numpy.where(counts * others > 0, deviation * 2 / (counts * others), 0.0)
    return MannWhitney(z, numpy.minimum(1.0, 2 * normal_below(-numpy.abs(z))), numpy.clip(effect, -1.0, 1.0))


class Kendall(NamedTuple):
    """z of Kendall's S under independence, ties counted; tau-b. Both NaN when a side is constant, z for n < 3 too."""

    z: float
    tau: float

    @property
    def p(self) -> float:
        """The two-sided p-value of the normal approximation."""
        return 2 * normal_share(-abs(self.z))


def kendall(one: Array, other: Array) -> Kendall:
    """Kendall's rank correlation between two columns, in O(n·log² n).

    S = concordant − discordant pairs,   z = S / √(variance of S with both columns' ties)
    """
    import numpy

    n = len(one)
    first = numpy.unique(one, return_inverse=True)[1].reshape(-1)
    second = numpy.unique(other, return_inverse=True)[1].reshape(-1)
    ties, other_ties = (numpy.bincount(column).astype(float) if n else numpy.zeros(0) for column in (first, second))
    both = numpy.unique(first * (n + 1) + second, return_counts=True)[1].astype(float)
    order = numpy.lexsort((second, first))
    pairs = n * (n - 1) // 2
    tied, other_tied, both_tied = (int((t * (t - 1)).sum()) // 2 for t in (ties, other_ties, both))
    s = pairs - tied - other_tied + both_tied - 2 * _inversions(second[order])
    tau = tau_b(s, pairs - tied, pairs - other_tied)
    variance = _kendall_variance(n, ties, other_ties)  # of a constant side nothing, or what rounding leaves
    return Kendall(math.nan if math.isnan(tau) or not variance > 0 else s / math.sqrt(variance), tau)


def _kendall_variance(n: int, ties: Array, other_ties: Array) -> float:
    if n < 3:
        return math.nan
    sums = [
        tuple(float(term.sum()) for term in (t * (t - 1) * (2 * t + 5), t * (t - 1), t * (t - 1) * (t - 2)))
        for t in (ties, other_ties)
    ]
    (x, x_pairs, x_triples), (y, y_pairs, y_triples) = sums
    main = (n * (n - 1) * (2 * n + 5) - x - y) / 18
    return main + x_pairs * y_pairs / (2 * n * (n - 1)) + x_triples * y_triples / (9 * n * (n - 1) * (n - 2))


def _inversions(values: Array) -> int:
    """How many pairs of whole numbers (from 0) stand in the wrong order: bit by bit from the highest, all at once.

    Two numbers first differ in some bit; they are in the wrong order when the one with that bit set stands before.
    """
    import numpy

    if len(values) < 2:
        return 0
    found = 0
    current = values
    for bit in reversed(range(int(values.max()).bit_length())):
        ones = (current >> bit) & 1
        before = numpy.cumsum(ones) - ones
        prefix = current >> (bit + 1)
        starts = numpy.flatnonzero(numpy.r_[True, prefix[1:] != prefix[:-1]])
        sizes = numpy.diff(numpy.r_[starts, len(current)])
        found += int(((before - numpy.repeat(before[starts], sizes)) * (1 - ones)).sum())
        current = current[numpy.argsort(current >> bit, kind="stable")]
    return found
