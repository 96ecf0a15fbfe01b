"""When everybody sees scores on the private parts of divided tests, phase by phase: what a phase shows is not all."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum

from probierz.web.challenges.models import Part, Phase
from probierz.web.challenges.phases import private_is_out


class PrivateParts(StrEnum):
    """What becomes of scores on private parts. NONE: no test is divided. AT_END: they are shown when the phase ends."""

    NONE = "none"
    SHOWN = "shown"
    AT_END = "at-end"
    NEVER = "never"

    @property
    def are_kept(self) -> bool:
        """Whether there are scores that people other than organisers do not see now."""
        return self in (PrivateParts.AT_END, PrivateParts.NEVER)


def private_parts(phase: Phase, now: datetime) -> PrivateParts:
    """Return what becomes of scores on private parts of what is handed in during a phase."""
    current = phase.challenge.current
    if current is None or not current.tests.filter(part=Part.PRIVATE).exists():
        return PrivateParts.NONE
    if private_is_out(phase, now):
        return PrivateParts.SHOWN
    return PrivateParts.AT_END if phase.shows_private and phase.closes else PrivateParts.NEVER


def private_parts_of_all(phases: Iterable[Phase], now: datetime) -> PrivateParts:
    """Return what becomes of those of several challenges: what holds where they are kept, if they are anywhere."""
    found = {private_parts(one, now) for one in phases}
    order = (PrivateParts.AT_END, PrivateParts.NEVER, PrivateParts.SHOWN)
    return next((one for one in order if one in found), PrivateParts.NONE)
