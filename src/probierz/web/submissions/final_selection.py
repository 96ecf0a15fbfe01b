"""Which submissions a private part decides among: one or two that their people selected before the phase ended.

Who selected none is taken to have selected the one with the best score on the public part, as it was told: of scores
that were told as the same one, the earliest. What organisers handed in
when the phase was over is none of them. All is as it was when the phase ended: hiding, showing or deleting something
later, when private scores are known, puts nothing else in its place, nor does a repair of expected results while
scores on them are still to come.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple, TypeAlias

from django.db.models import QuerySet

from probierz.scoring.score_steps import ScoreSteps
from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.models import Challenge, Part, Phase, Test
from probierz.web.challenges.visibility import steps_of, tells_in_steps
from probierz.web.submissions.arrival import Arrival, is_late
from probierz.web.submissions.best_scores import score_place
from probierz.web.submissions.models import Evaluation, Score, Submission
from probierz.web.submissions.whose import Owners, by_team_or_person


def is_divided(challenge: Challenge) -> bool:
    """Whether the current version has a test with a private part."""
    current = challenge.current
    return current is not None and current.tests.filter(division__isnull=False).exists()


def selects_in(challenge: Challenge, phase: Phase | None) -> bool:
    """Whether people select, in a phase, what the private part decides among: not in one that decides nothing."""
    return (phase is None or phase.shows_private) and is_divided(challenge)


def of_the_same_people(submission: Submission) -> QuerySet[Submission]:
    """Return what the same person alone, or the same team, handed in during the same phase."""
    return submission.challenge.submissions.filter(by_team_or_person(submission), phase=submission.phase_id)


def standing_for(submission: Submission) -> frozenset[int] | None:
    """Return what the private part would decide among of the same people, as things are; None where none decides."""
    challenge, phase = submission.challenge, submission.phase
    if not selects_in(challenge, phase) or challenge.current is None:
        return None
    public = main_test(challenge.current.tests.filter(part=Part.PUBLIC))
    if public is None:
        return None
    own = of_the_same_people(submission).values_list("pk", flat=True)
    return selection_of(challenge, public, phase).counted.intersection(own)


class SelectionCount(NamedTuple):
    """How many people and teams have something to select in a phase, selected anything, and all that they may."""

    of: int
    any: int
    all: int


def count_selections(challenge: Challenge, phase: Phase) -> SelectionCount:
    """Count who selected, as organisers may know it before the phase ends: not what."""
    public = main_test(challenge.current.tests.filter(part=Part.PUBLIC)) if challenge.current is not None else None
    groups = _candidates(challenge, [public.pk, *_before_repairs(challenge, public)], phase)[0] if public else {}
    chosen = [len({one.submission for one in group if one.is_chosen}) for group in groups.values()]
    return SelectionCount(len(groups), sum(map(bool, chosen)), sum(number >= challenge.selections for number in chosen))


class _Candidate(NamedTuple):
    """A submission with its public score. value: None for one that is no number.

    values: by test, what is known of its output there: on the data before a repair, and on those after it.
    """

    submission: int
    value: float | None
    values: Mapping[int, float | None]
    created: datetime
    is_chosen: bool
    is_withheld: bool


class Selection(NamedTuple):
    """What people could select, by its score on the public part (None for none), and what of it counts.

    chosen: what they selected themselves; selectors: who did, as `("team", 1)` or `("person", 1)`. counted: all that
    the private part decides among, also what stands for those who selected nothing.
    """

    candidates: Mapping[int, float | None]
    chosen: frozenset[int]
    selectors: frozenset[Hashable]
    counted: frozenset[int]


def selected_submissions(challenge: Challenge, public: Test) -> frozenset[int]:
    """Return the submissions that the private part decides among, also such as are not shown any more.

    public: the test on the public part that ranked.
    """
    return selection_of(challenge, public).counted


def selection_of(
    challenge: Challenge, public: Test, phase: Phase | None = None, owners: Owners | None = None
) -> Selection:
    """Return what people could select by a test on a public part, and what they did; of one phase, or of all.

    owners: who is behind it, where that is to be looked for not in each phase of the challenge, but in several.
    """
    tests = [public.pk, *_before_repairs(challenge, public)]
    groups, baselines = _candidates(challenge, tests, phase, owners)
    alike = {whose: _on_one_test(group, tests) for whose, group in groups.items()}
    steps = steps_of(public) if tells_in_steps(challenge, public) else None
    return _selection(alike, baselines, _Order(public.higher_is_better, steps))


class _Order(NamedTuple):
    """Which public score is the better one, of those that people were told. steps: None where they saw all digits."""

    higher_is_better: bool
    steps: ScoreSteps | None

    def place(self, one: _Candidate) -> tuple[bool, Any, int]:
        """The best first. What was withheld stands for its people only where there is nothing else, as on boards."""
        told = one.value if one.value is None or self.steps is None else float(self.steps.told(one.value))
        best = score_place(told, one.created, higher_is_better=self.higher_is_better)
        return one.is_withheld, best, one.submission


_Groups: TypeAlias = "dict[tuple[Hashable, int | None], list[_Candidate]]"
"""By whose they are, and by phase."""


def _candidates(
    challenge: Challenge, tests: Sequence[int], phase: Phase | None, owners: Owners | None = None
) -> tuple[_Groups, set[int]]:
    """What people could select, as the first of these tests ranks it, and the baselines beside it."""
    phases = {one.pk: one for one in challenge.phases.all()}
    rows = Score.objects.filter(challenge=challenge, test__in=tests, submission__state=Submission.State.SCORED)
    rows = rows if phase is None else rows.filter(submission__phase=phase)
    fields = (
        "submission", "test", "value", "evaluation__sha256", "is_withheld", "submission__created",
        "submission__is_chosen", "submission__phase", "submission__team", "submission__submitter",
        "submission__is_baseline", "submission__hidden", "submission__deleted", "submission__is_withdrawn",
        "submission__came_late",
    )  # fmt: skip
    found = list(rows.values_list(*fields).order_by("submission", "pk"))
    is_mixed = any(row[1] != tests[0] for row in found)
    known = _known_values(tests) if is_mixed else {}
    owners = owners or Owners(challenge.submissions.all())
    groups: _Groups = defaultdict(list)
    baselines: set[int] = set()
    for row in found:
        number, test, value, content, withheld, when, chosen, of, *about = row
        team, person, baseline, hidden, deleted, out, late = about
        during = phases.get(of)
        is_out = out or is_late(Arrival(when, during.closes if during else None, late))
        if baseline:
            baselines.add(number)
        elif not is_out and _was_there(during, (hidden, deleted)):
            values = {**known.get(content, {}), test: value}
            groups[owners.team_or_person(person, team, of), of].append(
                _Candidate(number, value, values, when, chosen, withheld)
            )
    return groups, baselines


def _before_repairs(challenge: Challenge, public: Test) -> list[int]:
    """The same test on data that were repaired since, the newest first; those of another task, a major version, are
    none.
    """
    if challenge.current is None:
        return []
    same = challenge.tests.filter(
        split=public.split, scheme=public.scheme, versions__major=challenge.current.major
    ).exclude(part=Part.PRIVATE)
    return list(same.exclude(pk=public.pk).distinct().order_by("-pk").values_list("pk", flat=True))


def _known_values(tests: Iterable[int]) -> Mapping[str, dict[int, float | None]]:
    """By content of an output what each of these tests says of it, also where a newer one has taken the score's
    place.
    """
    known: dict[str, dict[int, float | None]] = defaultdict(dict)
    for content, test, value in Evaluation.objects.filter(test__in=tests).values_list("sha256", "test", "value"):
        known[content][test] = value
    return known


def _on_one_test(group: list[_Candidate], tests: Iterable[int]) -> list[_Candidate]:
    """What the newest test that knows all of a group says of them: of scores on two, none is the better one."""
    common = next((test for test in tests if all(test in one.values for one in group)), None)
    return group if common is None else [one._replace(value=one.values[common]) for one in group]


def _selection(
    groups: Mapping[tuple[Hashable, int | None], list[_Candidate]], baselines: set[int], order: _Order
) -> Selection:
    candidates: dict[int, float | None] = {}
    for one in (one for group in groups.values() for one in _worst_first(group, order)):
        candidates[one.submission] = None if one.is_withheld else one.value  # of several variants, the best
    return Selection(
        candidates,
        chosen=frozenset(one.submission for group in groups.values() for one in group if one.is_chosen),
        selectors=frozenset(whose for (whose, _), group in groups.items() if any(one.is_chosen for one in group)),
        counted=frozenset(baselines.union(*(_selected(group, order) for group in groups.values()))),
    )


def _was_there(phase: Phase | None, gone: Iterable[datetime | None]) -> bool:
    """Whether it was neither hidden nor deleted when its phase ended; of one without an end, now."""
    end = phase.closes if phase is not None else None
    return all(when is None or (end is not None and when > end) for when in gone)


def _selected(group: list[_Candidate], order: _Order) -> set[int]:
    chosen = {one.submission for one in group if one.is_chosen}
    return chosen or {_worst_first(group, order)[-1].submission}


def _worst_first(group: list[_Candidate], order: _Order) -> list[_Candidate]:
    return sorted(group, key=order.place, reverse=True)
