"""Boards and lists of submissions as somebody may see them, in a fixed number of queries whatever their size.

Ranking needs little of each submission (see standings.py); the rest is read for those rows that are looked at.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias, overload

from django.db.models import QuerySet

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.columns import (
    ANY_PRIORITY,
    ON_BOARDS,
    BoardColumn,
    all_columns,
    main_column,
    shown_columns,
)
from probierz.web.challenges.models import Challenge, Part
from probierz.web.challenges.phases import private_decides
from probierz.web.leaderboards.models import Board, Group, Rule
from probierz.web.leaderboards.ranking import Contender, best_of_groups, rank
from probierz.web.leaderboards.standings import BoardStanding, Submitted, scored_standings, submitted, unscored_standing
from probierz.web.submissions.final_selection import selected_submissions
from probierz.web.submissions.models import Parameter, Score, Submission, SubmissionTag, Variant
from probierz.web.submissions.rescoring import is_rescored
from probierz.web.submissions.visibility import ShownScore, Viewer

__all__ = [
    "HUMAN", "BoardView", "BoardEntry", "BoardLabel", "Place", "RankedRow", "BoardRows", "board_of", "boards_of",
    "named", "read_board", "read_list", "with_parameters",
]  # fmt: skip

HUMAN = "human"
"""The tag of what people answered, which boards say before all else."""
MOST_NAMED = 500
"""Of more rows than these, those of the whole challenge are read rather than each by its number."""


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
        is_tagged = any(one.tag.name in ("baseline", HUMAN) for one in self.tags)
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
    public_rank: of the same people before the private part decided; None elsewhere.
    """

    rank: int | None
    entry: BoardEntry
    entries: int = 1
    cluster: int | None = None
    last: BoardStanding | None = None
    public_rank: int | None = None

    @property
    def moved(self) -> int:
        """How many ranks it rose from the public to the private part; below zero if it fell."""
        return self.public_rank - self.rank if self.public_rank and self.rank else 0


class Place(NamedTuple):
    """A row before its entry is read; the other values are those of `RankedRow`."""

    rank: int | None
    standing: BoardStanding
    entries: int = 1
    cluster: int | None = None
    last: BoardStanding | None = None
    public_rank: int | None = None


class BoardLabel(NamedTuple):
    """Of a submission: whom it stands for, as somebody may see it, and what they say of it."""

    name: str
    description: str


class BoardRows(Sequence[RankedRow]):
    """The rows of a board. What is looked at is read: a page of them, or, for whoever goes through them, all at once.

    places: who stands where, which is known without reading any more.
    """

    def __init__(self, places: Sequence[Place] = (), reader: _EntryReader | None = None) -> None:
        self.places = tuple(places)
        self._reader = reader
        self._all: list[RankedRow] | None = None
        self._labels: dict[int, BoardLabel] | None = None

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, at: int) -> RankedRow: ...

    @overload
    def __getitem__(self, at: slice) -> list[RankedRow]: ...

    def __getitem__(self, at: int | slice) -> RankedRow | list[RankedRow]:
        if self._all is not None:
            return self._all[at]
        return self._made(self.places[at]) if isinstance(at, slice) else self._made([self.places[at]])[0]

    def __iter__(self) -> Iterator[RankedRow]:
        if self._all is None:
            self._all = self._made(self.places)
        return iter(self._all)

    def replaced(self, places: Sequence[Place]) -> BoardRows:
        """Return rows with these places, which are read in the same way."""
        return BoardRows(places, self._reader)

    def labels(self, numbers: Sequence[int] | None = None) -> dict[int, BoardLabel]:
        """Return what stands beside a point in a plot, for each submission by number, or for these."""
        if self._reader is None:
            return {}
        if numbers is not None:
            return self._reader.labels(numbers)
        if self._labels is None:
            self._labels = self._reader.labels()
        return self._labels

    def column(self, at: int) -> dict[int, BoardStanding]:
        """Return where variants stand by the column at that place, by the variant's number."""
        return self._reader.column(at) if self._reader else {}

    def _made(self, places: Sequence[Place]) -> list[RankedRow]:
        entries = self._reader([place.standing for place in places]) if self._reader else []
        return [
            RankedRow(place.rank, entry, place.entries, place.cluster, place.last, place.public_rank)
            for place, entry in zip(places, entries, strict=True)
        ]


