"""How a submission came: before the end of its phase or after it.

Each rule on the end of a phase is here twice, side by side: for what was read, and as a condition for the database.
"""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q

from probierz.suites.phases import has_ended
from probierz.web.challenges.counted_submissions import came_after


class Arrival(NamedTuple):
    """How something came: when, when its phase ends (None for no end, or no phase), and who handed it in.

    came_late: its phase was over when organisers handed it in. is_other: it is a published result, or has a name of its
    own, as rows of labelling do.
    """

    created: datetime
    closes: datetime | None
    came_late: bool
    is_other: bool = False


def is_late(came: Arrival) -> bool:
    """Whether organisers handed it in when its phase was over, so that it has no rank; not where the phase was made
    longer since.
    """
    return came.came_late and has_ended(came.closes, came.created)


def late() -> Q:
    """Return the condition that `is_late` asks."""
    return Q(came_late=True) & came_after(F("phase__closes"))


def is_after_end(came: Arrival) -> bool:
    """Whether it came in time, and an end before it was set for its phase later; rows of labelling come then."""
    return not (came.came_late or came.is_other) and has_ended(came.closes, came.created)
