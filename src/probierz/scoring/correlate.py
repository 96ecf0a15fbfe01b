"""Correlations and AUC of many weighted test sets at once, as arrays: the same values as from single rows.

Shapes: `weights` is (sets, lines), how often a set has each line; first and second sides are (lines,). NaN as in the
metrics: fewer than two lines, or a side of one value only.
"""

from __future__ import annotations

from typing import Any

import numpy
from numpy import ndarray

__all__ = ["areas", "kendalls", "pearsons", "spearmans"]

Array = ndarray[Any, Any]


def pearsons(first: Array, second: Array, weights: Array) -> Array:
    """Pearson's r of every set. Sides that are not finite in a set give NaN there."""
    bad = ~(numpy.isfinite(first) & numpy.isfinite(second))
    clean = numpy.where(bad, 0.0, first), numpy.where(bad, 0.0, second)
    values = _pearsons(numpy.broadcast_to(_scaled(clean[0]), weights.shape), _scaled(clean[1]), weights)
    if bad.any():
        values[(weights[:, bad] > 0).any(axis=1)] = numpy.nan
    return values


def _scaled(side: Array) -> Array:
    """Centred and at most 1, so that no square leaves the range of numbers."""
    if not len(side):
        return side
    side = side / (numpy.abs(side).max() or 1.0)
    return numpy.asarray(side - side.mean())


def _pearsons(first: Array, second: Array, weights: Array) -> Array:
    """Of sides (sets, lines) or (lines,)."""
    lines = weights.sum(axis=1)
    sides = [_centred(numpy.broadcast_to(side, weights.shape), weights, lines) for side in (first, second)]
    covariance = (weights * sides[0] * sides[1]).sum(axis=1)
    spreads = [(weights * side * side).sum(axis=1) for side in sides]
    with numpy.errstate(divide="ignore", invalid="ignore"):
        values = covariance / (numpy.sqrt(spreads[0]) * numpy.sqrt(spreads[1]))
    constant = _is_constant(first, weights) | _is_constant(second, weights)
    return numpy.where(constant, numpy.nan, numpy.clip(values, -1.0, 1.0))


def _centred(side: Array, weights: Array, lines: Array) -> Array:
    with numpy.errstate(divide="ignore", invalid="ignore"):
        means = (weights * side).sum(axis=1) / lines
    return numpy.asarray(side - means[:, None])


def _is_constant(side: Array, weights: Array) -> Array:
    """Whether a set has one value only, or none."""
    present = weights > 0
    side = numpy.broadcast_to(side, weights.shape)
    high = numpy.where(present, side, -numpy.inf).max(axis=1, initial=-numpy.inf)
    low = numpy.where(present, side, numpy.inf).min(axis=1, initial=numpy.inf)
    return numpy.asarray(low >= high)


def spearmans(first: Array, second: Array, weights: Array) -> Array:
    """Spearman's rho of every set: ranks are made anew within each set, ties share the average."""
    return _pearsons(_ranks(first, weights), _ranks(second, weights), weights)


def _ranks(side: Array, weights: Array) -> Array:
    """Average ranks (sets, lines); of lines that a set lacks, the rank they would have halfway."""
    counts, of_line = _by_value(side, weights)
    below = numpy.cumsum(counts, axis=1) - counts
    return numpy.asarray((below + (counts + 1) / 2)[:, of_line])


def _by_value(side: Array, weights: Array) -> tuple[Array, Array]:
    """How often a set has each distinct value, ascending (sets, values); and which value each line has."""
    values, of_line = numpy.unique(side, return_inverse=True)
    order = numpy.argsort(of_line, kind="stable")
    starts = numpy.searchsorted(of_line[order], numpy.arange(len(values)))
    counts = numpy.add.reduceat(weights[:, order], starts, axis=1) if len(values) else weights
    return counts, of_line


def areas(classes: Array, scores: Array, weights: Array) -> Array:
    """ROC AUC of every set; `classes` are 0 or 1. NaN where a set lacks one of them."""
    counts, of_line = _by_value(scores, weights)
    is_one = classes > 0
    ones = weights[:, is_one].sum(axis=1)
    zeros = weights.sum(axis=1) - ones
    ranks = (numpy.cumsum(counts, axis=1) - counts + (counts + 1) / 2)[:, of_line]
    above = (weights * ranks)[:, is_one].sum(axis=1) - ones * (ones + 1) / 2
    with numpy.errstate(divide="ignore", invalid="ignore"):
        return numpy.asarray(above / (ones * zeros))


def kendalls(first: Array, second: Array, weights: Array) -> Array:
    """Kendall's tau-b of every set, in O(lines · log lines): a tree of counts by value of the second side.

    Lines come by value of the first side; each looks up how many earlier ones have a smaller second value (concordant
    pairs) or a larger one (discordant). All sets share the order, so every step works on all of them.
    """
    by_first, of_first = _by_value(first, weights)
    by_second, of_second = _by_value(second, weights)
    tree = numpy.zeros((by_second.shape[1] + 1, len(weights)))
    seen = numpy.zeros(len(weights))
    score = numpy.zeros(len(weights))
    order = numpy.argsort(of_first, kind="stable")
    columns = numpy.ascontiguousarray(weights.T, dtype=float)
    groups = numpy.split(order, numpy.flatnonzero(numpy.diff(of_first[order])) + 1) if len(order) else []
    for group in groups:
        for line in group:
            place = int(of_second[line])
            below, up_to = _prefix(tree, place), _prefix(tree, place + 1)
            score += columns[line] * (below - (seen - up_to))
        for line in group:
            _plant(tree, int(of_second[line]) + 1, columns[line])
            seen += columns[line]
    return _tau(score, weights.sum(axis=1), by_first, by_second)


def _prefix(tree: Array, place: int) -> Array:
    """How much was planted at the first `place` values (Fenwick 1994)."""
    total = numpy.zeros(tree.shape[1])
    while place > 0:
        total += tree[place]
        place &= place - 1
    return total


def _plant(tree: Array, place: int, amount: Array) -> None:
    while place < len(tree):
        tree[place] += amount
        place += place & -place


def _tau(score: Array, lines: Array, by_first: Array, by_second: Array) -> Array:
    pairs = lines * (lines - 1) / 2
    distinct = [pairs - (counts * (counts - 1) / 2).sum(axis=1) for counts in (by_first, by_second)]
    with numpy.errstate(divide="ignore", invalid="ignore"):
        values = score / numpy.sqrt(distinct[0] * distinct[1])
    return numpy.where((distinct[0] > 0) & (distinct[1] > 0), values, numpy.nan)
