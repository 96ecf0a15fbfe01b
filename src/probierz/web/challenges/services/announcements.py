"""Announcements of a challenge: rendered once, as READMEs are, then told to whoever chose to hear of them."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Announcement, Challenge
from probierz.web.challenges.readme import render
from probierz.web.challenges.services.making import organising
from probierz.web.events import announced
from probierz.web.html.plain_text import TOKEN_IN_TEXT, on_one_line
from probierz.web.token_shape import has_token

LONGEST_TEXT = 20_000
MOST_ANNOUNCEMENTS_A_DAY = 20
"""Of a challenge: each may go to many people by e-mail."""


def announce(challenge: Challenge, *, title: str, text: str, by: User) -> Announcement:
    """Publish an announcement in Markdown. Raises Refused without words, or after too many of them in a day."""
    organising(challenge, by)
    words = _checked(challenge, title, text)
    with transaction.atomic():
        Challenge.objects.select_for_update().get(pk=challenge.pk)
        of_a_day = challenge.announcements.filter(created__gt=timezone.now() - timedelta(days=1)).count()
        if of_a_day >= MOST_ANNOUNCEMENTS_A_DAY:
            raise Refused(_("%(number)d announcements a day are enough.") % {"number": MOST_ANNOUNCEMENTS_A_DAY})
        made = Announcement.objects.create(challenge=challenge, author=by, **words)
        audit(by, "challenge.announce", challenge, title=made.title)
        announced.send(sender=Announcement, announcement=made)
    return made


def edit_announcement(announcement: Announcement, *, title: str, text: str, by: User) -> None:
    """Put other words into an announcement of one's own, and say when; nobody is told of it anew. Raises Refused."""
    organising(announcement.challenge, by)
    if announcement.author_id != by.pk:
        raise Refused(_("An announcement is edited by whoever wrote it."), "author")
    words = _checked(announcement.challenge, title, text)
    if (words["title"], words["text"]) == (announcement.title, announcement.text):
        return
    with transaction.atomic():
        Announcement.objects.filter(pk=announcement.pk).update(**words, edited=timezone.now())
        audit(by, "challenge.edit-announcement", announcement.challenge, title=words["title"])


def _checked(challenge: Challenge, title: str, text: str) -> dict[str, str]:
    """Return the words of an announcement, and their page. Raises Refused where they are missing or may not be told."""
    title, text = on_one_line(title)[:200], text.strip()
    if not title or not text:
        raise Refused(_("Give a title and a text."))
    if len(text) > LONGEST_TEXT:
        raise Refused(_("The text is too long: at most %(number)d characters.") % {"number": LONGEST_TEXT})
    html = render(text, challenge.slug, has_title=False).html
    if has_token(html):
        raise Refused(_(TOKEN_IN_TEXT), "token")
    return {"title": title, "text": text, "html": html}


def withdraw(announcement: Announcement, *, by: User) -> None:
    """Take an announcement away; e-mails that were sent stay sent."""
    organising(announcement.challenge, by)
    with transaction.atomic():
        audit(by, "challenge.withdraw-announcement", announcement.challenge, title=announcement.title)
        announcement.delete()
