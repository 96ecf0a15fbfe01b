"""How many submissions somebody may hand in, a day and ever, and what used them up."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.http.refusals import NotTaken
from probierz.web.submissions.models import Submission

__all__ = ["QuotaLeft", "check_quota", "midnight", "quota_left"]

State = Submission.State


@dataclass(frozen=True)
class QuotaLeft:
    """How many more submissions are taken; None: as many as one likes."""

    today: int | None
    ever: int | None


def quota_left(challenge: Challenge, user: User, team: Team | None = None, now: datetime | None = None) -> QuotaLeft:
    """Return how many more somebody may hand in. Scored submissions count, and those that may yet be scored."""
    used = _used(challenge, user, team)
    today = used.filter(created__gte=midnight(now or timezone.now())).count() if challenge.daily_quota else 0
    return QuotaLeft(
        max(0, challenge.daily_quota - today) if challenge.daily_quota else None,
        max(0, challenge.total_quota - used.count()) if challenge.total_quota else None,
    )


def _used(challenge: Challenge, user: User, team: Team | None) -> QuerySet[Submission]:
    """What somebody used up, in whichever team, and what the team did: changing teams gives no more tries.

    Deleted ones count too, or deleting would.
    """
    whose = Q(submitter=user) if team is None else Q(submitter=user) | Q(team=team)
    unfinished = Q(state__in=(State.WAITING, State.FETCHING, State.SCORING))
    return challenge.submissions.filter(whose & (Q(counts=True) | unfinished))


def midnight(now: datetime) -> datetime:
    """When the day began, where the platform is."""
    return timezone.localtime(now, timezone.get_default_timezone()).replace(hour=0, minute=0, second=0, microsecond=0)


def check_quota(challenge: Challenge, user: User, team: Team | None, now: datetime) -> None:
    """Raise NotTaken where nothing is left."""
    left = quota_left(challenge, user, team, now)
    if left.ever == 0:
        message = _("You have used all %(number)d submissions of this challenge.")
        raise NotTaken("quota", message % {"number": challenge.total_quota})
    if left.today == 0:
        message = _(
            "You have used all %(number)d submissions of today; hand in again after midnight (%(zone)s, in %(time)s h)."
        )
        wait = midnight(now) + timedelta(days=1) - now
        hours = f"{int(wait.total_seconds()) // 3600}:{int(wait.total_seconds()) // 60 % 60:02}"
        words = {"number": challenge.daily_quota, "zone": settings.TIME_ZONE, "time": hours}
        raise NotTaken("quota", message % words)
