"""Intervals in tables of scores and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.reports.tables import Column, NumberStyle, Table, json_number

if TYPE_CHECKING:
    from probierz.scoring.interval import ScoreInterval

__all__ = ["interval_as_json", "plain_number", "with_intervals"]


def with_intervals(table: Table, intervals: Sequence[Sequence[ScoreInterval]], style: NumberStyle) -> Table:
    """Put the low and the high end behind every score; `intervals` are arranged as the scores of the table are."""
    first = next(at for at, column in enumerate(table.columns) if column.is_number)
    columns = [*table.columns[:first]]
    for column in table.columns[first:]:
        prefix = "" if column.name == "score" else f"{column.name} "
        columns += column, Column(f"{prefix}low", True), Column(f"{prefix}high", True)
    rows = []
    for row, found in zip(table.rows, intervals, strict=True):
        cells = [*row[:first]]
        for cell, interval in zip(row[first:], found, strict=True):
            cells += cell, style.show(interval.low), style.show(interval.high)
        rows.append(tuple(cells))
    best = frozenset((row, first + 3 * (column - first)) for row, column in table.best)
    return Table(tuple(columns), tuple(rows), best, table.row_better)


def interval_as_json(interval: ScoreInterval) -> dict[str, Any]:
    """Return an interval as JSON can hold it; the signature as one line."""
    plain = {key: plain_number(value) for key, value in interval.as_dict().items()}
    return {**plain, "signature": str(interval.signature)}


def plain_number(value: Any) -> Any:
    """Return a number as JSON can hold it, and anything else as it is: NaN is null, infinities are texts."""
    if not isinstance(value, float):
        return value
    shown = json_number(value)
    return shown["value"] if "infinity" not in shown else f"{shown['infinity']}infinity"
