"""How a suite stands: which of its tasks take something now, and when that changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import next_phase, open_phase

__all__ = ["SuiteStanding", "TaskStanding", "suite_standing", "task_standing"]


class TaskStanding(NamedTuple):
    """The phase of a task's challenge that is open, else the one that comes; neither where it is over or archived."""

    phase: Phase | None
    later: Phase | None


class SuiteStanding(NamedTuple):
    """How many tasks of how many that are challenges here are open.

    closes: the next end of an open one; ends_alike: whether all open ones end then. opens: where none is open, the next
    beginning.
    """

    open: int
    of: int
    closes: datetime | None
    ends_alike: bool
    opens: datetime | None


def task_standing(challenge: Challenge, now: datetime) -> TaskStanding:
    """Return how a task's challenge stands at a moment."""
    if challenge.archived is not None:
        return TaskStanding(None, None)
    phase = open_phase(challenge, now)
    return TaskStanding(phase, None if phase else next_phase(challenge, now))


def suite_standing(challenges: Iterable[Challenge], now: datetime) -> SuiteStanding:
    """Return how these challenges stand together at a moment."""
    standings = [task_standing(one, now) for one in challenges]
    ends = [one.phase.closes for one in standings if one.phase]
    beginnings = [one.later.opens for one in standings if one.later and one.later.opens]
    closes = min((end for end in ends if end), default=None)
    return SuiteStanding(
        len(ends), len(standings), closes, len(set(ends)) == 1, None if ends else min(beginnings, default=None)
    )
