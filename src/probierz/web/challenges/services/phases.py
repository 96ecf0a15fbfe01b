"""Phases: times that do not overlap, each with what it shows."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.phases import BEGINNING, END, has_ended
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit, changes
from probierz.web.challenges.models import Challenge, Disclosure, Ladder, Phase
from probierz.web.challenges.phases import first_opening, known_since, open_phase, private_is_out
from probierz.web.challenges.services.making import changed, organising
from probierz.web.events import end_moved, phases_changed
from probierz.web.html.looks import moment_text

_AUDITED = (
    "name", "opens", "closes", "disclosure", "digits", "disclosed_from", "shows_private", "items", "items_from",
)  # fmt: skip


def add_phase(challenge: Challenge, phase: Phase, *, by: User) -> Phase:
    """Add a phase that is not stored yet. Raises Refused if it overlaps another, ends before it begins, or
    would show all scores before it ends.
    """
    phase.challenge = challenge
    phase.position = challenge.phases.count() + 1
    return _store(challenge, phase, by, "challenge.add-phase")


def change_phase(challenge: Challenge, phase: Phase, *, by: User, reopens: bool = False) -> Phase:
    """Store a changed phase; what it shows holds at once, also for what was handed in before. Raises Refused.

    reopens: whether a phase that is over and whose scores everybody knows may be open again.
    """
    return _store(challenge, phase, by, "challenge.change-phase", reopens=reopens)


def close_phase(challenge: Challenge, phase: Phase, *, by: User, now: datetime | None = None) -> Phase:
    """End an open phase now; scores that everybody saw while it was open are shown since its end, says what is stored.

    now: the moment, where several challenges share it. Raises Refused where the phase is not open.
    """
    now = now or timezone.now()
    current = open_phase(challenge, now)
    if current is None or current.pk != phase.pk:
        raise Refused(_("This phase is not open."))
    phase.closes = now
    phase.disclosed_from = phase.disclosed_from and max(phase.disclosed_from, now)
    return change_phase(challenge, phase, by=by)


def remove_phase(challenge: Challenge, phase: Phase, *, by: User) -> None:
    """Remove a phase in which nothing was handed in; of others, what may be seen of their scores must stay known.

    Raises Refused.
    """
    organising(challenge, by)
    if phase.submissions.exists():
        raise Refused(_("Something was handed in during this phase. Close it instead."))
    with transaction.atomic():
        audit(by, "challenge.remove-phase", challenge, phase=phase.name)
        phase.delete()
        _changed(challenge)


def set_phases(challenge: Challenge, phases: Sequence[Phase], *, by: User, tells_deciding: bool = False) -> None:
    """Give a challenge these phases and no others, at once: so times may move that would overlap one after the other.

    phases: not stored, in their order, without overlaps. Of one that has the name of a phase that is there, times and
    disclosure are taken, and what was handed in stays with it; whether it decides is for those to say who run the
    challenge, unless these phases tell that, and so is from when all scores are shown, where it is not said here.
    Raises Refused where one would go in which something was handed in, or would show all scores before it ends; of one
    whose scores are known already, whoever calls this has asked.
    """
    organising(challenge, by)
    now = timezone.now()
    with transaction.atomic():
        Challenge.objects.select_for_update().get(pk=challenge.pk)
        there = {one.name: one for one in Phase.objects.filter(challenge=challenge)}
        for name in there.keys() - {one.name for one in phases}:
            if there[name].submissions.filter(is_reference=False).exists():
                raise Refused(_("Something was handed in during the phase “%(name)s”. Keep it.") % {"name": name})
            there[name].delete()
        differing: dict[str, Any] = {}
        for position, one in enumerate(phases, 1):
            new = Phase(challenge=challenge, name=one.name, shows_private=one.shows_private)
            phase = there.get(one.name, new)
            before = copy(phase) if phase.pk is not None else None
            if phase.pk is not None:
                _check_reopening(phase, one.closes)
                phase.was_private_out = _was_private_out(phase)
                phase.shows_private = one.shows_private if tells_deciding else phase.shows_private
            phase.position = position
            phase.opens, phase.closes, phase.disclosure = one.opens, one.closes, one.disclosure
            since, phase.disclosed_from = phase.disclosed_from, one.disclosed_from or phase.disclosed_from
            if since is None or since > now or since != phase.disclosed_from:
                _check_disclosed_from(phase)
            phase.save()
            differing[phase.name] = _changes(before, phase)
            _tell_end(before, phase)
        told = {name: one for name, one in differing.items() if one}
        audit(by, "challenge.set-phases", challenge, names=[one.name for one in phases], phases=told)
        _changed(challenge)


def _store(challenge: Challenge, phase: Phase, by: User, action: str, *, reopens: bool = False) -> Phase:
    organising(challenge, by)
    if phase.opens and phase.closes and phase.opens >= phase.closes:
        raise Refused(_("The phase ends before it begins."))
    _check_disclosed_from(phase)
    with transaction.atomic():
        Challenge.objects.select_for_update().get(pk=challenge.pk)
        others = challenge.phases.exclude(pk=phase.pk)
        if others.filter(name=phase.name).exists():
            raise Refused(_("Another phase has this name."))
        clashing = next((other for other in others if _overlap(phase, other)), None)
        if clashing is not None:
            raise Refused(_overlap_sentence(phase, clashing))
        before = Phase.objects.filter(pk=phase.pk).first()
        if before is not None:
            _check_reopening(before, phase.closes)
            if not reopens:
                _check_known_scores(before, phase.closes)
            phase.was_private_out = _was_private_out(before)
        phase.save()
        audit(by, action, challenge, phase=phase.name, **_changes(before, phase))
        _tell_end(before, phase)
        _changed(challenge)
    return phase


def _changed(challenge: Challenge) -> None:
    changed(challenge)
    phases_changed.send(sender=Phase, challenge=challenge)


def _changes(before: Phase | None, phase: Phase) -> dict[str, Any]:
    """What the audit log holds of a phase: what changed; of a new one, what is not as it is at first."""
    at_first = before or Phase(name=phase.name)
    return changes(
        {name: getattr(at_first, name) for name in _AUDITED}, {name: getattr(phase, name) for name in _AUDITED}
    )


def _tell_end(before: Phase | None, phase: Phase) -> None:
    if before is not None and before.closes != phase.closes:
        end_moved.send(sender=Phase, phase=phase, before=before.closes)


def _check_disclosed_from(phase: Phase) -> None:
    """Scores that a phase keeps are kept while it is open: who hands in would know what they were to be kept for.

    Browsers send no seconds: the minute in which it ended is after its end.
    """
    if phase.closes and phase.disclosed_from == phase.closes.replace(second=0, microsecond=0):
        phase.disclosed_from = phase.closes
    keeps = phase.disclosure != Disclosure.FULL or phase.challenge.ladder == Ladder.LINES
    if keeps and phase.closes and phase.disclosed_from and phase.disclosed_from < phase.closes:
        raise Refused(
            _("All scores would be shown before the phase ends. Let them be shown later, or let it end earlier.")
        )


def _check_reopening(phase: Phase, closes: datetime | None) -> None:
    """A phase whose private scores everybody may know stays over: people would select and hand in by them."""
    if _was_private_out(phase) and (closes is None or closes > timezone.now()):
        message = _("The private scores of the phase “%(name)s” are known since it ended; add another phase instead.")
        raise Refused(message % {"name": phase.name})


def _check_known_scores(phase: Phase, closes: datetime | None) -> None:
    """A phase whose scores everybody knows is open again only where that was said."""
    now = timezone.now()
    known = known_since(phase, now)
    if known is not None and not has_ended(closes, now):
        message = _(
            "Everybody knows the scores of the phase “%(name)s” since %(moment)s, and people could submit in it again. "
            "Tick below that this is meant, or add another phase."
        )
        raise Refused(message % {"name": phase.name, "moment": moment_text(known)}, "reopens")


def _was_private_out(phase: Phase) -> bool:
    """Whether private scores of a phase, as it is stored, are known, or were until it was told to show them no more."""
    if phase.was_private_out or not private_is_out(phase, timezone.now()):
        return phase.was_private_out
    current = phase.challenge.current
    is_divided = current is not None and current.tests.filter(division__isnull=False).exists()
    return is_divided and phase.submissions.filter(is_reference=False).exists()


def _overlap_sentence(phase: Phase, clashing: Phase) -> str:
    """Name one way out: other times for this phase wherever there are some, as one that is over may not change."""
    begins_before = clashing.opens is not None and (phase.opens or BEGINNING) < clashing.opens
    if clashing.closes is not None and not (begins_before and (phase.closes or END) <= clashing.closes):
        said = _("It overlaps the phase “%(name)s”. Let it open on %(moment)s, when that one is over, or later.")
        moment = first_opening(clashing)
    elif begins_before:
        said = _("It overlaps the phase “%(name)s”. Let it close on %(moment)s, when that one begins, or earlier.")
        moment = clashing.opens
    elif phase.opens is not None:
        said = _(
            "It overlaps the phase “%(name)s”, which has no end. Let that one close on %(moment)s or earlier first."
        )
        moment = phase.opens
    else:
        said = _(
            "It overlaps the phase “%(name)s”, which has no end. Give that one an end, and let this one open then."
        )
        moment = None
    return said % {"name": clashing.name, "moment": moment_text(moment) if moment is not None else ""}


def _overlap(one: Phase, other: Phase) -> bool:
    """Whether two phases are open at once; the end of one may be the beginning of the next."""
    begins = max(one.opens or BEGINNING, other.opens or BEGINNING)
    return begins < min(one.closes or END, other.closes or END)
