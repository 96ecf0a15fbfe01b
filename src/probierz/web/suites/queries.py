"""The board over the tasks of a suite, as somebody may see it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import NamedTuple

from django.db.models import F

from probierz.ordering import missing_last, shared_ranks
from probierz.reports.tables import NumberStyle
from probierz.suites.averaging import digits_of_mean, exact_mean
from probierz.suites.published_results import ranked_kinds
from probierz.web.challenges.models import Challenge, Part, Phase, Test
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.queries import read_board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.deciding import deciding_part, selected_entries
from probierz.web.suites.models import PlatformSuite, SuiteArchive
from probierz.web.suites.shapes import SuiteIn, SuitePhaseIn, SuiteTaskIn

__all__ = [
    "SuiteCell", "SuiteRow", "SuiteView", "card_of", "challenges_of", "entries_of", "hidden_tasks", "may_see_suite",
    "phases_of", "read_suite", "test_of", "tests_of",
]  # fmt: skip


@dataclass(frozen=True)
class SuiteCell:
    """A score of one task: as it is shown, and as a number where that is one; or how far its scoring is.

    submission: where more is said; 0 for a published one. state: of what has no score yet, or cannot have one.
    """

    text: str
    number: float | None
    submission: int = 0
    state: str = ""


@dataclass(frozen=True)
class SuiteRow:
    """A system on the board over the tasks. cells: None where a task is missing. mean: of all tasks, else None.

    rank: by the mean; None without one. shown_mean: the mean as it is shown, a dash while tasks are missing.
    kind: of a published one, see `SubmissionKind`; empty where nobody says. is_ranked: whether it counts in ranks.
    is_late: whether organisers handed something of it in when the phase of its task was over.
    when: an archive's time; None for what was published. earlier: how many older archives of the same people with the
    same description stand behind it. owner: whose it is, as names may be the same; None of what was published.
    """

    name: str
    cells: tuple[SuiteCell | None, ...]
    mean: float | None
    shown_mean: str = "–"
    rank: int | None = None
    is_own: bool = False
    is_published: bool = False
    source: str = ""
    year: int = 0
    link: str = ""
    when: datetime | None = None
    description: str = ""
    earlier: int = 0
    kind: str = ""
    is_ranked: bool = True
    is_late: bool = False
    owner: Hashable = None


@dataclass(frozen=True)
class SuiteView:
    """A suite with its tasks, which challenges they are here (None where they are not), and its board.

    archives: all of them, the newest first; of each system the newest stands on the board.
    part: of divided tests, the part that the scores of all tasks are on. divided: the tasks with such tests.
    """

    suite: PlatformSuite
    card: SuiteIn
    challenges: Mapping[str, Challenge]
    rows: tuple[SuiteRow, ...]
    archives: tuple[SuiteRow, ...] = ()
    part: Part = Part.WHOLE
    divided: frozenset[str] = frozenset()

    @property
    def is_final(self) -> bool:
        """Whether the private parts of the tests decide."""
        return self.part == Part.PRIVATE

    @property
    def has_published_results(self) -> bool:
        """Whether published results stand there."""
        return any(row.is_published for row in self.rows)

    @property
    def has_late_ones(self) -> bool:
        """Whether something stands there that organisers handed in when its phase was over."""
        return any(row.is_late for row in self.rows)

    @property
    def is_divided(self) -> bool:
        """Whether scores are those on the public parts, and others will decide."""
        return self.part == Part.PUBLIC

    def part_of(self, task: str) -> Part:
        """The part of a task's test that its scores are on."""
        return self.part if task in self.divided else Part.WHOLE

    @property
    def tasks(self) -> list[tuple[SuiteTaskIn, Challenge | None]]:
        """Each task with its challenge."""
        return [(task, self.challenges.get(task.name)) for task in self.card.tasks]

    @property
    def unscored(self) -> list[str]:
        """Tasks that cannot be scored here, with their splits: `qa test-B`. As those that are told after an archive."""
        tests = ((task, one and test_of(one, task.split, task.metric)) for task, one in self.tasks)
        return [f"{task.name} {task.split}" for task, test in tests if test is None]


def card_of(suite: PlatformSuite) -> SuiteIn:
    """Return what is known of a suite."""
    return SuiteIn.model_validate(suite.card)


