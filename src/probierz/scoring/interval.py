"""Intervals around a score, from its bootstrap samples, and the smallest difference that a test set can show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from probierz.errors import OptionError
from probierz.scoring.resample import Resampled, bootstrap

if TYPE_CHECKING:
    from probierz.schemes.scheme import Scheme
    from probierz.scoring.rows import ScoreRows
    from probierz.scoring.signature import Signature

__all__ = [
    "METHODS",
    "Bounds",
    "Method",
    "ScoreInterval",
    "bounds_of",
    "intervals",
    "normal_quantile",
    "smallest_difference",
    "standard_error",
]


class Measured(Protocol):
    """What an interval is made of: a `Score`, which offers `interval()` and therefore stands above."""

    @property
    def name(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def scheme(self) -> Scheme: ...
    @property
    def signature(self) -> Signature: ...
    @property
    def rows(self) -> ScoreRows | None: ...


Method = Literal["bca", "percentile"]
METHODS: tuple[Method, ...] = ("bca", "percentile")


def normal_quantile(chance: float) -> float:
    """Return the x with P(X < x) = chance for a standard normal X; -∞ for 0, ∞ for 1."""
    if not 0 < chance < 1:
        return math.inf if chance >= 1 else -math.inf
    if chance > 0.5:
        return -normal_quantile(1 - chance)
    low, high = -40.0, 0.0
    while low < (middle := (low + high) / 2) < high:
        if math.erfc(-middle / math.sqrt(2)) / 2 < chance:
            low = middle
        else:
            high = middle
    return high


def _normal_share(place: float) -> float:
    return math.erfc(-place / math.sqrt(2)) / 2


def standard_error(values: Sequence[float]) -> float:
    """Return the standard deviation of samples, √( Σ (v - mean)² / (n - 1) ).

    Samples that are NaN are left out. NaN for fewer than two samples, or where one is infinite.
    """
    kept = [value for value in values if not math.isnan(value)]
    if len(kept) < 2 or not all(map(math.isfinite, kept)):
        return math.nan
    mean = math.fsum(kept) / len(kept)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in kept) / (len(kept) - 1))


def smallest_difference(error: float) -> float:
    """Return the true difference that a two-sided test at 5 % finds with a power of 80 %.

        δ = (z(0.975) + z(0.8)) · SE = 2.80 · SE

    z: quantiles of the normal distribution; SE: the standard error of the difference (of two outputs on the same lines,
    or of a score and a fixed number). Source: Cohen 1988.
    """
    return (normal_quantile(0.975) + normal_quantile(0.8)) * error


class Bounds(NamedTuple):
    """An interval, how it was really made, and what a reader should know about it."""

    low: float
    high: float
    method: Method
    notes: tuple[str, ...] = ()


_NOTHING = Bounds(math.nan, math.nan, "percentile")


def bounds_of(value: float, resampled: Resampled, level: float = 0.95, method: Method = "bca") -> Bounds:
    """Return the interval of a score (or of a difference) from samples and from values without single lines.

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
        return _NOTHING._replace(notes=("there is no interval: one line says nothing about other lines",))
    if math.isnan(value) or 2 * len(kept) < len(resampled.values) or not kept:
        return _NOTHING._replace(notes=("there is no interval: the score, or that of most samples, is NaN",))
    notes = [f"{missing} of {len(resampled.values)} samples are NaN and left out of the interval"] if missing else []
    tail = (1 - level) / 2
    if kept[0] == kept[-1]:
        notes.append("all samples are equal: the interval has no width, but the score is not certain")
        return Bounds(kept[0], kept[-1], "percentile", tuple(notes))
    if not kept[0] <= value <= kept[-1]:
        notes.append(
            "all samples lie on one side of the score, so the bootstrap does not suit it: mistrust the interval"
        )
    if method == "bca":
        tails = _bca_tails(value, kept, resampled, tail)
        if tails is not None:
            return Bounds(_quantile(kept, tails[0]), _quantile(kept, tails[1]), "bca", tuple(notes))
        notes.append("a percentile interval is given: bias or acceleration cannot be estimated from these lines")
    return Bounds(_quantile(kept, tail), _quantile(kept, 1 - tail), "percentile", tuple(notes))


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
        tails.append(_normal_share(bias + (bias + place) / rest))
    return tails[0], tails[1]


def _acceleration(resampled: Resampled) -> float:
    pairs = list(zip(resampled.without, resampled.counts, strict=True))
    if not all(map(math.isfinite, resampled.without)):
        return math.nan
    mean = math.fsum(value * count for value, count in pairs) / sum(resampled.counts)
    spread = max(abs(mean - value) for value, _ in pairs)
    if spread <= 1e-13 * abs(mean):
        return math.nan
    parts = [((mean - value) / spread, count) for value, count in pairs]  # of any scale, no square vanishes
    squares = math.fsum(part * part * count for part, count in parts)
    return math.fsum(part * part * part * count for part, count in parts) / (6 * math.sqrt(squares) * squares)


