"""How small a difference between two outputs a test would find."""

from __future__ import annotations

import math
from typing import NamedTuple

from probierz.scoring.distributions import normal_quantile

POWER = 0.8
"""In what share of test sets a smallest difference is found."""
_P_VALUES_NEEDED = 3
"""P-values that an exact test must have below the level, for a normal distribution to tell what it finds."""


class Noise(NamedTuple):
    """What lines add to a difference on which two outputs disagree by chance.

    variance: of the difference of outputs that disagree so and are equally good. effect: what one line adds that tells
    them apart. units: lines (or clusters) of the test set. most: the largest difference that the scale has.
    """

    variance: float
    effect: float
    units: int
    most: float

    def smallest_difference(self, places: float, wider: float = 1.0) -> float:
        """The true difference that is so many standard errors, each wider by a factor.

            δ = z √(v + e δ - δ² / n)

        z: places, times the factor; v: the variance without a difference; e δ: what the lines add that make it, of the
        effect e each; n: units. NaN where the scale has no room for one so large.
        """
        squared = (places * wider) ** 2
        linear, whole = squared * self.effect, 1 + squared / self.units
        found = (linear + math.sqrt(linear**2 + 4 * whole * squared * self.variance)) / (2 * whole)
        return found if 0 < found <= self.most else math.nan


class Power(NamedTuple):
    """What is known of how small a difference of two outputs could be found.

    noise: of their disagreement. difference: that was found, and p_value, of it. least: the smallest p-value that these
    lines allow, and what there is too little of where that is large, in words. wider: how many times wider rare classes
    make the spread than lines tell.
    """

    noise: Noise
    difference: float
    p_value: float
    least: float
    too_little: str
    wider: float

    def smallest_difference(self, alpha: float) -> float:
        """The true difference that a two-sided test at alpha finds with a power of 80 %, see `Noise`.

        It is z(1 - alpha / 2) + z(0.8) standard errors, and agrees with what was found: where p is at most alpha no
        larger, and where it is not, no smaller than the difference makes it if p is that of a normal distribution.
        NaN where so few lines differ that the test has hardly a p-value below alpha.
        """
        if self._rests_on_too_little(alpha):
            return math.nan
        places = normal_quantile(1 - alpha / 2) + normal_quantile(POWER)
        smallest = self.noise.smallest_difference(places, self.wider)
        size, seen = abs(self.difference), -normal_quantile(max(self.p_value, 1e-300) / 2)
        if self.p_value <= alpha:
            return min(smallest, size * places / seen)
        return max(smallest, size * places / seen) if smallest <= size and seen > 0 else smallest

    def why_unknown(self, alpha: float) -> str:
        """Return in words why there is no smallest difference at alpha; empty where there is one."""
        if self._rests_on_too_little(alpha):
            return self.too_little
        is_known = not math.isnan(self.smallest_difference(alpha))
        return "" if is_known else "only one larger than the scale would be sure to be found"

    def _rests_on_too_little(self, alpha: float) -> bool:
        return not self.least <= alpha / _P_VALUES_NEEDED


def noise_of(difference: float, error: float, differing: int, units: int, most: float) -> Noise:
    """Return what is chance in the disagreement of two outputs.

        v = max(0, s² + d² / n - e d'),   e = √((s² + d² / n) / m),   d' = √max(0, d² - 2 s²)

    d, s: the difference and its standard error; m: of n units so many differ; d': d less what chance makes of it. On
    scores that are shares v is 2/n times the share of lines on which the worse output alone is right.
    """
    squares = error**2 + difference**2 / units
    effect = math.sqrt(squares / differing)
    sure = math.sqrt(max(0.0, difference**2 - 2 * error**2))
    return Noise(max(0.0, squares - effect * sure), effect, units, most)
