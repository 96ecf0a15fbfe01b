"""The one score of a submission, and its place, where it stands beside submissions to other challenges."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from probierz.web.challenges.board_columns import (
    ANY_PRIORITY,
    BoardColumn,
    all_columns,
    main_column,
    shown_columns,
)
from probierz.web.challenges.models import Challenge, Part
from probierz.web.challenges.phases import private_decides
from probierz.web.leaderboards.board_view import BoardView, Place
from probierz.web.leaderboards.models import Board, Group
from probierz.web.leaderboards.queries import boards_of, first_boards, read_board
from probierz.web.submissions.best_scores import best_number
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.page_cache import remembered
from probierz.web.submissions.visibility import ShownScore, Viewer
from probierz.web.submissions.whose import Owners, Whose


class Headline(NamedTuple):
    """The score by which the best output of a submission stands on its challenge's first board, as somebody may see it.

    is_outdated: whether the data were replaced since.
    """

    shown: ShownScore
    column: BoardColumn
    is_outdated: bool = False


def headlines(viewer: Viewer, submissions: Iterable[Submission]) -> dict[int, Headline]:
    """Return the headline of each submission that has such a score, by its number."""
    of = {one.pk: one for one in submissions}
    challenges = list({one.challenge_id: one.challenge for one in of.values()}.values())
    boards = first_boards(challenges)
    columns = {one.pk: _ranking(viewer, one, boards[one.pk]) for one in challenges}
    tests = [test.pk for some in columns.values() for column in some for test in column.tests]
    scores: dict[int, list[Score]] = defaultdict(list)
    for score in Score.objects.filter(submission__in=of, test__in=tests).select_related("test", "evaluation"):
        scores[score.submission_id].append(score)
    return {
        number: found
        for number, one in of.items()
        if (found := _headline(viewer, one, columns[one.challenge_id], scores[number])) is not None
    }


class _Places(NamedTuple):
    """Of a first board: the rank of each submission there and of how many, all that stand there, and what has a rank of
    each owner in each phase, with its score as it is shown; no ranks while some wait to be scored again. is_final:
    whether the private part ranks.
    """

    ranks: dict[int, tuple[int, int]]
    standing: frozenset[int]
    of_owners: dict[tuple[Whose | None, int | None], tuple[int, float | None]]
    is_final: bool = False


def board_place(viewer: Viewer, submission: Submission) -> tuple[int, int] | None:
    """Return the rank of a submission on its challenge's first board, and of how many; None where it has none there."""
    return _places(viewer, submission.challenge).ranks.get(submission.pk)


def place_in_phase(viewer: Viewer, submission: Submission) -> tuple[int, int, str] | None:
    """Return its rank on a board of its phase that is not the first, of how many, and that board's title; or None."""
    for board in boards_of(submission.challenge)[1:]:
        if board.phase_id is not None and board.phase_id == submission.phase_id:
            ranked = _ranked(read_board(viewer, submission.challenge, board))
            ranks = {place.standing.of.submission: place.rank or 0 for place in ranked}
            if submission.pk in ranks:
                return ranks[submission.pk], len(ranks), board.shown_title
    return None


def stands_instead(viewer: Viewer, submission: Submission, number: float | None) -> tuple[int, bool] | None:
    """Return which submission of the same people has a rank on that board where this one does not stand there, and
    whether it is an earlier one whose score is shown equal to this number; None for none.
    """
    places = _places(viewer, submission.challenge)
    owners = Owners(submission.challenge.submissions.all(), across_phases=places.is_final)
    found = places.of_owners.get((owners.of(submission), submission.phase_id))
    if found is None or submission.pk in places.standing:
        return None
    other, shown = found
    return other, other < submission.pk and number is not None and number == shown


def _places(viewer: Viewer, challenge: Challenge) -> _Places:
    def make() -> _Places:
        board = boards_of(challenge)[0]
        view = read_board(viewer, challenge, board)
        places = view.rows.places
        ranked = _ranked(view)
        of_owners = {
            (place.owner, one.of.phase): (one.of.submission, one.cell and one.cell.in_ranks.number)
            for place, one in ((place, place.standing) for place in ranked if board.group == Group.SUBMITTER)
        }
        return _Places(
            {place.standing.of.submission: (place.rank or 0, len(ranked)) for place in ranked},
            frozenset(place.standing.of.submission for place in places),
            of_owners,
            view.is_final,
        )

    return remembered(viewer, challenge, "places", {}, make) if viewer.may_see(challenge) else _NO_PLACES


def _ranked(view: BoardView) -> list[Place]:
    """What has a rank; nothing while some submissions wait to be scored again, as ranks may change."""
    return [] if view.waiting else [place for place in view.rows.places if place.rank is not None]


_NO_PLACES = _Places({}, frozenset(), {})


def named_part(column: BoardColumn) -> str:
    """Which part of a divided test a column scores, in the reader's language; nothing for a whole test."""
    return str(Part(column.test.part).label) if column.test.part else ""


def ranking_columns(
    viewer: Viewer, challenge: Challenge, board: Board, columns: Sequence[BoardColumn]
) -> list[BoardColumn]:
    """Return the columns by one of which a submission stands on a board: the one that ranks, and on a final board that
    of the public part after it, where what is published stands. columns: all of the challenge.
    """
    shown = shown_columns(columns, board.columns, ranking=board.main)
    decides = private_decides(challenge, viewer.now, board.phase)
    places = [main_column(shown, board.main, is_final=is_final) for is_final in (decides, False)]
    return [shown[at] for at in dict.fromkeys(places) if at is not None]


def _ranking(viewer: Viewer, challenge: Challenge, board: Board) -> list[BoardColumn]:
    every = all_columns(challenge, most_priority=ANY_PRIORITY, with_private=viewer.knows_private(challenge))
    return ranking_columns(viewer, challenge, board, every)


def _headline(
    viewer: Viewer, submission: Submission, columns: Sequence[BoardColumn], scores: Iterable[Score]
) -> Headline | None:
    """Of the first column and the newest data on which it has a score that may be known, as on its page."""
    by_test = defaultdict(list)
    for score in scores:
        if viewer.knows(submission.challenge, submission.phase, score.test):
            by_test[score.test_id].append(score)
    found = next(((column, test) for column in columns for test in column.tests if by_test[test.pk]), None)
    if found is None:
        return None
    column, test = found
    shown = [viewer.shown(score, submission) for score in by_test[test.pk]]
    best = best_number((one.value for one in shown), higher_is_better=test.higher_is_better)
    first = next((one for one in shown if one.value is not None and one.value == best), shown[0])
    return Headline(first, column, test.pk != column.test.pk)
