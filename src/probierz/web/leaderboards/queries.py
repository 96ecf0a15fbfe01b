"""Boards and lists of submissions as somebody may see them, in a fixed number of queries whatever their size.

Ranking needs little of each submission (see board_standings.py); the rest is read for those rows that are looked at
(see entries.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple, TypeAlias

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from probierz.web.challenges.board_columns import (
    ANY_PRIORITY,
    BoardColumn,
    all_columns,
    main_column,
    shown_columns,
)
from probierz.web.challenges.models import Challenge, Part, Test, Version
from probierz.web.challenges.phases import private_decides
from probierz.web.leaderboards.board_standings import (
    BoardStanding,
    Submitted,
    scored_standings,
    submitted,
    unscored_standing,
)
from probierz.web.leaderboards.board_view import BoardRows, BoardView, Place
from probierz.web.leaderboards.comparable import counting_on, goes_by_selection, made_comparable
from probierz.web.leaderboards.entries import EntryReader
from probierz.web.leaderboards.models import Board, Group, Rule
from probierz.web.leaderboards.ranking import best_of_groups, rank
from probierz.web.submissions.final_selection import is_divided, selected_submissions
from probierz.web.submissions.models import Parameter, Score, Submission, SubmissionTag, Variant
from probierz.web.submissions.rescoring import is_rescored
from probierz.web.submissions.visibility import Viewer
from probierz.web.submissions.whose import Owners

# --- boards ----------------------------------------------------------------------------------------------------------


def boards_of(challenge: Challenge) -> list[Board]:
    """Return the challenge's boards; where the organisers made none, one by submitter with the best of each.

    Once a private part decides the final board is the first, also where the organisers made only others.
    """
    return _with_final(challenge, list(Board.objects.filter(challenge=challenge).select_related("phase")))


def first_boards(challenges: Sequence[Challenge]) -> dict[int, Board]:
    """Return the first board of each challenge, by the challenge's number, in one query and few for made boards."""
    made: dict[int, list[Board]] = defaultdict(list)
    for board in Board.objects.filter(challenge__in=challenges).select_related("phase"):
        made[board.challenge_id].append(board)
    return {challenge.pk: _with_final(challenge, made[challenge.pk])[0] for challenge in challenges}


def boards_with_later(challenge: Challenge) -> list[Board]:
    """Return the boards that there are, and the final one that there will be where the organisers made only others."""
    boards, now = boards_of(challenge), timezone.now()
    is_missing = not any(goes_by_selection(board, challenge, now) for board in boards) and is_divided(challenge)
    return [*boards, _final_board(challenge)] if is_missing else boards


def _with_final(challenge: Challenge, made: list[Board]) -> list[Board]:
    now = timezone.now()
    if not made:
        return [Board(challenge=challenge)]
    if not private_decides(challenge, now) or not is_divided(challenge):
        return made
    final = next((one for one in made if goes_by_selection(one, challenge, now)), None) or _final_board(challenge)
    return [final, *(one for one in made if one != final)]


def _final_board(challenge: Challenge) -> Board:
    """The one that is made for the organisers; without a slug, as it is the first."""
    return Board(challenge=challenge, title=gettext("Final board"))


def board_of(challenge: Challenge, slug: str = "") -> Board | None:
    """Return a board by its slug, without one the first; None where there is none of that name."""
    return named(boards_of(challenge), slug)


def named(boards: Sequence[Board], slug: str) -> Board | None:
    """Return the one of these boards with that slug, without one the first; None where there is none of that name."""
    return boards[0] if not slug else next((board for board in boards if board.slug == slug), None)


