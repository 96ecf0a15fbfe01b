"""Titles of challenges: nobody takes one that a reader may take for that of a challenge of other people."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.look_alikes.likeness import title_likenesses
from probierz.web.challenges.models import Challenge

TITLES = "titles"
"""Titles of challenges are looked at and saved `one_at_a_time`."""


def refuse_title_like_others(challenge: Challenge, title: str) -> None:
    """Refuse a title that looks like one of others; what everybody saw, or sees, keeps its own. Raises Refused."""
    if not title_likenesses(title) <= title_likenesses(_known_title(challenge)):
        refuse_shown_title(challenge, title)


def refuse_shown_title(challenge: Challenge, title: str) -> None:
    """The same of a title that everybody is about to see for the first time. Raises Refused."""
    if _is_like_others(challenge, title):
        raise Refused(_("There is a challenge whose title looks like this one. Choose another."), "title")


def title_problems(challenge: Challenge, title: str) -> list[Problem]:
    """Return what is wrong with the title that a version gives the challenge, unless it was written in the browser."""
    is_own = title_likenesses(title) <= title_likenesses(_known_title(challenge))
    if challenge.has_own_words or is_own or not _is_like_others(challenge, title):
        return []
    message = "there is a challenge whose title looks like this one"
    if challenge.is_published:
        return [Problem("README.md", None, message, "give it another title in its first header")]
    remedy = "give it another title in its first header, or on its page, before it is published"
    return [Problem("README.md", None, message, remedy, "warning")]


def _is_like_others(challenge: Challenge, title: str) -> bool:
    """Whether it looks like one that everybody sees, or saw before its challenge was hidden for a while.

    Who runs both may call them alike.
    """
    own = challenge.organisers.values("user")
    others = Challenge.objects.filter(team=None).exclude(pk=challenge.pk).exclude(organisers__user__in=own)
    looks = title_likenesses(title)
    return any(looks & title_likenesses(_known_title(one)) for one in others)


def _known_title(challenge: Challenge) -> str:
    """The title that others know the challenge by; empty where it was never shown."""
    return challenge.title if challenge.is_published else challenge.hidden_title
