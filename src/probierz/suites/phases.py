"""Phases of a campaign: times with their zone, that end after they begin and do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from probierz.errors import ChallengeError
from probierz.suites.suite import DeclaredPhase

__all__ = ["check_phases", "closed_phases"]

_BEGINNING, _END = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)


def check_phases(phases: Sequence[DeclaredPhase], where: str) -> None:
    """Raise ChallengeError for a phase without a name, or with one of another; for what is no time with its zone; and
    for phases that end before they begin, or overlap: every line must be in one phase alone. where: for messages.
    """
    spans = [_span(phase, where) for phase in phases]
    for at, (phase, (opens, closes)) in enumerate(zip(phases, spans, strict=True)):
        if not phase.name.strip():
            raise ChallengeError(f"{where}: phase {at + 1} has no name; give it one")
        if opens >= closes:
            raise ChallengeError(f"{where}: phase {phase.name!r} ends before it begins; give it a later end")
        for other, (their_opens, their_closes) in zip(phases[:at], spans, strict=False):
            if other.name == phase.name:
                raise ChallengeError(f"{where}: two phases are called {phase.name!r}; give each a name of its own")
            if max(opens, their_opens) < min(closes, their_closes):
                raise ChallengeError(
                    f"{where}: the phases {other.name!r} and {phase.name!r} overlap; close the one when the other opens"
                )


def closed_phases(phases: Sequence[DeclaredPhase], now: datetime) -> bool:
    """Return whether there are phases, and all of them are over, so that nobody can submit any more."""
    return bool(phases) and all(_span(phase, "")[1] <= now for phase in phases)


def _span(phase: DeclaredPhase, where: str) -> tuple[datetime, datetime]:
    opens = _moment(phase, phase.opens, where) if phase.opens else _BEGINNING
    return opens, _moment(phase, phase.closes, where) if phase.closes else _END


def _moment(phase: DeclaredPhase, text: str, where: str) -> datetime:
    wanted = "write it with its zone, as 2027-03-01T12:00+01:00"
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ChallengeError(f"{where}: phase {phase.name!r}: {text!r} is no time; {wanted}") from None
    if found.tzinfo is None:
        raise ChallengeError(f"{where}: phase {phase.name!r}: {text!r} says no time zone; {wanted}")
    return found
