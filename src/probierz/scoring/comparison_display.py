"""A comparison of outputs as a table in HTML and as pictures."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from probierz.display import pictures
from probierz.display.html import table
from probierz.display.pictures import Picture

if TYPE_CHECKING:
    from probierz.scoring.compare import Comparison

__all__ = ["comparison_html", "intervals_picture", "matrix_picture"]


def comparison_html(comparison: Comparison) -> str:
    """Return a row for each output, the best first: score, interval, cluster, and its difference from every other."""
    names = comparison.names
    head = ["output", comparison.name, "low", "high", "cluster", *(f"minus {name}" for name in names)]
    rows = []
    for at in _best_first(comparison):
        interval, cluster = comparison.intervals[at], comparison.clusters[at]
        numbers = (comparison.scores[at].value, interval.low, interval.high)
        differences = [_difference(comparison, at, other) for other in range(len(names))]
        shown = [f"{number:.4f}" for number in numbers]
        rows.append((names[at], *shown, "" if cluster is None else str(cluster), *differences))
    stars = f"* more than chance: corrected p at most {comparison.alpha:g}"
    return table(head, rows, numbers=head[1:], notes=[comparison.reason, stars, *comparison.notes])


def matrix_picture(comparison: Comparison) -> Picture:
    """Return a square picture: what the output of the row scores more than that of the column."""
    order = _best_first(comparison)
    numbers = [[0.0 if one == other else comparison.pair(one, other).difference for other in order] for one in order]
    texts = [[_difference(comparison, one, other) for other in order] for one in order]
    names = [comparison.names[at] for at in order]
    title = f"{comparison.name}: row minus column"
    return pictures.matrix(names, numbers, texts, title=title, note="* more than chance")


def intervals_picture(comparison: Comparison) -> Picture:
    """Return a picture of the scores with their intervals, the best output above."""
    order = _best_first(comparison)
    bounds = [(comparison.intervals[at].low, comparison.intervals[at].high) for at in order]
    return pictures.intervals(
        [comparison.names[at] for at in order],
        [comparison.scores[at].value for at in order],
        bounds,
        title=f"{comparison.name} ({comparison.scores[0].better} is better), {comparison.level * 100:g} % intervals",
    )


def _best_first(comparison: Comparison) -> list[int]:
    sign = -1 if comparison.scores[0].better == "higher" else 1
    values = [score.value for score in comparison.scores]
    return sorted(range(len(values)), key=lambda at: (math.isnan(values[at]), sign * values[at]))


def _difference(comparison: Comparison, one: int, other: int) -> str:
    if one == other:
        return ""
    pair = comparison.pair(one, other)
    return f"{pair.difference:+.4f}{' *' if comparison.is_different(pair) else ''}"
