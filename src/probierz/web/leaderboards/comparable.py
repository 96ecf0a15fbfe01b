"""Which scores of a board may be compared: rounded ones with rounded ones, and not with exact ones of another phase.

A phase that rounds, such as a practice, shows equal what a final phase tells apart: its scores would share ranks that
they do not have, or take away those of others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import other_phase, phase_that_counts
from probierz.web.leaderboards.standings import BoardStanding

__all__ = ["with_other_phases"]


def with_other_phases(
    challenge: Challenge, standings: Sequence[BoardStanding], now: datetime, *, is_final: bool
) -> list[BoardStanding]:
    """Mark what is known with fewer digits than the scores of the phase that counts: it has no rank beside them.

    While nothing of that phase stands there, others are compared among themselves. What is of no phase, such as a
    published result, is ranked in the digits of those that count. is_final: whether private parts decide.
    """
    if all(math.isinf(_digits(one)) for one in standings):
        return list(standings)
    counting = phase_that_counts(challenge, now, is_final=is_final)
    others = {one.pk: name for one in challenge.phases.all() if (name := other_phase(one, counting))}
    counted = [_digits(one) for one in standings if one.of.phase not in others and one.of.phase and _is_known(one)]
    least = min(counted, default=-math.inf)
    return [
        one._replace(other_phase=others[one.of.phase])
        if one.of.phase in others and _is_known(one) and _digits(one) < least
        else one
        for one in standings
    ]


def _is_known(standing: BoardStanding) -> bool:
    return standing.cell is not None and standing.cell.value is not None


def _digits(standing: BoardStanding) -> float:
    """With how many digits after the point a score is known; without an end where all of them are."""
    rounded = standing.cell.rounded_to if standing.cell is not None else None
    return math.inf if rounded is None else rounded
