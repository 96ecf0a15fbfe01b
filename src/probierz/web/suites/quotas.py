"""What is left of somebody's quotas in the challenges of a suite, before an archive is handed in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.submissions.services.quota import QuotaLeft, QuotaOfTeam, quota_left, quotas_of_teams
from probierz.web.suites.queries import tests_of
from probierz.web.suites.shapes import SuiteIn

__all__ = ["QuotaOfTasks", "quotas_of"]


class QuotaOfTasks(NamedTuple):
    """What is left in tasks that have it in common. challenge: one of theirs, which says of how many.

    teams: in which of somebody's teams less is left, and how much.
    """

    tasks: list[str]
    challenge: Challenge
    left: QuotaLeft
    teams: list[QuotaOfTeam]


def quotas_of(card: SuiteIn, challenges: Mapping[str, Challenge], user: User) -> list[QuotaOfTasks]:
    """Return what is left in the tasks that are scored here and have a quota, those that agree in it together."""
    found: dict[tuple[QuotaLeft, tuple[QuotaOfTeam, ...], int, int], QuotaOfTasks] = {}
    for task, (challenge, _test) in tests_of(card, challenges).items():
        left, teams = quota_left(challenge, user), quotas_of_teams(challenge, user)
        if left.least is not None:
            key = (left, tuple(teams), challenge.daily_quota, challenge.total_quota)
            found.setdefault(key, QuotaOfTasks([], challenge, left, teams)).tasks.append(task)
    return list(found.values())
