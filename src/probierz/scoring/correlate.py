"""Correlations, AUC and average precision of many weighted test sets at once: the values that single rows give.

A formula is made for two sides of lines, of shape (lines,); called with weights of shape (sets, lines), how often a
set has each line, it returns a value for every set. NaN as in the metrics: for fewer than two lines, or a side of one
value.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy import ndarray

Array = ndarray[Any, Any]

_EXACT_IN_SINGLE = 2**24
"""Whole numbers below this are exact in single precision, which takes half the memory to go through."""


class _SortedSide:
    """The distinct values of a side, ascending; which one each line has; and lines sorted by them."""

    def __init__(self, side: Array) -> None:
        self.of_line = numpy.unique(side, return_inverse=True)[1]
        self.order = numpy.argsort(self.of_line, kind="stable")
        self.values = int(self.of_line.max()) + 1 if len(side) else 0
        self.starts = numpy.searchsorted(self.of_line[self.order], numpy.arange(self.values))

    def counts(self, weights: Array) -> Array:
        """How often each set has each value, of the shape (sets, values)."""
        if not self.values:
            return weights
        return numpy.asarray(numpy.add.reduceat(weights.take(self.order, axis=1), self.starts, axis=1))

    def ranks(self, counts: Array) -> Array:
        """The average rank of each line in each set; for lines that a set lacks, where they would stand."""
        below = numpy.cumsum(counts, axis=1) - counts
        return numpy.asarray((below + (counts + 1) / 2).take(self.of_line, axis=1))


def _correlation(first: Array, second: Array, weights: Array) -> Array:
    """Of sides with mean 0 in every set, of the shape (sets, lines)."""
    covariance = numpy.einsum("ij,ij,ij->i", weights, first, second)
    spreads = [numpy.einsum("ij,ij,ij->i", weights, side, side) for side in (first, second)]
    with numpy.errstate(divide="ignore", invalid="ignore"):
        values = covariance / (numpy.sqrt(spreads[0]) * numpy.sqrt(spreads[1]))
    return numpy.asarray(numpy.clip(values, -1.0, 1.0))


class Pearsons:
    """Pearson's r. A side that is not finite gives NaN to the sets that have such a line."""

    def __init__(self, first: Array, second: Array) -> None:
        self.bad = ~(numpy.isfinite(first) & numpy.isfinite(second))
        self.sides = [scaled(numpy.where(self.bad, 0.0, side)) for side in (first, second)]

    def __call__(self, weights: Array) -> Array:
        """Return r of every set."""
        lines = numpy.maximum(weights.sum(axis=1), 1)
        centred = [side - (weights @ side / lines)[:, None] for side in self.sides]
        values = _correlation(centred[0], centred[1], weights)
        for side in self.sides:
            values[_is_constant(side, weights)] = numpy.nan
        values[(weights[:, self.bad] > 0).any(axis=1)] = numpy.nan
        return values