@dataclass(frozen=True)
class BoardView:
    """A board as somebody may see it. main: the place of the column that ranks. On a final board the private part does.

    waiting: how many submissions have a main score on data that were repaired, and are still to be scored again.
    submissions: the best variant of every submission that takes part, on boards.
    """

    challenge: Challenge
    board: Board
    columns: tuple[BoardColumn, ...]
    main: int | None
    rows: BoardRows
    waiting: int = 0
    submissions: tuple[BoardStanding, ...] = ()

    @property
    def is_final(self) -> bool:
        """Whether the private part ranks."""
        column = self.main_column
        return column is not None and column.test.part == Part.PRIVATE

    @property
    def is_divided(self) -> bool:
        """Whether the column that ranks is of the public part, and the private one decides later."""
        column = self.main_column
        return column is not None and column.test.part == Part.PUBLIC

    @property
    def main_column(self) -> BoardColumn | None:
        """The column that ranks."""
        return None if self.main is None else self.columns[self.main]

    @property
    def hides_order(self) -> bool:
        """Whether the score that ranks is kept from this viewer for some rows."""
        cells = [place.standing.cell for place in self.rows.places]
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


def read_board(viewer: Viewer, challenge: Challenge, board: Board, *, is_final: bool | None = None) -> BoardView:
    """Return a board with all its rows, in the order in which this viewer may know them.

    is_final: whether the private part of a divided test ranks; None: from when on it does.
    """
    most = ANY_PRIORITY if board.columns else ON_BOARDS
    tests = all_columns(challenge, most_priority=most, with_private=viewer.knows_private(challenge))
    columns = tuple(shown_columns(tests, board.columns))
    if is_final is None:
        is_final = private_decides(challenge, viewer.now, board.phase)
    main = main_column(columns, board.main, is_final=is_final)
    if main is None:
        return BoardView(challenge, board, columns, main, BoardRows())
    taking_part = _taking_part(viewer, challenge, board)
    found = scored_standings(viewer, challenge, taking_part, columns[main])
    every: Sequence[BoardStanding] = ()
    if columns[main].test.part == Part.PRIVATE:
        public = columns[main_column(columns, board.main) or 0]
        before = scored_standings(viewer, challenge, taking_part, public)
        places = _final_places(challenge, board, (found, columns[main]), (before, public))
    else:
        best = _best_of_submissions(found, columns[main])
        places, every = _places(best, columns[main], board), [one.entry for one in best]
    rows = BoardRows(places, _EntryReader(viewer, challenge, columns))
    return BoardView(challenge, board, columns, main, rows, _waiting(challenge, found), tuple(every))


_OfColumn: TypeAlias = "tuple[Sequence[BoardStanding], BoardColumn]"


def _final_places(challenge: Challenge, board: Board, private: _OfColumn, public: _OfColumn) -> list[Place]:
    """Only what people selected stands there, with the rank that they had on the public part."""
    standings, column = private
    selected = selected_submissions(challenge, public[1].test)
    standing = [one for one in standings if board.rule == Rule.ALL or one.of.submission in selected]
    sizes = Counter(_owner(one) for one in {one.of.submission: one for one in standings}.values())
    before = _places(_best_of_submissions(*public), public[1], board)
    ranks = {_stand(place): place.rank for place in before}
    return [
        place._replace(entries=sizes[_owner(place.standing)], public_rank=ranks.get(_stand(place)))
        for place in _places(_best_of_submissions(standing, column), column, board)
    ]


def _stand(place: Place) -> Hashable:
    """Whose place it is, whichever submission stands there."""
    return (_owner(place.standing), place.standing.of.phase)


def _waiting(challenge: Challenge, standings: Iterable[BoardStanding]) -> int:
    old = {one.of.submission for one in standings if one.is_outdated and not one.of.is_reference}
    return len(old) if old and is_rescored(challenge.current) else 0


def _taking_part(viewer: Viewer, challenge: Challenge, board: Board) -> QuerySet[Submission]:
    submissions = viewer.submissions(challenge)
    if board.phase_id:
        submissions = submissions.filter(phase=board.phase_id)
    if board.tag:
        tagged = SubmissionTag.objects.filter(tag__name=board.tag).exclude(accepted=False)
        submissions = submissions.filter(submission_tags__in=tagged)
    return submissions


def _best_of_submissions(standings: Sequence[BoardStanding], column: BoardColumn) -> list[Contender[BoardStanding]]:
    contenders = [_contender(one) for one in standings]
    better = column.test.higher_is_better
    return best_of_groups(contenders, lambda one: [one.of.submission], rule="best", higher_is_better=better)


