"""Boards and lists of submissions as somebody may see them, in a fixed number of queries whatever their size."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import QuerySet

from probierz.web.challenges.columns import (
    ANY_PRIORITY,
    ON_BOARDS,
    BoardColumn,
    all_columns,
    main_column,
    shown_columns,
)
from probierz.web.challenges.models import Challenge
from probierz.web.leaderboards.models import Board, Group, Rule
from probierz.web.leaderboards.ranking import Contender, best_of_groups, rank
from probierz.web.submissions.models import Parameter, Score, Submission, SubmissionTag, Variant
from probierz.web.submissions.rescoring import is_rescored
from probierz.web.submissions.visibility import ShownScore, Viewer

__all__ = [
    "BoardView", "BoardEntry", "RankedRow", "board_of", "boards_of", "named", "read_board", "read_list",
    "with_parameters",
]  # fmt: skip


@dataclass(frozen=True)
class BoardEntry:
    """A variant of a submission with its scores, one for each column (None where it has none).

    variant: None for a submission that has none yet. evaluations: which evaluation each score comes from.
    outdated: for each column, whether the data were replaced since.
    """

    submission: Submission
    variant: Variant | None
    name: str
    cells: tuple[ShownScore | None, ...]
    evaluations: tuple[int | None, ...] = ()
    outdated: tuple[bool, ...] = ()
    tags: tuple[SubmissionTag, ...] = ()
    parameters: tuple[tuple[str, str], ...] = ()
    is_own: bool = False

    @property
    def variant_name(self) -> str:
        """The variant's name where it says something."""
        return "" if self.variant is None or self.variant.name == "out" else self.variant.name

    @property
    def is_marked_baseline(self) -> bool:
        """Whether a mark has to say that it is a baseline: a tag may say so already."""
        submission = self.submission
        is_tagged = any(one.tag.name == "baseline" for one in self.tags)
        return submission.is_baseline and not submission.is_reference and not is_tagged

    @property
    def words(self) -> str:
        """What a filter looks at."""
        tags = " ".join(tag.tag.name for tag in self.tags)
        submission = self.submission
        return f"{self.name} {submission.description} {tags} {self.variant_name} {submission.commit[:12]}".casefold()


@dataclass(frozen=True)
class RankedRow:
    """A row of a board or list. entries: how many submissions of the same people one sees. cluster: see clusters.py.

    last: the newest of them, on boards.
    """

    rank: int | None
    entry: BoardEntry
    entries: int = 1
    cluster: int | None = None
    last: BoardEntry | None = None


@dataclass(frozen=True)
class BoardView:
    """A board as somebody may see it. main: the place of the column that ranks.

    waiting: how many submissions have a main score on data that were repaired, and are still to be scored again.
    submissions: the best variant of every submission that takes part, as rows without ranks; on boards.
    """

    challenge: Challenge
    board: Board
    columns: tuple[BoardColumn, ...]
    main: int | None
    rows: tuple[RankedRow, ...] = ()
    waiting: int = 0
    submissions: tuple[RankedRow, ...] = ()

    @property
    def main_column(self) -> BoardColumn | None:
        """The column that ranks."""
        return None if self.main is None else self.columns[self.main]

    @property
    def hides_order(self) -> bool:
        """Whether the score that ranks is kept from this viewer for some rows."""
        cells = [row.entry.cells[self.main] for row in self.rows if self.main is not None]
        return any(cell is not None and not cell.is_disclosed for cell in cells)


# --- boards ----------------------------------------------------------------------------------------------------------


def boards_of(challenge: Challenge) -> list[Board]:
    """Return the challenge's boards; where the organisers made none, one by submitter with the best of each."""
    boards = list(Board.objects.filter(challenge=challenge).select_related("phase"))
    return boards or [Board(challenge=challenge)]


def board_of(challenge: Challenge, slug: str = "") -> Board | None:
    """Return a board by its slug, without one the first; None where there is none of that name."""
    return named(boards_of(challenge), slug)


def named(boards: Sequence[Board], slug: str) -> Board | None:
    """Return the one of these boards with that slug, without one the first; None where there is none of that name."""
    return boards[0] if not slug else next((board for board in boards if board.slug == slug), None)


def read_board(viewer: Viewer, challenge: Challenge, board: Board) -> BoardView:
    """Return a board with all its rows, in the order in which this viewer may know them."""
    columns = tuple(
        shown_columns(all_columns(challenge, most_priority=ANY_PRIORITY if board.columns else ON_BOARDS), board.columns)
    )
    main = main_column(columns, board.main)
    if main is None:
        return BoardView(challenge, board, columns, main)
    entries = _entries(viewer, challenge, columns, _with_people(_taking_part(viewer, challenge, board), challenge))
    entries = [entry for entry in entries if entry.cells[main] is not None]
    waiting = _waiting(challenge, entries, main)
    better = columns[main].test.higher_is_better
    of_submissions = best_of_groups(
        [_contender(entry, main) for entry in entries],
        lambda entry: [entry.submission.pk],
        rule="best",
        higher_is_better=better,
    )
    rows = tuple(_rows(of_submissions, entries, board, higher_is_better=better))
    every = tuple(RankedRow(None, one.entry) for one in of_submissions)
    return BoardView(challenge, board, columns, main, rows, waiting, every)


