"""Which phase of a challenge is open, which one comes, which one was last. Phases do not overlap but for one moment."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils import timezone

from probierz.web.challenges.models import Challenge, Phase

__all__ = ["nearest_phase", "next_phase", "open_phase"]

_BEGINNING = datetime.min.replace(tzinfo=UTC)


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


def nearest_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """Return the next phase, else the last: what organisers hand in between phases is shown as that one shows."""
    return next_phase(challenge, now) or next(reversed(_by_time(challenge)), None)


def _by_time(challenge: Challenge) -> list[Phase]:
    return sorted(challenge.phases.all(), key=lambda phase: (phase.opens or _BEGINNING, phase.position))


def _is_open(phase: Phase, now: datetime) -> bool:
    return (phase.opens is None or phase.opens <= now) and (phase.closes is None or now <= phase.closes)
