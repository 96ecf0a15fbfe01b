"""Calibration as tables: the bins with a picture of them, and the numbers over all bins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from probierz.reports.class_tables import Shown
from probierz.reports.tables import Column, Table

if TYPE_CHECKING:
    from probierz.inspection.reliability import Bin, Reliability

_PICTURE = 31  # columns of a terminal from 0 to 1


def bins_table(report: Reliability, shown: Shown, *, picture: bool = False) -> Table:
    """A row for each bin. picture: add a scale from 0 to 1 with ○ at the confidence and ● at the accuracy."""
    names = ("low", "high", "count", "confidence", "accuracy", "gap")
    rows = [
        (
            *map(shown, (one.low, one.high, one.count, one.confidence, one.accuracy, one.gap)),
            *([_picture(one)] if picture else []),
        )
        for one in report.bins
    ]
    columns = tuple(Column(name, True) for name in names)
    return Table((*columns, Column("0 ○ confidence   accuracy ● 1")) if picture else columns, tuple(rows))


def _picture(one: Bin) -> str:
    if not one.count:
        return ""
    places = [round(value * (_PICTURE - 1)) for value in (one.confidence, one.accuracy)]
    marks = ["·"] * _PICTURE
    for at in range(min(places), max(places)):
        marks[at] = "─"
    marks[places[0]], marks[places[1]] = "○", "●"
    return "".join(marks)


def summary_table(report: Reliability, shown: Shown) -> Table:
    """Two columns: what it is, and the number."""
    rows = [("count", shown(report.count)), *((name, shown(value)) for name, value in report.summary.items())]
    return Table((Column("measure"), Column("value", True)), tuple(rows))