def may_see_suite(viewer: Viewer, suite: PlatformSuite) -> bool:
    """Whether somebody finds a suite: everybody where it is shown, else who runs it or may see a challenge of it."""
    is_run_by = viewer.user is not None and (suite.owner_id == viewer.user.pk or viewer.is_administrator)
    return card_of(suite).is_shown or is_run_by or bool(challenges_of(suite, viewer))


def challenges_of(suite: PlatformSuite, viewer: Viewer) -> dict[str, Challenge]:
    """Return by task the challenges that this viewer may see."""
    members = suite.tasks.select_related("challenge", "challenge__current")
    return {one.name: one.challenge for one in members if viewer.may_see(one.challenge)}


def hidden_tasks(suite: PlatformSuite, viewer: Viewer) -> set[str]:
    """Return the tasks that are challenges here which this viewer may not see: nothing is handed in for them."""
    return {one.name for one in suite.tasks.select_related("challenge") if not viewer.may_see(one.challenge)}


def phases_of(challenge: Challenge) -> list[SuitePhaseIn]:
    """Return the phases of a challenge, in the shape of those of a suite."""
    names = ("name", "opens", "closes", "disclosure")
    stored = Phase.objects.filter(challenge=challenge)  # what a request read before they changed is of no use
    return [SuitePhaseIn.model_validate({name: getattr(one, name) for name in names}) for one in stored]


def test_of(challenge: Challenge, split: str, metric: str) -> Test | None:
    """Return the test of a metric on a split; None where that is not scored here: a score of another is no stand-in."""
    if challenge.current is None:
        return None
    tests = challenge.current.tests.filter(name=metric, split=split).exclude(part=Part.PRIVATE)
    return tests.order_by("part").last()


def tests_of(card: SuiteIn, challenges: Mapping[str, Challenge]) -> dict[str, tuple[Challenge, Test]]:
    """Return by task its challenge and the test that counts, of the tasks that are scored here."""
    found = {}
    for task in card.tasks:
        challenge = challenges.get(task.name)
        test = test_of(challenge, task.split, task.metric) if challenge is not None else None
        if challenge is not None and test is not None:
            found[task.name] = (challenge, test)
    return found


def entries_of(
    viewer: Viewer, challenge: Challenge, test: Test, *, is_final: bool | None = None
) -> list[tuple[BoardEntry, SuiteCell]]:
    """Return the submissions that have a score of a test, each as far as it may be seen; no published rows.

    is_final: whether of a divided test the private part counts; None: once it decides in this challenge.
    """
    title = f"{test.split} {test.name}"
    board = Board(challenge=challenge, columns=[title], main=title, rule=Rule.ALL)
    view = read_board(viewer, challenge, board, is_final=is_final)
    found = []
    for row in view.rows:
        shown = row.entry.cells[view.main] if view.main is not None else None
        if shown is not None and not row.entry.submission.is_reference and not row.entry.outdated[view.main or 0]:
            number = _number(shown.value, shown.text) if shown.is_disclosed else None
            found.append((row.entry, SuiteCell(shown.text, number, row.entry.submission.pk)))
    return found


def _number(value: float | None, text: str) -> float | None:
    """The score in the unit in which it is shown; what is rounded for this viewer stays so."""
    if value is not None and not math.isnan(value):
        return value
    try:
        number = float(text.rstrip("% "))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


# --- the board -------------------------------------------------------------------------------------------------------


def read_suite(viewer: Viewer, suite: PlatformSuite) -> SuiteView:
    """Return a suite with its board: archives, people who handed tasks in one by one, and published systems."""
    card = card_of(suite)
    challenges = challenges_of(suite, viewer)
    tests = tests_of(card, challenges)
    part = deciding_part(tests, viewer.now)
    is_final = part == Part.PRIVATE
    scored: dict[str, list[tuple[BoardEntry, SuiteCell]]] = {task.name: [] for task in card.tasks} | {
        task: entries_of(viewer, *where, is_final=is_final) for task, where in tests.items()
    }
    better = {task.name: task.better == "higher" for task in card.tasks}
    archives, made = _archives(suite, card, scored, viewer)
    shown = _newest(archives)
    if is_final:  # what people selected, task by task, is all that counts
        scored, made = selected_entries(tests, scored), set()
        shown = [row for row in _newest(_archives(suite, card, scored, viewer)[0]) if _scores_in(row) == len(row.cells)]
    rows = [*shown, *_people(card, scored, better, made, shown), *_published(card)]
    newest_first = sorted(_ranked(archives, card), key=lambda row: str(row.when), reverse=True)
    divided = frozenset(task for task, (_, test) in tests.items() if test.part == Part.PUBLIC)
    return SuiteView(suite, card, challenges, tuple(_ranked(rows, card)), tuple(newest_first), part, divided)