def read_board(
    viewer: Viewer,
    challenge: Challenge,
    board: Board,
    *,
    is_final: bool | None = None,
    only_counting: bool = False,
    before: Version | None = None,
) -> BoardView:
    """Return a board with all its rows, in the order in which this viewer may know them.

    is_final: whether the private part of a divided test ranks; None: from when on it does. only_counting: without what
    was handed in during a phase that does not count: ranks are the same, and less is read. before: only with what was
    there when this version came.
    """
    columns, main = _columns(viewer, challenge, board, is_final)
    if main is None:
        return BoardView(challenge, board, columns, main, BoardRows())
    submissions = _submissions_on(viewer, challenge, board)
    if before is not None:
        submissions = submissions.filter(created__lt=before.created)
    is_final = columns[main].test.part == Part.PRIVATE
    groups = _grouping(board, across_phases=is_final)
    in_no_row: set[int] = set()
    if only_counting and (counting := counting_on(board, challenge, viewer.now, is_final=is_final)):
        submissions = submissions.filter(Q(phase=None) | Q(phase=counting))

    def standings(column: BoardColumn) -> list[BoardStanding]:
        scored = scored_standings(viewer, challenge, submissions, column)
        in_rows = [one for one in scored if groups.rows(one)]
        if len(in_rows) < len(scored):
            in_no_row.update({one.of.submission for one in scored} - {one.of.submission for one in in_rows})
        return made_comparable(challenge, board, in_rows, viewer.now, is_final=is_final)

    found = standings(columns[main])
    every: Sequence[BoardStanding] = ()
    if is_final:
        public = columns[main_column(columns, board.main) or 0]
        places = _final_places(challenge, board, groups, (found, columns[main]), (standings(public), public))
    else:
        best = _best_of_submissions(found, columns[main])
        places, every = _places(best, columns[main], board.rule, groups), best
    rows = BoardRows(places, EntryReader(viewer, challenge, columns))
    waiting = _waiting(challenge, found)
    return BoardView(
        challenge, board, columns, main, rows, waiting, tuple(every), in_no_row=len(in_no_row),
        has_unscored=not places and submissions.filter(state=Submission.State.SCORED).exists(),
    )  # fmt: skip


def ranked_column(viewer: Viewer, challenge: Challenge, board: Board) -> BoardColumn | None:
    """Return the column by which a board ranks; None for one without columns."""
    columns, main = _columns(viewer, challenge, board, None)
    return columns[main] if main is not None else None


def ranked_test(viewer: Viewer, challenge: Challenge, board: Board) -> Test | None:
    """Return the test of that column."""
    column = ranked_column(viewer, challenge, board)
    return None if column is None else column.test


def ranked_among(
    viewer: Viewer, challenge: Challenge, board: Board, column: BoardColumn, standings: Sequence[BoardStanding]
) -> list[Place]:
    """Return where these would stand on a board that is not final if there were no others."""
    comparable = made_comparable(challenge, board, standings, viewer.now, is_final=False)
    groups = _grouping(board)
    in_rows = [one for one in comparable if groups.rows(one)]
    return _places(_best_of_submissions(in_rows, column), column, board.rule, groups)


def _columns(
    viewer: Viewer, challenge: Challenge, board: Board, is_final: bool | None
) -> tuple[tuple[BoardColumn, ...], int | None]:
    """The columns of a board, and which of them ranks."""
    tests = all_columns(challenge, most_priority=ANY_PRIORITY, with_private=viewer.knows_private(challenge))
    columns = tuple(shown_columns(tests, board.columns, ranking=board.main))
    if is_final is None:
        is_final = private_decides(challenge, viewer.now, board.phase)
    return columns, main_column(columns, board.main, is_final=is_final)


_OfColumn: TypeAlias = "tuple[Sequence[BoardStanding], BoardColumn]"


class _Grouping(NamedTuple):
    """Whose things are, and for which rows something stands: for none where a board is by what it does not have."""

    owners: Owners
    rows: Callable[[BoardStanding], Sequence[Hashable]]


