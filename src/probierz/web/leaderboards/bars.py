"""Bars beside scores: each from zero to its score, all on one scale, with the interval as a line.

A score that is far from any in earnest has a broken bar, so that it makes no others too short to be seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from probierz.web.leaderboards.board_view import BoardView
from probierz.web.leaderboards.near_scores import near_range
from probierz.web.submissions.visibility import ShownScore

NEAR_PART = 0.75
"""How long the longest bar is beside broken ones, as part of theirs."""


@dataclass(frozen=True)
class Bars:
    """The scale of a column. most: where the longest bar ends; far: beyond it bars are broken; in the unit shown."""

    most: float
    far: float = math.inf

    def is_broken(self, number: float) -> bool:
        """Whether the bar of a number is broken, as it would not fit."""
        return number > self.far

    def part(self, number: float | None) -> float | None:
        """Return where a number stands, in hundredths of the scale; None for what is not shown or cannot be drawn."""
        if number is None or math.isnan(number) or (math.isinf(number) and not self.is_broken(number)):
            return None
        return round(100 * min(max(number / self.most, 0), 1), 1)


def bars_of(view: BoardView) -> Bars | None:
    """Return the scale of the column that ranks; None where bars would say nothing: below zero, all zero, or one alone.

    Scores of 1 (or 100 %) at most are drawn on a scale that ends there where it is the best there is.
    """
    if view.main_column is None:
        return None
    low, far = near_range(view.main_column.test)
    cells = [cell for place in view.rows.places if (cell := place.standing.cell) is not None]
    known = [(one, one.value) for one in cells if one.value is not None and math.isfinite(one.value)]
    near = [(one, value) for one, value in known if low <= value <= far]
    drawn = near or known
    values = [value for _, value in drawn]
    if not drawn or min(values) < 0 or max(values) <= 0:
        return None
    told = [one.value for one in cells if one.value is not None and not math.isnan(one.value)]
    most = max(*values, *(_end(one) for one, _ in drawn))
    whole = float(view.main_column.test.scale)
    if view.main_column.test.higher_is_better and most <= whole:
        return Bars(whole, far)
    if len(told) == 1:
        return None  # beside nothing else a full bar would look like a great deal
    if not near:
        return Bars(most)
    return Bars(most / NEAR_PART if max(told) > far else most, far)


def _end(cell: ShownScore) -> float:
    return cell.high if cell.high is not None and math.isfinite(cell.high) else 0.0