def _places(of_submissions: Sequence[Contender[BoardStanding]], column: BoardColumn, board: Board) -> list[Place]:
    better = column.test.higher_is_better
    standing = best_of_groups(of_submissions, _grouping(board), rule=board.rule, higher_is_better=better)
    by_owner: dict[Hashable, list[BoardStanding]] = defaultdict(list)
    for one in of_submissions:
        by_owner[_owner(one.entry)].append(one.entry)
    places = []
    for placed in rank(standing, higher_is_better=better):
        same = by_owner[_owner(placed.entry)]
        places.append(Place(placed.rank, placed.entry, len(same), last=max(same, key=lambda one: one.of.created)))
    return places


def _contender(standing: BoardStanding) -> Contender[BoardStanding]:
    cell, of = standing.cell, standing.of
    assert cell is not None
    return Contender(
        standing,
        number=cell.number,
        exact=cell.value,
        is_shown=cell.is_disclosed,
        when=of.created,
        name=standing.variant_name,
        is_outdated=standing.is_outdated,
        is_chosen=of.is_chosen,
        is_withheld=cell.is_withheld,
        is_ranked=of.is_ranked,
    )


def _owner(standing: BoardStanding) -> Hashable:
    of = standing.of
    if of.is_reference or of.is_baseline:
        return ("submission", of.submission)  # several of them come from one organiser
    return ("team", of.team) if of.team else ("person", of.submitter)


def _grouping(board: Board) -> Callable[[BoardStanding], Iterable[Hashable]]:
    if board.group == Group.TAG:
        tags: dict[int, list[Hashable]] = defaultdict(list)
        accepted = SubmissionTag.objects.filter(submission__challenge=board.challenge_id).exclude(accepted=False)
        for submission, tag in accepted.values_list("submission", "tag"):
            tags[submission].append(tag)
        return lambda one: tags.get(one.of.submission) or [None]
    if board.group == Group.PARAMETER:
        values = dict(
            Parameter.objects.filter(
                name=board.parameter, variant__submission__challenge=board.challenge_id
            ).values_list("variant", "value")
        )
        return lambda one: [values.get(one.variant or 0)]
    return lambda one: [(_owner(one), one.of.phase)]


# --- lists ---------------------------------------------------------------------------------------------------------


def read_list(viewer: Viewer, challenge: Challenge, *, own: bool = False) -> BoardView:
    """Return every variant of every submission (or of one's own), newest first, with its rank among all.

    Submissions that have no scores stand in it without cells.
    """
    board = Board(challenge=challenge, rule=Rule.ALL)
    columns = tuple(all_columns(challenge, with_private=viewer.knows_private(challenge)))
    main = main_column(columns, board.main, is_final=private_decides(challenge, viewer.now))
    seen = viewer.submissions(challenge)
    ranked = [] if main is None else scored_standings(viewer, challenge, seen, columns[main])
    places = [Place(None, one) for one in _unranked(challenge, columns, submitted(seen), ranked)]
    if main is not None:
        better = columns[main].test.higher_is_better
        contenders = [_contender(one) for one in ranked]
        places += [Place(one.rank, one.entry) for one in rank(contenders, higher_is_better=better)]
    if own:
        places = [place for place in places if viewer.owns(place.standing.of.submitter, place.standing.of.team)]
    places.sort(key=lambda place: (place.standing.of.created, place.standing.of.submission), reverse=True)
    return BoardView(challenge, board, columns, main, BoardRows(places, _EntryReader(viewer, challenge, columns)))


def _unranked(
    challenge: Challenge, columns: Sequence[BoardColumn], seen: Sequence[Submitted], ranked: Sequence[BoardStanding]
) -> list[BoardStanding]:
    """What has scores, but none in the column that ranks, and submissions that have no score at all."""
    tests = [test.pk for column in columns for test in column.tests]
    scored = Variant.objects.filter(submission__challenge=challenge, scores__test__in=tests).distinct()
    known, of = {one.variant for one in ranked}, {one.submission: one for one in seen}
    others = [
        unscored_standing(of[submission], variant, name)
        for variant, submission, name in scored.values_list("pk", "submission", "name")
        if variant not in known and submission in of
    ]
    have = {one.of.submission for one in (*ranked, *others)}
    return others + [unscored_standing(one) for one in seen if one.submission not in have]


# --- entries -------------------------------------------------------------------------------------------------------


class _Result(NamedTuple):
    """A score as it is in the database; boards have thousands, and models of Django are slow to make."""

    test: int
    evaluation: int | None
    full: ShownScore