def _final_places(
    challenge: Challenge, board: Board, groups: _Grouping, private: _OfColumn, public: _OfColumn
) -> list[Place]:
    """Only what people selected stands there, but for boards of all or of the last that they handed in, with the rank
    that the same output has by the public part; below it what is published, which is known of the whole test alone.

    What people handed in during another phase than the one that private parts decide, such as a trial, does not stand
    there, but is among what they handed in. Both ranks are among what stands there.
    """
    handed_in, column = private
    selected = selected_submissions(challenge, public[1].test)
    counting = _that_count(handed_in)
    goes_by_time = board.rule in (Rule.ALL, Rule.LAST)
    standing = [one for one in counting if goes_by_time or one.of.submission in selected]
    every = _best_of_submissions(handed_in, column)
    final = _places(_best_of_submissions(standing, column), column, board.rule, groups, handed_in=every)
    variants = {place.standing.variant for place in final if place.rank is not None}
    same = [one for one in public[0] if one.variant in variants]
    ranks = {one.variant: at for at, one in rank(same, higher_is_better=public[1].test.higher_is_better)}
    counted = [place._replace(public_rank=ranks.get(place.standing.variant)) for place in final]
    references = [one for one in public[0] if one.of.is_reference]
    best = _best_of_submissions(references, public[1])
    published = [place.standing for place in _places(best, public[1], board.rule, groups)]
    return counted + [
        Place(None, unscored_standing(one.of, one.variant, one.variant_name, test=column.test)) for one in published
    ]


def _that_count(standings: Sequence[BoardStanding]) -> list[BoardStanding]:
    """What was handed in during the phase that counts, and baselines of any."""
    return [one for one in standings if one.of.is_baseline or not one.other_phase]


def _waiting(challenge: Challenge, standings: Iterable[BoardStanding]) -> int:
    old = {one.of.submission for one in standings if one.is_outdated and not one.of.is_reference}
    return len(old) if old and is_rescored(challenge.current) else 0


def _submissions_on(viewer: Viewer, challenge: Challenge, board: Board) -> QuerySet[Submission]:
    submissions = viewer.submissions(challenge)
    if board.phase_id:
        submissions = submissions.filter(phase=board.phase_id)
    if board.tag:
        tagged = SubmissionTag.objects.filter(tag__name=board.tag).exclude(accepted=False)
        submissions = submissions.filter(submission_tags__in=tagged)
    return submissions


def _best_of_submissions(standings: Sequence[BoardStanding], column: BoardColumn) -> list[BoardStanding]:
    better = column.test.higher_is_better
    return best_of_groups(standings, lambda one: [one.of.submission], rule="best", higher_is_better=better)


def _places(
    of_submissions: Sequence[BoardStanding],
    column: BoardColumn,
    rule: str,
    groups: _Grouping,
    *,
    handed_in: Sequence[BoardStanding] | None = None,
) -> list[Place]:
    """handed_in: all of the same people, where that is more than may stand there."""
    better = column.test.higher_is_better

    def apart(one: BoardStanding) -> list[Hashable]:
        """What came late, is hidden or not compared takes the place of nothing that counts."""
        return [(group, one.of.is_late, one.of.hidden is not None, one.other_phase) for group in groups.rows(one)]

    standing = best_of_groups(of_submissions, apart, rule=rule, higher_is_better=better)
    by_owner: dict[Hashable, list[BoardStanding]] = defaultdict(list)
    for one in of_submissions if handed_in is None else handed_in:
        by_owner[one.of.whose(groups.owners)].append(one)
    places = []
    for at, one in rank(standing, higher_is_better=better):
        owner = one.of.whose(groups.owners)
        same = by_owner[owner]
        places.append(Place(at, one, len(same), last=max(same, key=lambda one: one.when), owner=owner))
    return places


def behind_first(view: BoardView) -> list[Place]:
    """Return what has a rank and is not of the people who have the first, the best first: nobody leads over oneself."""
    ranked = [place for place in view.rows.places if place.rank is not None]
    leaders = {place.owner for place in ranked if place.rank == 1}
    return [place for place in ranked if place.owner not in leaders]


def _grouping(board: Board, *, across_phases: bool = False) -> _Grouping:
    owners = Owners(Submission.objects.filter(challenge=board.challenge_id), across_phases=across_phases)
    return _Grouping(owners, _rows_of(board, owners, across_phases=across_phases))


def _rows_of(board: Board, owners: Owners, *, across_phases: bool) -> Callable[[BoardStanding], Sequence[Hashable]]:
    if board.rule == Rule.ALL:
        return lambda one: [one.of.submission]
    if board.group == Group.TAG:
        tags: dict[int, list[Hashable]] = defaultdict(list)
        accepted = SubmissionTag.objects.filter(submission__challenge=board.challenge_id).exclude(accepted=False)
        for submission, tag in accepted.values_list("submission", "tag"):
            tags[submission].append(tag)
        return lambda one: tags.get(one.of.submission, [])
    if board.group == Group.PARAMETER:
        of_name = Parameter.objects.filter(name=board.parameter, variant__submission__challenge=board.challenge_id)
        values = {variant: [value] for variant, value in of_name.values_list("variant", "value")}
        return lambda one: values.get(one.variant or 0, [])
    return lambda one: [(one.of.whose(owners), None if across_phases else one.of.phase)]


