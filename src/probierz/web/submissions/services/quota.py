"""How many outputs of somebody are scored on a hidden test, a day and ever, and what used them up.

What counts is a scored output on a hidden test, as each tells something of the expected results. A submission costs as
many as it has on that hidden test where it has most, and one where it has none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.db.models import Q, QuerySet, Sum
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from probierz.errors import Refused
from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import open_phase
from probierz.web.jobs.registry import JobFailed
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.submissions.whose import sharing_tries


@dataclass(frozen=True)
class QuotaLeft:
    """How many more outputs are scored on a hidden test, each variant counted; None: as many as one likes."""

    today: int | None
    ever: int | None

    @property
    def least(self) -> int | None:
        """What is left by both rules."""
        known = [left for left in (self.today, self.ever) if left is not None]
        return min(known, default=None)


class QuotaOfTeam(NamedTuple):
    """What is left to somebody who hands in for one of their teams, by its name."""

    team: str
    left: QuotaLeft


def locked(challenge: Challenge) -> Challenge:
    """Return the challenge as it is now; until the transaction ends, nobody else passes the gate."""
    rows = Challenge.objects.select_related("current")
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(of=("self",))
    return rows.get(pk=challenge.pk)


def quota_left(
    challenge: Challenge,
    user: User,
    team: Team | None = None,
    now: datetime | None = None,
    *,
    but: Submission | None = None,
) -> QuotaLeft:
    """Return how many more outputs somebody may have scored. What was scored counts, and what may yet be scored.

    Organisers have no quota: they know the expected results.
    but: a submission that is not counted. now: a moment of the day whose quota it is.
    """
    if Viewer(user).organises(challenge):
        return QuotaLeft(None, None)
    used = _used(challenge, user, team)
    if but is not None and but.pk is not None:
        used = used.exclude(pk=but.pk)
    today = _sum(used.filter(on_day(now or timezone.now()))) if challenge.daily_quota else 0
    return QuotaLeft(
        max(0, challenge.daily_quota - today) if challenge.daily_quota else None,
        max(0, challenge.total_quota - _sum(used)) if challenge.total_quota else None,
    )


def quotas_of_teams(challenge: Challenge, user: User) -> list[QuotaOfTeam]:
    """Return what is left in those teams of somebody that leave less than they have by themselves."""
    own = quota_left(challenge, user)
    teams = user.teams.order_by("name") if own.least is not None else []
    found = [QuotaOfTeam(team.name, quota_left(challenge, user, team)) for team in teams]
    return [one for one in found if one.left != own]


def _sum(used: QuerySet[Submission]) -> int:
    return int(used.aggregate(all=Sum("cost"))["all"] or 0)


def _used(challenge: Challenge, user: User, team: Team | None) -> QuerySet[Submission]:
    """What somebody used up, in whichever team, and what the team did: changing teams gives no more tries.

    Deleted ones count too, or deleting would.
    """
    unfinished = Q(state__in=Submission.UNFINISHED)
    theirs = sharing_tries(user.pk, team.pk if team else None)
    return challenge.submissions.filter(theirs & (Q(counts=True) | unfinished))


def on_day(moment: datetime, of: str = "") -> Q:
    """Return the condition: handed in on the day of that moment, not after it either: some wait past midnight to be
    scored. of: the way to the submission, ending in `__`.
    """
    begins = _midnight(moment)
    return Q(**{f"{of}created__gte": begins, f"{of}created__lt": begins + timedelta(days=1)})


def _midnight(now: datetime) -> datetime:
    """When the day began, where the platform is."""
    return timezone.localtime(now, timezone.get_default_timezone()).replace(hour=0, minute=0, second=0, microsecond=0)


def check_quota(challenge: Challenge, user: User, team: Team | None, now: datetime) -> None:
    """Raise Refused where nothing is left."""
    left = quota_left(challenge, user, team, now)
    if left.ever == 0:
        message = ngettext(
            "Your quota of this challenge is used up: %(number)d output scored on a hidden test, each variant "
            "counted. There is no other one.",
            "Your quota of this challenge is used up: %(number)d outputs scored on a hidden test, each variant "
            "counted. There is no other one.",
            challenge.total_quota or 0,
        )
        raise Refused(message % {"number": challenge.total_quota}, "quota")
    if left.today == 0:
        used_up = ngettext(
            "Your quota of today is used up: %(number)d output scored on a hidden test, each variant counted.",
            "Your quota of today is used up: %(number)d outputs scored on a hidden test, each variant counted.",
            challenge.daily_quota or 0,
        )
        midnight = _midnight(now) + timedelta(days=1)
        wait, phase = midnight - now, open_phase(challenge, now)
        if phase is not None and phase.closes is not None and phase.closes < midnight:
            then = _("The phase ends before there is another one.")
        else:
            then = _("Hand in again after midnight (%(zone)s, in %(time)s h).")
        message = f"{used_up} {then}"
        hours = f"{int(wait.total_seconds()) // 3600}:{int(wait.total_seconds()) // 60 % 60:02}"
        words = {"number": challenge.daily_quota, "zone": settings.TIME_ZONE, "time": hours}
        raise Refused(message % words, "quota")


# --- what a submission costs -----------------------------------------------------------------------------------------


def cost_of(submission: Submission, splits: Iterable[str]) -> int:
    """Return what a submission costs that has outputs on these splits, one name for each output."""
    return max(_on_hidden(submission, splits).values(), default=1)


def check_variants(submission: Submission, splits: Iterable[str]) -> None:
    """Raise JobFailed where more outputs would be scored on a hidden test than one submission may have."""
    most = submission.challenge.variant_quota
    for split, count in _on_hidden(submission, splits).items():
        if most and count > most:
            raise JobFailed(
                f"{split} has {count} outputs, and of one submission at most {most} are scored on a hidden test, as "
                "each score tells of its expected results; hand in the best ones by your own dev set",
                kind="TooManyVariants",
            )


def reserve(submission: Submission, cost: int) -> None:
    """Take the cost of a submission from the quota before anything is scored; called while its job is held.

    Whoever hands in at the same moment waits at the challenge. Raises JobFailed where less is left.
    """
    challenge = locked(submission.challenge)
    left = quota_left(challenge, submission.submitter, submission.team, submission.created, but=submission).least
    if left is not None and cost > left:
        raise JobFailed(
            f"{cost} outputs would be scored on a hidden test, each variant counted, and your quota has {left} left; "
            "hand in fewer",
            kind="Quota",
        )
    Submission.objects.filter(pk=submission.pk).update(cost=cost)
    submission.cost = cost


def _on_hidden(submission: Submission, splits: Iterable[str]) -> Counter[str]:
    """How many outputs there are on each hidden test."""
    hidden = set(submission.version.tests.filter(is_hidden=True).values_list("split", flat=True))
    return Counter(split for split in splits if split in hidden)
