"""Bootstrap: how far a score would move with other lines of the same kind.

Lines are drawn with replacement and only tallies are added up again; nothing is parsed twice. Lines that left the same
tally are drawn together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.errors import OptionError
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Row, Tally

if TYPE_CHECKING:
    from numpy import ndarray
    from numpy.random import Generator

__all__ = ["Interval", "percentile_interval", "resample"]


class Interval(NamedTuple):
    """From where to where a score goes, in most samples."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """The middle of the interval."""
        return (self.low + self.high) / 2

    @property
    def half(self) -> float:
        """Half of its width."""
        return (self.high - self.low) / 2


def percentile_interval(values: Sequence[float], level: float = 0.95) -> Interval:
    """The interval without the outermost values: k of n at each end, k = floor((1 - level + 0.0001) · n / 2).

    Of a few values nothing is cut: k is made smaller while nothing would be left. Source: GEval 1.42.2.0.
    Empty: raises OptionError.
    """
    if not values:
        raise OptionError("an interval needs at least one sample")
    ordered = sorted(values)
    cut = math.floor((1 - level + 0.0001) * len(ordered) / 2)
    if 2 * cut >= len(ordered):
        cut -= 1
    return Interval(ordered[cut], ordered[len(ordered) - 1 - cut])


def resample(metric: Metric, tallies: Sequence[Tally], samples: int, *, seed: int = 1) -> list[float]:
    """Return the metric's value on `samples` test sets of the same size, drawn with replacement from these lines.

    The same seed gives the same values. Empty: over no lines every value is that of no lines.
    Raises OptionError for fewer than one sample.
    """
    if samples < 1:
        raise OptionError(f"{samples} samples are too few; take at least 1, better 1000")
    if not tallies:
        return [float(metric.value([]))] * samples
    distinct, counts = _distinct(tallies)
    weights = _weights(counts, samples, seed)
    rows = _as_array(metric, distinct)
    if rows is None:
        return [_value_of(metric, distinct, weight.tolist()) for weight in weights]
    make = metric.tally_kind._make
    return [float(metric.finish(make((weight @ rows).tolist()))) for weight in weights]


def _distinct(tallies: Sequence[Tally]) -> tuple[list[Tally], list[int]]:
    """Different tallies with how often each occurs. The engine shares one tally among equal lines."""
    found: dict[Any, list[Any]] = {}
    for tally in tallies:
        key = tally if isinstance(tally, tuple) and not isinstance(tally, Row) else id(tally)
        found.setdefault(key, [tally, 0])[1] += 1
    return [tally for tally, _ in found.values()], [count for _, count in found.values()]


def _weights(counts: Sequence[int], samples: int, seed: int) -> Iterator[ndarray[Any, Any]]:
    """For every sample, how often each distinct tally is drawn."""
    import numpy

    generator = numpy.random.default_rng(seed)
    lines = sum(counts)
    if len(counts) * 8 < lines:  # few distinct ones: the numbers of draws follow a multinomial distribution
        chances = numpy.array(counts, dtype=float) / lines
        return (generator.multinomial(lines, chances) for _ in range(samples))
    owners = numpy.repeat(numpy.arange(len(counts)), counts)
    return (_drawn(generator, owners, len(counts)) for _ in range(samples))


def _drawn(generator: Generator, owners: ndarray[Any, Any], count: int) -> ndarray[Any, Any]:
    import numpy

    return numpy.bincount(owners[generator.integers(0, len(owners), len(owners))], minlength=count)


def _as_array(metric: Metric, tallies: Sequence[Tally]) -> ndarray[Any, Any] | None:
    """Additive tallies as an array of (tallies, columns); None for other kinds and where a number is not finite."""
    import numpy

    if not hasattr(metric.tally_kind, "_fields"):
        return None
    rows = numpy.array(tallies, dtype=float)
    return rows if bool(numpy.isfinite(rows).all()) else None


def _value_of(metric: Metric, tallies: Sequence[Tally], weights: Sequence[int]) -> float:
    accumulator = metric.accumulator()
    accumulator.add(list(compress(tallies, weights)), [weight for weight in weights if weight])
    return float(metric.finish(accumulator.total()))