# --- lists ---------------------------------------------------------------------------------------------------------


def read_list(viewer: Viewer, challenge: Challenge, *, own: bool = False) -> BoardView:
    """Return every variant of every submission (or of one's own), newest first, with its rank among all.

    Published results come last: the day on which they were noted here says nothing. Submissions that have no scores
    stand in it without cells.
    """
    board = Board(challenge=challenge, rule=Rule.ALL)
    columns = tuple(all_columns(challenge, with_private=viewer.knows_private(challenge)))
    main = main_column(columns, board.main, is_final=private_decides(challenge, viewer.now))
    seen = viewer.submissions(challenge)
    known = submitted(challenge, seen)
    ranked: list[BoardStanding] = []
    if main is not None:
        is_final = columns[main].test.part == Part.PRIVATE
        scored = scored_standings(viewer, challenge, seen, columns[main], {one.submission: one for one in known})
        ranked = made_comparable(challenge, board, scored, viewer.now, is_final=is_final)
    places = [Place(None, one) for one in _unranked(challenge, columns, main, known, ranked)]
    if main is not None:
        better = columns[main].test.higher_is_better
        places += [Place(at, one) for at, one in rank(ranked, higher_is_better=better)]
    if own:
        places = [place for place in places if viewer.owns(place.standing.of.submitter, place.standing.of.team)]
    places.sort(key=lambda place: _time_in_list(place.standing.of), reverse=True)
    return BoardView(challenge, board, columns, main, BoardRows(places, EntryReader(viewer, challenge, columns)))


def with_final_places(viewer: Viewer, view: BoardView) -> BoardView:
    """Return a list of submissions in which ranks are those of the final board, once there is one: among all that was
    handed in, something nobody selected may come before the winner.
    """
    if not view.is_final:
        return view
    boards = (read_board(viewer, view.challenge, board) for board in boards_of(view.challenge))
    final = next((board for board in boards if board.is_final_board), None)
    if final is None:
        return view
    standing = {place.standing.variant: place for place in final.rows.places if place.rank is not None}
    places = []
    for place in view.rows.places:
        there = standing.get(place.standing.variant)
        rank, public_rank = (there.rank, there.public_rank) if there else (None, None)
        places.append(place._replace(rank=rank, public_rank=public_rank, is_on_final_board=there is not None))
    return replace(view, rows=view.rows.replaced(places), marks_final=True)


def _time_in_list(of: Submitted) -> tuple[bool, datetime, int]:
    return not of.is_reference, of.created, of.submission


def _unranked(
    challenge: Challenge,
    columns: Sequence[BoardColumn],
    main: int | None,
    seen: Sequence[Submitted],
    ranked: Sequence[BoardStanding],
) -> list[BoardStanding]:
    """What has scores, but none in the column that ranks, and submissions that have no score at all."""
    tests = [test.pk for column in columns for test in column.tests]
    ranking = columns[main] if main is not None else None
    ranks = Exists(_scores_of_variant([test.pk for test in ranking.tests] if ranking else []))
    scored = Variant.objects.filter(~ranks, Exists(_scores_of_variant(tests)), submission__challenge=challenge)
    of = {one.submission: one for one in seen}
    others = [
        unscored_standing(of[submission], variant, name, test=ranking.test if ranking else None)
        for variant, submission, name in scored.order_by("pk").values_list("pk", "submission", "name")
        if submission in of
    ]
    have = {one.of.submission for one in (*ranked, *others)}
    return others + [unscored_standing(one) for one in seen if one.submission not in have]


def _scores_of_variant(tests: Sequence[int]) -> QuerySet[Score]:
    """The scores on these tests of the variant that a query is about."""
    return Score.objects.filter(variant=OuterRef("pk"), test__in=tests)