def _waiting(challenge: Challenge, entries: Iterable[BoardEntry], main: int) -> int:
    old = {entry.submission.pk for entry in entries if entry.outdated[main] and not entry.submission.is_reference}
    return len(old) if old and is_rescored(challenge.current) else 0


def _taking_part(viewer: Viewer, challenge: Challenge, board: Board) -> QuerySet[Submission]:
    submissions = viewer.submissions(challenge)
    if board.phase_id:
        submissions = submissions.filter(phase=board.phase_id)
    if board.tag:
        tagged = SubmissionTag.objects.filter(tag__name=board.tag).exclude(accepted=False)
        submissions = submissions.filter(submission_tags__in=tagged)
    return submissions


def _rows(
    of_submissions: Sequence[Contender[BoardEntry]],
    entries: Sequence[BoardEntry],
    board: Board,
    *,
    higher_is_better: bool,
) -> list[RankedRow]:
    groups = _grouping(board, entries)
    standing = best_of_groups(of_submissions, groups, rule=board.rule, higher_is_better=higher_is_better)
    sizes = Counter(_owner(one.entry) for one in of_submissions)
    newest = {_owner(one.entry): one.entry for one in sorted(of_submissions, key=lambda one: one.when)}
    return [
        RankedRow(ranked.rank, ranked.entry, sizes[_owner(ranked.entry)], last=newest[_owner(ranked.entry)])
        for ranked in rank(standing, higher_is_better=higher_is_better)
    ]


def _contender(entry: BoardEntry, main: int) -> Contender[BoardEntry]:
    cell = entry.cells[main]
    assert cell is not None
    submission = entry.submission
    return Contender(
        entry,
        number=_number(cell),
        exact=cell.value,
        is_shown=cell.is_disclosed,
        when=submission.created,
        name=entry.variant_name,
        is_outdated=entry.outdated[main],
        is_chosen=submission.is_chosen,
    )


def _number(cell: ShownScore) -> float | None:
    """The score with the digits that are shown: scores that look equal are equal."""
    if cell.value is None:
        return None
    try:
        number = float(cell.text.rstrip("% "))
    except ValueError:
        return cell.value
    return None if math.isnan(number) else number


def _owner(entry: BoardEntry) -> Hashable:
    submission = entry.submission
    if submission.is_reference or submission.is_baseline:
        return ("submission", submission.pk)  # several of them come from one organiser
    return ("team", submission.team_id) if submission.team_id else ("person", submission.submitter_id)


def _grouping(board: Board, entries: Sequence[BoardEntry]) -> Callable[[BoardEntry], Iterable[Hashable]]:
    if board.group == Group.TAG:
        return lambda entry: [tag.tag_id for tag in entry.tags if tag.accepted is not False] or [None]
    if board.group == Group.PARAMETER:
        values = dict(
            Parameter.objects.filter(
                name=board.parameter, variant__submission__challenge=board.challenge_id
            ).values_list("variant", "value")
        )
        return lambda entry: [values.get(entry.variant.pk) if entry.variant else None]
    return lambda entry: [(_owner(entry), entry.submission.phase_id)]


# --- lists -----------------------------------------------------------------------------------------------------------


def read_list(viewer: Viewer, challenge: Challenge, *, own: bool = False) -> BoardView:
    """Return every variant of every submission (or of one's own), newest first, with its rank among all.

    Submissions that have no scores stand in it without cells.
    """
    board = Board(challenge=challenge, rule=Rule.ALL)
    columns = tuple(all_columns(challenge))
    main = main_column(columns, board.main)
    submissions = _with_people(viewer.submissions(challenge), challenge)
    entries = _entries(viewer, challenge, columns, submissions)
    rows = _ranked_among_all(entries, columns, main)
    scored = {entry.submission.pk for entry in entries}
    rows += [RankedRow(None, entry) for entry in _without_scores(viewer, submissions, scored, len(columns))]
    if own:
        rows = [row for row in rows if row.entry.is_own]
    rows.sort(key=lambda row: (row.entry.submission.created, row.entry.submission.pk), reverse=True)
    return BoardView(challenge, board, columns, main, tuple(rows))


def _ranked_among_all(
    entries: Sequence[BoardEntry], columns: Sequence[BoardColumn], main: int | None
) -> list[RankedRow]:
    ranked = [entry for entry in entries if main is not None and entry.cells[main] is not None]
    rest = [RankedRow(None, entry) for entry in entries if main is None or entry.cells[main] is None]
    if main is None:
        return rest
    contenders = [_contender(entry, main) for entry in ranked]
    better = columns[main].test.higher_is_better
    return [RankedRow(one.rank, one.entry) for one in rank(contenders, higher_is_better=better)] + rest


def _without_scores(
    viewer: Viewer, submissions: Iterable[Submission], scored: set[int], width: int
) -> list[BoardEntry]:
    found = [submission for submission in submissions if submission.pk not in scored]
    return [
        BoardEntry(one, None, viewer.name_of(one), (None,) * width, (None,) * width, (False,) * width,
              is_own=viewer.submitted(one))
        for one in found
    ]  # fmt: skip


