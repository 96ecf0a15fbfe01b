"""How a suite stands: which of its tasks take something now, and when that changes."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import prefetch_related_objects

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import JUST_AFTER, stretch_at


class SuiteOpening(NamedTuple):
    """How many tasks of how many that are challenges here are open during a time.

    since: None for what holds now. until: when that changes; None for good. closes: the next end of an open one;
    ends_alike: whether all open ones end then. opens: where none is open, the next beginning. ended: when the last one
    ended, where none is open or comes.
    """

    since: datetime | None
    until: datetime | None
    open: int
    of: int
    closes: datetime | None
    ends_alike: bool
    opens: datetime | None
    ended: datetime | None

    @property
    def is_over(self) -> bool:
        """Whether no phase of any task here is open or comes."""
        return self.of > 0 and not self.open and self.opens is None


def suite_openings(challenges: Collection[Challenge], now: datetime) -> list[SuiteOpening]:
    """Return how these challenges stand together now, and from each end or beginning of a phase of one on."""
    prefetch_related_objects(list(challenges), "phases")
    found = [_opening(challenges, now)]
    while (moment := found[-1].until) is not None:
        found.append(_opening(challenges, moment + JUST_AFTER)._replace(since=moment))
    return found


def _opening(challenges: Collection[Challenge], now: datetime) -> SuiteOpening:
    stretches = [stretch_at(one, now) for one in challenges]
    ends = [one.phase.closes for one in stretches if one.phase]
    beginnings = [one.later.opens for one in stretches if one.later and one.later.opens]
    until = min((one.until for one in stretches if one.until), default=None)
    opens = None if ends else min(beginnings, default=None)
    ended = None if ends or opens else max((one.ended for one in stretches if one.ended), default=None)
    closes = min((end for end in ends if end), default=None)
    return SuiteOpening(None, until, len(ends), len(stretches), closes, len(set(ends)) == 1, opens, ended)
