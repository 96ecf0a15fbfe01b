"""Sentences on scores that people do not see in full: rounded ones look exact, and organisers see more than others."""

from __future__ import annotations

from collections.abc import Collection

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.web.challenges.models import Challenge, Disclosure, Phase, Test
from probierz.web.challenges.visibility import Visitor, steps_of
from probierz.web.html import looks

__all__ = ["counted_notes", "disclosure_notes"]


def counted_notes(visitor: Visitor, challenge: Challenge, test: Test) -> list[str]:
    """Say how scores of counted baselines on a test are shown: to this person, or to others where they see more."""
    if Visitor(now=visitor.now).counted_disclosure(challenge, test) == Disclosure.FULL:
        return []
    if visitor.organises(challenge):
        said = _(
            "You see the scores of counted baselines; others see them in full once all scores of the phase, on all "
            "parts of the test, are told to everybody."
        )
    else:
        said = _(
            "Scores of counted baselines are shown in full once all scores of the phase, on all parts of the test, are "
            "told to everybody."
        )
    return [said]


def disclosure_notes(visitor: Visitor, challenge: Challenge, test: Test, phases: Collection[int | None]) -> list[str]:
    """Say how scores of these phases on a test are shown: to this person, or to others where they see more.

    test: on whose scale digits are counted. phases: their numbers.
    """
    if not test.is_hidden:
        return []
    note = _for_organisers if visitor.organises(challenge) else _for_others
    there = [phase for phase in challenge.phases.all() if phase.pk in phases]
    kept = [phase for phase in there if _keeps_something(phase, visitor)]
    notes = [said for phase in kept if (said := note(phase, _digits(phase, test)))]
    in_steps = any(Visitor(now=visitor.now).has_steps(challenge, phase, test) for phase in there)
    return [*notes, _on_steps(visitor, challenge, test)] if in_steps else notes


def _on_steps(visitor: Visitor, challenge: Challenge, test: Test) -> str:
    """Why digits are cut, with the way to where it is told at length."""
    if visitor.organises(challenge):
        words = _("You see all digits; others see scores only as finely as the lines of the test justify.")
    elif steps_of(test).has_both_ends:
        words = _("Scores are shown in steps of {step}, as finely as the lines of the test justify.")
    else:
        words = _("Scores are shown with as many digits as the lines of the test justify.")
    address = reverse("challenge-how-to", args=[challenge.slug])
    step = steps_of(test).step * test.scale
    why = looks.formatted('<a href="{}#steps">{}</a>', address, _("Why?"))
    return looks.formatted("{} {}", words.format(step=looks.number(f"{step.normalize():f}")), why)


def _keeps_something(phase: Phase, visitor: Visitor) -> bool:
    is_disclosed = phase.disclosed_from is not None and phase.disclosed_from <= visitor.now
    return phase.disclosure != Disclosure.FULL and not is_disclosed


def _for_organisers(phase: Phase, digits: str) -> str:
    if phase.disclosure == Disclosure.HIDDEN:
        return _("You see all scores; others see none of the phase “%(phase)s” yet.") % {"phase": phase.name}
    said = _("You see scores in full; others see those of the phase “%(phase)s” rounded to %(digits)s.")
    return said % {"phase": phase.name, "digits": digits}


def _for_others(phase: Phase, digits: str) -> str:
    """Scores that are not shown at all say so themselves."""
    if phase.disclosure == Disclosure.HIDDEN:
        return ""
    return _("Scores of the phase “%(phase)s” are rounded to %(digits)s.") % {"phase": phase.name, "digits": digits}


def _digits(phase: Phase, test: Test) -> str:
    """After the point; as percent there are two fewer."""
    kept = phase.digits - 2 if test.scale == 100 else phase.digits
    if kept < 0:
        return _("tens")
    if kept == 0:
        return _("whole numbers")
    return ngettext("%(count)d digit after the point", "%(count)d digits after the point", kept) % {"count": kept}
