"""Correlations of lines that follow a curve: few large numbers make them, and most test sets have too few of these."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from probierz.metrics.correlation import pearson, spearman
from probierz.metrics.definition import Metric
from probierz.metrics.number_pairs import NumberPairs
from probierz.scoring.interval_notes import Note

_FEWEST = 10
"""Of fewer lines the order agrees as well by chance."""
_APART = 0.25
"""On the scale of artanh, but two standard errors at least: of normal numbers not one test set in a thousand has it."""
_CURVE = Note(
    "the order of lines agrees much better than their numbers, as along a curve or with a few lines far off: the "
    "correlation of many lines may be weaker than the interval says; Spearman, or Pearson of logarithms, hangs less on "
    "few large numbers"
)


def of_curve(metric: Metric, value: float, tallies: Sequence[Any]) -> Note | None:
    """A note where Pearson's r is much nearer to 0 than that of normal numbers in the same order.

        artanh |2 sin(π ρ / 6)| - artanh |r| > max(0.25, 2 / √n)

    ρ: Spearman's, at most that of two neighbours exchanged, 1 - 12 / (n³ - n), as ranks say no more; n: at least ten.
    Source: Pearson 1907 (the two correlations of normal numbers); docs/guides/calibration.md has how often it is said.
    """
    if metric.finish is not pearson or len(tallies) < _FEWEST or not abs(value) < 1:
        return None
    pairs = NumberPairs()
    pairs.add(tallies)
    lines = len(pairs)
    ranks = min(spearman(pairs) * math.copysign(1, value), 1 - 12 / (lines**3 - lines))
    order = 2 * math.sin(math.pi / 6 * ranks)
    farthest = math.tanh(math.atanh(abs(value)) + max(_APART, 2 / math.sqrt(lines)))
    return _CURVE if order > farthest else None
