"""The board over the tasks of a suite, as somebody may see it."""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from django.utils.translation import gettext as _

from probierz.ordering import missing_last, shared_ranks
from probierz.reports.tables import NumberStyle
from probierz.scoring.format import finite_or_none
from probierz.suites.averaging import digits_of_mean
from probierz.web.challenges.models import Challenge, Part, Phase, Test
from probierz.web.challenges.phases import other_phase
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.queries import read_board
from probierz.web.leaderboards.star_notes import conflict_note, outdated_note
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import ShownScore, Viewer, to_digits
from probierz.web.submissions.whose import Owners
from probierz.web.suites.deciding import (
    TaskPhases,
    TaskTests,
    counting_phases,
    deciding_part,
    finalists_of,
    of_counting_phases,
    open_undivided,
)
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.peoples_rows import PeoplesRows, Scored, made_by_archives, newest_archives
from probierz.web.suites.published_rows import best_rows, counted_rows, published_rows
from probierz.web.suites.rows import SuiteCell, SuiteRow, cell_of
from probierz.web.suites.shapes import SuiteIn, SuitePhaseIn, SuiteTaskIn


@dataclass(frozen=True)
class SuiteView:
    """A suite with its tasks, which challenges they are here (None where they are not), and its board.

    archives: all of them, the newest first; of each system the newest stands on the board. best: by task a row for what
    was published as the best of it; these stand where the board has no row.
    part: of divided tests, the part that the scores of all tasks are on. divided: the tasks with such tests.
    open_tasks: of the others, those in which something may still be handed in. hidden: tasks that are challenges here
    which this viewer may not see.
    """

    suite: PlatformSuite
    card: SuiteIn
    challenges: Mapping[str, Challenge]
    rows: tuple[SuiteRow, ...]
    archives: tuple[SuiteRow, ...] = ()
    part: Part = Part.WHOLE
    divided: frozenset[str] = frozenset()
    open_tasks: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    best: Mapping[str, SuiteRow] = field(default_factory=dict)

    @property
    def shown_rows(self) -> tuple[SuiteRow, ...]:
        """What is shown of the board: its rows, and where it has none what is best published of each task."""
        return self.rows or tuple(self.best.values())

    @property
    def is_final(self) -> bool:
        """Whether the private parts of the tests decide."""
        return self.part == Part.PRIVATE

    @property
    def has_any_on_whole_tests(self) -> bool:
        """Whether published results, or counted baselines, stand there beside scores on parts of divided tests."""
        return any(row.is_on_whole_test for row in self.rows)

    @property
    def has_unranked_results(self) -> bool:
        """Whether published results stand there that have no rank, as they are no submissions."""
        compared = [row for row in self.rows if row.is_published and not row.is_on_whole_test]
        return any(not row.is_ranked for row in compared)

    @property
    def has_rounded_ones(self) -> bool:
        """Whether scores stand there that this viewer sees rounded."""
        return any(row.is_rounded for row in self.rows)

    @property
    def has_ones_in_steps(self) -> bool:
        """Whether steps alone round some of them."""
        return any(row.is_in_steps for row in self.rows)

    @property
    def rounds_means(self) -> bool:
        """Whether averages are of rounded scores: not those alone of another phase than counts."""
        return any(row.is_rounded for row in self.rows if not row.phase)

    @property
    def has_late_ones(self) -> bool:
        """Whether something stands there that organisers handed in when its phase was over."""
        return any(row.is_late for row in self.rows)

    @property
    def has_earlier_phases(self) -> bool:
        """Whether something stands there that was handed in during another phase than the one that counts."""
        return any(row.phase for row in self.rows)

    @property
    def first(self) -> SuiteRow | None:
        """Who has the best rank of those who took part; None where nobody has one, or several share it."""
        ranked = [row for row in self.rows if row.rank is not None and not row.is_published]
        best = [row for row in ranked if row.rank == min(one.rank or 0 for one in ranked)]
        return best[0] if len(best) == 1 else None

    @property
    def has_others_ranked(self) -> bool:
        """Whether others who took part have a rank beside who is first."""
        return sum(row.rank is not None and not row.is_published for row in self.rows) > 1

    @property
    def systems_before_first(self) -> int:
        """How many published systems have a better mean of the same tests than who is first of those who took part."""
        return sum(row.kind != "baseline" for row in self._before_first)

    @property
    def baselines_before_first(self) -> int:
        """How many baselines have, published or counted."""
        return sum(row.kind == "baseline" for row in self._before_first)

    @property
    def _before_first(self) -> list[SuiteRow]:
        first = self.first
        ahead = self.rows[: self.rows.index(first)] if first is not None else ()
        others = [row for row in ahead if (row.is_published or row.is_counted) and not row.is_on_whole_test]
        return [row for row in others if first is not None and row.shown_mean != first.shown_mean]

    def outdated_in(self, row: SuiteRow) -> list[str]:
        """The tasks in which a row has a score on data that were replaced since."""
        return [task.name for task, cell in self._cells(row) if cell.is_outdated]

    def kept_of(self, row: SuiteRow) -> dict[str, str]:
        """By task why a score of a row is not shown."""
        return {task.name: cell.why_kept for task, cell in self._cells(row) if cell.why_kept}

    def conflicts_of(self, row: SuiteRow) -> dict[str, str]:
        """By task what another place says instead of a score of a row."""
        return {task.name: cell.conflict for task, cell in self._cells(row) if cell.conflict}

    def _cells(self, row: SuiteRow) -> list[tuple[SuiteTaskIn, SuiteCell]]:
        return [(task, cell) for task, cell in zip(self.card.tasks, row.cells, strict=True) if cell is not None]

    @property
    def star_notes(self) -> list[str]:
        """What stars at scores say: a sentence for replaced data, and one for each score that is contradicted."""
        starred = [(row, task, cell) for row in self.shown_rows for task, cell in self._cells(row) if cell.has_star]
        contradicted = [
            conflict_note(f"{row.name}, {task.name}", cell.conflict, is_outdated=cell.is_outdated)
            for row, task, cell in starred
            if cell.conflict
        ]
        has_others = any(not cell.conflict for _row, _task, cell in starred)
        return [*([outdated_note()] if has_others else []), *contradicted]

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
    def columns(self) -> list[tuple[SuiteTaskIn, Part]]:
        """Each task with the part of its test that its scores are on."""
        return [(task, self.part_of(task.name)) for task in self.card.tasks]

    @property
    def best_published(self) -> list[tuple[SuiteTaskIn, Challenge | None, SuiteRow]]:
        """The tasks of which anything was published, each with what is best there."""
        return [(task, challenge, self.best[task.name]) for task, challenge in self.tasks if task.name in self.best]

    @property
    def unscored(self) -> list[str]:
        """As `unscored_tasks`."""
        return unscored_tasks(self.card, self.challenges, self.hidden)

    @property
    def with_other_tests(self) -> list[Challenge]:
        """As the function of that name."""
        return with_other_tests(self.card, self.challenges)


