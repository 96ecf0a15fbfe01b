"""News of a challenge: that a submission is the best on a board, as far as all who see the challenge may know it.

Neither what a phase hides nor whom anonymity hides is ever part of it: everything goes through `Audience`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

from django.urls import reverse

from probierz.web.challenges.models import Challenge
from probierz.web.http.addresses import public_root
from probierz.web.leaderboards.board_view import BoardView, RankedRow
from probierz.web.leaderboards.models import Board, Rule
from probierz.web.leaderboards.queries import board_of, boards_of, read_board
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.webhooks.models import Delivery

LONGEST_NAME = 100


class Audience(Viewer):
    """Whoever may see a challenge and is nobody in particular: anybody, or somebody of the team it is for."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__()
        self._team = challenge.team_id

    @cached_property
    def teams(self) -> frozenset[int]:
        """The team that the challenge is for."""
        return frozenset(() if self._team is None else (self._team,))


# --- finding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class NewBest:
    """A board's new best score, and the best of the other submissions before it."""

    board: Board
    score: Score
    previous: Score | None


def new_bests(submission: Submission) -> list[NewBest]:
    """Return the boards on which a submission alone is the best, as the challenge's audience sees them."""
    viewer = Audience(submission.challenge)
    if not viewer.may_see_submission(submission):
        return []
    boards = boards_of(submission.challenge)
    found = [_new_best(viewer, submission, board) for board in boards]
    return [one for one in found if one is not None]


def _new_best(viewer: Viewer, submission: Submission, board: Board) -> NewBest | None:
    """It must stand alone on top of the board, and beat all that were ever handed in, also by the same people."""
    challenge = submission.challenge
    if not _is_alone_on_top(read_board(viewer, challenge, board), submission):
        return None
    everything = copy(board)
    everything.rule = Rule.ALL
    view = read_board(viewer, challenge, everything)
    if not _is_alone_on_top(view, submission):
        return None
    others = [row for row in view.rows if row.entry.submission.pk != submission.pk and row.rank is not None]
    score = _score(view, next(row for row in view.rows if row.rank == 1))
    return None if score is None else NewBest(board, score, _score(view, others[0]) if others else None)


def _is_alone_on_top(view: BoardView, submission: Submission) -> bool:
    return [row.entry.submission.pk for row in view.rows if row.rank == 1] == [submission.pk]


def _score(view: BoardView, row: RankedRow) -> Score | None:
    assert view.main_column is not None
    return Score.objects.filter(variant=row.entry.variant, test=view.main_column.test).first()


# --- telling ---------------------------------------------------------------------------------------------------------


Teller = Callable[[Delivery], dict[str, Any] | None]
_tellers: dict[str, Teller] = {}


def tells(event: str) -> Callable[[Teller], Teller]:
    """Let a function say what messages of an event tell, as `news_of` does: for apps above, whose events they are."""

    def keep(teller: Teller) -> Teller:
        _tellers[event] = teller
        return teller

    return keep


Titles = Callable[[Sequence[Delivery]], dict[UUID, str]]
_titles: dict[str, Titles] = {}


def titles(event: str) -> Callable[[Titles], Titles]:
    """Let a function say in a few words what each of some messages of an event tells: for apps above, as `tells`."""

    def keep(names: Titles) -> Titles:
        _titles[event] = names
        return names

    return keep


def titles_of(deliveries: Sequence[Delivery]) -> dict[UUID, str]:
    """Return in a few words what messages tell, of those events that tell several things."""
    return {
        pk: said
        for event, names in _titles.items()
        for pk, said in names([one for one in deliveries if one.event == event]).items()
    }


def news_of(delivery: Delivery) -> dict[str, Any] | None:
    """Return what a message tells, as plain data; None where it must not be told any more."""
    return _tellers[delivery.event](delivery)


@tells(Delivery.Event.TEST)
def _test(delivery: Delivery) -> dict[str, Any]:
    challenge = delivery.webhook.challenge
    return {"event": delivery.event} | ({} if challenge is None else {"challenge": challenge_data(challenge)})


@tells(Delivery.Event.NEW_BEST)
def _best(delivery: Delivery) -> dict[str, Any] | None:
    challenge = delivery.webhook.challenge
    assert challenge is not None
    viewer, board = Audience(challenge), board_of(challenge, delivery.board)
    score = _find(delivery.about.get("score"))
    best = None if score is None else _score_data(viewer, score)
    if score is None or best is None or board is None:
        return None
    previous = _find(delivery.about.get("previous"))
    return {
        "event": delivery.event,
        "challenge": challenge_data(challenge),
        "board": {"name": board.slug, "title": board.title},
        "test": score.test.split,
        "metric": score.test.name,
        "higher_is_better": score.test.higher_is_better,
        "best": best,
        "previous": None if previous is None else _score_data(viewer, previous),
    }


def challenge_data(challenge: Challenge) -> dict[str, str]:
    """Return what messages say of a challenge."""
    url = public_root() + reverse("challenge-board", args=[challenge.slug])
    return {"name": challenge.slug, "title": challenge.title, "url": url}


def _find(number: int | None) -> Score | None:
    related = ("test", "evaluation", "submission__challenge", "submission__phase", "submission__submitter",
               "submission__team")  # fmt: skip
    return None if number is None else Score.objects.select_related(*related).filter(pk=number).first()


def _score_data(viewer: Viewer, score: Score) -> dict[str, Any] | None:
    submission = score.submission
    shown = viewer.shown(score, submission)
    if not viewer.may_see_submission(submission) or not shown.is_disclosed:
        return None
    return {
        "submission": submission.pk,
        "url": public_root() + reverse("submission", args=[submission.pk]),
        "submitter": viewer.name_of(submission)[:LONGEST_NAME],
        "score": shown.text,
        "shown": shown.for_people,
        "value": shown.value,
        "is_rounded": shown.is_rounded,
        "unit": score.test.unit,
    }
