"""What counts on the board of a suite: which part of divided tests, which phase, and what that part decides among.

Of a task, the private part decides among what people selected. Of archives it decides as of wholes: where their people
selected nothing in some task, their archive with the best public average stands, and its parts with it.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Hashable, Mapping
from datetime import datetime
from typing import NamedTuple, TypeAlias, TypeVar

from probierz.web.challenges.models import Challenge, Part, Phase, Test
from probierz.web.challenges.phases import deciding_phase, is_over, other_phase, phase_that_counts, private_decides
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.submissions.final_selection import Selection, selection_of
from probierz.web.submissions.whose import Owners
from probierz.web.suites.models import PlatformSuite

Cell = TypeVar("Cell")
TaskTests: TypeAlias = Mapping[str, tuple[Challenge, Test]]
"""By task, its challenge and the test that counts; of a divided one, the test on the public part."""
TaskPhases: TypeAlias = Mapping[str, Phase | None]
"""By task, the phase of which scores count."""
ScoredTasks: TypeAlias = Mapping[str, Collection[tuple[BoardEntry, Cell]]]
"""By task, what has a score of it."""


def deciding_part(tests: TaskTests, now: datetime) -> Part:
    """Return the part of divided tests that counts for all tasks alike; the whole test where none is divided.

    It is the private part once that decides in every task with a divided test, so that no average mixes both.
    """
    divided = [challenge for challenge, test in tests.values() if test.part == Part.PUBLIC]
    if not divided:
        return Part.WHOLE
    return Part.PRIVATE if all(private_decides(one, now) for one in divided) else Part.PUBLIC


def open_undivided(tests: TaskTests, now: datetime) -> list[str]:
    """Return the tasks without a private part in which what counts may still be handed in: no board is final before."""
    whole = {task: challenge for task, (challenge, test) in tests.items() if test.part == Part.WHOLE}
    return [task for task, one in whole.items() if _may_change(one, now)]


def _may_change(challenge: Challenge, now: datetime) -> bool:
    """Whether a phase that may change ranks is open or to come: once one decided, those that decide alone do."""
    is_decided = is_over(deciding_phase(challenge, now), now)
    coming = [one for one in challenge.phases.all() if not is_over(one, now)]
    return any(one.shows_private or not is_decided for one in coming)


# --- phases ----------------------------------------------------------------------------------------------------------


def counting_phases(tests: TaskTests, part: Part, now: datetime) -> dict[str, Phase | None]:
    """Return by task the phase that counts: where private parts decide the one that they decide, else the present one.

    Scores of two phases are not compared: one may round them, or was but a trial.
    """

    def of(challenge: Challenge, test: Test) -> Phase | None:
        is_decided = part == Part.PRIVATE and test.part == Part.PUBLIC
        return phase_that_counts(challenge, now, is_final=is_decided)

    return {task: of(*where) for task, where in tests.items()}


def of_counting_phases(scored: ScoredTasks[Cell], phases: TaskPhases) -> dict[str, list[tuple[BoardEntry, Cell]]]:
    """Return of these scores those of the phases that count."""
    return {
        task: [one for one in found if not other_phase(one[0].submission.phase, phases.get(task))]
        for task, found in scored.items()
    }


# --- the final board -------------------------------------------------------------------------------------------------


class _Archive(NamedTuple):
    """What was handed in at once: the submission of each task."""

    number: int
    when: datetime
    people: Hashable
    parts: Mapping[str, int]


class Finalists(NamedTuple):
    """What stands on a final board. archives: their numbers. counted: by task with a divided test, submissions.

    chosen: those of them that people selected themselves.
    """

    archives: frozenset[int]
    counted: Mapping[str, frozenset[int]]
    chosen: frozenset[int]

    def among(self, scored: ScoredTasks[Cell]) -> dict[str, list[tuple[BoardEntry, Cell]]]:
        """Return of these scores those that count; of tests that are not divided, all do."""
        return {
            task: [one for one in found if task not in self.counted or one[0].submission.pk in self.counted[task]]
            for task, found in scored.items()
        }


def finalists_of(
    suite: PlatformSuite, tests: TaskTests, phases: TaskPhases, made: Collection[int], owners: Owners, *, has_mean: bool
) -> Finalists:
    """Return what stands on the final board, whoever looks. made: the submissions that archives made. owners: across
    the suite's tasks.

    Without an average the newest of somebody's fullest archives takes the place of that with the best one.
    """
    selections = {
        task: selection_of(*where, phases.get(task), owners)
        for task, where in tests.items()
        if where[1].part == Part.PUBLIC
    }
    archives = _archives(suite, owners)
    found = _deciding(archives, tests, selections, has_mean=has_mean)
    people = {one.people for one in found}
    with_theirs = {part for one in archives if one.people in people for part in one.parts.values()} & set(made)
    parts = {part for one in found for part in one.parts.values()}
    counted = {
        task: selection.chosen | (selection.counted - with_theirs) | (parts & selection.candidates.keys())
        for task, selection in selections.items()
    }
    chosen = frozenset[int]().union(*(selection.chosen for selection in selections.values()))
    return Finalists(frozenset(one.number for one in found), counted, chosen)


def _deciding(
    archives: Collection[_Archive], tests: TaskTests, selections: Mapping[str, Selection], *, has_mean: bool
) -> list[_Archive]:
    """Of whoever selected in every task the archives that hold it all, of others one that holds what they selected."""
    theirs: dict[Hashable, list[_Archive]] = {}
    for archive in sorted(archives, key=lambda one: one.when, reverse=not has_mean):
        if _is_selectable(archive, selections) and _agrees(archive, selections):
            theirs.setdefault(archive.people, []).append(archive)
    found = []
    for people, agreeing in theirs.items():
        selected_all = all(people in selection.selectors for selection in selections.values())
        best = max(agreeing, key=lambda one: _public_place(one, tests, selections, has_mean=has_mean))
        found += agreeing if selected_all else [best]
    return found


def _archives(suite: PlatformSuite, owners: Owners) -> list[_Archive]:
    tasks = {one.challenge_id: one.name for one in suite.tasks.all()}
    found = []
    for one in suite.archives.prefetch_related("submissions"):
        people = owners.team_or_person(one.submitter_id, one.team_id, None)
        parts = {tasks[part.challenge_id]: part.pk for part in one.submissions.all() if part.challenge_id in tasks}
        found.append(_Archive(one.pk, one.created, people, parts))
    return found


def _is_selectable(archive: _Archive, selections: Mapping[str, Selection]) -> bool:
    """Whether its people could have selected it: nothing late, hidden before the end, or of another phase."""
    parts = [(archive.parts[task], selection) for task, selection in selections.items() if task in archive.parts]
    return bool(parts) and all(part in selection.candidates for part, selection in parts)


def _agrees(archive: _Archive, selections: Mapping[str, Selection]) -> bool:
    """Whether it holds what its people selected, in each task in which they did."""
    return all(
        archive.people not in selection.selectors or archive.parts.get(task) in selection.chosen
        for task, selection in selections.items()
    )


def _public_place(
    archive: _Archive, tests: TaskTests, selections: Mapping[str, Selection], *, has_mean: bool
) -> tuple[int, float]:
    """The more the better: how many tasks have a public score, and their average."""
    of = {task: selection.candidates.get(archive.parts.get(task, 0)) for task, selection in selections.items()}
    known = [value for value in of.values() if value is not None]
    if not has_mean or not known:
        return len(known), 0.0
    sign = 1 if all(tests[task][1].higher_is_better for task in of) else -1
    return len(known), sign * math.fsum(known) / len(known)
