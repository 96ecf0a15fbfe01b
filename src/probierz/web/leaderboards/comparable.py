"""Which scores of a board may be compared, and by which number: those of the phase that counts, as on boards of suites,
with the digits that all of them show.

A phase that rounds, such as a practice, shows equal what a final phase tells apart, and one was but a trial: its scores
would share ranks that they do not have, or take away those of others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import other_phase, phase_that_counts
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.standings import BoardStanding
from probierz.web.submissions.visibility import ShownScore, to_digits

__all__ = ["common_number", "counting_on", "made_comparable"]


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
    cells = [one.cell for one, phase in zip(standings, phases, strict=True) if one.cell is not None and not phase]
    number = common_number(cells)
    return [
        one._replace(other_phase=phase, number=None if one.cell is None else number(one.cell))
        for one, phase in zip(standings, phases, strict=True)
    ]


def common_number(cells: Iterable[ShownScore]) -> Callable[[ShownScore], float | None]:
    """Return what says by which number a score is compared with these: as the one is shown that is rounded most.

    So 66.7 beside a rounded 67 counts as 67. A published result is known with more digits; those would put equal
    outputs apart.
    """
    rounded = {cell.rounding: cell.rounded_to for cell in cells if cell.rounding is not None}
    if not rounded:
        return lambda cell: cell.number
    digits = [kept for rounding, kept in rounded.items() if rounding.digits is not None and kept is not None]
    steps = next((rounding for rounding in rounded if rounding.steps is not None), None)

    def number(cell: ShownScore) -> float | None:
        if cell.value is None:
            return None
        value = cell.value if steps is None else steps.stepped(cell.value)
        return float(to_digits(value, min(digits))) if digits else value

    return number
