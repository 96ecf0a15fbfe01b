"""Rows of what people handed in for the tasks of a suite: as archives, and task by task."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeAlias

from django.db.models import F, QuerySet

from probierz.web.challenges.phases import other_phase
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.submissions.best_scores import is_better
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.submissions.whose import Owners
from probierz.web.suites.deciding import TaskPhases
from probierz.web.suites.models import PlatformSuite, SuiteArchive
from probierz.web.suites.rows import SuiteCell, SuiteRow, row_of
from probierz.web.suites.shapes import SuiteIn

Scored: TypeAlias = Mapping[str, Sequence[tuple[BoardEntry, SuiteCell]]]
"""By task, what has a score of it, as somebody may see that."""


class _From(NamedTuple):
    """Which people something is of, and what keeps it from being compared with others: a row is made of submissions to
    several tasks, so none of them stands for itself as on boards of a task.

    team: its name, where they are one. phase: where another one counts, its name: what came during it, or late, has no
    rank, and takes the place of nothing that came in time during the phase that counts.
    """

    owner: Hashable
    is_own: bool
    is_late: bool
    phase: str
    team: str = ""

    @property
    def group(self) -> Hashable:
        """Of what has the same, the best counts."""
        return self.owner, self.is_late, self.phase

    def row(self, row: SuiteRow) -> SuiteRow:
        """Return the row as one of these people."""
        is_ranked = not self.is_late and not self.phase
        return replace(
            row, owner=self.group, is_own=self.is_own, is_late=self.is_late, phase=self.phase, is_ranked=is_ranked,
            team=self.team,
        )  # fmt: skip


class _ArchivePart(NamedTuple):
    """What is known of one submission of an archive: its task, score or state, and whose it is."""

    task: str
    cell: SuiteCell
    name: str
    of: _From


@dataclass(frozen=True)
class PeoplesRows:
    """Makes rows of a suite's archives and of people, as somebody may see them."""

    viewer: Viewer
    suite: PlatformSuite
    card: SuiteIn
    phases: TaskPhases
    owners: Owners

    def archives(self, scored: Scored) -> list[SuiteRow]:
        """Return one row for each archive of which anything may be seen."""
        parts_of = {
            entry.submission.pk: _ArchivePart(task, cell, entry.name, self._from(task, entry.submission, entry.is_own))
            for task, found in scored.items()
            for entry, cell in found
        }
        parts_of = {**self._unscored(), **parts_of}
        of_archive: dict[int, list[int]] = {}
        for number, submission in _parts(self.suite).values_list("suitearchive_id", "submission_id"):
            of_archive.setdefault(number, []).append(submission)
        rows = []
        for archive in self.suite.archives.all():
            parts = [parts_of[one] for one in of_archive.get(archive.pk, []) if one in parts_of]
            if parts:
                row = row_of(parts[0].name, self.card, {part.task: part.cell for part in parts})
                row = replace(row, archive=archive.pk, when=archive.created, description=archive.description)
                rows.append(_of_all(parts).row(row))
        return rows

    def people(
        self, scored: Scored, made: Collection[int], archives: Sequence[SuiteRow], chosen: Collection[int] = ()
    ) -> list[SuiteRow]:
        """Return one row for whoever handed a task in by itself, with the best of each task, also of an archive.

        made: submissions that archives made; whoever has no other has no such row, for it would mix systems that nobody
        handed in. archives: those on the board; where one has all these scores, it says the same. chosen: submissions
        that were selected; whoever selected task by task what no one archive holds has the row by choice.
        """
        with_archive = {row.owner for row in archives}
        better = {task.name: task.better == "higher" for task in self.card.tasks}
        best: dict[Hashable, dict[str, SuiteCell]] = {}
        who: dict[Hashable, tuple[str, _From]] = {}
        for task, found in scored.items():
            for entry, cell in found:
                of = self._from(task, entry.submission, entry.is_own)
                mine = best.setdefault(of.group, {})
                if task not in mine or is_better(cell.number, mine[task].number, higher_is_better=better[task]):
                    mine[task] = cell
                is_chosen = entry.submission.pk in chosen and of.group not in with_archive
                if entry.submission.pk not in made or is_chosen:
                    who[of.group] = entry.name, of
        rows = [of.row(row_of(name, self.card, best[group])) for group, (name, of) in who.items()]
        return [row for row in rows if not any(_has_all(one, row, self.card, better) for one in archives)]

    def _from(self, task: str, submission: Submission, is_own: bool) -> _From:
        phase = other_phase(submission.phase, self.phases.get(task))
        who = submission.submitter_id, submission.team_id, submission.phase_id
        people = self.owners.row_or_people(*who, submission.row_name)
        team = submission.team.name if submission.team else ""
        return _From(people, is_own, submission.is_late, phase, team)

    def _unscored(self) -> dict[int, _ArchivePart]:
        """By number, the submissions of archives that failed or still wait, for those who may know of it."""
        viewer = self.viewer
        members = {one.challenge_id: one.name for one in self.suite.tasks.all()}
        waiting = Submission.objects.filter(archives__suite=self.suite, hidden=None, deleted=None)
        waiting = waiting.exclude(state=Submission.State.SCORED)
        found = {}
        for one in waiting.select_related("challenge", "submitter", "team", "phase").distinct():
            is_own = viewer.submitted(one)
            if one.challenge_id in members and (is_own or viewer.organises(one.challenge)):
                task = members[one.challenge_id]
                cell = SuiteCell(str(one.get_state_display()), None, one.pk, one.state)
                found[one.pk] = _ArchivePart(task, cell, viewer.name_of(one), self._from(task, one, is_own))
        return found


