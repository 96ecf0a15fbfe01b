"""Whether probabilities say how good things are: the calibration inside the Probabilistic metrics.

Source: GEval 1.42.2.0; local regression after Cleveland 1979, quadrature after Takahasi and Mori 1974.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import chain

from probierz.metrics.tallies import Row, f_score, ratio

_BAND = 8.0  # how sharply the regression looks at its neighbourhood
_MARGIN = 0.0001
_LEAST_SPREAD = 0.001


def local_regression(points: Sequence[tuple[float, int, float]], place: float) -> float:
    """Height at `place` of the line that fits best near it.

    points: where, how many values lie there, their sum; at least one. Minimises Σ wᵢ² (vᵢ - α - β pᵢ)² over the single
    values v at p, with wᵢ = 8 φ(8 (place - pᵢ)), φ the standard normal density; returns α + β · place. When all places
    are one, the mean of the values.
    """
    offsets = [at - place for at, _, _ in points]
    closest = min(map(abs, offsets))
    nearest = closest * closest  # any common factor of the weights cancels: keep them from vanishing
    shape = [math.exp(_BAND * _BAND * (nearest - offset * offset)) for offset in offsets]
    weights = [part * count for part, (_, count, _) in zip(shape, points, strict=True)]
    whole = _sum(weights)
    sums = [part * value for part, (_, _, value) in zip(shape, points, strict=True)]
    centre = sum(map(float.__mul__, weights, offsets)) / whole
    height = _sum(sums) / whole
    apart = [offset - centre for offset in offsets]
    variance = sum([weight * part * part for weight, part in zip(weights, apart, strict=True)])
    if variance <= 0:
        return height
    tilt = sum(map(float.__mul__, sums, apart)) / variance
    return height - tilt * centre


def calibration(results: Sequence[float], probabilities: Sequence[float]) -> float:
    """How well probabilities foretell results: 1 perfectly, 0 not at all.

    1 - 2/(b - a) ∫ |L(x) - x| dx from a = min p to b = max p (each moved inwards by 0.0001), at least 0,
    where L is the local regression of results on probabilities, cut to [0, 1]. Where the probabilities differ by less
    than 0.001: 1 - |mean p - mean r|. Empty: 1.
    """
    if not results:
        return 1.0
    low, high = min(probabilities), max(probabilities)
    if high - low < _LEAST_SPREAD:
        return 1 - abs(_sum(probabilities) - _sum(results)) / len(results)
    points = _grouped(results, probabilities)

    def miss(place: float) -> float:
        return abs(min(1.0, max(0.0, local_regression(points, place))) - place)

    low, high = low + _MARGIN, high - _MARGIN
    return 1 - min(1.0, 2 * integral(miss, low, high) / (high - low))


def _sum(values: Sequence[float]) -> float:
    """The exact sum; where it is beyond all numbers, as spans may come with any number for p, infinite or NaN."""
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):
        return sum(values)


def _grouped(results: Sequence[float], probabilities: Sequence[float]) -> list[tuple[float, int, float]]:
    groups: dict[float, list[float]] = {}
    for result, probability in zip(results, probabilities, strict=True):
        groups.setdefault(float(probability), []).append(result)
    return [(at, len(values), _sum(values)) for at, values in groups.items()]


def integral(function: Callable[[float], float], low: float, high: float) -> float:
    """The integral of `function` from low to high: tanh-sinh quadrature, 25 values, one Richardson step.

    T(h) = h Σ w(t) f(d + c x(t)) over t = …, -h, 0, h, …; x(t) = tanh(π/2 sinh t), w its derivative; c, d: half width
    and middle; the result is c (4 T(1/4) - T(1/2)) / 3.
    """
    half, middle = (high - low) / 2, (low + high) / 2

    def part(step: float) -> float:
        angle = math.pi / 2 * math.sinh(step)
        weight = math.pi / 2 * math.cosh(step) / math.cosh(angle) ** 2
        return weight * function(middle + half * math.tanh(angle))

    coarse = _sum([part(quarters / 4) for quarters in range(-12, 13, 2)])
    between = _sum([part(quarters / 4) for quarters in range(-11, 12, 2)])
    return half * (4 * (coarse + between) / 4 - coarse / 2) / 3


def probabilistic_f(rows: Sequence[Row], beta: float) -> float:
    """F-beta of calibration (as precision) and Σ gain / Σ expected (as recall).

    A row holds the results and probabilities of the things given on a line, the gain Σ result · probability, and how
    many things were expected.
    """
    results = list(chain.from_iterable([row[0] for row in rows]))
    probabilities = list(chain.from_iterable([row[1] for row in rows]))
    recall = ratio(_sum([row[2] for row in rows]), sum([row[3] for row in rows]))
    return f_score(calibration(results, probabilities), recall, beta)


def graded(results: Sequence[float], probabilities: Sequence[float], expected: int) -> Row:
    """Return the row of a line: what became of each thing given, and how many were expected."""
    gain = _sum([result * probability for result, probability in zip(results, probabilities, strict=True)])
    return Row(tuple(results), tuple(probabilities), gain, expected)
