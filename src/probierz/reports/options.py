"""What goes into a report."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Literal

from probierz.reports.tables import NumberStyle
from probierz.scoring.levels import CONFIDENCE, SAMPLES

Wish = int | Literal["fitting", "all"]
"""How many lines are wanted; "fitting": as many as make a page that can be sent by mail."""

_FOR_PEOPLE = NumberStyle(precision=4)


@dataclass(frozen=True)
class ReportOptions:
    """What goes into a report, and how its numbers are made.

    by: slicings; empty for those that suit the data. items: how many lines are embedded. level, samples, seed, trials:
    of intervals and tests, as in `compare`. style: how scores are shown.
    cluster: for every line what it belongs to, which intervals, comparisons and slices take together.
    """

    by: Sequence[str] = ()
    items: Wish = "fitting"
    level: float = CONFIDENCE
    samples: int = SAMPLES
    seed: int = 1
    trials: int = 10_000
    style: NumberStyle = _FOR_PEOPLE
    cluster: Sequence[Hashable] | None = None
