"""What a submission's page tells, as somebody may see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from probierz.web.challenges.models import Challenge, Disclosure, Phase, Test
from probierz.web.leaderboards.columns import (
    ANY_PRIORITY,
    ON_BOARDS,
    BoardColumn,
    all_columns,
    board_columns,
    main_column,
)
from probierz.web.leaderboards.queries import boards_of
from probierz.web.submissions.models import Output, Parameter, Score, Submission, Variant
from probierz.web.visibility import ShownScore, Viewer

__all__ = ["Compared", "ScoreRow", "VariantView", "find", "variants_of"]

Look = Callable[[ShownScore], ShownScore]

ON_PAGES = 2
"""Up to this priority of its scheme a metric stands on a submission's page; on a variant's page all do."""


@dataclass(frozen=True)
class Compared:
    """A score beside another: of which submission, whose, and by how much this one is better (below zero: worse)."""

    submission: int
    name: str
    text: str
    difference: float


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


def variants_of(viewer: Viewer, submission: Submission, *, only: int | None = None) -> list[VariantView]:
    """Return the variants with their scores; only: one of them, then with metrics of every priority."""
    variants = submission.variants.prefetch_related("parameters", "outputs").order_by("name", "pk")
    if only is not None:
        variants = variants.filter(pk=only)
    scores = _scores(viewer, submission, only)
    return [
        VariantView(
            variant,
            tuple(scores.get(variant.pk, ())),
            tuple(sorted(variant.parameters.all(), key=lambda parameter: parameter.name)),
            tuple(sorted(variant.outputs.all(), key=lambda output: output.path)),
        )
        for variant in variants
    ]


def _scores(viewer: Viewer, submission: Submission, only: int | None) -> dict[int, list[ScoreRow]]:
    """The rows of each variant, by split and importance of the metric."""
    columns = all_columns(submission.challenge, most_priority=ANY_PRIORITY)
    current = {column.test.pk for column in columns}
    on_board = {column.test.pk for column in columns if column.test.priority <= ON_BOARDS}
    main = _main_test(submission.challenge, columns)
    scores = submission.scores.filter(test__priority__lte=ON_PAGES if only is None else ANY_PRIORITY)
    beside = _Beside(viewer, submission)
    found: dict[int, list[ScoreRow]] = defaultdict(list)
    for score in scores.select_related("test", "evaluation").order_by("test__split", "test__position", "-test"):
        shown = viewer.shown(score, submission)
        best, previous = beside(score.test, shown) if score.test_id in on_board else (None, None)
        is_outdated, is_main = score.test_id not in current, score.test_id == main
        found[score.variant_id].append(ScoreRow(score.test, shown, score, is_outdated, is_main, best, previous))
    return found


def _main_test(challenge: Challenge, columns: list[BoardColumn]) -> int | None:
    """Return which test ranks on the challenge's first board."""
    board = boards_of(challenge)[0]
    shown = board_columns([column for column in columns if column.test.priority <= ON_BOARDS], board)
    at = main_column(shown, board)
    return None if at is None else shown[at].test.pk


class _Beside:
    """Finds the scores that one of this submission is compared with: a few rows, however many there are."""

    def __init__(self, viewer: Viewer, submission: Submission) -> None:
        self._viewer, self._submission = viewer, submission
        self._phases: list[Phase | None] = [*submission.challenge.phases.all(), None]
        self._found: dict[int, tuple[Score | None, Score | None]] = {}

    def __call__(self, test: Test, shown: ShownScore) -> tuple[Compared | None, Compared | None]:
        """Return this score beside the best of the others, and beside the last one of the same people."""
        if shown.value is None:
            return None, None
        if test.pk not in self._found:
            self._found[test.pk] = self._found_for(test)
        best, previous = self._found[test.pk]
        return self._compared(best, test, shown.value), self._compared(previous, test, shown.value)

    def _others(self, test: Test, looks: dict[int | None, Look]) -> QuerySet[Score]:
        """Scores of other submissions of these phases that they may see."""
        challenge = self._submission.challenge
        in_phases = Q(phase__in=[phase for phase in looks if phase is not None])
        if None in looks:
            in_phases |= Q(phase=None)
        seen = self._viewer.submissions(challenge).exclude(pk=self._submission.pk).filter(in_phases)
        return Score.objects.filter(challenge=challenge, test=test, value__isnull=False, submission__in=seen)

    def _found_for(self, test: Test) -> tuple[Score | None, Score | None]:
        challenge, one = self._submission.challenge, self._submission
        levels = {phase: self._viewer.disclosure(challenge, phase, test) for phase in self._phases}
        looks = {
            phase.pk if phase else None: self._viewer.look(challenge, phase, test)
            for phase, level in levels.items()
            if level != Disclosure.HIDDEN
        }
        others = self._others(test, looks)
        same = others.filter(submission__lt=one.pk, submission__team=one.team_id)
        if one.team_id is None:
            same = same.filter(submission__submitter=one.submitter_id)
        best = self._best_rounded(others, test, looks) if Disclosure.ROUNDED in levels.values() else others
        better_first = "-value" if test.higher_is_better else "value"
        with_people = ("evaluation", "submission__submitter", "submission__team", "submission__phase")
        return (
            best.order_by(better_first, "-submission").select_related(*with_people).first(),
            same.order_by("-submission", "variant").select_related(*with_people).first(),
        )

    def _best_rounded(self, others: QuerySet[Score], test: Test, looks: dict[int | None, Look]) -> QuerySet[Score]:
        """The newest of those that look best: digits that are not shown must not decide."""
        sign = 1 if test.higher_is_better else -1
        rows = others.order_by("submission").values_list("pk", "value", "submission__phase")
        shown = {pk: looks[phase](ShownScore("", value)).value or 0.0 for pk, value, phase in rows}
        best = max(reversed(shown), key=lambda pk: sign * shown[pk], default=0)
        return others.filter(pk=best)

    def _compared(self, other: Score | None, test: Test, value: float) -> Compared | None:
        if other is None:
            return None
        whose = other.submission
        whose.challenge = self._submission.challenge
        shown = self._viewer.shown(other, whose)
        assert shown.value is not None
        difference = value - shown.value if test.higher_is_better else shown.value - value
        name = whose.description if whose.is_reference else self._viewer.name_of(whose)
        return Compared(whose.pk, name, shown.text, difference)
