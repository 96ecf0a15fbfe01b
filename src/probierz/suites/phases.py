"""Phases of a campaign: times with their zone, that end after they begin and do not overlap."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from probierz.errors import ChallengeError
from probierz.suites.suite import DeclaredPhase

BEGINNING, END = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=UTC)
"""Of time: when a phase opens or closes that has no such moment."""


def check_phases(phases: Sequence[DeclaredPhase], where: str) -> None:
    """Raise ChallengeError for a phase without a name, or with one of another; for what is no time with its zone; and
    for phases that end before they begin, overlap (every line must be in one phase alone), or show all scores before
    they end; and where several decide, or one without an end. where: for messages.
    """
    _check_deciding(phases, where)
    spans = [_span(phase, where) for phase in phases]
    for at, (phase, (opens, closes)) in enumerate(zip(phases, spans, strict=True)):
        if not phase.name.strip():
            raise ChallengeError(f"{where}: phase {at + 1} has no name; give it one")
        if opens >= closes:
            raise ChallengeError(f"{where}: phase {phase.name!r} ends before it begins; give it a later end")
        _check_disclosed_from(phase, closes, where)
        for other, (their_opens, their_closes) in zip(phases[:at], spans, strict=False):
            if other.name == phase.name:
                raise ChallengeError(f"{where}: two phases are called {phase.name!r}; give each a name of its own")
            if max(opens, their_opens) < min(closes, their_closes):
                raise ChallengeError(
                    f"{where}: the phases {other.name!r} and {phase.name!r} overlap; close the one when the other opens"
                )


def declared_deciding_phase(phases: Sequence[DeclaredPhase]) -> DeclaredPhase | None:
    """Return the phase that decides: the last of those that say so, else the last of all; None for no phases."""
    return next((one for one in reversed(phases) if one.decides), phases[-1] if phases else None)


def closed_phases(phases: Sequence[DeclaredPhase], now: datetime) -> bool:
    """Return whether there are phases, and all of them are over, so that nobody can submit any more."""
    return bool(phases) and all(has_ended(_span(phase, "")[1], now) for phase in phases)


def has_ended(closes: datetime | None, now: datetime) -> bool:
    """Whether a phase with this end is over; its last moment still belongs to it."""
    return closes is not None and closes < now


def undisclosed_results(phases: Sequence[DeclaredPhase]) -> str:
    """A sentence where the results of the phase that decides would stay hidden for good; empty where they do not."""
    deciding = declared_deciding_phase(phases)
    if deciding is None or deciding.disclosure != "hidden" or deciding.disclosed_from:
        return ""
    which = "the last phase" if deciding is phases[-1] else "the phase that decides"
    return (
        f"{which}, {deciding.name!r}, hides scores without an end, so nobody but organisers would see who "
        "won; say when everybody does by `disclosed_from`"
    )


def scores_told_before(phases: Sequence[DeclaredPhase]) -> str:
    """A sentence where a phase shows scores of tests which a later one hides; empty where none does."""
    begun = sorted(phases, key=lambda phase: _span(phase, "")[0])
    for at, hiding in enumerate(begun):
        telling = next((one for one in begun[:at] if one.disclosure != "hidden"), None)
        if hiding.disclosure == "hidden" and telling is not None:
            shown = "rounded scores" if telling.disclosure == "rounded" else "scores"
            return (
                f"the phase {telling.name!r} shows {shown} of the hidden tests, and {hiding.name!r} hides those of the "
                "same tests: an output that is handed in to both has told its score; hide them in both, with dev-0 to "
                "practise on, or divide the tests on the platform"
            )
    return ""


def _check_deciding(phases: Sequence[DeclaredPhase], where: str) -> None:
    deciding = [one for one in phases if one.decides]
    if len(deciding) > 1:
        names = " and ".join(repr(one.name) for one in deciding)
        raise ChallengeError(f"{where}: {names} decide; one phase does: leave `decides` to that")
    if deciding and not deciding[0].closes:
        raise ChallengeError(
            f"{where}: phase {deciding[0].name!r} decides when it ends, and has no end; give it `closes`"
        )


def _check_disclosed_from(phase: DeclaredPhase, closes: datetime, where: str) -> None:
    if not phase.disclosed_from:
        return
    shown = _moment(phase, phase.disclosed_from, where)
    if phase.disclosure == "full":
        raise ChallengeError(
            f"{where}: phase {phase.name!r} shows all scores at once; leave out `disclosed_from`, or give another "
            "`disclosure`"
        )
    if phase.closes and shown < closes:
        raise ChallengeError(
            f"{where}: phase {phase.name!r} would show all scores before it ends; let `disclosed_from` be no earlier "
            "than `closes`"
        )


def _span(phase: DeclaredPhase, where: str) -> tuple[datetime, datetime]:
    opens = _moment(phase, phase.opens, where) if phase.opens else BEGINNING
    return opens, _moment(phase, phase.closes, where) if phase.closes else END


def _moment(phase: DeclaredPhase, text: str, where: str) -> datetime:
    wanted = "write it with its zone, as 2027-03-01T12:00+01:00"
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise ChallengeError(f"{where}: phase {phase.name!r}: {text!r} is no time; {wanted}") from None
    if found.tzinfo is None:
        raise ChallengeError(f"{where}: phase {phase.name!r}: {text!r} says no time zone; {wanted}")
    return found