# --- entries ---------------------------------------------------------------------------------------------------------


def _with_people(submissions: QuerySet[Submission], challenge: Challenge) -> list[Submission]:
    """Submissions with all that a viewer's rights depend on, so that nothing is asked for one by one.

    Few people hand in much: each is read and made once, which a join would do for every row.
    """
    light = submissions.defer("problems", "failure", "form", "job", "url", "branch", "content")
    found = list(light.prefetch_related("submitter", "team", "version", "phase"))
    for submission in found:
        submission.challenge = challenge
    return found


class _Result(NamedTuple):
    """A score as it is in the database; boards have thousands, and models of Django are slow to make."""

    test: int
    evaluation: int | None
    full: ShownScore


def _entries(
    viewer: Viewer, challenge: Challenge, columns: Sequence[BoardColumn], submissions: Iterable[Submission]
) -> list[BoardEntry]:
    by_id = {submission.pk: submission for submission in submissions}
    scores = _scores(challenge, columns)
    tags = _tags(challenge)
    entry_of = _EntryReader(viewer, challenge, columns)
    return [
        entry_of(by_id[variant.submission_id], variant, scores[variant.pk], tags)
        for variant in Variant.objects.filter(submission__challenge=challenge)
        if variant.pk in scores and variant.submission_id in by_id
    ]


def _scores(challenge: Challenge, columns: Sequence[BoardColumn]) -> dict[int, list[_Result]]:
    tests = [test.pk for column in columns for test in column.tests]
    scores = Score.objects.filter(challenge=challenge, test__in=tests)
    fields = ("variant", "test", "evaluation", "shown", "value", "evaluation__low", "evaluation__high")
    found: dict[int, list[_Result]] = defaultdict(list)
    for variant, test, evaluation, *full in scores.values_list(*fields):
        found[variant].append(_Result(test, evaluation, ShownScore(*full)))
    return found


def _tags(challenge: Challenge) -> dict[int, list[SubmissionTag]]:
    found: dict[int, list[SubmissionTag]] = defaultdict(list)
    for tag in (
        SubmissionTag.objects.filter(submission__challenge=challenge).select_related("tag").order_by("tag__name")
    ):
        found[tag.submission_id].append(tag)
    return found


class _EntryReader:
    """Makes entries as somebody may see them. What may be seen is decided once for each phase and test."""

    def __init__(self, viewer: Viewer, challenge: Challenge, columns: Sequence[BoardColumn]) -> None:
        self._viewer, self._challenge, self._columns = viewer, challenge, columns
        self._tests = {test.pk: (at, test) for at, column in enumerate(columns) for test in column.tests}
        self._looks: dict[tuple[int | None, int], Callable[[ShownScore], ShownScore]] = {}

    def __call__(
        self, submission: Submission, variant: Variant, results: list[_Result], tags: dict[int, list[SubmissionTag]]
    ) -> BoardEntry:
        """Return a variant with its scores. Those on current data count before those on data that were replaced."""
        width = len(self._columns)
        cells: list[ShownScore | None] = [None] * width
        evaluations: list[int | None] = [None] * width
        outdated = [False] * width
        for result in sorted(results, key=self._is_current):
            at, _ = self._tests[result.test]
            cells[at] = self._shown(submission, result)
            evaluations[at] = result.evaluation
            outdated[at] = not self._is_current(result)
        viewer = self._viewer
        return BoardEntry(
            submission,
            variant,
            submission.description if submission.is_reference else viewer.name_of(submission),
            tuple(cells),
            tuple(evaluations),
            tuple(outdated),
            tuple(tags.get(submission.pk, ())),
            is_own=viewer.submitted(submission),
        )

    def _is_current(self, result: _Result) -> bool:
        at, _ = self._tests[result.test]
        return result.test == self._columns[at].test.pk

    def _shown(self, submission: Submission, result: _Result) -> ShownScore:
        key = (submission.phase_id, result.test)
        if key not in self._looks:
            _, test = self._tests[result.test]
            self._looks[key] = self._viewer.look(self._challenge, submission.phase, test)
        return self._looks[key](result.full)


def with_parameters(rows: Sequence[RankedRow], most: int = 8) -> list[RankedRow]:
    """Return the rows with the first parameters of their variants, for the few that stand on a page."""
    variants = [row.entry.variant.pk for row in rows if row.entry.variant is not None]
    found: dict[int, list[tuple[str, str]]] = defaultdict(list)
    for variant, name, value in (
        Parameter.objects.filter(variant__in=variants).order_by("name").values_list("variant", "name", "value")
    ):
        found[variant].append((name, value))
    return [
        replace(row, entry=replace(row.entry, parameters=tuple(_first(found[row.entry.variant.pk], most))))
        if row.entry.variant is not None
        else row
        for row in rows
    ]


def _first(parameters: list[tuple[str, str]], most: int) -> list[tuple[str, str]]:
    return parameters if len(parameters) <= most else [*parameters[:most], ("[...]", "")]
