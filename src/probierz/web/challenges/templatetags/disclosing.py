"""What a phase shows of the scores of hidden tests, in words, with the moment from which all of them are shown."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

from django import template
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from probierz.suites.phases import has_ended
from probierz.web.challenges.models import Disclosure, Ladder, Phase
from probierz.web.challenges.private_parts import PrivateParts, private_parts
from probierz.web.html import looks

register = template.Library()


class _Showing(Protocol):
    """A phase, stored or as a page of a suite tells it."""

    @property
    def name(self) -> str: ...

    @property
    def disclosure(self) -> str: ...

    @property
    def disclosed_from(self) -> datetime | None: ...


class _Timed(Protocol):
    """A phase, stored or as a page of a suite tells it."""

    @property
    def opens(self) -> datetime | None: ...

    @property
    def closes(self) -> datetime | None: ...


class _ShowingParts(_Showing, Protocol):
    """A phase of a suite's page, which says what becomes of private parts of tests, and whether scores are in steps."""

    @property
    def private_parts(self) -> PrivateParts: ...

    @property
    def in_steps(self) -> bool: ...


@register.simple_tag
def phase_state(phase: _Timed, current: object) -> SafeString:
    """Say whether a phase is open, over, or to come. current: the phase that is open now, or whether this one is."""
    now = timezone.now()
    over = looks.tag(_("over"), since=phase.closes) if phase.closes else ""
    if current is True or current == phase:
        return looks.formatted("{}{}", looks.tag(_("open now"), "", "good", until=phase.closes), over)
    if has_ended(phase.closes, now):
        return looks.tag(_("over"))
    if phase.opens is None or phase.opens <= now:
        return SafeString("")
    to_come = looks.tag(_("to come"), "", "waiting", until=phase.opens)
    opened = looks.tag(_("open now"), "", "good", since=phase.opens, until=phase.closes)
    return looks.formatted("{}{}{}", to_come, opened, over)


@register.simple_tag
def shown_scores(phase: Phase | _ShowingParts) -> str:
    """Say what people see of scores on hidden tests, and until or since when; and when of their private parts."""
    now = timezone.now()
    parts = private_parts(phase, now) if isinstance(phase, Phase) else phase.private_parts
    level, moment = Disclosure(phase.disclosure), phase.disclosed_from
    in_steps = phase.challenge.ladder == Ladder.LINES if isinstance(phase, Phase) else phase.in_steps
    shown = _levels(level, moment, now, in_steps=in_steps)
    if level == Disclosure.HIDDEN and (moment is None or moment > now):
        return shown  # which holds for private parts, too
    if parts == PrivateParts.SHOWN and in_steps and level == Disclosure.FULL and (moment is None or moment > now):
        return looks.formatted(_("{} on public parts, all digits on private parts"), shown)
    if parts == PrivateParts.AT_END:
        return looks.formatted(_("{} on public parts; private parts when the phase ends"), shown)
    return looks.formatted(_("{} on public parts alone"), shown) if parts == PrivateParts.NEVER else shown


def _levels(level: Disclosure, moment: datetime | None, now: datetime, *, in_steps: bool) -> str:
    if level == Disclosure.FULL and in_steps and moment is None:
        return _("scores in steps")
    if moment is None or (level == Disclosure.FULL and not in_steps):
        return str(level.label)
    if moment <= now:
        words = _("all scores, shown since {}")
    else:
        words = {
            Disclosure.FULL: _("scores in steps until {}"),
            Disclosure.ROUNDED: _("rounded scores until {}"),
            Disclosure.HIDDEN: _("no scores until {}"),
        }[level]
    return looks.formatted(words, looks.stamp(moment))


@register.simple_tag
def when_known(phases: Iterable[_Showing]) -> SafeString:
    """Say of each phase that does not show all scores on hidden tests at once when they are known; else nothing.

    How far they are rounded stands above boards and scores, see `disclosure_notes`.
    """
    kept = [_when_known(one) for one in phases if one.disclosure != Disclosure.FULL]
    return looks.formatted(" ".join(["{}"] * len(kept)), *kept)


def _when_known(phase: _Showing) -> SafeString:
    moment, hides_all = phase.disclosed_from, phase.disclosure == Disclosure.HIDDEN
    if moment is None and hides_all:
        words = _("It is not set yet when scores of the phase “{}” will be shown.")
    elif moment is None:
        words = _("It is not set yet when scores of the phase “{}” will be shown in full.")
    elif moment <= timezone.now():
        words = _("Scores of the phase “{}” are shown in full since {}.")
    elif hides_all:
        words = _("Scores of the phase “{}” will be shown from {}.")
    else:
        words = _("Scores of the phase “{}” will be shown in full from {}.")
    return looks.formatted(words, phase.name, looks.stamp(moment))
