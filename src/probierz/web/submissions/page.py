"""What a submission's page tells, as somebody may see it."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass

from django.utils.translation import gettext as _

from probierz.web.challenges.board_columns import ANY_PRIORITY, ON_BOARDS, BoardColumn, all_columns
from probierz.web.challenges.models import Phase, Test
from probierz.web.events import submission_shown
from probierz.web.submissions.acts import Act, acts_on
from probierz.web.submissions.best_and_previous import Known, best_of_others, last_of_the_same
from probierz.web.submissions.best_scores import best_number
from probierz.web.submissions.common_numbers import common_number
from probierz.web.submissions.models import Output, Parameter, Score, Submission, Variant
from probierz.web.submissions.stars import star_note
from probierz.web.submissions.visibility import ShownScore, Viewer

ON_PAGES = 2
"""Up to this priority of its scheme a metric stands on a submission's page; on a variant's page all do."""


@dataclass(frozen=True)
class ScoreBeside:
    """A score beside another: of which submission, whose, and by how much this one is better (below zero: worse).

    decimals: with how many digits after the point that is told. evaluation, phase: the other one's. chance: whether
    that is more than chance, where it is known and may be shown. is_open: whether no verdict on that is possible.
    """

    submission: int
    name: str
    text: str
    difference: float
    decimals: int
    evaluation: int | None = None
    phase: Phase | None = None
    chance: str = ""
    is_open: bool = False


@dataclass(frozen=True)
class ScoreRow:
    """A test's score, with the best on the board and the one before; both only as far as all of it is shown.

    is_main: whether it is the one that ranks, which boards know.
    """

    test: Test
    shown: ShownScore
    score: Score
    is_outdated: bool
    best: ScoreBeside | None = None
    previous: ScoreBeside | None = None
    is_main: bool = False

    @property
    def part(self) -> str:
        """Which lines of its split it is of, in words, where these are divided: all of them, of what is published."""
        if not self.test.part:
            return ""
        return _("the whole test") if self.score.submission.is_reference else str(self.test.get_part_display())

    @property
    def conflict(self) -> str:
        """Of a published result, what another place says instead of a score that is shown."""
        return self.score.conflict if self.shown.is_disclosed else ""

    @property
    def star_note(self) -> str:
        """What the star beside it says; empty where it has none."""
        return star_note(self.conflict, is_outdated=self.is_outdated)


@dataclass(frozen=True)
class VariantView:
    """A variant with its scores, parameters and outputs."""

    variant: Variant
    scores: tuple[ScoreRow, ...]
    parameters: tuple[Parameter, ...]
    outputs: tuple[Output, ...]


@dataclass
class ShownSubmission:
    """What somebody sees of a submission. Listeners of `events.submission_shown` change it as they know more.

    columns: of the challenge, whatever their priority.
    may_compare: whether a test of a difference is missing that could be made.
    place: on the challenge's first board, and of how many; None where it does not stand there with a rank. instead: the
    submission of the same people that does, and whether its score is shown equal. counting: the phase that has ranks
    there, where it is of another; place_in_phase: then its rank on a board of its own phase, of how many, and which.
    stands_later: whether it is selected for the final board that is still to come.
    """

    viewer: Viewer
    submission: Submission
    columns: list[BoardColumn]
    variants: list[VariantView]
    acts: list[Act]
    may_compare: bool = False
    place: tuple[int, int] | None = None
    instead: tuple[int, bool] | None = None
    counting: Phase | None = None
    place_in_phase: tuple[int, int, str] | None = None
    stands_later: bool = False

    @property
    def headline(self) -> ScoreRow | None:
        """The score that ranks, of several variants the best; else the first there is."""
        rows = [row for view in self.variants for row in view.scores]
        ranking = [row for row in rows if row.is_main]
        known = [row for row in ranking if row.shown.value is not None]
        if known:
            better = known[0].test.higher_is_better
            best = best_number((row.shown.value for row in known), higher_is_better=better)
            return next((row for row in known if row.shown.value == best), known[0])
        return next(iter(ranking or rows), None)


def page_of(viewer: Viewer, submission: Submission, *, only: int | None = None) -> ShownSubmission:
    """Return the page of a submission, or of one of its variants."""
    acts = acts_on(viewer, submission) if only is None else []
    columns = _columns(viewer, submission)
    page = ShownSubmission(viewer, submission, columns, _variants(viewer, submission, columns, only), acts)
    submission_shown.send(sender=ShownSubmission, page=page)
    return page


def variants_of(viewer: Viewer, submission: Submission) -> list[VariantView]:
    """Return the variants with their scores."""
    return _variants(viewer, submission, _columns(viewer, submission), None)


def _columns(viewer: Viewer, submission: Submission) -> list[BoardColumn]:
    challenge = submission.challenge
    return all_columns(challenge, most_priority=ANY_PRIORITY, with_private=viewer.knows_private(challenge))


def _variants(
    viewer: Viewer, submission: Submission, columns: list[BoardColumn], only: int | None
) -> list[VariantView]:
    """The variants; only: one of them, then with metrics of every priority."""
    variants = submission.variants.prefetch_related("parameters", "outputs").order_by("name", "pk")
    if only is not None:
        variants = variants.filter(pk=only)
    scores = _scores(viewer, submission, columns, only)
    return [
        VariantView(
            variant,
            tuple(scores.get(variant.pk, ())),
            tuple(sorted(variant.parameters.all(), key=lambda parameter: parameter.name)),
            tuple(sorted(variant.outputs.all(), key=lambda output: output.path)),
        )
        for variant in variants
    ]


def _scores(
    viewer: Viewer, submission: Submission, columns: list[BoardColumn], only: int | None
) -> dict[int, list[ScoreRow]]:
    """The rows of each variant, by split and importance of the metric."""
    current = {column.test.pk for column in columns}
    on_board = [column.test for column in columns if column.test.priority <= ON_BOARDS]
    best = best_of_others(viewer, submission, on_board)
    previous = last_of_the_same(viewer, submission, on_board)
    scores = submission.scores.filter(test__priority__lte=ON_PAGES if only is None else ANY_PRIORITY)
    found: dict[int, list[ScoreRow]] = defaultdict(list)
    for score in scores.select_related("test", "evaluation").order_by("test__split", "test__position", "-test"):
        if not viewer.knows(submission.challenge, submission.phase, score.test):
            continue
        test, shown = score.test, viewer.shown(score, submission)
        beside, before = (_compared(shown, test, known.get(test.pk)) for known in (best, previous))
        found[score.variant_id].append(ScoreRow(test, shown, score, test.pk not in current, beside, before))
    return found


def _compared(shown: ShownScore, test: Test, other: Known | None) -> ScoreBeside | None:
    """The other score beside this one, as far as both are shown: no digits that one of them has not.

    The difference of whole scores is that of all their digits, so that it is rounded but once.
    """
    if other is None:
        return None
    is_whole = not shown.is_rounded and not other.shown.is_rounded
    number = common_number([shown, other.shown])
    own, others = (one.value if is_whole else number(one) for one in (shown, other.shown))
    if own is None or others is None or not math.isfinite(own - others):
        return None
    difference = own - others if test.higher_is_better else others - own
    digits = [len(one.for_people.partition(".")[2]) for one in (shown, other.shown)]
    decimals = max(digits) if is_whole else min(digits)
    text = other.shown.for_people
    return ScoreBeside(
        other.submission, other.name, text, difference, decimals, evaluation=other.evaluation, phase=other.phase
    )
