"""Lines so far from all others that a correlation is what they alone make it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from probierz.metrics.correlation import pearson
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally

_SMALL = 1e-6
"""Of the squared distance of one line from the middle, what those of all others together may be."""


def far_line(metric: Metric, tallies: Sequence[Tally]) -> int | None:
    """Return the place of a line beside which, under Pearson, the differences of all others vanish; None without one.

        Σ (xⱼ - m)² < 10⁻⁶ (xᵢ - m)²   for all j but i;  x: the numbers of one side, m: their median

    The others must differ from each other: of ratings that are 0 but for one, all lines matter.
    """
    if metric.finish is not pearson or len(tallies) < 3:
        return None
    return next((at for side in zip(*tallies, strict=True) if (at := _far(side)) is not None), None)


def _far(numbers: Sequence[float]) -> int | None:
    largest = max(map(abs, numbers))
    if not 0 < largest < math.inf:
        return None
    scaled = [number / largest for number in numbers]
    middle = sorted(scaled)[len(scaled) // 2]
    distances = [abs(number - middle) for number in scaled]
    at = max(range(len(distances)), key=distances.__getitem__)
    farthest = distances.pop(at)
    rest = math.fsum((one / farthest) ** 2 for one in distances) if farthest else math.inf
    differ = len(set(numbers)) > 2
    return at if differ and rest < _SMALL else None


def of_far_line(number: int | None = None) -> str:
    """Say what such a line does; which one stays untold without its number."""
    return (
        f"{'one line' if number is None else f'line {number}'} is so far from all others that it alone makes the score"
    )
