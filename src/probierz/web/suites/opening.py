"""How a suite stands: which of its tasks take something now, and when that changes."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import next_phase, open_phase

__all__ = ["SuiteOpening", "TaskOpening", "suite_opening", "task_opening"]


class TaskOpening(NamedTuple):
    """The phase of a task's challenge that is open, and the one that comes; neither where it is over or archived."""

    phase: Phase | None
    later: Phase | None

    @property
    def goes_on(self) -> bool:
        """Whether the next phase is open at once when the open one ends."""
        ends = self.phase.closes if self.phase is not None else None
        begins = self.later.opens if self.later is not None else None
        return ends is not None and begins is not None and begins <= ends


class SuiteOpening(NamedTuple):
    """How many tasks of how many that are challenges here are open.

    closes: the next end of an open one; ends_alike: whether all open ones end then; goes_on: whether some are open in
    their next phase at once. opens: where none is open, the next beginning.
    """

    open: int
    of: int
    closes: datetime | None
    ends_alike: bool
    goes_on: bool
    opens: datetime | None

    @property
    def is_over(self) -> bool:
        """Whether no phase of any task here is open or comes."""
        return self.of > 0 and not self.open and self.opens is None


def task_opening(challenge: Challenge, now: datetime) -> TaskOpening:
    """Return how a task's challenge stands at a moment."""
    if challenge.archived is not None:
        return TaskOpening(None, None)
    return TaskOpening(open_phase(challenge, now), next_phase(challenge, now))


def suite_opening(challenges: Iterable[Challenge], now: datetime) -> SuiteOpening:
    """Return how these challenges stand together at a moment."""
    openings = [task_opening(one, now) for one in challenges]
    ends = [one.phase.closes for one in openings if one.phase]
    beginnings = [one.later.opens for one in openings if one.later and one.later.opens]
    goes_on = any(one.goes_on for one in openings)
    closes = min((end for end in ends if end), default=None)
    return SuiteOpening(
        len(ends), len(openings), closes, len(set(ends)) == 1, goes_on, None if ends else min(beginnings, default=None)
    )
