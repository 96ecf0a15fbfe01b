"""Bootstrap: how far a score would move with other lines of the same kind.

Lines are drawn with replacement and only tallies are added up again; nothing is parsed twice. Lines that left the same
tally are drawn together.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain, compress
from typing import TYPE_CHECKING, Any, NamedTuple

from probierz.errors import OptionError
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Row, Tally
from probierz.schemes.scheme import Scheme
from probierz.scoring.clustered import ClusteredPool
from probierz.scoring.executors import divided, parts_in_order
from probierz.scoring.levels import CONFIDENCE, SAMPLES
from probierz.scoring.pool import AdditivePool, Pool, pool_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from numpy import ndarray
    from numpy.random import Generator

    from probierz.scoring.packed import Packed


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


def percentile_interval(values: Sequence[float], level: float = CONFIDENCE) -> Interval:
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
        raise OptionError(f"{samples} samples are too few; use at least 1, preferably 1000")
    if not tallies:
        return [float(metric.value([]))] * samples
    distinct, counts = distinct_tallies(tallies)
    weights = _weights(counts, samples, seed)
    rows = _as_array(metric, distinct)
    if rows is None:
        return [_value_of(metric, distinct, weight.tolist()) for weight in weights]
    make = metric.tally_kind._make
    return [float(metric.finish(make((weight @ rows).tolist()))) for weight in weights]


def distinct_tallies(tallies: Sequence[Tally]) -> tuple[list[Tally], list[int]]:
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


# --- several metrics or outputs on the same lines --------------------------------------------------------------------

_FEW_DRAWS = 2_000_000  # up to so many lines in all samples, plain Python is faster than the import of numpy
_FEW_COLUMNS = 4


class LeftOut(NamedTuple):
    """What the jackknife says of one metric on one output.

    without: values of the test set without a line (or cluster), or without a group of these; counts: how many lines
    (or groups) share each of these values. groups: how many groups there are, 0 where none had to be made.
    """

    without: list[float]
    counts: list[int]
    groups: int


class Resampled(NamedTuple):
    """What the bootstrap and the jackknife say of one metric on one output.

    values: of every sample; the others as in `LeftOut`.
    """

    values: list[float]
    without: list[float]
    counts: list[int]
    groups: int


def bootstrap(
    columns: Sequence[tuple[Metric, Sequence[Tally]]],
    samples: int = SAMPLES,
    *,
    seed: int = 1,
    owners: Sequence[int] | None = None,
    executor: Executor | None = None,
) -> list[Resampled]:
    """Resample lines that several metrics (or the outputs of several systems) have left tallies of.

    columns: a metric and its tallies, one for each line, the same lines everywhere; sample number i has the same lines
    in all of them, so that differences of samples are paired. The same seed gives the same samples. Lines are left out
    one by one; where more than 10,000 are different (1,000 for correlations, 200 where a metric is expensive), in so
    many groups. owners: the cluster of each line, from 0; whole clusters are drawn and left out then. executor: whose
    workers do it, each a part of the samples; the bits are the same.
    Raises OptionError for fewer than one sample, or without lines.
    """
    if samples < 1:
        raise OptionError(f"{samples} samples are too few; use at least 1, preferably 1000")
    lines = _Resampling(columns, owners)
    values = lines.drawn(samples, seed, executor)
    left_out = lines.left_out(lines.packed(samples), executor)
    return [Resampled(one, *rest) for one, rest in zip(values, left_out, strict=True)]


def jackknife(
    columns: Sequence[tuple[Metric, Sequence[Tally]]],
    *,
    owners: Sequence[int] | None = None,
    executor: Executor | None = None,
) -> list[LeftOut]:
    """Leave out lines, as `bootstrap` does, and draw none. Raises OptionError without lines."""
    lines = _Resampling(columns, owners)
    return list(lines.left_out(lines.packed(1), executor))


class _Resampling:
    """Columns of tallies of the same lines. It travels as these; what is made of them is made where it is needed."""

    def __init__(self, columns: Sequence[tuple[Metric, Sequence[Tally]]], owners: Sequence[int] | None) -> None:
        if not columns or not columns[0][1]:
            raise OptionError("there are no lines to draw from")
        self.columns = columns
        self.owners = owners

    def __reduce__(self) -> tuple[object, tuple[object, object]]:
        return _arrived, ([(Scheme(metric, ()), tallies) for metric, tallies in self.columns], self.owners)

    @cached_property
    def draw(self) -> _Draw:
        """Which lines are one."""
        if self.owners is not None:
            return _Draw([[(unit,) for unit in range(max(self.owners) + 1)]])
        return _Draw([tallies for _, tallies in self.columns])

    @cached_property
    def pools(self) -> list[Pool]:
        """A pool for each column."""
        if self.owners is not None:
            return [ClusteredPool(pool_of(metric, tallies), self.owners) for metric, tallies in self.columns]
        return [pool_of(metric, self.draw.distinct(tallies)) for metric, tallies in self.columns]

    def packed(self, samples: int) -> Packed | None:
        """The numbers in a form for which so few samples need no arrays, if that is possible."""
        return _packed(self.pools, self.draw, samples)

    # --- drawing ---

    @cached_property
    def step(self) -> int:
        """How many samples are drawn at a time."""
        return max(1, max(pool.block_weights for pool in self.pools) // self.draw.lines)

    def drawn(self, samples: int, seed: int, executor: Executor | None) -> list[list[float]]:
        """The values of all samples, by column."""
        packed = self.packed(samples)
        if packed is not None:
            return _drawn_plainly(packed, self.pools, self.draw, samples, seed)
        parts = [(one, samples, seed) for one in divided(samples, executor, step=self.step)]
        found = list(parts_in_order(_some_samples, self, parts, executor, title="the bootstrap"))
        return [list(chain.from_iterable(column)) for column in zip(*found, strict=True)]

    # --- leaving out ---

    def left_out(self, packed: Packed | None, executor: Executor | None) -> Iterator[LeftOut]:
        """Jackknife: values without some lines, how often each of these values occurs, and the number of groups."""
        counts, groups = self.draw.counts, self.groups
        each, number = (counts, 0) if len(counts) <= self.most_groups else ([1] * len(groups), len(groups))
        for at, pool in enumerate(self.pools):
            if packed is None:
                step = max(1, pool.block_weights // max(1, len(counts)))
                parts = [(at, one) for one in divided(len(groups), executor, step=step)]
                found = parts_in_order(_some_left_out, self, parts, executor, title="the jackknife")
                yield LeftOut(list(chain.from_iterable(found)), each, number)
            else:
                values = _finished(pool, at, packed.without(counts), packed, self.draw.lines - 1)
                yield LeftOut(values, each, number)

    @property
    def most_groups(self) -> int:
        """How often lines may be left out."""
        return min(pool.most_groups for pool in self.pools)

    @cached_property
    def groups(self) -> Sequence[Sequence[int]]:
        """The distinct lines that are left out together: one by one, or every so many-th."""
        draw, most = self.draw, self.most_groups
        if len(draw.counts) <= most:
            return [[one] for one in range(len(draw.counts))]
        return [draw.owners[at::most] for at in range(most)]


def _arrived(columns: Sequence[tuple[Scheme, Sequence[Tally]]], owners: Sequence[int] | None) -> _Resampling:
    return _Resampling([(scheme.metric, tallies) for scheme, tallies in columns], owners)


def _some_samples(lines: _Resampling, part: tuple[range, int, int]) -> list[list[float]]:
    some, samples, seed = part
    return _drawn_fast(lines.pools, lines.draw, samples, seed, lines.step, some)


def _some_left_out(lines: _Resampling, part: tuple[int, range]) -> list[float]:
    at, some = part
    return lines.pools[at].values_without(lines.draw.counts, lines.groups[some.start : some.stop])


class _Draw:
    """Lines that left the same tallies everywhere are one: which line is which of these, and how often each occurs."""

    def __init__(self, columns: Sequence[Sequence[Tally]]) -> None:
        keys = [_keys(tallies) for tallies in columns]
        found: dict[Any, int] = {}
        self.owners = [
            found.setdefault(key, len(found)) for key in (keys[0] if len(keys) == 1 else zip(*keys, strict=True))
        ]
        self.counts = [0] * len(found)
        self.first = [-1] * len(found)
        for line, owner in enumerate(self.owners):
            self.counts[owner] += 1
            if self.first[owner] < 0:
                self.first[owner] = line
        self.lines = len(self.owners)

    @cached_property
    def owner_array(self) -> ndarray[Any, Any]:
        """The owner of every line, as an array."""
        import numpy

        return numpy.array(self.owners, dtype=numpy.intp)

    @property
    def is_repetitive(self) -> bool:
        """Whether there are few distinct lines, so that it pays to draw how often each of them occurs."""
        return len(self.counts) * 8 < self.lines

    def distinct(self, tallies: Sequence[Tally]) -> Sequence[Tally]:
        """Return the tally of each distinct line."""
        return tallies if len(self.counts) == self.lines else [tallies[line] for line in self.first]


def _keys(tallies: Sequence[Tally]) -> Sequence[Any]:
    if tallies and isinstance(tallies[0], tuple) and not isinstance(tallies[0], Row):
        return tallies
    return list(map(id, tallies))


def _packed(pools: Sequence[Pool], draw: _Draw, samples: int) -> Packed | None:
    if draw.lines * samples > _FEW_DRAWS or len(draw.counts) > min(pool.most_groups for pool in pools):
        return None
    additive = [pool for pool in pools if isinstance(pool, AdditivePool)]
    if len(additive) < len(pools):
        return None
    from probierz.scoring.packed import pack

    return pack(additive, draw.lines)


def _drawn_plainly(packed: Packed, pools: Sequence[Pool], draw: _Draw, samples: int, seed: int) -> list[list[float]]:
    from random import Random

    choices = Random(seed).choices
    numbers = [packed.numbers[owner] for owner in draw.owners]
    totals = [sum(choices(numbers, k=draw.lines)) for _ in range(samples)]
    return [_finished(pool, at, totals, packed, draw.lines) for at, pool in enumerate(pools)]


def _finished(pool: Pool, at: int, totals: Sequence[int], packed: Packed, lines: int) -> list[float]:
    assert isinstance(pool, AdditivePool)
    return [pool.finish(packed.sums(at, total, lines)) for total in totals]


def _drawn_fast(
    pools: Sequence[Pool], draw: _Draw, samples: int, seed: int, step: int, wanted: range
) -> list[list[float]]:
    """The values of the wanted samples; those before them are drawn too, so that each has the lines that it has."""
    import numpy

    generator = numpy.random.default_rng(seed)
    values: list[list[float]] = [[] for _ in pools]
    narrow = _narrow(pools, draw)
    for start in range(0, wanted.stop, step):
        size = min(step, samples - start)
        if narrow is not None:
            places = generator.integers(0, draw.lines, (size, draw.lines))
        else:
            weights = _block_of_weights(generator, draw, size)
        if start < wanted.start:
            continue
        if narrow is not None:
            sums = [numpy.stack([column.take(places).sum(axis=1) for column in table], axis=1) for table in narrow]
            found = [pool.finish_all(one) for pool, one in zip(pools, sums, strict=True)]  # type: ignore[attr-defined]
        else:
            found = [pool.values(weights) for pool in pools]
        for known, new in zip(values, found, strict=True):
            known.extend(new)
    return values


def _narrow(pools: Sequence[Pool], draw: _Draw) -> list[list[ndarray[Any, Any]]] | None:
    """The columns of all pools where they are so few that looking numbers up beats counting lines."""
    if draw.is_repetitive or not all(isinstance(pool, AdditivePool) for pool in pools):
        return None
    tables = [pool.array for pool in pools if isinstance(pool, AdditivePool) and pool.array is not None]
    if len(tables) < len(pools) or sum(table.shape[1] for table in tables) > _FEW_COLUMNS:
        return None
    return [[column[draw.owner_array] for column in table.T] for table in tables]


def _block_of_weights(generator: Generator, draw: _Draw, size: int) -> ndarray[Any, Any]:
    """How often each distinct line is drawn, of the shape (samples, distinct lines)."""
    import numpy

    count = len(draw.counts)
    if draw.is_repetitive:  # the numbers of draws follow a multinomial distribution
        return generator.multinomial(draw.lines, numpy.array(draw.counts) / draw.lines, size).astype(float)
    places = draw.owner_array[generator.integers(0, draw.lines, (size, draw.lines))]
    places += numpy.arange(0, size * count, count)[:, None]
    return numpy.bincount(places.ravel(), minlength=size * count).reshape(size, count).astype(float)
