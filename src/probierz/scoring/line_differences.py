"""Lines on which two outputs differ, and what each of them gains by it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from probierz.ordering import missing_last
from probierz.scoring.compare import check_comparable
from probierz.scoring.pair_tests import minus, rows_of, tell_apart
from probierz.scoring.pool import pool_of
from probierz.scoring.rows import ScoreRows
from probierz.scoring.score import Score
from probierz.scoring.significance import differing


@dataclass(frozen=True)
class LineDifference:
    """A line on which two outputs differ: its number, both values, and the gain of the first, positive if better."""

    number: int
    first: float
    second: float
    gain: float


def line_differences(first: Score, second: Score) -> list[LineDifference]:
    """Return the lines on which two outputs differ, the largest difference first, then by number.

    The values are those of the line as a test set of its own. Where a metric has none for single lines (correlations),
    first and second are NaN; the gain is what the first output's score loses when it takes this line from the
    second. Raises OptionError for scores of different lines.
    """
    check_comparable([first, second])
    rows = rows_of(first), rows_of(second)
    places = differing(rows[0].tallies, rows[1].tallies)
    values = [_values_at(side, places) for side in rows]
    gains = [minus(one, other) for one, other in zip(*values, strict=True)]
    if not tell_apart(rows[0].tallies, gains):
        values = [[math.nan] * len(places)] * 2
        gains = _exchange_gains(first, rows, places)
    sign = 1.0 if first.better == "higher" else -1.0
    found = [
        LineDifference(rows[0].numbers[at], one, other, sign * gain)
        for at, one, other, gain in zip(places, *values, gains, strict=True)
        if gain
    ]
    return sorted(found, key=lambda one: (missing_last(-abs(one.gain)), one.number))


def _values_at(rows: ScoreRows, places: Sequence[int]) -> list[float]:
    return replace(rows, tallies=[rows.tallies[at] for at in places], numbers=places).values


def _exchange_gains(score: Score, rows: tuple[ScoreRows, ScoreRows], places: Sequence[int]) -> list[float]:
    import numpy

    pool = pool_of(score.scheme.metric, [*rows[0].tallies, *(rows[1].tallies[at] for at in places)])
    count = len(rows[0])
    step = max(1, pool.block_weights // len(pool))
    gains: list[float] = []
    for start in range(0, len(places), step):
        some = numpy.array(places[start : start + step])
        weights = numpy.zeros((len(some), len(pool)))
        weights[:, :count] = 1
        weights[numpy.arange(len(some)), some] = 0
        weights[numpy.arange(len(some)), count + start + numpy.arange(len(some))] = 1
        gains += [score.value - value for value in pool.values(weights)]
    return gains
