"""Whose a submission is, and which are of the same people: every rule on it.

For places on boards, what scores stand beside, and what a repair did to ranks: `whose`. For what people select before
a private part decides, and what scores told them: `team_or_person`. For guards of hidden tests, which nobody gets round
by changing teams: `sharing_tries`. Where places are given or the private part decides, a team of one is its person:
`teams_of_one`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from typing import TypeAlias, TypeVar

from django.db.models import Q

from probierz.web.submissions.models import Submission

__all__ = [
    "WHOSE", "Whose", "by_row_or_people", "by_team_or_person", "row_or_people", "sharing_tries", "team_or_person",
    "teams_of_one", "whose", "whose_is",
]  # fmt: skip

_Team = TypeVar("_Team", bound=Hashable)
Whose: TypeAlias = "tuple[str, int | str]"
"""What it is, and which: `("team", 1)`, `("person", 1)`, `("row", "a name of its own")`, `("submission", 1)`."""

WHOSE = ("submitter", "team", "row_name", "is_reference", "is_baseline", "is_human")
"""The fields of a submission that say whose it is, in the order in which `whose` takes them after its number."""


def whose_is(submission: Submission) -> Whose:
    """Return whose a submission is, as `whose`."""
    one = submission
    return whose(one.pk, one.submitter_id, one.team_id, one.row_name, one.is_reference, one.is_baseline, one.is_human)


def whose(
    submission: int,
    submitter: int,
    team: int | None,
    row_name: str,
    is_reference: bool,
    is_baseline: bool,
    is_human: bool,
) -> Whose:
    """Return whose a submission is: with others of the same, it has one place.

    What is published, a baseline, or labels of people stands for itself: several of them come from one person.
    """
    stands_alone = is_reference or is_baseline or is_human
    return ("submission", submission) if stands_alone else row_or_people(submitter, team, row_name)


def row_or_people(submitter: int, team: int | None, row_name: str) -> Whose:
    """Return what is behind a submission: a name of its own, whoever handed it in, else a team or person."""
    return ("row", row_name) if row_name else team_or_person(submitter, team)


def by_row_or_people(submission: Submission) -> Q:
    """Return the condition: the same as `row_or_people` finds behind this submission."""
    if submission.row_name:
        return Q(row_name=submission.row_name)
    return by_team_or_person(submission) & Q(row_name="")


def team_or_person(submitter: int, team: int | None) -> Whose:
    """Return who handed in: the team, or a person alone."""
    return ("team", team) if team else ("person", submitter)


def teams_of_one(handed_in: Iterable[tuple[_Team, int]]) -> set[_Team]:
    """Return those teams that are a single person under another name: nobody else handed in for them.

    handed_in: a team, or a team and a phase, and who handed in for it. With what this person handed in alone such a
    team has one place, and the private part decides once. Who is in a team makes no difference, so that nobody gets a
    place, or loses it, by joining or leaving one after the end.
    """
    people: dict[_Team, set[int]] = defaultdict(set)
    for team, person in handed_in:
        people[team].add(person)
    return {team for team, some in people.items() if len(some) == 1}


def by_team_or_person(submission: Submission) -> Q:
    """Return the condition: handed in by whom `team_or_person` says of this submission."""
    if submission.team_id:
        return Q(team=submission.team_id)
    return Q(team=None, submitter=submission.submitter_id)


def sharing_tries(submitter: int, team: int | None, of: str = "") -> Q:
    """Return the condition: by this person, in whichever team, or by this team. of: the way there, ending in `__`."""
    by_person = Q(**{f"{of}submitter": submitter})
    return by_person | Q(**{f"{of}team": team}) if team else by_person
