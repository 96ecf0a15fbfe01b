"""The scores that lead boards: read from a few of each challenge where these decide it, as lists ask it of all."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from django.db.models import Q

from probierz.web.challenges.board_columns import BoardColumn
from probierz.web.challenges.models import Challenge, Part
from probierz.web.challenges.phases import counting_phase
from probierz.web.leaderboards.board_standings import best_standings
from probierz.web.leaderboards.board_view import Place
from probierz.web.leaderboards.models import Rule
from probierz.web.leaderboards.queries import first_boards, ranked_among, ranked_column, read_board
from probierz.web.submissions.page_cache import remembered
from probierz.web.submissions.visibility import ShownScore, Viewer

FEW = 6
"""Scores of a challenge that are read at first: before the best that has a rank may come some that have none."""


class LeadingScores:
    """The score that leads the first board of each of these challenges, as this viewer may know it."""

    def __init__(self, viewer: Viewer, challenges: Sequence[Challenge]) -> None:
        self._viewer, self._challenges = viewer, challenges
        self._boards = first_boards(challenges)

    def of(self, challenge: Challenge) -> str:
        """Return the score that leads the challenge's board; empty where there is none."""
        board = self._boards[challenge.pk]

        def make() -> str:
            few = self._among_few
            cell = few[challenge] if challenge in few else self._among_all(challenge)
            return "" if cell is None else cell.for_people

        return remembered(self._viewer, challenge, "leading score", {"board": board.slug}, make)

    def _among_all(self, challenge: Challenge) -> ShownScore | None:
        board = self._boards[challenge.pk]
        return _first(read_board(self._viewer, challenge, board, only_counting=True).rows.places)

    @cached_property
    def _among_few(self) -> dict[Challenge, ShownScore | None]:
        """What leads the boards of which the few best scores tell it."""
        usual = self._columns
        columns = {one: column for one, column in usual.items() if column and column.test.part != Part.PRIVATE}
        counting = [counting_phase(one, self._viewer.now) for one in columns]
        compared = self._viewer.submissions_to(columns).filter(Q(phase=None) | Q(phase__in=filter(None, counting)))
        best = best_standings(self._viewer, columns, compared, most=FEW)
        found: dict[Challenge, ShownScore | None] = {one: None for one, column in usual.items() if column is None}
        for (challenge, column), phase in zip(columns.items(), counting, strict=True):
            few = best[challenge]
            first = _first(ranked_among(self._viewer, challenge, self._boards[challenge.pk], column, few))
            rounding = self._viewer.rounding_in_ranks(challenge, phase, column.test)
            # What is left out is no better, and looks no better where all that has a rank is rounded alike; of those
            # that are told equal the earliest is the first, whose digits organisers see.
            is_alike = first is not None and first.told is None and first.rounding == rounding
            if len(few) < FEW or is_alike:
                found[challenge] = first
        return found

    @property
    def _columns(self) -> dict[Challenge, BoardColumn | None]:
        """What ranks on the boards where the best stand: not what was chosen, last, or of one kind."""
        boards = [(one, self._boards[one.pk]) for one in self._challenges]
        return {
            one: ranked_column(self._viewer, one, board)
            for one, board in boards
            if board.rule in (Rule.BEST, Rule.ALL) and not board.phase_id and not board.tag
        }


def _first(places: Sequence[Place]) -> ShownScore | None:
    return next((place.standing.cell for place in places if place.rank is not None), None)
