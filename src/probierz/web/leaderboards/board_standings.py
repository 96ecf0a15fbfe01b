"""What ranking looks at of scores: a small row for each variant, read in one query and without models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Case, F, QuerySet, When, Window
from django.db.models.functions import RowNumber

from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Challenge, Test
from probierz.web.submissions.arrival import Arrival, is_after_end, is_late
from probierz.web.submissions.models import Submission, Variant
from probierz.web.submissions.ranked import has_rank, is_on_whole_test
from probierz.web.submissions.visibility import ShownScore, Viewer
from probierz.web.submissions.whose import Owners, Whose


class Submitted(NamedTuple):
    """Of a submission: by whom, when, and what of it ranking looks at. Numbers are those of rows."""

    submission: int
    created: datetime
    submitter: int
    team: int | None
    phase: int | None
    is_baseline: bool
    is_reference: bool
    is_chosen: bool
    is_ranked: bool = True
    is_human: bool = False
    row_name: str = ""
    description: str = ""
    published_kind: str = ""
    came_late: bool = False
    is_by_maker: bool = False
    is_counted: bool = False
    hidden: datetime | None = None
    phase_closes: datetime | None = None

    @property
    def is_late(self) -> bool:
        """As `Submission.is_late`."""
        return self.came_late and is_late(self._arrival)  # of thousands, next to none came late

    @property
    def is_after_end(self) -> bool:
        """As `Submission.is_after_end`."""
        return is_after_end(self._arrival)

    def whose(self, owners: Owners) -> Whose:
        """Return whose it is."""
        who = self.submission, self.submitter, self.team, self.phase
        return owners.whose(*who, self.row_name, self.is_reference, self.is_baseline, self.is_human)

    @property
    def _arrival(self) -> Arrival:
        is_other = self.is_reference or bool(self.row_name)
        return Arrival(self.created, self.phase_closes, self.came_late, is_other=is_other)


class BoardStanding(NamedTuple):
    """A variant with its main score as somebody may see it; None where it has none, or where there is no variant.

    is_outdated: whether the score is on data that were replaced since. other_phase: where another phase counts, the
    name of its own; number: by which it is compared with others, see `comparable.py`. test: by which it is ranked; None
    where there is none.
    """

    of: Submitted
    variant: int | None
    variant_name: str
    evaluation: int | None = None
    cell: ShownScore | None = None
    is_outdated: bool = False
    other_phase: str = ""
    number: float | None = None
    test: Test | None = None

    @property
    def is_ranked(self) -> bool:
        """Whether it counts in ranks; what does not takes the place of nothing that does."""
        return has_rank(self.of, self.test, self.other_phase)

    @property
    def exact(self) -> float | None:
        """The main score with all digits that everybody may see."""
        return self.cell.in_ranks.value if self.cell is not None else None

    @property
    def is_shown(self) -> bool:
        """Whether there is a main score to see."""
        return self.cell is not None and self.cell.is_disclosed

    @property
    def is_withheld(self) -> bool:
        """Whether the main score is no sure improvement."""
        return self.cell is not None and self.cell.is_withheld

    @property
    def is_chosen(self) -> bool:
        """Whether its people chose it."""
        return self.of.is_chosen

    @property
    def when(self) -> datetime:
        """When it was handed in."""
        return self.of.created

    @property
    def is_on_whole_test(self) -> bool:
        """Whether it is published, and what ranks is a part of the test."""
        return is_on_whole_test(self.of, self.test)


_OF = (
    "pk", "created", "submitter", "team", "phase", "is_baseline", "is_reference", "is_chosen", "is_ranked", "is_human",
    "row_name", "description", "published_kind", "came_late", "is_by_maker", "is_counted", "hidden",
)  # fmt: skip
_SCORE = (
    "scores__test", "scores__variant", "scores__variant__name", "scores__evaluation", "scores__is_withheld",
    "scores__shown", "scores__value", "scores__evaluation__low", "scores__evaluation__high",
)  # fmt: skip


_PHASE = _OF.index("phase")


def submitted(challenge: Challenge, submissions: QuerySet[Submission]) -> list[Submitted]:
    """Read these submissions to a challenge."""
    closes = {phase.pk: phase.closes for phase in challenge.phases.all()}  # a join would read them with every row
    return [Submitted._make((*row, closes.get(row[_PHASE]))) for row in submissions.values_list(*_OF)]


def unscored_standing(
    of: Submitted, variant: int | None = None, name: str = "", *, test: Test | None = None
) -> BoardStanding:
    """Return where a variant stands that has no main score; without a variant, a submission that has none yet.

    test: the one that ranks.
    """
    return BoardStanding(of, variant, _said(name), test=test)


def scored_standings(
    viewer: Viewer,
    challenge: Challenge,
    submissions: QuerySet[Submission],
    column: BoardColumn,
    known: Mapping[int, Submitted] | None = None,
) -> list[BoardStanding]:
    """Return the variants of these submissions that have a score in the column, in the order they were made.

    A score on current data counts before one on data that were replaced. known: the submissions, where they were read
    before, by their numbers; others are left out then.
    """
    width = len(_OF) if known is None else 1
    rows = submissions.filter(scores__test__in=column.tests).values_list(*_OF[:width], *_SCORE)
    return _standings(viewer, challenge, column, rows, known)


def best_standings(
    viewer: Viewer, columns: Mapping[Challenge, BoardColumn], submissions: QuerySet[Submission], *, most: int
) -> dict[Challenge, list[BoardStanding]]:
    """Return of several challenges the variants of these submissions with the best numbers in a column, in one query.

    most: so many of each challenge, on current data.
    """
    scored = submissions.filter(
        scores__test__in=[column.test for column in columns.values()], scores__value__isnull=False
    )
    higher_is_better = When(scores__test__higher_is_better=True, then=-F("scores__value"))
    order = Case(higher_is_better, default=F("scores__value"))
    place = Window(RowNumber(), partition_by=F("scores__test"), order_by=order)
    rows = scored.annotate(place=place).filter(place__lte=most).values_list("challenge", *_OF, *_SCORE)
    found: dict[int, list[tuple[Any, ...]]] = defaultdict(list)
    for challenge, *row in rows:
        found[challenge].append(tuple(row))
    return {one: _standings(viewer, one, column, found[one.pk]) for one, column in columns.items()}


def _standings(
    viewer: Viewer,
    challenge: Challenge,
    column: BoardColumn,
    rows: Iterable[tuple[Any, ...]],
    known: Mapping[int, Submitted] | None = None,
) -> list[BoardStanding]:
    """rows: of the fields `_OF`, of which only the first where the submissions are known, and `_SCORE`."""
    width = len(_OF) if known is None else 1
    tests = {test.pk: test for test in column.tests}
    phases = {phase.pk: phase for phase in challenge.phases.all()}
    closes = {phase.pk: phase.closes for phase in phases.values()}
    looks: dict[tuple[int | None, int, bool], Callable[[ShownScore], ShownScore]] = {}
    found: dict[int, BoardStanding] = {}
    current = column.test.pk
    for row in rows:
        of = known.get(row[0]) if known is not None else Submitted._make((*row[:width], closes.get(row[_PHASE])))
        test, variant, name, evaluation, is_withheld, shown, value, low, high = row[width:]
        is_outdated = test != current
        if of is None or (is_outdated and variant in found):
            continue
        key = (of.phase, test, of.is_counted)
        if key not in looks:
            looks[key] = viewer.look(challenge, phases.get(of.phase or 0), tests[test], is_counted=of.is_counted)
        cell = looks[key](ShownScore(shown, value, low, high, is_withheld=is_withheld))
        found[variant] = BoardStanding(of, variant, _said(name), evaluation, cell, is_outdated, test=column.test)
    return [found[variant] for variant in sorted(found)]


def _said(name: str) -> str:
    """A variant's name where it says something."""
    return "" if name == Variant.USUAL else name
