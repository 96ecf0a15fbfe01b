"""What somebody has to do with tasks of a suite: those that they look after, and what is left of quotas of theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import open_phase
from probierz.web.challenges.services import division_holds
from probierz.web.submissions.services.quota import QuotaLeft, QuotaOfTeam, quota_left, quotas_of_teams
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.board_notes import task_titles
from probierz.web.suites.queries import SuiteView, tests_of
from probierz.web.suites.shapes import SuiteIn


class LookedAfter(NamedTuple):
    """A task as its organisers see it. phase: that is open now. waits: a division begins or ends with a new version."""

    task: str
    challenge: Challenge
    phase: Phase | None
    waits: bool

    @property
    def people(self) -> int:
        """How many run it."""
        return self.challenge.organisers.count()


def looked_after(view: SuiteView, viewer: Viewer) -> list[LookedAfter]:
    """Return the tasks of a suite whose challenges this viewer organises."""
    return [
        LookedAfter(task, challenge, open_phase(challenge, viewer.now), not division_holds(challenge))
        for task, challenge in view.challenges.items()
        if viewer.organises(challenge)
    ]


class QuotaOfTasks(NamedTuple):
    """What is left in tasks that have it in common, by title. challenge: one of theirs, which says of how many.

    teams: in which of somebody's teams less is left, and how much.
    """

    tasks: list[str]
    challenge: Challenge
    left: QuotaLeft
    teams: list[QuotaOfTeam]


def quotas_of(card: SuiteIn, challenges: Mapping[str, Challenge], user: User) -> list[QuotaOfTasks]:
    """Return what is left in the tasks that are scored here and have a quota, those that agree in it together."""
    titles = task_titles(card)
    found: dict[tuple[QuotaLeft, tuple[QuotaOfTeam, ...], int, int], QuotaOfTasks] = {}
    for task, (challenge, _test) in tests_of(card, challenges).items():
        left, teams = quota_left(challenge, user), quotas_of_teams(challenge, user)
        if left.least is not None:
            key = (left, tuple(teams), challenge.daily_quota, challenge.total_quota)
            found.setdefault(key, QuotaOfTasks([], challenge, left, teams)).tasks.append(titles[task])
    return list(found.values())
