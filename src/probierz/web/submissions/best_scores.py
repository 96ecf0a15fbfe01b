"""Which of several scores is the best: one rule for what is read and for the database.

What is no number is worse than any; of equal scores the earlier one is the better.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from datetime import datetime
from typing import Any

from probierz.ordering import missing_last


def score_place(value: float | None, when: datetime, *, higher_is_better: bool) -> tuple[tuple[bool, Any], datetime]:
    """Return a sort key: the best first, of equal ones the earlier."""
    return missing_last(-value if value is not None and higher_is_better else value), when


def database_order(*, higher_is_better: bool) -> tuple[str, str]:
    """Return the same order for rows of scores that are numbers: submissions are numbered as they come."""
    return "-value" if higher_is_better else "value", "submission"


def is_better(one: float | None, other: float | None, *, higher_is_better: bool) -> bool:
    """Whether one score is better than another; any number is better than none, and NaN counts as none."""
    if one is None or math.isnan(one):
        return False
    if other is None or math.isnan(other):
        return True
    return one > other if higher_is_better else one < other


def best_number(numbers: Iterable[float | None], *, higher_is_better: bool) -> float | None:
    """Return the best of these; None where there is no number."""
    best: float | None = None
    for number in numbers:
        best = number if is_better(number, best, higher_is_better=higher_is_better) else best
    return best
