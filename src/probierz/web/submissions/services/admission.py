"""Whether a submission is taken: the challenge, its phases, and how many somebody may hand in."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

__all__ = ["NotTaken", "QuotaLeft", "check_open", "locked", "midnight", "open_phase", "quota_left"]

State = Submission.State


class NotTaken(Refused):
    """A submission is not taken. code: why, for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class QuotaLeft:
    """How many more submissions are taken; None: as many as one likes."""

    today: int | None
    ever: int | None


def locked(challenge: Challenge) -> Challenge:
    """Return the challenge as it is now; until the transaction ends, nobody else passes the gate."""
    rows = Challenge.objects.select_related("current")
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(of=("self",))
    return rows.get(pk=challenge.pk)


def check_open(challenge: Challenge, user: User, team: Team | None = None, now: datetime | None = None) -> Phase | None:
    """Return the phase in which a submission handed in now counts. Raises NotTaken.

    Organisers may hand in before and after, for baselines; neither phases nor quotas hold them back.
    """
    now = now or timezone.now()
    viewer = Viewer(user, now)
    if not viewer.may_see(challenge):
        raise NotTaken("unknown", _("There is no such challenge."))
    if challenge.archived is not None:
        raise NotTaken("archived", _("The challenge is archived; it takes no more submissions."))
    if challenge.current is None:
        raise NotTaken("closed", _("The challenge has no published version yet."))
    if team is not None and not team.members.filter(pk=user.pk).exists():
        raise NotTaken("team", _("You are not in this team."))
    phase = open_phase(challenge, now)
    if viewer.organises(challenge):
        return phase or _nearest_phase(challenge, now)
    if phase is None:
        raise NotTaken("closed", _closed(challenge, now))
    _check_quota(challenge, user, team, now)
    return phase


def open_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """Return the phase that is open at a moment; the moment at which one closes is still in time."""
    begun = Q(opens=None) | Q(opens__lte=now)
    lasting = Q(closes=None) | Q(closes__gte=now)
    return challenge.phases.filter(begun & lasting).order_by("position").first()


def _nearest_phase(challenge: Challenge, now: datetime) -> Phase | None:
    """The next phase, else the last: what organisers hand in between phases is shown as the phase shows."""
    coming = challenge.phases.filter(opens__gt=now).order_by("opens").first()
    return coming or challenge.phases.order_by("-position").first()


def _closed(challenge: Challenge, now: datetime) -> str:
    coming = challenge.phases.filter(opens__gt=now).order_by("opens").first()
    if coming is None:
        return _("The deadline has passed; the challenge takes no more submissions.")
    assert coming.opens is not None
    when = timezone.localtime(coming.opens).strftime("%Y-%m-%d %H:%M %Z")
    return _("No phase is open now; the next one opens on %(when)s.") % {"when": when}


# --- quota -----------------------------------------------------------------------------------------------------------


def quota_left(challenge: Challenge, user: User, team: Team | None = None, now: datetime | None = None) -> QuotaLeft:
    """Return how many more somebody may hand in. Scored submissions count, and those that may yet be scored."""
    used = _used(challenge, user, team)
    today = used.filter(created__gte=midnight(now or timezone.now())).count() if challenge.daily_quota else 0
    return QuotaLeft(
        max(0, challenge.daily_quota - today) if challenge.daily_quota else None,
        max(0, challenge.total_quota - used.count()) if challenge.total_quota else None,
    )


def _used(challenge: Challenge, user: User, team: Team | None):  # type: ignore[no-untyped-def]
    """What somebody used up, in whichever team, and what the team did: changing teams gives no more tries.

    Deleted ones count too, or deleting would.
    """
    whose = Q(submitter=user) if team is None else Q(submitter=user) | Q(team=team)
    unfinished = Q(state__in=(State.WAITING, State.FETCHING, State.SCORING))
    return challenge.submissions.filter(whose & (Q(counts=True) | unfinished))


def midnight(now: datetime) -> datetime:
    """When the day began, where the platform is."""
    return timezone.localtime(now, timezone.get_default_timezone()).replace(hour=0, minute=0, second=0, microsecond=0)


def _check_quota(challenge: Challenge, user: User, team: Team | None, now: datetime) -> None:
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