def card_of(suite: PlatformSuite) -> SuiteIn:
    """Return what is known of a suite: to be looked at, as others are given the same."""
    return _read_card(json.dumps(suite.card))


@lru_cache(maxsize=32)
def _read_card(text: str) -> SuiteIn:
    """Pages ask many times for the same few cards, whose hundreds of rows take long to check."""
    return SuiteIn.model_validate(json.loads(text))


def challenges_of(suite: PlatformSuite, viewer: Viewer) -> dict[str, Challenge]:
    """Return by task the challenges that this viewer may see."""
    members = suite.tasks.select_related("challenge", "challenge__current")
    return {one.name: one.challenge for one in members if viewer.may_see(one.challenge)}


def hidden_tasks(suite: PlatformSuite, viewer: Viewer) -> set[str]:
    """Return the tasks that are challenges here which this viewer may not see: nothing is handed in for them."""
    return {one.name for one in suite.tasks.select_related("challenge") if not viewer.may_see(one.challenge)}


def phases_of(challenge: Challenge) -> list[SuitePhaseIn]:
    """Return the phases of a challenge, in the shape of those of a suite."""
    names = {"name": "name", "opens": "opens", "closes": "closes", "disclosure": "disclosure",
             "disclosed_from": "disclosed_from", "decides": "shows_private"}  # fmt: skip
    stored = Phase.objects.filter(challenge=challenge)  # what a request read before they changed is of no use
    return [SuitePhaseIn.model_validate({name: getattr(one, here) for name, here in names.items()}) for one in stored]


