"""Bars beside scores: each from zero to its score, all on one scale, with the interval as a line."""

from __future__ import annotations

import math
from dataclasses import dataclass

from probierz.web.leaderboards.board_view import BoardView
from probierz.web.submissions.visibility import ShownScore

__all__ = ["Bars", "bars_of"]


@dataclass(frozen=True)
class Bars:
    """The scale of a column. most: where the longest bar ends, in the unit that is shown."""

    most: float

    def part(self, number: float | None) -> float | None:
        """Return where a number stands, in hundredths of the scale; None for what is not shown or cannot be drawn."""
        if number is None or not math.isfinite(number):
            return None
        return round(100 * min(max(number / self.most, 0), 1), 1)


def bars_of(view: BoardView) -> Bars | None:
    """Return the scale of the column that ranks; None where bars would say nothing: below zero, or all zero.

    Scores of 1 (or 100 %) at most are drawn on a scale that ends there where it is the best there is.
    """
    if view.main_column is None:
        return None
    cells = [place.standing.cell for place in view.rows.places]
    values = [cell.value for cell in cells if cell is not None and cell.value is not None and math.isfinite(cell.value)]
    if not values or min(values) < 0 or max(values) <= 0:
        return None
    test = view.main_column.test
    most = max(values + [_end(cell) for cell in cells])
    whole = float(test.scale)
    return Bars(whole if test.higher_is_better and most <= whole else most)


def _end(cell: ShownScore | None) -> float:
    high = cell.high if cell is not None else None
    return high if high is not None and math.isfinite(high) else 0.0
