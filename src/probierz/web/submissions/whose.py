"""Whose a submission is, and which are of the same people: every rule on it.

For places on boards, what scores stand beside, what a repair did to ranks, and what a private part decides among:
`Owners`, for whom a team of one is its person. For what people select before it decides, and what scores told them:
`team_or_person`. For guards of hidden tests, which nobody gets round by changing teams: `sharing_tries`.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TypeAlias

from django.db.models import Q, QuerySet

from probierz.web.submissions.models import Submission

Whose: TypeAlias = "tuple[str, int | str]"
"""What it is, and which: `("team", 1)`, `("person", 1)`, `("row", "a name of its own")`, `("submission", 1)`."""

WHOSE = ("submitter", "team", "phase", "row_name", "is_reference", "is_baseline", "is_human")
"""The fields of a submission that say whose it is, in the order in which `Owners.whose` takes them after its number."""


class Owners:
    """Whose submissions are, where places are given or a private part decides: a team of one is its person.

    Such a team is a single person under another name, as nobody else handed in for it: with what this person handed in
    alone it has one place, and the private part decides once. Who is in a team makes no difference, so that nobody gets
    a place, or loses it, by joining or leaving one after the end.
    """

    def __init__(self, handed_in: QuerySet[Submission], *, across_phases: bool = False) -> None:
        """handed_in: all that may tell who is behind a team. across_phases: whether to look at all phases at once, and
        not, as what one of them decided must not change with the next, at each by itself.
        """
        self._handed_in, self._across_phases = handed_in, across_phases

    @cached_property
    def _of_one(self) -> dict[tuple[int, int | None], int]:
        """By team, and phase, who is behind it alone; read where somebody asks for a team."""
        people: dict[tuple[int, int | None], set[int]] = defaultdict(set)
        rows = self._handed_in.exclude(team=None).order_by().values_list("team", "phase", "submitter").distinct()
        for team, phase, person in rows:
            people[team, self._during(phase)].add(person)
        return {during: person for during, (person, *others) in people.items() if not others}

    def _during(self, phase: int | None) -> int | None:
        return None if self._across_phases else phase

    def team_or_person(self, submitter: int, team: int | None, phase: int | None) -> Whose:
        """Return who handed in during a phase: the team, or a person alone."""
        is_one_person = team is not None and (team, self._during(phase)) in self._of_one
        return team_or_person(submitter, None if is_one_person else team)

    def row_or_people(self, submitter: int, team: int | None, phase: int | None, row_name: str) -> Whose:
        """Return what is behind a submission: a name of its own, whoever handed it in, else a team or person."""
        return ("row", row_name) if row_name else self.team_or_person(submitter, team, phase)

    def whose(
        self,
        submission: int,
        submitter: int,
        team: int | None,
        phase: int | None,
        row_name: str,
        is_reference: bool,
        is_baseline: bool,
        is_human: bool,
    ) -> Whose:
        """Return whose a submission is: with others of the same, it has one place.

        What is published, a baseline, or labels of people stands for itself: several of them come from one person.
        """
        stands_alone = is_reference or is_baseline or is_human
        return ("submission", submission) if stands_alone else self.row_or_people(submitter, team, phase, row_name)

    def of(self, submission: Submission) -> Whose:
        """Return whose a submission is, as `whose`."""
        one, who = submission, (submission.submitter_id, submission.team_id, submission.phase_id)
        return self.whose(one.pk, *who, one.row_name, one.is_reference, one.is_baseline, one.is_human)

    def the_same(self, submission: Submission) -> Q:
        """Return the condition: `row_or_people` finds the same behind it as behind this submission."""
        if submission.row_name:
            return Q(row_name=submission.row_name)
        kind, person = self.team_or_person(submission.submitter_id, submission.team_id, submission.phase_id)
        of_one = Q(pk__in=[])
        for (team, phase), one in self._of_one.items():
            if (kind, person) in (("team", team), ("person", one)):
                of_one |= Q(team=team) if self._across_phases else Q(team=team, phase=phase)
        theirs = Q(team=person) & ~of_one if kind == "team" else Q(team=None, submitter=person) | of_one
        return theirs & Q(row_name="")


def team_or_person(submitter: int, team: int | None) -> Whose:
    """Return who handed in: the team, or a person alone."""
    return ("team", team) if team else ("person", submitter)


def by_team_or_person(submission: Submission) -> Q:
    """Return the condition: handed in by whom `team_or_person` says of this submission."""
    if submission.team_id:
        return Q(team=submission.team_id)
    return Q(team=None, submitter=submission.submitter_id)


def sharing_tries(submitter: int, team: int | None, of: str = "") -> Q:
    """Return the condition: by this person, in whichever team, or by this team. of: the way there, ending in `__`."""
    by_person = Q(**{f"{of}submitter": submitter})
    return by_person | Q(**{f"{of}team": team}) if team else by_person