def has_phases_of(challenge: Challenge, card: SuiteIn) -> bool:
    """Whether the phases of a challenge are those of the suite, so that nobody arranged others on the platform."""
    there = phases_of(challenge)
    return len(there) == len(card.phases) and all(
        planned.is_kept_by(stored, tells_deciding=card.tells_deciding)
        for planned, stored in zip(card.phases, there, strict=True)
    )


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


def unscored_tasks(card: SuiteIn, challenges: Mapping[str, Challenge], hidden: Collection[str]) -> list[str]:
    """Return the tasks that cannot be scored here, with their splits: `qa test-B`. As those told after an archive.

    hidden: tasks of which nothing is said, as they are challenges that somebody may not see.
    """
    there = {*tests_of(card, challenges), *hidden}
    return [f"{task.name} {task.split}" for task in card.tasks if task.name not in there]


def with_other_tests(card: SuiteIn, challenges: Mapping[str, Challenge]) -> list[Challenge]:
    """Return the challenges of tasks that cannot be scored here by what decides them, and score something else."""
    there = tests_of(card, challenges)
    others = [challenge for task, challenge in challenges.items() if task not in there]
    return [one for one in others if one.current is not None and one.current.tests.exists()]


def entries_of(
    viewer: Viewer, challenge: Challenge, test: Test, *, is_final: bool
) -> list[tuple[BoardEntry, SuiteCell]]:
    """Return the submissions that have a score of a test, each as far as it may be seen; nothing published or hidden.

    A score on data that were repaired since is none: what is scored again says so, and so does what could not
    be; nothing takes its place.
    is_final: whether of a divided test the private part counts.
    """
    title = f"{test.split} {test.name}"
    board = Board(challenge=challenge, columns=[title], main=title, rule=Rule.ALL)
    view = read_board(viewer, challenge, board, is_final=is_final)
    is_awaited = bool(view.waiting)
    found = []
    for row in view.rows:
        shown = row.entry.cells[view.main] if view.main is not None else None
        if shown is None or row.entry.submission.is_reference or row.entry.submission.hidden:
            continue
        number = row.entry.submission.pk
        if not row.entry.outdated[view.main or 0]:
            found.append((row.entry, _cell(shown, number)))
        elif is_awaited:
            found.append((row.entry, SuiteCell(_("is scored again"), None, number, "scored-again")))
        elif row.entry.submission.not_rescored:
            found.append((row.entry, SuiteCell(_("not scored again"), None, number, "not-scored-again")))
    return found


def _cell(shown: ShownScore, submission: int) -> SuiteCell:
    return cell_of(shown, _number(shown.value, shown.text) if shown.is_disclosed else None, submission)


def _number(value: float | None, text: str) -> float | None:
    """The score in the unit in which it is shown; what is rounded for this viewer stays so."""
    if value is not None and not math.isnan(value):
        return value
    try:
        return finite_or_none(float(text.rstrip("% ")))
    except ValueError:
        return None


# --- the board -------------------------------------------------------------------------------------------------------