def scaled(side: Array) -> Array:
    """Return a side centred and at most about 1, so that no square leaves the range of numbers.

    Nothing is rounded where numbers differ little: they are halved exactly until they fit, and less one of them.
    """
    if not len(side):
        return side
    side = numpy.ldexp(side, -int(numpy.frexp(numpy.abs(side).max())[1]))
    side = side - side[len(side) // 2]
    side = side - side.mean()
    return numpy.asarray(side / (numpy.abs(side).max() or 1.0))


def _is_constant(side: Array, weights: Array) -> Array:
    """Whether a set has one value only, or none."""
    present = weights > 0
    shape = numpy.broadcast_to(side, weights.shape)
    high = shape.max(axis=1, where=present, initial=-numpy.inf)
    low = shape.min(axis=1, where=present, initial=numpy.inf)
    return numpy.asarray(low >= high)


class Spearmans:
    """Spearman's rho: ranks are made anew within each set, ties share the average."""

    def __init__(self, first: Array, second: Array) -> None:
        self.sides = [_SortedSide(first), _SortedSide(second)]

    def __call__(self, weights: Array) -> Array:
        """Return rho of every set."""
        counts = [side.counts(weights) for side in self.sides]
        middle = (weights.sum(axis=1) + 1)[:, None] / 2  # the mean of all ranks
        ranks = [side.ranks(found) - middle for side, found in zip(self.sides, counts, strict=True)]
        values = _correlation(ranks[0], ranks[1], weights)
        for found in counts:
            values[numpy.count_nonzero(found, axis=1) < 2] = numpy.nan
        return values


class Areas:
    """ROC AUC; the first side has the classes, 0 or 1. NaN where a set lacks one of them."""

    def __init__(self, classes: Array, scores: Array) -> None:
        self.is_one = classes > 0
        self.scores = _SortedSide(scores)

    def __call__(self, weights: Array) -> Array:
        """Return the area of every set."""
        ones = weights[:, self.is_one].sum(axis=1)
        zeros = weights.sum(axis=1) - ones
        ranks = self.scores.ranks(self.scores.counts(weights))
        above = (weights * ranks)[:, self.is_one].sum(axis=1) - ones * (ones + 1) / 2
        with numpy.errstate(divide="ignore", invalid="ignore"):
            return numpy.asarray(above / (ones * zeros))


class Precisions:
    """Average precision; the first side has the classes, 0 or 1. 0 where a set lacks class 1, NaN without lines."""

    def __init__(self, classes: Array, scores: Array) -> None:
        self.is_one = (classes > 0).astype(float)
        self.scores = _SortedSide(-scores)

    def __call__(self, weights: Array) -> Array:
        """Return the average precision of every set."""
        added = self.scores.counts(weights * self.is_one)  # by threshold, from above
        found, seen = numpy.cumsum(added, axis=1), numpy.cumsum(self.scores.counts(weights), axis=1)
        gains = (added * found / numpy.maximum(seen, 1)).sum(axis=1)
        ones = added.sum(axis=1)
        values = gains / numpy.maximum(ones, 1)
        values[weights.sum(axis=1) == 0] = numpy.nan
        return numpy.asarray(values)


class Kendalls:
    """Kendall's tau-b, in O(lines · log lines): a tree of counts by value of the second side (Fenwick 1994).

    Lines come by value of the first side; each looks up how many earlier ones have a smaller second value (concordant
    pairs) or a larger one (discordant). All sets share the order, so every step works on all of them at once.
    """

    def __init__(self, first: Array, second: Array) -> None:
        self.sides = [_SortedSide(first), _SortedSide(second)]

    def __call__(self, weights: Array) -> Array:
        """Return tau-b of every set."""
        lines = weights.sum(axis=1)
        is_small = lines.max(initial=0.0) ** 2 < _EXACT_IN_SINGLE
        columns = numpy.ascontiguousarray(weights.T, dtype=numpy.float32 if is_small else float)
        tree = numpy.zeros((self.sides[1].values + 1, len(weights)), dtype=columns.dtype)
        seen, score, squares = numpy.zeros_like(tree[0]), numpy.zeros(len(weights)), numpy.zeros(len(weights))
        order, ends = self.sides[0].order, [*self.sides[0].starts[1:], len(columns)]
        places = self.sides[1].of_line.tolist()
        for start, end in zip(self.sides[0].starts, ends, strict=True) if len(columns) else ():
            group, before = order[start:end].tolist(), seen.copy()
            for line in group:
                below, up_to = _planted(tree, places[line]), _planted(tree, places[line] + 1)
                score += columns[line] * (below + up_to - before)
            for line in group:
                _plant(tree, places[line] + 1, columns[line])
                seen += columns[line]
            squares += (seen - before) ** 2
        return _tau(score, lines, squares, _squares(tree))


def _planted(tree: Array, place: int) -> Array:
    """How much was planted at the first `place` values."""
    total = numpy.zeros(tree.shape[1], dtype=tree.dtype)
    while place > 0:
        total += tree[place]
        place &= place - 1
    return total


def _plant(tree: Array, place: int, amount: Array) -> None:
    while place < len(tree):
        tree[place] += amount
        place += place & -place


def _squares(tree: Array) -> Array:
    """The sum over values of how often each was planted, squared."""
    squares, below = numpy.zeros(tree.shape[1]), numpy.zeros_like(tree[0])
    for place in range(1, len(tree)):
        up_to = _planted(tree, place)
        squares += (up_to - below) ** 2
        below = up_to
    return squares


def _tau(score: Array, lines: Array, *squares: Array) -> Array:
    """squares: for each side, the sum over its values of how many lines have it, squared."""
    distinct = [(lines**2 - one) / 2 for one in squares]
    with numpy.errstate(divide="ignore", invalid="ignore"):
        values = score / numpy.sqrt(distinct[0] * distinct[1])
    return numpy.where((distinct[0] > 0) & (distinct[1] > 0), values, numpy.nan)
