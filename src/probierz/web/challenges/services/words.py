"""The title and the summary of a challenge: those of its README, or others that organisers wrote in the browser."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.challenges.challenge import open_challenge
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit, changes
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services.making import changed, organising
from probierz.web.challenges.services.titles import TITLES, refuse_title_like_others
from probierz.web.configuration import places
from probierz.web.configuration.turns import one_at_a_time

LONGEST_TITLE, LONGEST_SUMMARY = 300, 2000


def save_words(challenge: Challenge, *, title: str, summary: str, by: User) -> None:
    """Give the challenge a title and a summary that its README does not change; without a title those of the README."""
    organising(challenge, by)
    title, summary, is_own = " ".join(title.split()), summary.strip(), bool(title.strip())
    if not is_own:
        title, summary = _of_readme(challenge)
    with one_at_a_time(TITLES):
        stored = Challenge.objects.select_for_update().get(pk=challenge.pk)
        refuse_title_like_others(stored, title)
        words = {"title": title[:LONGEST_TITLE], "summary": summary[:LONGEST_SUMMARY]}
        Challenge.objects.filter(pk=challenge.pk).update(**words, has_own_words=is_own)
        audit(by, "challenge.words", challenge, **changes(vars(stored), words))
        changed(challenge)
    challenge.refresh_from_db()


def _of_readme(challenge: Challenge) -> tuple[str, str]:
    if challenge.current is None:
        raise Refused(_("Give a title: the challenge has no files yet."))
    opened = open_challenge(places.version_folder(challenge.slug, challenge.current.folder))
    return opened.title, opened.description
