"""What a submission's page tells, as somebody may see it."""

from __future__ import annotations

from dataclasses import dataclass

from probierz.web.challenges.models import Test
from probierz.web.leaderboards.columns import ANY_PRIORITY, all_columns, board_columns, main_column
from probierz.web.leaderboards.models import PairTest
from probierz.web.leaderboards.queries import BoardView, Row, boards_of, read_list
from probierz.web.submissions.models import Output, Parameter, Score, Submission, Variant
from probierz.web.visibility import ShownScore, Viewer

__all__ = ["Compared", "ScoreRow", "VariantView", "find", "variants_of"]

ON_PAGES = 2
"""Up to this priority of its scheme a metric stands on a submission's page; on a variant's page all do."""


@dataclass(frozen=True)
class Compared:
    """A score beside another: whose, and by how much this one is better (below zero: worse).

    evaluation: the other one's. pair: the test of the difference, where it was made and may be shown.
    """

    row: Row
    text: str
    difference: float
    evaluation: int | None = None
    pair: PairTest | None = None


@dataclass(frozen=True)
class ScoreRow:
    """A test's score, with the best on the board and the one before; both only as far as all of it is shown."""

    test: Test
    shown: ShownScore
    score: Score
    is_outdated: bool
    is_main: bool
    best: Compared | None = None
    previous: Compared | None = None


@dataclass(frozen=True)
class VariantView:
    """A variant with its scores, parameters and outputs."""

    variant: Variant
    scores: tuple[ScoreRow, ...]
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]


def find(viewer: Viewer, number: int) -> Submission | None:
    """Return a submission that they may see."""
    related = ("challenge", "challenge__current", "submitter", "team", "version", "phase", "job")
    found = Submission.objects.select_related(*related).filter(pk=number).first()
    return found if found is not None and viewer.may_see_submission(found) else None


def variants_of(
    viewer: Viewer, submission: Submission, *, only: int | None = None, board: BoardView | None = None
) -> list[VariantView]:
    """Return the variants with their scores; only: one of them, then with metrics of every priority.

    board: all submissions as this viewer sees them, where that is known already.
    """
    variants = submission.variants.prefetch_related("parameters", "outputs").order_by("name", "pk")
    if only is not None:
        variants = variants.filter(pk=only)
    columns = all_columns(submission.challenge, most_priority=ANY_PRIORITY)
    current = {column.test.pk for column in columns}
    main = main_test(submission)
    board = board or read_list(viewer, submission.challenge)
    return [
        VariantView(
            variant,
            tuple(_scores(viewer, submission, variant, current, main, board, ANY_PRIORITY if only else ON_PAGES)),
            tuple(sorted(variant.parameters.all(), key=lambda parameter: parameter.name)),
            tuple(sorted(variant.outputs.all(), key=lambda output: output.path)),
        )
        for variant in variants
    ]


def main_test(submission: Submission) -> int | None:
    """Return which test ranks on the challenge's first board."""
    board = boards_of(submission.challenge)[0]
    columns = board_columns(all_columns(submission.challenge), board)
    at = main_column(columns, board)
    return None if at is None else columns[at].test.pk


def _scores(
    viewer: Viewer,
    submission: Submission,
    variant: Variant,
    current: set[int],
    main: int | None,
    board: BoardView,
    priority: int,
) -> list[ScoreRow]:
    scores = Score.objects.filter(variant=variant, test__priority__lte=priority).select_related(
        "test", "evaluation", "output"
    )
    found = []
    for score in sorted(scores, key=lambda score: (score.test.split, score.test.position, -score.test_id)):
        shown = viewer.shown(score, submission)
        best, previous = _compared(board, score.test, shown, submission)
        found.append(
            ScoreRow(score.test, shown, score, score.test_id not in current, score.test_id == main, best, previous)
        )
    return found


def _compared(
    board: BoardView, test: Test, shown: ShownScore, submission: Submission
) -> tuple[Compared | None, Compared | None]:
    at = next((at for at, column in enumerate(board.columns) if column.test.pk == test.pk), None)
    if at is None or shown.value is None:
        return None, None
    known = [row for row in board.rows if _value(row, at) is not None and row.entry.submission.pk != submission.pk]
    sign = 1 if test.higher_is_better else -1
    best = max(known, key=lambda row: sign * (_value(row, at) or 0.0), default=None)
    earlier = [row for row in known if _same_people(row, submission) and row.entry.submission.pk < submission.pk]
    previous = max(earlier, key=lambda row: row.entry.submission.pk, default=None)
    return _beside(best, at, shown.value, sign), _beside(previous, at, shown.value, sign)


def _value(row: Row, at: int) -> float | None:
    cell = row.entry.cells[at]
    return None if cell is None or row.entry.outdated[at] else cell.value


def _same_people(row: Row, submission: Submission) -> bool:
    other = row.entry.submission
    if submission.team_id:
        return other.team_id == submission.team_id
    return other.team_id is None and other.submitter_id == submission.submitter_id


def _beside(row: Row | None, at: int, value: float, sign: int) -> Compared | None:
    if row is None:
        return None
    cell, other = row.entry.cells[at], _value(row, at)
    assert cell is not None
    assert other is not None
    return Compared(row, cell.text, sign * (value - other), row.entry.evaluations[at])
