"""Which scores of a board may be compared: those of the phase that counts, as on boards of suites.

A phase that rounds, such as a practice, shows equal what a final phase tells apart, and one was but a trial: its scores
would share ranks that they do not have, or take away those of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from probierz.web.challenges.board_columns import ANY_PRIORITY, all_columns, main_column, shown_columns
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import deciding_phase, other_phase, phase_that_counts
from probierz.web.leaderboards.board_standings import BoardStanding
from probierz.web.leaderboards.models import Board, Group, Rule
from probierz.web.submissions.common_numbers import common_number


def goes_by_selection(board: Board, challenge: Challenge, now: datetime) -> bool:
    """Whether a board is the final one once private parts decide: each person or team has one row there, with the best
    of what they selected in the phase that decides, by the metric that ranks where no board says another. Others rank
    by private parts too, but decide nothing.
    """
    is_of_all = board.phase is None or board.phase == deciding_phase(challenge, now)
    by_people = board.rule in (Rule.BEST, Rule.CHOSEN) and board.group == Group.SUBMITTER and not board.tag
    return by_people and is_of_all and _ranks_by_main_metric(board, challenge)


def _ranks_by_main_metric(board: Board, challenge: Challenge) -> bool:
    if not board.columns and not board.main:
        return True
    columns = all_columns(challenge, most_priority=ANY_PRIORITY)
    shown, usual = shown_columns(columns, board.columns, ranking=board.main), shown_columns(columns)
    place, main = main_column(shown, board.main), main_column(usual)
    return place is not None and main is not None and shown[place].title == usual[main].title


def counting_on(board: Board, challenge: Challenge, now: datetime, *, is_final: bool) -> Phase | None:
    """Return the phase whose scores have ranks on a board; None where there is none, so that all have."""
    return board.phase or phase_that_counts(challenge, now, is_final=is_final)


def made_comparable(
    challenge: Challenge, board: Board, standings: Sequence[BoardStanding], now: datetime, *, is_final: bool
) -> list[BoardStanding]:
    """Say of each by which number it is compared, and mark what was handed in during a phase that does not count: it
    has no rank beside what does.

    On a board of one phase that one counts. What is of no phase, such as a published result, is compared with what
    counts. is_final: whether private parts decide.
    """
    counting = counting_on(board, challenge, now, is_final=is_final)
    others = {one.pk: other_phase(one, counting) for one in challenge.phases.all()}
    phases = [others.get(one.of.phase or 0, "") for one in standings]
    cells = [one.cell.in_ranks for one, phase in zip(standings, phases, strict=True) if one.cell and not phase]
    number = common_number(cells)
    return [
        one._replace(other_phase=phase, number=None if one.cell is None else number(one.cell.in_ranks))
        for one, phase in zip(standings, phases, strict=True)
    ]
