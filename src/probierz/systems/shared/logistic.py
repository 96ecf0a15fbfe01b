"""Logistic regression by Newton's method: of yes and no, and of one choice among several."""

from __future__ import annotations

import numpy
from numpy.typing import NDArray

Floats = NDArray[numpy.floating]
_STEPS = 25
_ENOUGH = 1e-4


def yes_weights(features: Floats, wanted: Floats, importance: Floats, ridge: float = 1.0) -> Floats:
    """Return weights w for which 1 / (1 + exp(-x w)) is the chance of yes; `features` are x, `wanted` is 0 or 1.

    Minimises the sum of importance * log loss, plus ridge / 2 * w w.
    """
    weights = numpy.zeros(features.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + numpy.exp(-numpy.clip(features @ weights, -30, 30)))
        slope = features.T @ (importance * (wanted - chance)) - ridge * weights
        curve = (features * (importance * chance * (1 - chance))[:, None]).T @ features
        step = numpy.linalg.solve(curve + ridge * numpy.eye(len(weights)), slope)
        weights += step
        if numpy.abs(step).max() < _ENOUGH:
            break
    return weights


def choice_weights(
    features: Floats, begins: NDArray[numpy.int64], chosen: NDArray[numpy.int64], ridge: float
) -> Floats:
    """Return weights w for which exp(x w), divided by its sum over a group, is the chance of a choice (McFadden 1974).

    Groups are runs of rows that begin at `begins`; `chosen` is the row of each group that was right.
    """
    weights = numpy.zeros(features.shape[1])
    sizes = numpy.diff([*begins, len(features)])
    for _ in range(_STEPS):
        chance = chances(features @ weights, begins, sizes)
        mean = numpy.add.reduceat(features * chance[:, None], begins)
        slope = (features[chosen] - mean).sum(axis=0) - ridge * weights
        curve = (features * chance[:, None]).T @ features - mean.T @ mean
        step = numpy.linalg.solve(curve + ridge * numpy.eye(len(weights)), slope)
        weights += step * min(1.0, 5 / max(numpy.abs(step).max(), 1e-9))
        if numpy.abs(step).max() < _ENOUGH:
            break
    return weights


def chances(scores: Floats, begins: NDArray[numpy.int64], sizes: NDArray[numpy.int64]) -> Floats:
    """The chance of each row: exp(score) divided by the sum over its group."""
    odds = numpy.exp(scores - numpy.repeat(numpy.maximum.reduceat(scores, begins), sizes))
    found: Floats = odds / numpy.repeat(numpy.add.reduceat(odds, begins), sizes)
    return found
