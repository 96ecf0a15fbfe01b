"""Which phase of a challenge is open, which one comes, which one was last. Phases do not overlap but for one moment."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from django.utils import timezone

from probierz.suites.phases import BEGINNING, has_ended
from probierz.web.challenges.models import Challenge, Disclosure, Phase

JUST_AFTER = timedelta(microseconds=1)
"""The last moment of a phase still belongs to it."""


def open_phase(challenge: Challenge, now: datetime | None = None) -> Phase | None:
    """Return the phase that takes submissions now.

    Its last moment still belongs to it, also where the next one begins at that moment.
    """
    now = now or timezone.now()
    return next((phase for phase in _by_time(challenge) if _is_open(phase, now)), None)


def next_phase(challenge: Challenge, now: datetime | None = None) -> Phase | None:
    """Return the first phase that is still to open."""
    now = now or timezone.now()
    return next((phase for phase in _by_time(challenge) if phase.opens and phase.opens > now), None)


def ended(challenge: Challenge, now: datetime) -> datetime | None:
    """When the last phase ended; None while one is open or to come."""
    if open_phase(challenge, now) or next_phase(challenge, now):
        return None
    return max((phase.closes for phase in challenge.phases.all() if phase.closes), default=None)


class PhaseStretch(NamedTuple):
    """A time in which one phase is open, or none: a page that stays open shows each when it has come.

    since: None for what holds now. until: None for good. later: the next phase. ended: when the last one ended, where
    none is open or comes.
    """

    since: datetime | None
    until: datetime | None
    phase: Phase | None
    later: Phase | None
    ended: datetime | None


def stretch_at(challenge: Challenge, now: datetime) -> PhaseStretch:
    """Return how a challenge stands at a moment, and until when: one that is archived is closed for good."""
    if challenge.archived is not None:
        return PhaseStretch(None, None, None, None, None)
    phase, later = open_phase(challenge, now), next_phase(challenge, now)
    until = phase.closes if phase else later.opens if later else None
    return PhaseStretch(None, until, phase, later, ended(challenge, now))


def stretches(challenge: Challenge, now: datetime) -> list[PhaseStretch]:
    """Return how a challenge stands now, and from each end or beginning of a phase on."""
    found = [stretch_at(challenge, now)]
    while (moment := found[-1].until) is not None:
        found.append(stretch_at(challenge, moment + JUST_AFTER)._replace(since=moment))
    return found


def nearest_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """Return the next phase, else the last: what organisers hand in between phases is shown as that one shows."""
    return next_phase(challenge, now) or next(reversed(_by_time(challenge)), None)


def first_opening(after: Phase) -> datetime | None:
    """Return when the next phase may open at the earliest, in whole minutes, as browsers send them."""
    closes = after.closes
    return closes and (closes + timedelta(seconds=59, microseconds=999_999)).replace(second=0, microsecond=0)


def is_over(phase: Phase | None, now: datetime) -> bool:
    """Whether a phase has ended; its last moment still belongs to it."""
    return phase is not None and has_ended(phase.closes, now)


class _AnyPhase(Protocol):
    """A phase, stored or planned."""

    @property
    def disclosure(self) -> str: ...

    @property
    def closes(self) -> datetime | None: ...

    @property
    def disclosed_from(self) -> datetime | None: ...


def known_since(phase: _AnyPhase, now: datetime) -> datetime | None:
    """Since when everybody knows the scores that a phase kept which is over; None where nobody does.

    Whoever handed in during it now would know what the others have.
    """
    moment = phase.disclosed_from if phase.disclosure != Disclosure.FULL else None
    return moment if moment is not None and moment <= now and has_ended(phase.closes, now) else None


def private_is_out(phase: Phase | None, now: datetime) -> bool:
    """Whether everybody may know scores on private parts of what was handed in during a phase: once that is over."""
    return phase is not None and phase.shows_private and is_over(phase, now)


def private_decides(challenge: Challenge, now: datetime, phase: Phase | None = None) -> bool:
    """Whether the private part ranks on boards: of that phase, without one of all phases.

    Then it is the one by which private parts decide, see `deciding_phase`, that must be over.
    """
    return private_is_out(phase or deciding_phase(challenge, now), now)


def will_decide(challenge: Challenge, now: datetime, phase: Phase | None = None) -> bool:
    """Whether private parts will rank what is handed in now, or during that phase."""
    counting = phase or counting_phase(challenge, now)
    return counting is None or counting.shows_private


def deciding_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """Return the phase that decides, by private parts where there are: of those with an end the last that began."""
    begun = [one for one in _by_time(challenge) if one.closes is not None and (one.opens or BEGINNING) <= now]
    return next((one for one in reversed(begun) if one.shows_private), None)


def counting_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """Return the phase that is open, else the last that began, else the first that comes; None where there is none.

    A phase that does not decide takes the place of none that decided: what is tried later changes no final board.
    """
    phases = _by_time(challenge)
    begun = [one for one in phases if (one.opens or BEGINNING) <= now]
    is_open = (one for one in begun if _is_open(one, now))
    present = next(is_open, None) or next(reversed(begun), None) or next(iter(phases), None)
    decided = deciding_phase(challenge, now)
    return decided if present and not present.shows_private and is_over(decided, now) else present


def phase_that_counts(challenge: Challenge, now: datetime, *, is_final: bool) -> Phase | None:
    """Return the phase with which others are compared: where private parts decide the one that they decide."""
    return deciding_phase(challenge, now) if is_final else counting_phase(challenge, now)


def other_phase(phase: Phase | None, counting: Phase | None) -> str:
    """Return the name of a submission's phase where another one counts, else nothing."""
    return "" if phase is None or counting is None or phase.pk == counting.pk else phase.name


def moments_passed(challenge: Challenge, now: datetime) -> list[tuple[int, bool, bool, bool, bool]]:
    """Return which moments of the phases have come: all that changes by itself, without anything being written.

    What is remembered of a challenge depends on them.
    """
    return sorted(
        (
            one.pk,
            _has_come(one.opens, now),
            is_over(one, now),
            _has_come(one.disclosed_from, now),
            _has_come(one.items_from, now),
        )
        for one in challenge.phases.all()
    )


def early_private(challenge: Challenge) -> list[Phase]:
    """Return the phases whose end shows private scores while a later phase is still to be decided by them."""
    showing = [phase for phase in _by_time(challenge) if phase.shows_private]
    return [phase for phase in showing[:-1] if phase.closes is not None]


def _has_come(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment <= now


def _by_time(challenge: Challenge) -> list[Phase]:
    return sorted(challenge.phases.all(), key=lambda phase: (phase.opens or BEGINNING, phase.position))


def _is_open(phase: Phase, now: datetime) -> bool:
    return (phase.opens is None or phase.opens <= now) and not is_over(phase, now)
