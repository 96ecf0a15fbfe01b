"""Which submissions a private part decides among: one or two that their people selected before the phase ended.

Who selected none is taken to have selected the one with the best score on the public part. What organisers handed in
when the phase was over is none of them. All is as it was when the phase ended: hiding, showing or deleting something
later, when private scores are known, puts nothing else in its place.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from probierz.web.challenges.models import Challenge, Phase, Test
from probierz.web.challenges.phases import is_over
from probierz.web.submissions.models import Score, Submission

__all__ = ["is_divided", "of_the_same_people", "selected_submissions"]


def is_divided(challenge: Challenge) -> bool:
    """Whether the current version has a test with a private part."""
    current = challenge.current
    return current is not None and current.tests.filter(division__isnull=False).exists()


def of_the_same_people(submission: Submission) -> QuerySet[Submission]:
    """Return what the same person alone, or the same team, handed in during the same phase."""
    whose = {"team": submission.team_id} if submission.team_id else {"submitter": submission.submitter_id, "team": None}
    return submission.challenge.submissions.filter(phase=submission.phase_id, **whose)


class _Candidate(NamedTuple):
    """A submission with its best public score. value: None for one that is no number."""

    submission: int
    value: float | None
    created: datetime
    is_chosen: bool
    is_withheld: bool


def selected_submissions(challenge: Challenge, public: Test) -> set[int]:
    """Return the submissions that the private part decides among, also such as are not shown any more.

    public: the test on the public part that ranked.
    """
    phases = {phase.pk: phase for phase in challenge.phases.all()}
    rows = Score.objects.filter(challenge=challenge, test=public, submission__state=Submission.State.SCORED)
    fields = (
        "submission", "value", "is_withheld", "submission__created", "submission__is_chosen", "submission__phase",
        "submission__team", "submission__submitter", "submission__is_baseline", "submission__hidden",
        "submission__deleted", "submission__is_withdrawn", "submission__came_late",
    )  # fmt: skip
    groups: dict[Hashable, list[_Candidate]] = defaultdict(list)
    found: set[int] = set()
    for row in rows.values_list(*fields).order_by("submission", "pk"):
        number, value, withheld, when, chosen, phase, team, person, baseline, hidden, deleted, withdrawn, late = row
        of = phases.get(phase)
        is_out = withdrawn or (late and is_over(of, when))
        if baseline:
            found.add(number)
        elif not is_out and _was_there(of, (hidden, deleted)):
            whose = ("team", team) if team else ("person", person)
            groups[whose, phase].append(_Candidate(number, value, when, chosen, withheld))
    return found.union(*(_selected(group, public.higher_is_better) for group in groups.values()))


def _was_there(phase: Phase | None, gone: Iterable[datetime | None]) -> bool:
    """Whether it was neither hidden nor deleted when its phase ended; of one without an end, now."""
    end = phase.closes if phase is not None else None
    return all(when is None or (end is not None and when > end) for when in gone)


def _selected(group: list[_Candidate], higher_is_better: bool) -> set[int]:
    chosen = {one.submission for one in group if one.is_chosen}
    if chosen:
        return chosen
    sign = -1 if higher_is_better else 1

    def place(one: _Candidate) -> tuple[bool, bool, float, datetime, int]:
        return one.is_withheld, one.value is None, sign * (one.value or 0.0), one.created, one.submission

    return {min(group, key=place).submission}
