"""Sentences on scores that people do not see in full: rounded ones look exact, and organisers see more than others."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from decimal import Decimal

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.errors import ProbierzError
from probierz.schemes.scheme import parse_scheme
from probierz.web.challenges.models import Challenge, Disclosure, Phase, Test
from probierz.web.challenges.visibility import Visitor, steps_of
from probierz.web.html import looks


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
    in_steps = [phase for phase in there if Visitor(now=visitor.now).has_steps(challenge, phase, test)]
    if not in_steps:
        return notes
    said, names = _on_steps(visitor, challenge, test), ", ".join(phase.name for phase in in_steps)
    return [*notes, said if in_steps == there else looks.formatted("{}: {}", names, said)]


def _on_steps(visitor: Visitor, challenge: Challenge, test: Test) -> str:
    """Why digits are cut, with the way to where it is told at length; of groupings only that they are."""
    if _is_of_groupings(test):
        words = (
            _("You see all digits; others see scores in steps of {step}.")
            if visitor.organises(challenge)
            else _("Scores are shown in steps of {step}.")
        )
    elif visitor.organises(challenge):
        words = _("You see all digits; others see scores only as finely as the lines of the test justify.")
    elif steps_of(test).has_both_ends:
        words = _("Scores are shown in steps of {step}, as finely as the lines of the test justify.")
    else:
        words = _(
            "Scores are shown in steps, as finely as the lines of the test justify: the better the score, the finer."
        )
    address = reverse("challenge-how-to", args=[challenge.slug])
    why = looks.formatted('<a href="{}#steps">{}</a>', address, _("Why?"))
    return looks.formatted("{} {}", words.format(step=_shown(steps_of(test).step, test)), why)


def _is_of_groupings(test: Test) -> bool:
    """Whether its scores are of groupings, which chance makes too high: lines justify no digits of these."""
    try:
        return parse_scheme(test.scheme).metric.compares_groups
    except ProbierzError:
        return False


def step_notes(tests: Iterable[Test]) -> list[str]:
    """Say of each hidden test and metric in which steps its scores are told."""
    return [_in_which_steps(test) for test in tests if test.is_hidden]


def _in_which_steps(test: Test) -> str:
    steps = steps_of(test)
    about = {"metric": f"{test.name} (%)" if test.unit else test.name, "test": test.split}
    if steps.has_both_ends:
        return _("%(metric)s of %(test)s is told in steps of %(step)s.") % {**about, "step": _shown(steps.step, test)}
    (near, fine), (far, coarse) = steps.examples
    numbers = {"near": near, "fine": fine, "far": far, "coarse": coarse, "bound": steps.bounds[near < far]}
    return _(
        "%(metric)s of %(test)s: scores about %(near)s are told to %(fine)s, about %(far)s to %(coarse)s; the better "
        "the score, the finer. Of a score beyond %(bound)s that alone is told."
    ) % {**about, **{name: _shown(number, test) for name, number in numbers.items()}}


def _shown(number: Decimal, test: Test) -> str:
    return looks.number(f"{(number * test.scale).normalize():f}")


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
