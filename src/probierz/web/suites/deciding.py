"""What counts on the board of a suite: which part of divided tests, and which submissions that part decides among."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import TypeAlias, TypeVar

from probierz.web.challenges.models import Challenge, Part, Test
from probierz.web.challenges.phases import private_decides
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.submissions.final_selection import selected_submissions

__all__ = ["TaskTests", "deciding_part", "selected_entries"]

Cell = TypeVar("Cell")
TaskTests: TypeAlias = Mapping[str, tuple[Challenge, Test]]
"""By task, its challenge and the test that counts; of a divided one, the test on the public part."""


def deciding_part(tests: TaskTests, now: datetime) -> Part:
    """Return the part of divided tests that counts for all tasks alike; the whole test where none is divided.

    It is the private part once that decides in every task with a divided test, so that no average mixes both.
    """
    divided = [challenge for challenge, test in tests.values() if test.part == Part.PUBLIC]
    if not divided:
        return Part.WHOLE
    return Part.PRIVATE if all(private_decides(one, now) for one in divided) else Part.PUBLIC


def selected_entries(
    tests: TaskTests, scored: Mapping[str, Collection[tuple[BoardEntry, Cell]]]
) -> dict[str, list[tuple[BoardEntry, Cell]]]:
    """Return what the private part decides among: of divided tests what people selected, of others everything."""
    found = {}
    for task, entries in scored.items():
        challenge, test = tests.get(task, (None, None))
        chosen = None
        if challenge is not None and test is not None and test.part == Part.PUBLIC:
            chosen = selected_submissions(challenge, test)
        found[task] = [one for one in entries if chosen is None or one[0].submission.pk in chosen]
    return found