def _archives(
    suite: PlatformSuite, card: SuiteIn, scored: Mapping[str, list[tuple[BoardEntry, SuiteCell]]], viewer: Viewer
) -> tuple[list[SuiteRow], set[int]]:
    """One row for each archive of which anything may be seen, and the submissions that archives made.

    What was handed in by itself before an archive had it again is a submission of its own.
    """
    parts_of = {
        entry.submission.pk: ArchivePart(
            task, cell, entry.name, _owner(entry.submission), entry.is_own, entry.submission.is_late
        )
        for task, found in scored.items()
        for entry, cell in found
    }
    parts_of = {**_unscored(suite, viewer), **parts_of}
    through = SuiteArchive.submissions.through.objects.filter(suitearchive__suite=suite)
    of_archive: dict[int, list[int]] = {}
    for number, submission in through.values_list("suitearchive_id", "submission_id"):
        of_archive.setdefault(number, []).append(submission)
    rows = []
    for archive in suite.archives.all():
        parts = [parts_of[one] for one in of_archive.get(archive.pk, []) if one in parts_of]
        if parts:
            row = _row(parts[0].name, card, {part.task: part.cell for part in parts})
            row = _handed_in(row, parts[0].owner, is_own=parts[0].is_own, is_late=any(part.is_late for part in parts))
            rows.append(replace(row, when=archive.created, description=archive.description))
    made = through.filter(submission__created__gte=F("suitearchive__created")).values_list("submission", flat=True)
    return rows, set(made)


def _owner(submission: Submission) -> Hashable:
    """Whose a submission is: two people may be called the same, or both nothing at all."""
    if submission.row_name:
        return ("row", submission.row_name)
    return ("team", submission.team_id) if submission.team_id else ("person", submission.submitter_id)


def _handed_in(row: SuiteRow, owner: Hashable, *, is_own: bool, is_late: bool) -> SuiteRow:
    """The row of people: what came late has no rank, and takes the place of nothing that came in time."""
    return replace(row, owner=(owner, is_late), is_own=is_own, is_late=is_late, is_ranked=not is_late)


def _newest(archives: Sequence[SuiteRow]) -> list[SuiteRow]:
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


class ArchivePart(NamedTuple):
    """What is known of one submission of an archive: its task, score or state, and whose it is."""

    task: str
    cell: SuiteCell
    name: str
    owner: Hashable
    is_own: bool
    is_late: bool


def _unscored(suite: PlatformSuite, viewer: Viewer) -> dict[int, ArchivePart]:
    """By number, the submissions of archives that failed or still wait, for those who may know of it."""
    members = {one.challenge_id: one.name for one in suite.tasks.all()}
    waiting = Submission.objects.filter(archives__suite=suite, hidden=None, deleted=None)
    waiting = (
        waiting.exclude(state=Submission.State.SCORED)
        .select_related("challenge", "submitter", "team", "phase")
        .distinct()
    )
    found = {}
    for one in waiting:
        is_own = viewer.submitted(one)
        if one.challenge_id in members and (is_own or viewer.organises(one.challenge)):
            cell = SuiteCell(str(one.get_state_display()), None, one.pk, one.state)
            name, owner = viewer.name_of(one), _owner(one)
            found[one.pk] = ArchivePart(members[one.challenge_id], cell, name, owner, is_own, one.is_late)
    return found