def _quantile(ordered: Sequence[float], share: float) -> float:
    """The quantile between the order statistics, as by numpy's "linear"."""
    place = share * (len(ordered) - 1)
    below = min(math.floor(place), len(ordered) - 1)
    low, high = ordered[below], ordered[min(below + 1, len(ordered) - 1)]
    part = place - below
    return low if low == high or part == 0 else low + (high - low) * part


# --- of scores -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ScoreInterval:
    """From where to where the score goes on other test sets of this size and kind, at a level of confidence.

    method: "bca" or "percentile", as it was made. standard_error: of the score. lines: that were drawn from.
    groups: of lines in the jackknife, 0 for single lines. notes: what a reader should know.
    signature: that of the score, with method, level, number of samples and seed. `low, high = interval` unpacks.
    """

    low: float
    high: float
    level: float
    method: Method
    samples: int
    seed: int
    standard_error: float
    lines: int
    groups: int
    signature: Signature
    notes: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[float]:
        """Iterate over the low and the high end."""
        return iter((self.low, self.high))

    @property
    def smallest_difference(self) -> float:
        """The smallest true difference from a fixed number that these lines can show, see `smallest_difference`.

        Of two outputs on the same lines `compare` knows better: what both find hard does not count there.
        """
        return smallest_difference(self.standard_error)

    def as_dict(self) -> dict[str, Any]:
        """Return the interval as plain data."""
        return {
            "low": self.low,
            "high": self.high,
            "level": self.level,
            "method": self.method,
            "samples": self.samples,
            "seed": self.seed,
            "standard_error": self.standard_error,
            "smallest_difference": self.smallest_difference,
            "jackknife_groups": self.groups,
            "notes": list(self.notes),
        }


def intervals(
    scores: Sequence[Measured], *, level: float = 0.95, method: Method = "bca", samples: int = 1000, seed: int = 1
) -> list[ScoreInterval]:
    """Return the interval of each score. Scores of the same lines share their samples, which saves most of the work.

    Raises OptionError for scores without rows, a level that is not between 0 and 1, an unknown method.
    """
    check_options(level, method)
    found: dict[int, ScoreInterval] = {}
    for places in _same_lines(scores):
        columns = [(scores[at].scheme.metric, _rows(scores[at]).tallies) for at in places]
        results = (
            bootstrap(columns, samples, seed=seed)
            if columns[0][1]
            else [Resampled([math.nan], [], [], 0)] * len(places)
        )
        for at, resampled in zip(places, results, strict=True):
            found[at] = interval_of(scores[at], resampled, level, method, samples, seed)
    return [found[at] for at in range(len(scores))]


def check_options(level: float, method: str) -> None:
    """Raise OptionError for a level that is not between 0 and 1, or an unknown method."""
    if not 0 < level < 1:
        raise OptionError(f"the level {level!r} is not between 0 and 1; the usual one is 0.95")
    if method not in METHODS:
        raise OptionError(f"no interval is called {method!r}; there is {' and '.join(METHODS)}")


def _rows(score: Measured) -> ScoreRows:
    if score.rows is None:
        raise OptionError(f"{score.name} was scored without rows, which an interval needs; score with rows=True")
    return score.rows


def _same_lines(scores: Sequence[Measured]) -> list[list[int]]:
    """Places of scores that belong together: of the same lines in the same order."""
    groups: list[tuple[Any, list[int]]] = []
    for at, score in enumerate(scores):
        numbers = _rows(score).numbers
        for known, places in groups:
            if known == numbers:
                places.append(at)
                break
        else:
            groups.append((numbers, [at]))
    return [places for _, places in groups]


def interval_of(
    score: Measured, resampled: Resampled, level: float, method: Method, samples: int, seed: int
) -> ScoreInterval:
    """Dress the bounds of a score: with its standard error and signature."""
    bounds = bounds_of(score.value, resampled, level, method)
    lines = len(_rows(score))
    options = {"interval": f"{bounds.method} {level:g}", "samples": str(samples), "seed": str(seed)}
    return ScoreInterval(
        bounds.low,
        bounds.high,
        level,
        bounds.method,
        samples,
        seed,
        standard_error(resampled.values) if lines > 1 else math.nan,
        lines,
        resampled.groups,
        replace(score.signature, options={**score.signature.options, **options}),
        bounds.notes,
    )