def read_suite(viewer: Viewer, suite: PlatformSuite) -> SuiteView:
    """Return a suite with its board: archives, people who handed tasks in one by one, and published systems."""
    card = card_of(suite)
    challenges = challenges_of(suite, viewer)
    tests = tests_of(card, challenges)
    part = deciding_part(tests, viewer.now)
    phases = counting_phases(tests, part, viewer.now)
    handed_in = Submission.objects.filter(challenge__in=[challenge for challenge, _ in tests.values()])
    owners = Owners(handed_in, across_phases=True)
    board = PeoplesRows(viewer, suite, card, phases, owners)
    scored = _scored(viewer, card, tests, is_final=part == Part.PRIVATE)
    archives = board.archives(scored)
    shown, everything, chosen = newest_archives(archives), archives, frozenset[int]()
    made = made_by_archives(suite)
    if part == Part.PRIVATE:
        everything = board.archives(_with_earlier(scored, _scored(viewer, card, tests, is_final=False), phases))
        finalists = finalists_of(suite, tests, phases, made, owners, has_mean=card.has_mean)
        shown = [row for row in archives if row.archive in finalists.archives]
        scored, chosen = finalists.among(of_counting_phases(scored, phases)), finalists.chosen
    divided = frozenset(task for task, (_, test) in tests.items() if test.part == Part.PUBLIC)
    beside = part != Part.WHOLE
    published = [
        *published_rows(card, challenges, beside_parts=beside),
        *counted_rows(viewer, card, tests, beside_parts=beside),
    ]
    rows = _ranked([*shown, *board.people(scored, made, shown, chosen), *published], card)
    still = tuple(open_undivided(tests, viewer.now))
    newest_first = sorted(_ranked(everything, card), key=lambda row: str(row.when), reverse=True)
    hidden, best = tuple(sorted(hidden_tasks(suite, viewer))), {} if rows else best_rows(card, challenges)
    return SuiteView(suite, card, challenges, tuple(rows), tuple(newest_first), part, divided, still, hidden, best)


def _scored(viewer: Viewer, card: SuiteIn, tests: TaskTests, *, is_final: bool) -> Scored:
    found = {task: entries_of(viewer, *where, is_final=is_final) for task, where in tests.items()}
    return {task.name: found.get(task.name, []) for task in card.tasks}


def _with_earlier(scored: Scored, public: Scored, phases: TaskPhases) -> Scored:
    """Scores that count, and of what was handed in during other phases those on public parts."""
    return {
        task: [one for one in public[task] if other_phase(one[0].submission.phase, phases.get(task))] + found
        for task, found in of_counting_phases(scored, phases).items()
    }


def _ranked(rows: Sequence[SuiteRow], card: SuiteIn) -> list[SuiteRow]:
    """By the mean where there is one, with as many digits as it is shown.

    Rows that do not count stand between the others without a rank; below them, as on boards of challenges, what cannot
    be compared: rows of another phase, then those with a score on replaced data. Rows that miss tasks are last, those
    with most tasks first.
    Means have as many digits as printed averages, where there are such, as of KLEJ, else as the scores,
    but for counted baselines, which nobody scoring at home has, and one more where some are told in steps; of scores
    that phases round no more than these, in whatever form they are told, and so all are compared.
    """
    averages = [one.value for one in card.averages]
    counting = [row for row in rows if not row.phase] or rows  # as another phase is told changes no digit of this one
    measured = [row for row in counting if not row.is_counted] or counting
    digits = digits_of_mean(
        averages or (cell.text for row in measured for cell in row.cells if cell and not cell.state)
    ) + (not averages and any(row.is_in_steps for row in counting))
    in_ranks = [row for row in rows if row.mean is not None and row.is_ranked]
    compared = min((row.comparable_digits(digits) for row in in_ranks), default=digits)
    means = [
        float(to_digits(row.mean, min(compared, row.mean_digits(digits))))
        if row.mean is not None and row.is_ranked
        else math.nan
        for row in rows
    ]
    placed = [
        row if row.mean is None else _with_shown_mean(replace(row, rank=rank or None), row.mean, digits)
        for row, rank in zip(rows, shared_ranks(means, card.tasks[0].better, max(0, compared)), strict=True)
    ]
    sign = -1 if card.tasks[0].better == "higher" else 1

    def place(row: SuiteRow) -> tuple[object, ...]:
        number = None if row.mean is None else sign * row.mean
        is_of_other = number is not None and bool(row.phase)
        return (number is None, row.is_outdated, is_of_other, *missing_last(number), row.cells.count(None), row.name)

    return sorted(placed, key=place)


def _with_shown_mean(row: SuiteRow, mean: float, most: int) -> SuiteRow:
    digits = row.mean_digits(most)
    shown = float(to_digits(mean, digits))
    return replace(row, mean=shown if row.is_rounded else mean, shown_mean=NumberStyle(max(0, digits)).show(shown))