def made_by_archives(suite: PlatformSuite) -> set[int]:
    """Return the submissions that archives made: what was handed in by itself before an archive had it is none."""
    made = _parts(suite).filter(submission__created__gte=F("suitearchive__created"))
    return set(made.values_list("submission", flat=True))


def _parts(suite: PlatformSuite) -> QuerySet[Any]:
    return SuiteArchive.submissions.through.objects.filter(suitearchive__suite=suite)


def _of_all(parts: Sequence[_ArchivePart]) -> _From:
    """Whose an archive is: late, or of another phase, where one of its parts is."""
    phase = next((part.of.phase for part in parts if part.of.phase), "")
    return parts[0].of._replace(is_late=any(part.of.is_late for part in parts), phase=phase)


def newest_archives(archives: Sequence[SuiteRow]) -> list[SuiteRow]:
    """Of each system, which is known by its people and description, the newest archive that has as many scores as any.

    So an archive that is being scored, or lacks tasks, takes no complete one's place.
    """
    systems: dict[tuple[Hashable, str], list[SuiteRow]] = {}
    for row in archives:
        systems.setdefault((row.owner, " ".join(row.description.split())), []).append(row)
    found = []
    for rows in systems.values():
        row = max(rows, key=lambda one: (_scores_in(one), str(one.when)))
        found.append(replace(row, earlier=len(rows) - 1))
    return _one_incomplete_each(found)


def _one_incomplete_each(archives: Sequence[SuiteRow]) -> list[SuiteRow]:
    """Of each people's archives without all tasks the fullest, and of those the newest: nobody fills a board with them.

    One with a task that is still being scored, or failed, is as full as it will be.
    """
    best: dict[Hashable, SuiteRow] = {}
    for row in archives:
        other = best.get(row.owner)
        if None in row.cells and (other is None or _fullness(row) > _fullness(other)):
            best[row.owner] = row
    return [row for row in archives if None not in row.cells or row is best[row.owner]]


def _fullness(row: SuiteRow) -> tuple[int, str]:
    return len(row.cells) - row.cells.count(None), str(row.when)


def _scores_in(row: SuiteRow) -> int:
    return sum(cell is not None and not cell.state for cell in row.cells)


def _has_all(archive: SuiteRow, row: SuiteRow, card: SuiteIn, better: Mapping[str, bool]) -> bool:
    """Whether an archive of the same people is as good as a row in every task."""
    if archive.owner != row.owner:
        return False
    for task, own, best in zip(card.tasks, archive.cells, row.cells, strict=True):
        if best is None:
            continue
        if own is None or own.state or is_better(best.number, own.number, higher_is_better=better[task.name]):
            return False
    return True
