"""Ends of an interval: from what leaving lines out says on a scale that suits the metric, or from bootstrap samples."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from probierz.scoring.distributions import normal_quantile, normal_share, student_quantile
from probierz.scoring.interval_notes import Note
from probierz.scoring.levels import CONFIDENCE
from probierz.scoring.resample import LeftOut, Resampled

Method = Literal["auto", "mid-p", "classes", "score", "fisher-z", "student", "bca", "percentile"]
METHODS: tuple[Method, ...] = ("auto", "mid-p", "classes", "score", "fisher-z", "student", "bca", "percentile")


class Bounds(NamedTuple):
    """An interval, how it was really made, and what a reader should know about it."""

    low: float
    high: float
    method: Method
    notes: tuple[Note, ...] = ()

    def noted(self, notes: tuple[Note, ...]) -> Bounds:
        """Return the same with more notes."""
        return self._replace(notes=self.notes + notes)


def standard_error(values: Sequence[float]) -> float:
    """Return the standard deviation of samples, √( Σ (v - mean)² / (n - 1) ).

    Samples that are NaN are left out. NaN for fewer than two samples, or where one cannot be squared.
    """
    kept = [value for value in values if not math.isnan(value)]
    if len(kept) < 2 or not all(map(has_square, kept)):
        return math.nan
    mean = math.fsum(kept) / len(kept)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in kept) / (len(kept) - 1))


def has_square(value: float) -> bool:
    """Whether many squares of such numbers have a sum; not of NaN."""
    return abs(value) <= 1e145


# --- without drawing -------------------------------------------------------------------------------------------------


class Spread(NamedTuple):
    """The standard error of a score by the jackknife, and how many degrees of freedom it has.

    skew: of the score over test sets, to first order; units: how many were left out in turn. share: how much of the
    squared error comes from the one line (or cluster, or group) with the largest part.
    """

    error: float
    degrees: float
    skew: float = 0.0
    units: int = 0
    share: float = 0.0


ROUNDING = 1e-9
"""Scores as near as this are the same, and one so near to the end of its scale is at it: a line that is off by a
rounding is no other line, and sums of many logarithms are not the same to the last digit."""


def spread_of(left_out: LeftOut, *, fisher: bool = False) -> Spread:
    """Return the standard error from values without single lines (or clusters, or groups); of artanh(v) for `fisher`.

        SE² = (m - 1)/m Σ (v̄ - vᵢ)²,   degrees = 2 (Σ u²)² / (Σ u⁴ - (Σ u²)²/m),  u = v̄ - vᵢ

    m: how many are left out in turn. The degrees are Satterthwaite's, at least 1 and at most m - 1: few where a few
    lines make most of the spread, as with rare errors and heavy tails. The skewness is Σ u³ / (Σ u²)^(3/2). Error and
    degrees are NaN where a value cannot be squared, or m < 2.
    """
    values, counts = left_out.without, left_out.counts
    many = sum(counts)
    if fisher:
        values = [math.atanh(one) if abs(one) < 1 - ROUNDING else math.nan for one in values]
    if many < 2 or not all(map(has_square, values)):
        return Spread(math.nan, math.nan)
    mean = math.fsum(value * count for value, count in zip(values, counts, strict=True)) / many
    squares = [(mean - value) ** 2 for value in values]
    second = math.fsum(square * count for square, count in zip(squares, counts, strict=True))
    if second <= (1e-13 * max(1e-300, abs(mean))) ** 2 * many:
        return Spread(0.0, many - 1)
    fourth = math.fsum((square / second) ** 2 * count for square, count in zip(squares, counts, strict=True))
    room = fourth - 1 / many
    degrees = min(many - 1, max(1.0, 2 / room)) if room > 0 else many - 1
    size = math.sqrt(second)
    skew = math.fsum(((mean - value) / size) ** 3 * count for value, count in zip(values, counts, strict=True))
    return Spread(math.sqrt((many - 1) / many * second), degrees, skew, many, max(squares) / second)


def scaled_bounds(value: float, spread: Spread, level: float, method: Method, ends: tuple[float, float]) -> Bounds:
    """Return the interval of a score with this standard error, on the scale of `method`.

    On the side that the score is skewed to it goes at least as far as `skewed_bounds`.

    "student":  v ± t·SE, t the quantile of Student's t with the degrees of the spread, here as everywhere below.
    "fisher-z": tanh( artanh(v) ± t·SE ), SE on the scale of artanh; of scores from -1 to 1.
    "score", of scores with an end (`ends`; infinite where there is none): all x with (v - x)² ≤ t²·SE²·g(x)/g(v). With
    two ends at 0 and 1, g(x) = x (1 - x): Wilson's interval for n = v (1 - v) / SE² lines. With one at 0, g(x) = x.
    Source: Wilson 1927; Korn and Graubard 1998; Fisher 1921; Satterthwaite 1946.
    """
    t = student_quantile((1 + level) / 2, spread.degrees)
    if method == "fisher-z":
        place = math.atanh(value)
        return Bounds(math.tanh(place - t * spread.error), math.tanh(place + t * spread.error), method)
    reach = t * spread.error
    ends_of_scale = (value - reach, value + reach) if method == "student" else _score_scale(value, reach, ends)
    low, high = ends_of_scale
    skewed = skewed_bounds(value, spread, level)
    if spread.skew > 0:
        high = max(high, skewed[1])
    else:
        low = min(low, skewed[0])
    return Bounds(max(ends[0], low), min(ends[1], high), method)


def skewed_bounds(value: float, spread: Spread, level: float) -> tuple[float, float]:
    """Return an interval that follows the skewness of the score: long on the side where rare lines are.

        from v - h(t)·SE to v - h(-t)·SE,   h(y) = ( ∛(1 + γ (y - γ/6)) - 1 ) / (γ/3)

    γ: the skewness of the score; t: the quantile of Student's t with m - 1 degrees. Source: Hall 1992.
    """
    t, third = student_quantile((1 + level) / 2, max(1, spread.units - 1)), spread.skew / 3

    def transformed(place: float) -> float:
        shifted = place - third / 2
        return (math.cbrt(1 + 3 * third * shifted) - 1) / third if abs(third) > 1e-6 else shifted

    return value - transformed(t) * spread.error, value - transformed(-t) * spread.error


def _score_scale(value: float, reach: float, ends: tuple[float, float]) -> tuple[float, float]:
    low, high = ends
    if math.isfinite(low) and math.isfinite(high):
        width = high - low
        found = _wilson((value - low) / width, reach / width)
        return low + width * found[0], low + width * found[1]
    if math.isfinite(low):
        found = _one_sided_scale(value - low, reach)
        return low + found[0], low + found[1]
    found = _one_sided_scale(high - value, reach)
    return high - found[1], high - found[0]


def _wilson(share: float, far: float) -> tuple[float, float]:
    part = far * far / (share * (1 - share))
    middle = (share + part / 2) / (1 + part)
    reach = math.sqrt(part * share * (1 - share) + part * part / 4) / (1 + part)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def _one_sided_scale(value: float, far: float) -> tuple[float, float]:
    part = far * far / value
    middle = value + part / 2
    reach = math.sqrt(part * value + part * part / 4)
    return max(0.0, middle - reach), middle + reach


def one_end(units: int, level: float) -> float:
    """Return the share of lines (or clusters) that may be otherwise, although all that were seen are alike.

    q = 1 - (1 - level) ^ (1 / units)
    """
    return float(1 - (1 - level) ** (1 / units))


# --- from samples ----------------------------------------------------------------------------------------------------


_NOTHING = Bounds(math.nan, math.nan, "percentile")


def bounds_of(value: float, resampled: Resampled, level: float = CONFIDENCE, method: Method = "bca") -> Bounds:
    """Return the interval of a score from samples and from values without single lines.

    "percentile": from the α-quantile to the (1 - α)-quantile of the samples, α = (1 - level) / 2, interpolated.
    "bca": bias-corrected and accelerated, the quantiles at

        Φ( z₀ + (z₀ ± z) / (1 - a (z₀ ± z)) ),  z₀ = Φ⁻¹( share of samples below the value, ties half )
        a = Σ (m - vᵢ)³ / ( 6 (Σ (m - vᵢ)²)^(3/2) )

    z = Φ⁻¹(1 - α); vᵢ: value without line (or group) i; m: their mean. Source: Efron 1987.
    Where the bias or the acceleration has no value, the percentile interval is given and a note says so. Samples that
    are NaN are left out with a note; NaN bounds for one line, or where the value or most samples are NaN.
    """
    kept = sorted(one for one in resampled.values if not math.isnan(one))
    missing = len(resampled.values) - len(kept)
    if sum(resampled.counts) < 2 and not resampled.groups:
        return _NOTHING._replace(notes=(Note("there is no interval: one line says nothing about other lines"),))
    if math.isnan(value) or 2 * len(kept) < len(resampled.values) or not kept:
        return _NOTHING._replace(notes=(Note("there is no interval: the score, or that of most samples, is NaN"),))
    notes = []
    if missing:
        said = f"{missing} of {len(resampled.values)} samples are NaN and left out of the interval"
        notes.append(Note(said, "some samples are NaN and left out of the interval"))
    tail = (1 - level) / 2
    if kept[0] == kept[-1]:
        notes.append(Note("all samples are equal: the interval has no width, but the score is not certain"))
        return Bounds(kept[0], kept[-1], "percentile", tuple(notes))
    if not kept[0] <= value <= kept[-1]:
        notes.append(
            Note("all samples lie on one side of the score, so the bootstrap does not suit it: mistrust the interval")
        )
    if method == "bca":
        tails = _bca_tails(value, kept, resampled, tail)
        if tails is not None:
            return Bounds(quantile(kept, tails[0]), quantile(kept, tails[1]), "bca", tuple(notes))
        notes.append(Note("a percentile interval is given: bias or acceleration cannot be estimated from these lines"))
    return Bounds(quantile(kept, tail), quantile(kept, 1 - tail), "percentile", tuple(notes))


def _bca_tails(value: float, kept: Sequence[float], resampled: Resampled, tail: float) -> tuple[float, float] | None:
    below = sum(one < value for one in kept) + sum(one <= value for one in kept)
    bias = normal_quantile(below / (2 * len(kept)))
    acceleration = _acceleration(resampled)
    if not math.isfinite(bias) or math.isnan(acceleration):
        return None
    tails = []
    for place in (normal_quantile(tail), normal_quantile(1 - tail)):
        rest = 1 - acceleration * (bias + place)
        if rest <= 0:
            return None
        tails.append(normal_share(bias + (bias + place) / rest))
    return tails[0], tails[1]


def _acceleration(resampled: Resampled) -> float:
    pairs = list(zip(resampled.without, resampled.counts, strict=True))
    if not all(abs(value) <= 1e300 for value in resampled.without):  # of larger ones there is no mean
        return math.nan
    mean = math.fsum(value * count for value, count in pairs) / sum(resampled.counts)
    spread = max(abs(mean - value) for value, _ in pairs)
    if spread <= 1e-13 * abs(mean):
        return math.nan
    parts = [((mean - value) / spread, count) for value, count in pairs]  # of any scale, no square vanishes
    squares = math.fsum(part * part * count for part, count in parts)
    return math.fsum(part * part * part * count for part, count in parts) / (6 * math.sqrt(squares) * squares)


def quantile(ordered: Sequence[float], share: float) -> float:
    """Return the quantile between the order statistics, as by numpy's "linear"."""
    place = share * (len(ordered) - 1)
    below = min(math.floor(place), len(ordered) - 1)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    part = place - below
    return low if low == high or part == 0 else low + (high - low) * part
