"""What the stars beside scores say, in words below a table."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _

from probierz.web.leaderboards.board_view import BoardEntry, BoardView, RankedRow


def outdated_note() -> str:
    """Return what a star at a score on replaced data says, on boards of challenges and of suites."""
    return _("scored on data that were replaced since, so the score gives no rank")


def conflict_note(whose: str, conflict: str, *, is_outdated: bool) -> str:
    """Say what another place says instead of a score, and in the same sentence where it is on replaced data, too."""
    return f"{whose}: {f'{outdated_note()}; ' if is_outdated else ''}{conflict}"


def star_notes(rows: Iterable[RankedRow], view: BoardView) -> list[str]:
    """Return a sentence for what stars in these rows mean, and one for each score that another place contradicts."""
    notes, has_others = [], False
    for row in rows:
        entry = row.entry
        has_others = has_others or (row.last is not None and row.last.is_outdated)
        for column, conflict, is_outdated in zip(view.columns, entry.conflicts, entry.outdated, strict=True):
            if conflict:
                of_column = f", {column.title}" if len(view.columns) > 1 else ""
                notes.append(conflict_note(f"{entry.name}{of_column}", conflict, is_outdated=is_outdated))
            has_others = has_others or (is_outdated and not conflict)
    if has_others:
        notes.insert(0, outdated_note())
    return notes


def own_notes(rows: Iterable[RankedRow], view: BoardView) -> list[str]:
    """Say what helps where the score that ranks is on replaced data in a row of who looks."""
    main = view.main
    if main is None or not any(row.entry.outdated[main] and _is_to_be_replaced(row.entry) for row in rows):
        return []
    return [_("yours is among them: hand in outputs for the inputs of now, and it has a rank again")]


def _is_to_be_replaced(entry: BoardEntry) -> bool:
    """Whether it is of who looks, and will not be scored again."""
    return entry.is_own and entry.submission.not_rescored is not None
