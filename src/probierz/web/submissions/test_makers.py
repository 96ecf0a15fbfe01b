"""Who hands in at a test that they took part in making: known before they submit, and marked afterwards."""

from __future__ import annotations

from collections.abc import Iterable

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.visibility import Visitor


def has_maker(challenge: Challenge, user: User, team: Team | None = None) -> bool:
    """Whether somebody who hands in took part in making the test, alone or through the team.

    Where makers are known, those who run the challenge are among them: they can read what is expected.
    """
    people = {user} | (set(team.members.all()) if team is not None else set())
    return _has_one(challenge, _makers(challenge), people)


def teams_with_maker(challenge: Challenge, user: User) -> list[str]:
    """Return the names of somebody's teams in which a member took part in making the test."""
    makers = _makers(challenge)
    teams = user.teams.order_by("name").prefetch_related("members") if makers else ()
    return [team.name for team in teams if _has_one(challenge, makers, team.members.all())]


def _makers(challenge: Challenge) -> set[int]:
    return set(challenge.test_makers.values_list("user", flat=True))


def _has_one(challenge: Challenge, makers: set[int], people: Iterable[User]) -> bool:
    return bool(makers) and any(one.pk in makers or Visitor(one).organises(challenge) for one in people)
