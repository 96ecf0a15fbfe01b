"""Numbers of an output in the units of what is expected, for scores that see neither unit nor origin, as Pearson's r.

Outputs that exchange lines have to be in the same units: a mixture of metres and feet is none of both, and is worse
than either. How much worse goes with the square of what units differ by, held against the errors of most lines; so
units come from these lines, and not from the few that are far off, which would make a unit beside which all others
vanish.

    x' = ((x - m) · sy / sx ± n) / S

m, sx, n, sy: means and standard deviations of given and expected numbers on the lines that are kept; S: the standard
deviation of all expected ones; minus where more given numbers fall than rise with expected ones. Kept are lines no
farther from the line through (n, m) of slope ± sx / sy (the reduced major axis) than three standard deviations, as the
median distance tells them; slope and lines are found in turn, from the quartiles on. So two outputs that differ in unit
and origin alone become the same, up to rounding.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Numbers = NDArray[numpy.float64]

_DIGITS = 12
_TURNS, _FARTHEST = 4, 3.0
_OF_NORMAL = 1.4826
"""A standard deviation of a normal distribution, in median distances from the middle."""


def in_units_of(expected: Numbers, given: Numbers) -> Numbers | None:
    """Return the given numbers in the units of the expected ones, of the shape (lines,).

    None where a side does not vary, and where numbers are not finite or so large that their squares are not.
    """
    import numpy

    with numpy.errstate(all="ignore"):
        spread = float(expected.std())
        if not (spread > 0 and given.std() > 0):
            return None
        axis = _first_axis(expected, given)
        for _ in range(_TURNS):
            axis = _next_axis(expected, given, axis) or axis
        middle, of_expected, slope = axis
        turned: Numbers = ((given - middle) / abs(slope) + numpy.sign(slope) * of_expected) / spread
    return turned.round(_DIGITS) if bool(numpy.isfinite(turned).all()) else None


def _first_axis(expected: Numbers, given: Numbers) -> tuple[float, float, float]:
    """Medians of given and expected numbers, and the slope by quartiles; where these meet, by standard deviations."""
    import numpy

    quartiles = [numpy.quantile(side, [0.25, 0.5, 0.75]) for side in (given, expected)]
    (low, middle, high), (low_expected, of_expected, high_expected) = quartiles
    rises = numpy.sum(numpy.sign(given - middle) * numpy.sign(expected - of_expected)) >= 0
    spreads = (high - low, high_expected - low_expected)
    above, below = spreads if min(spreads) > 0 else (given.std(), expected.std())
    return float(middle), float(of_expected), float(above / below) * (1 if rises else -1)


def _next_axis(
    expected: Numbers, given: Numbers, axis: tuple[float, float, float]
) -> tuple[float, float, float] | None:
    """The axis of the lines that are near one; None where these do not vary."""
    import numpy

    middle, of_expected, slope = axis
    rests = given - middle - slope * (expected - of_expected)
    distances = numpy.abs(rests - numpy.median(rests))
    farthest = _FARTHEST * _OF_NORMAL * numpy.median(distances)
    kept = distances <= farthest if farthest > 0 else distances >= 0
    above, below = float(given[kept].std()), float(expected[kept].std())
    if not (above > 0 and below > 0):
        return None
    return float(given[kept].mean()), float(expected[kept].mean()), above / below * float(numpy.sign(slope))
