"""Tables of scores from a platform, where a test may be divided into a public and a private part."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.reports.tables import Column, Table


def table_with_parts(columns: Sequence[Column], rows: Sequence[tuple[str, ...]], parts: Sequence[str]) -> Table:
    """Return a table with a column for the part of each row, behind that of the test, where a test is divided.

    parts: public, private, or empty for the whole test.
    """
    from probierz.reports.tables import Column, Table

    if not any(parts):
        return Table(tuple(columns), tuple(rows))
    at = 1 + [column.name for column in columns].index("test")
    return Table(
        (*columns[:at], Column("part"), *columns[at:]),
        tuple((*row[:at], part, *row[at:]) for row, part in zip(rows, parts, strict=True)),
    )