class _EntryReader:
    """Reads entries as somebody may see them. What may be seen is decided once for each phase and test."""

    def __init__(self, viewer: Viewer, challenge: Challenge, columns: Sequence[BoardColumn]) -> None:
        self._viewer, self._challenge, self._columns = viewer, challenge, columns
        self._tests = {test.pk: (at, test) for at, column in enumerate(columns) for test in column.tests}
        self._looks: dict[tuple[int | None, int], Callable[[ShownScore], ShownScore]] = {}

    def __call__(self, standings: Sequence[BoardStanding]) -> list[BoardEntry]:
        """Return an entry for each, in this order."""
        if not standings:
            return []
        wanted = sorted({one.of.submission for one in standings})
        numbers = wanted if len(wanted) <= MOST_NAMED else None
        submissions = self._submissions(numbers)
        variants, scores, tags = self._variants(numbers), self._scores(numbers), self._tags(numbers)
        return [
            self._entry(
                submissions[one.of.submission],
                variants[one.variant] if one.variant is not None else None,
                scores.get(one.variant or 0, []),
                tags.get(one.of.submission, []),
            )
            for one in standings
        ]

    def labels(self, numbers: Sequence[int] | None = None) -> dict[int, BoardLabel]:
        """Return the label of every submission, or of these; few people hand in much, and each is read once."""
        rows = Submission.objects.filter(challenge=self._challenge)
        rows = rows if numbers is None else rows.filter(pk__in=numbers)
        people = User.objects.in_bulk(rows.values_list("submitter", flat=True).distinct())
        teams = Team.objects.in_bulk(rows.exclude(team=None).values_list("team", flat=True).distinct())
        names: dict[tuple[int, int | None], str] = {}
        found = {}
        fields = ("pk", "submitter", "team", "is_reference", "description")
        for number, submitter, team, is_reference, description in rows.values_list(*fields):
            key = (submitter, team)
            if key not in names:
                names[key] = self._viewer.name_for(self._challenge, people[submitter], teams.get(team))
            found[number] = BoardLabel(description if is_reference else names[key], description)
        return found

    def column(self, at: int) -> dict[int, BoardStanding]:
        """Return where the variants stand that have a score in this column, by the variant's number."""
        submissions = self._viewer.submissions(self._challenge)
        found = scored_standings(self._viewer, self._challenge, submissions, self._columns[at])
        return {one.variant: one for one in found if one.variant is not None}

    def _submissions(self, numbers: Sequence[int] | None) -> dict[int, Submission]:
        """Submissions with all that a viewer's rights depend on, so that nothing is asked for one by one.

        Few people hand in much: each is read and made once, which a join would do for every row.
        """
        rows = Submission.objects.filter(challenge=self._challenge)
        rows = rows if numbers is None else rows.filter(pk__in=numbers)
        light = rows.defer("problems", "failure", "form", "job", "url", "branch", "content")
        found = {one.pk: one for one in light.prefetch_related("submitter", "team", "version", "phase")}
        for submission in found.values():
            submission.challenge = self._challenge
        return found

    def _variants(self, numbers: Sequence[int] | None) -> dict[int, Variant]:
        rows = Variant.objects.filter(submission__challenge=self._challenge)
        return {one.pk: one for one in (rows if numbers is None else rows.filter(submission__in=numbers))}

    def _scores(self, numbers: Sequence[int] | None) -> dict[int, list[_Result]]:
        scores = Score.objects.filter(challenge=self._challenge, test__in=list(self._tests))
        scores = scores if numbers is None else scores.filter(submission__in=numbers)
        fields = (
            "variant", "test", "evaluation", "is_withheld", "shown", "value", "evaluation__low", "evaluation__high",
        )  # fmt: skip
        found: dict[int, list[_Result]] = defaultdict(list)
        for variant, test, evaluation, is_withheld, shown, value, low, high in scores.values_list(*fields):
            full = ShownScore(shown, value, low, high, is_withheld=is_withheld)
            found[variant].append(_Result(test, evaluation, full))
        return found

    def _tags(self, numbers: Sequence[int] | None) -> dict[int, list[SubmissionTag]]:
        tags = SubmissionTag.objects.filter(submission__challenge=self._challenge)
        tags = tags if numbers is None else tags.filter(submission__in=numbers)
        found: dict[int, list[SubmissionTag]] = defaultdict(list)
        for one in tags.select_related("tag").order_by("tag__name"):
            found[one.submission_id].append(one)
        return found

    def _entry(
        self, submission: Submission, variant: Variant | None, results: list[_Result], tags: list[SubmissionTag]
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
            tuple(tags),
            is_own=viewer.submitted(submission) and not submission.is_reference,
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
