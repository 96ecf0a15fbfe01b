"""Intervals of Pearson's r next to 1 or -1, and of R2 next to 1, from what these lack: that keeps its digits.

Lines that all lie as near to a straight one as a millionth of their spread make 1 - |r| about 1e-12, and leaving one
out changes r by less than its rounding; so it is with lines as near to what is expected under R2. Such lines have the
interval that they have at a thousandth of their spread.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from probierz.metrics.correlation import pearson
from probierz.metrics.definition import Metric
from probierz.metrics.number_pairs import Moments
from probierz.metrics.tallies import Tally
from probierz.scoring.bounds import Bounds, Spread, scaled_bounds, spread_of
from probierz.scoring.distributions import student_quantile
from probierz.scoring.resample import jackknife

_NEAR = 1e-6
"""What r lacks at most to be taken here: below it its rounding begins to show in what leaving lines out changes."""
_ROUNDED = 2.0**-52
"""Of less, r itself is 1 to all digits that a number has."""
_STRAIGHT_BESIDE = 1e-3
"""Of what r lacks, what it may lack without a line for this one to be all that keeps the lines from a straight one."""


class _Sums(NamedTuple):
    """Of a line, or of many: how many there are, x, what it is off y by, and products of these; x, y: in units of 1."""

    lines: float
    x: float
    off: float
    x_x: float
    off_off: float
    x_off: float


def nearly_straight_bounds(
    metric: Metric, value: float, tallies: Sequence[Tally], owners: Sequence[int] | None, level: float
) -> tuple[Bounds, Spread] | None:
    """Return the interval, and the spread; None of other metrics, further from 1 and -1, or at them.

        tanh( z ± t·SE ),   z = ½ log( (2 - d) / d ),   d = 1 - |r|

    z is artanh |r|, SE its standard error by the jackknife, t as in `scaled_bounds`. Where without some line nearly
    nothing is lacking, artanh says nothing, and the interval is on the scale "score" of d. R2 always has that scale.
    owners: as for `jackknife`.
    """
    if not 1 - abs(value) < _NEAR:
        return None
    if metric.finish is pearson:
        return _of_correlation(metric, value, tallies, owners, level)
    if metric.finish is Moments.determination and value < 1:
        return _of_determination(metric, tallies, owners, level)
    return None


def _of_determination(
    metric: Metric, tallies: Sequence[Tally], owners: Sequence[int] | None, level: float
) -> tuple[Bounds, Spread] | None:
    sums = _sums_of_errors(tallies)
    (left_out,) = jackknife([(replace(metric, finish=_unexplained, tally_kind=_Sums), sums)], owners=owners)
    spread = spread_of(left_out)
    if not spread.error > 0:
        return None
    return _lacks(_unexplained(_total(sums)), spread, level, math.inf), spread


def _lacks(lacking: float, spread: Spread, level: float, most: float) -> Bounds:
    """The interval of 1 less what is lacking, which is 0 to `most`."""
    found = scaled_bounds(lacking, spread, level, "score", (0.0, most))
    return found._replace(low=1 - found.high, high=1 - found.low)


def _of_correlation(
    metric: Metric, value: float, tallies: Sequence[Tally], owners: Sequence[int] | None, level: float
) -> tuple[Bounds, Spread] | None:
    sums = _sums(tallies, math.copysign(1.0, value))
    lacking = _lacking(_total(sums))
    if lacking < _ROUNDED:
        return None
    (left_out,) = jackknife([(replace(metric, finish=_lacking, tally_kind=_Sums), sums)], owners=owners)
    spread = spread_of(left_out)
    if not spread.error > 0:
        return None
    if min(left_out.without) > _STRAIGHT_BESIDE * lacking:
        on_scale = spread_of(left_out._replace(without=list(map(_artanh, left_out.without))))
        reach = student_quantile((1 + level) / 2, on_scale.degrees) * on_scale.error
        most, least = (_from_artanh(_artanh(lacking) + far) for far in (-reach, reach))
        found = Bounds(1 - most, 1 - least, "fisher-z")
    else:
        found = _lacks(lacking, spread, level, 2.0)
    return (found if value > 0 else found._replace(low=-found.high, high=-found.low)), spread


def _sums(tallies: Sequence[Tally], sign: float) -> list[Tally]:
    """Of each line; both sides with mean 0 and standard deviation 1, the second times the sign."""
    import numpy

    from probierz.scoring.correlate import scaled

    sides = [scaled(numpy.array(side, dtype=float)) for side in zip(*tallies, strict=True)]
    x, y = (side / side.std() for side in sides)
    return _of_each(x, sign * y - x)


def _sums_of_errors(tallies: Sequence[Tally]) -> list[Tally]:
    """Of each line; what is expected with mean 0 and standard deviation 1, and errors in this unit."""
    import numpy

    expected, given = (numpy.array(side, dtype=float) for side in zip(*tallies, strict=True))
    with numpy.errstate(over="ignore", invalid="ignore"):  # of huge numbers, which leave no spread
        unit = float(expected.std())
        return _of_each((expected - expected.mean()) / unit, (given - expected) / unit)


def _of_each(x: Any, off: Any) -> list[Tally]:
    import numpy

    columns = numpy.array([numpy.ones_like(x), x, off, x * x, off * off, x * off])
    return [_Sums(*row) for row in columns.T.tolist()]


def _total(sums: Sequence[Tally]) -> _Sums:
    return _Sums(*(math.fsum(column) for column in zip(*sums, strict=True)))


def _unexplained(sums: _Sums) -> float:
    """Return 1 - R2, the squares of errors over those of what is expected, less its mean; NaN for a constant one."""
    spread = sums.x_x - sums.x * sums.x / sums.lines
    return sums.off_off / spread if spread > 0 else math.nan


def _lacking(sums: _Sums) -> float:
    """Return 1 - |r| to all its digits; NaN for two lines or fewer, through which there is always a straight one.

        1 - r² = Σ (off - its part that is straight in x)² / Σ y²,   y = x + off, all less their means

    sums: over the lines that there are.
    """
    if sums.lines <= 2:
        return math.nan
    x_x = sums.x_x - sums.x * sums.x / sums.lines
    off_off = sums.off_off - sums.off * sums.off / sums.lines
    x_off = sums.x_off - sums.x * sums.off / sums.lines
    y_y = x_x + 2 * x_off + off_off
    if not (x_x > 0 and y_y > 0):
        return math.nan
    part = max(0.0, off_off - x_off * x_off / x_x) / y_y
    return part / (1 + math.sqrt(max(0.0, 1 - part)))


def _artanh(lacking: float) -> float:
    return math.log((2 - lacking) / lacking) / 2


def _from_artanh(place: float) -> float:
    return 2 / (1 + math.exp(min(700.0, 2 * place)))
