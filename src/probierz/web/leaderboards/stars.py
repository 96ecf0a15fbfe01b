"""What the stars beside scores say, in words below a table."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from probierz.web.leaderboards.board_view import BoardView, RankedRow

__all__ = ["outdated_note", "star_notes"]


def outdated_note() -> str:
    """Return what a star at a score on replaced data says, on boards of challenges and of suites."""
    return _("scored on data that were replaced since, so the score gives no rank")


def star_notes(rows: Iterable[RankedRow], view: BoardView) -> list[str]:
    """Return a sentence for what stars in these rows mean, and one for each score that another place contradicts."""
    notes, has_outdated = [], False
    for row in rows:
        entry = row.entry
        has_outdated = has_outdated or any(entry.outdated) or (row.last is not None and row.last.is_outdated)
        for column, conflict in zip(view.columns, entry.conflicts, strict=True):
            if conflict:
                of_column = f", {column.title}" if len(view.columns) > 1 else ""
                notes.append(f"{entry.name}{of_column}: {conflict}")
    if has_outdated:
        notes.insert(0, outdated_note())
    return notes
