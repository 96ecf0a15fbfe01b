"""How many digits the scores of a table have for people: so many that rows which ranks tell apart look different."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from probierz.web.html.numbers import decimals_telling_apart
from probierz.web.leaderboards.board_view import RankedRow
from probierz.web.submissions.visibility import ShownScore


def told_apart(rows: Sequence[RankedRow]) -> list[RankedRow]:
    """Return the rows that stand in a table, the scores of each column with as many digits as that takes.

    Scores whose challenge declares their digits, or that a phase rounds, stay as they are.
    """
    columns = list(zip(*(row.entry.cells for row in rows), strict=True))
    needed = [decimals_for(column) for column in columns]
    return [_told_with(row, needed) for row in rows]


def decimals_for(cells: Iterable[ShownScore | None]) -> int | None:
    """Return with how many digits after the point these scores look different where they differ; None: as they are."""
    free = [cell for cell in cells if cell is not None and cell.decimals is not None]
    if not free:
        return None
    return decimals_telling_apart((cell.number for cell in free), free[0].decimals or 0)


def _told_with(row: RankedRow, needed: Sequence[int | None]) -> RankedRow:
    """Most rows are told so already."""
    pairs = list(zip(row.entry.cells, needed, strict=True))
    if all(cell is None or cell.decimals in (None, decimals) for cell, decimals in pairs):
        return row
    cells = tuple(
        cell if cell is None or cell.decimals is None else cell._replace(decimals=decimals) for cell, decimals in pairs
    )
    return replace(row, entry=replace(row.entry, cells=cells))
