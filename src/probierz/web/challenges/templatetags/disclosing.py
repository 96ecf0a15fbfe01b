"""What a phase shows of the scores of hidden tests, in words, with the moment from which all of them are shown."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.web.challenges.models import Disclosure
from probierz.web.html import looks

__all__ = ["shown_scores"]

register = template.Library()


class _Showing(Protocol):
    """A phase, stored or as a page of a suite tells it."""

    @property
    def disclosure(self) -> str: ...

    @property
    def disclosed_from(self) -> datetime | None: ...


@register.simple_tag
def shown_scores(phase: _Showing) -> str:
    """Say what people see of scores on hidden tests, and until or since when."""
    level, moment = Disclosure(phase.disclosure), phase.disclosed_from
    if moment is None or level == Disclosure.FULL:
        return str(level.label)
    if moment <= timezone.now():
        words = _("all scores, shown since {}")
    else:
        words = _("no scores until {}") if level == Disclosure.HIDDEN else _("rounded scores until {}")
    return looks.formatted(words, looks.stamp(moment))