def _people(
    card: SuiteIn,
    scored: Mapping[str, list[tuple[BoardEntry, SuiteCell]]],
    better: Mapping[str, bool],
    made: set[int],
    archives: Sequence[SuiteRow],
) -> list[SuiteRow]:
    """One row for whoever handed a task in by itself, with the best of each task, also where an archive had it.

    made: submissions that archives made; whoever has no other has no such row, for it would mix systems that nobody
    handed in. archives: those on the board; where one has all these scores, it says the same.
    """
    best: dict[tuple[Hashable, bool], dict[str, SuiteCell]] = {}
    who: dict[tuple[Hashable, bool], BoardEntry] = {}
    for task, found in scored.items():
        for entry, cell in found:
            owner = _owner(entry.submission), entry.submission.is_late
            mine = best.setdefault(owner, {})
            if task not in mine or _is_better(cell, mine[task], better[task]):
                mine[task] = cell
            if entry.submission.pk not in made:
                who[owner] = entry
    rows = [
        _handed_in(_row(one.name, card, best[owner, is_late]), owner, is_own=one.is_own, is_late=is_late)
        for (owner, is_late), one in who.items()
    ]
    return [row for row in rows if not any(_has_all(one, row, card, better) for one in archives)]


def _has_all(archive: SuiteRow, row: SuiteRow, card: SuiteIn, better: Mapping[str, bool]) -> bool:
    """Whether an archive of the same people is as good as a row in every task."""
    if archive.owner != row.owner:
        return False
    for task, own, best in zip(card.tasks, archive.cells, row.cells, strict=True):
        if best is not None and (own is None or own.state or _is_better(best, own, better[task.name])):
            return False
    return True


def _is_better(cell: SuiteCell, other: SuiteCell, is_higher: bool) -> bool:
    if cell.number is None or other.number is None:
        return other.number is None and cell.number is not None
    return cell.number > other.number if is_higher else cell.number < other.number


def _published(card: SuiteIn) -> list[SuiteRow]:
    """One row for each published system that has a value of every task, or a printed average.

    As on boards of a task, what was no official submission counts in no rank where such stand beside it.
    """
    values: dict[str, dict[str, SuiteCell]] = {}
    said: dict[str, tuple[str, int, str]] = {}
    kinds: dict[str, list[str]] = {}
    for task in card.tasks:
        for printed in task.boards[0].rows if task.boards else ():
            values.setdefault(printed.system, {})[task.name] = SuiteCell(printed.value, float(printed.value))
            said[printed.system] = (printed.source, printed.year, printed.link)
            kinds.setdefault(printed.system, []).append(printed.kind)
    averages = {one.system: float(one.value) for one in card.averages}
    rows = []
    for system, cells in values.items():
        source, year, link = said[system]
        row = _row(system, card, cells)
        if system in averages and card.has_mean:
            row = replace(row, mean=averages[system])
        if row.mean is not None:
            kind = _kind_of_all(kinds[system])
            rows.append(replace(row, is_published=True, source=source, year=year, link=link, kind=kind))
    ranked = ranked_kinds(row.kind for row in rows)
    return [replace(row, is_ranked=row.kind in ranked) for row in rows]


def _kind_of_all(kinds: Sequence[str]) -> str:
    """The kind of a system: that of its results, and where one of them was no official submission, that one's."""
    return next((kind for kind in kinds if kind != "official"), "official")


def _row(name: str, card: SuiteIn, cells: Mapping[str, SuiteCell]) -> SuiteRow:
    numbers = [cells[task.name].number for task in card.tasks if task.name in cells]
    known = [number for number in numbers if number is not None]
    has_mean = card.has_mean and len(known) == len(card.tasks) and all(map(math.isfinite, known))
    mean = exact_mean(known) if has_mean else None
    return SuiteRow(name, tuple(cells.get(task.name) for task in card.tasks), mean)


def _ranked(rows: Sequence[SuiteRow], card: SuiteIn) -> list[SuiteRow]:
    """By the mean where there is one, with as many digits as it is shown.

    Rows that do not count stand between the others without a rank, and rows that miss tasks below, those with most
    tasks first. Means have as many digits as printed averages, where there are such, as of KLEJ, else as the scores.
    """
    averages = [one.value for one in card.averages]
    digits = digits_of_mean(averages or (cell.text for row in rows for cell in row.cells if cell and not cell.state))
    means = [math.nan if row.mean is None or not row.is_ranked else row.mean for row in rows]
    placed = [
        row if row.mean is None else replace(row, rank=rank or None, shown_mean=NumberStyle(digits).show(row.mean))
        for row, rank in zip(rows, shared_ranks(means, card.tasks[0].better, digits), strict=True)
    ]
    sign = -1 if card.tasks[0].better == "higher" else 1
    return sorted(
        placed,
        key=lambda row: (*missing_last(None if row.mean is None else sign * row.mean), row.cells.count(None), row.name),
    )
