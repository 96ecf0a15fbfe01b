"""Two outputs that exchange lines: the chance of so large a difference, and the interval that goes with it.

If two outputs are equally good, each line might as well have come from the other one. The differences that exchanges
give are the distribution that a difference is held against (Fisher's randomisation; Noreen 1989). Lines are exchanged
one by one, or in clusters where they belong together; what is exchanged as one is called a unit here.

Test and interval are one model. Of a difference D, a supposed true difference δ leaves each unit a rest r(δ); δ is in
the interval when signs drawn for the rests give |Σ ±r(δ)| ≥ |D - δ| often enough. At δ = 0 the rests are what the
exchange of each unit changes, which is the test; so 0 is in the interval when the test finds nothing, and only then.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.distributions import mid_p_bounds, normal_quantile, normal_share
from probierz.scoring.pool import AdditivePool, Pool, pool_of
from probierz.scoring.sign_sums import LEAST_P, sign_tail
from probierz.scoring.significance import SAME, Outcome, too_few

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

MOST_GROUPS = 1000
"""Units whose influence is looked at one by one; of more, every so many-th is taken together."""
_ENOUGH = 400
"""Trials as extreme as the difference after which no more are made: p is known to a twentieth."""
_FIRST = 300
_FEW = 10
_LARGEST = 1e70
"""Fourth powers of larger effects are no longer numbers."""
_CLEAR = 1e-6
"""A p-value that needs no more trials when not one of the first was as extreme."""


# --- outputs and pairs of them ---------------------------------------------------------------------------------------


class Exchanges:
    """The tallies of several outputs on the same lines, from which any two can be taken to exchange their units.

    owners: for every line the number of its cluster, from 0; None where each line is a unit.
    """

    def __init__(self, metric: Metric, tallies: Sequence[Sequence[Tally]], owners: Sequence[int] | None = None) -> None:
        self.metric = metric
        self.tallies = tallies
        self.owners = owners
        self.lines = len(tallies[0])
        self.units = self.lines if owners is None else max(owners, default=-1) + 1
        pool = pool_of(metric, list(chain.from_iterable(tallies)))
        self.pool = pool if isinstance(pool, AdditivePool) and pool.array is not None else None
        self._left_out: dict[int, Array] = {}

    @cached_property
    def tables(self) -> Array:
        """The numbers of all outputs, of the shape (outputs, units, columns)."""
        import numpy

        assert self.pool is not None
        assert self.pool.array is not None
        tables = self.pool.array.reshape(len(self.tallies), self.lines, -1)
        if self.owners is None:
            return tables
        sums = numpy.zeros((len(tables), self.units, tables.shape[2]))
        for at, table in enumerate(tables):
            numpy.add.at(sums[at], numpy.array(self.owners, dtype=numpy.intp), table)
        return sums

    @cached_property
    def owner_array(self) -> Array:
        """The unit of every line."""
        import numpy

        return numpy.arange(self.lines) if self.owners is None else numpy.array(self.owners, dtype=numpy.intp)

    @property
    def groups(self) -> int:
        """How many groups of units are left out in turn."""
        return min(self.units, MOST_GROUPS)

    def grouped(self, table: Array) -> Array:
        """Add up the rows of units (the first axis) that are in one group."""
        import numpy

        if self.units <= MOST_GROUPS:
            return table
        rest = -len(table) % MOST_GROUPS
        padded = numpy.concatenate([table, numpy.zeros((rest, *table.shape[1:]))])
        return numpy.asarray(padded.reshape(-1, MOST_GROUPS, *table.shape[1:]).sum(axis=0))

    def without(self, at: int) -> Array:
        """The values of an output without each group of units in turn."""
        import numpy

        if at not in self._left_out:
            if self.pool is not None:
                table = self.tables[at]
                sums = numpy.maximum(table.sum(axis=0) - self.grouped(table), self.pool.least)
                found = self.pool.finish_all(sums)
            else:
                found = self._whole_without(pool_of(self.metric, self.tallies[at]))
            self._left_out[at] = numpy.array(found)
        return self._left_out[at]

    def _whole_without(self, pool: Pool) -> list[float]:
        import numpy

        of_line = self.owner_array % MOST_GROUPS
        values: list[float] = []
        step = max(1, pool.block_weights // max(1, self.lines))
        for start in range(0, self.groups, step):
            some = numpy.arange(start, min(start + step, self.groups))
            values += pool.values((of_line[None, :] != some[:, None]).astype(float))
        return values

    def pair(self, first: int, second: int) -> Exchange:
        """Return two of the outputs, ready to exchange units."""
        kind = _WholeExchange if self.pool is None else _AddedExchange
        return kind(self, first, second)


class Exchange:
    """Two outputs that exchange units."""

    def __init__(self, outputs: Exchanges, first: int, second: int) -> None:
        self.outputs = outputs
        self.first = first
        self.second = second

    @cached_property
    def places(self) -> Array:
        """The units on which the outputs differ."""
        raise NotImplementedError

    @cached_property
    def block(self) -> int:
        """How many exchanges to work on at a time."""
        raise NotImplementedError

    def differences(self, masks: Array) -> Array:
        """Return first minus second; a mask (of the shape (exchanges, places)) is 1 where a unit is exchanged."""
        raise NotImplementedError

    @cached_property
    def line_effects(self) -> Array | None:
        """What each of `places` adds to the difference, where these simply add up; else None."""
        return None

    @cached_property
    def effects(self) -> Array:
        """What each group of units adds to the difference, to first order, where the outputs are mixed half and half.

            gᵢ = f(S + aᵢ - bᵢ) - f(S - aᵢ + bᵢ)

        aᵢ, bᵢ: what the outputs have of it; S: all of both.
        """
        raise NotImplementedError

    @cached_property
    def influences(self) -> Array:
        """By the jackknife, what each group of units adds to the difference, less the mean."""
        import numpy

        outputs = self.outputs
        with numpy.errstate(invalid="ignore"):  # of infinite values, which leave no interval
            gaps = outputs.without(self.first) - outputs.without(self.second)
            found: Array = (gaps.mean() - gaps) * ((len(gaps) - 1) / len(gaps))
        return found

    @property
    def standard_error(self) -> float:
        """That of the difference, from the jackknife; NaN for fewer than two units, or effects above `_LARGEST`."""
        import numpy

        influences = self.influences
        count = len(influences)
        if count < 2 or not bool((numpy.abs(influences) <= _LARGEST).all()):
            return math.nan
        return math.sqrt(float((influences**2).sum()) * count / (count - 1))

    # --- the test ---

    def test(self, values: tuple[float, float], trials: int, seed: int) -> Outcome:
        """Return the chance of a difference at least as large among all exchanges, two-sided.

        It is exact where all exchanges can be gone through, or the effects of the lines add up to sums that can be
        counted. Else exchanges are drawn, p = (1 + as large) / (1 + trials), until `trials`, or until p is known well
        enough; where hardly any was as large, p is that of `sign_tail`, as far as the trials allow.
        """
        units = len(self.places)
        if not units:
            return Outcome(1.0, 0, True, 1.0, notes=(SAME,))
        least = 2.0 ** (1 - min(units, 1000))
        notes = too_few(units, least, clustered=self.outputs.owners is not None)
        limit = abs(values[0] - values[1])
        limit = limit - 1e-11 * max(map(abs, values)) if math.isfinite(limit) else 0.0  # order of sums: a hair
        if self.line_effects is not None:
            p, exact = sign_tail(self.line_effects, limit)
            if exact or p <= _CLEAR:
                return Outcome(p, 0, exact, least, is_tail=not exact, notes=notes)
        if 2 ** (units - 1) <= trials:
            masks = _all_masks(units, max(1, self.block))
            extreme, total = self._counted(masks, limit)
            return Outcome(extreme / total, total, True, least, notes=notes)
        return self._drawn(limit, trials, seed)._replace(notes=notes)

    def _counted(self, masks: Iterator[Array], limit: float) -> tuple[int, int]:
        import numpy

        extreme = total = 0
        for mask in masks:
            total += len(mask)
            extreme += int((~(numpy.abs(self.differences(mask)) < limit)).sum())  # NaN: not less
        return extreme, total

    def _drawn(self, limit: float, trials: int, seed: int) -> Outcome:
        import numpy

        generator = numpy.random.default_rng(seed)
        units = len(self.places)
        extreme, total, squares = 0, 0, 0.0
        tail = math.nan
        while total < trials and extreme < _ENOUGH:
            size = min(max(1, self.block), trials - total, _FIRST if total < _FIRST else trials)
            found = self.differences(_random_masks(generator, units, size))
            extreme += int((~(numpy.abs(found) < limit)).sum())
            with numpy.errstate(over="ignore"):  # of huge numbers, which leave no tail
                squares += float((found**2).sum())
            total += size
            if total >= min(_FIRST, trials) and extreme < _FEW:
                tail = self._tail(limit, math.sqrt(squares / total))
                if extreme == 0 and tail <= _CLEAR:
                    break
        counted = (extreme + 1) / (total + 1)
        if extreme >= _FEW or math.isnan(tail):
            least = 2.0 ** (1 - min(units, 1000)) if not math.isnan(tail) or extreme >= _FEW else 1 / (total + 1)
            return Outcome(counted, total, False, least)
        low, high = mid_p_bounds(extreme, total, 0.99)
        p = max(min(tail, high), low, LEAST_P)
        return Outcome(p, total, False, 2.0 ** (1 - min(units, 1000)), is_tail=p < counted)

    def _tail(self, limit: float, spread: float) -> float:
        """The chance of the limit from the first-order effects, scaled to the spread of the trials; NaN without.

        Where the effects of lines do not add up it is no smaller than a normal distribution's, of this spread or of the
        standard error: sums of few large effects end early, and what lines do together need not; and single exchanges
        of a skewed output go farther than those of half of the lines, which trials are.
        """
        import numpy

        effects = self.effects if self.line_effects is None else self.line_effects
        with numpy.errstate(over="ignore"):
            size = math.sqrt(float((effects**2).sum())) if bool(numpy.isfinite(effects).all()) else math.nan
        if not math.isfinite(spread) or not spread > 0 or math.isinf(size):
            return math.nan
        if not size > 0:  # without effects of single lines: normal
            return 2 * normal_share(-limit / spread)
        scaled = limit * size / spread
        is_beyond = scaled >= float(numpy.abs(effects).sum()) * (1 - 1e-9)
        tail = 2.0 ** (1 - min(len(self.places), 1000)) if is_beyond else sign_tail(effects, scaled)[0]
        if self.line_effects is not None:
            return tail
        error = self.standard_error
        by_error = 2 * normal_share(-limit / error) if error > 0 else 0.0  # NaN: no bound
        return max(tail, 2 * normal_share(-limit / spread), by_error)

    # --- the interval ---

    def interval(self, difference: float, p_value: float, level: float) -> tuple[float, float]:
        """Return the differences that the model does not exclude; 0 is one of them if p > 1 - level, and only then.

        The rests of a supposed difference δ between 0 and D are a mixture of `effects` (at 0) and `influences` (at D);
        beyond these, all units share what is left. Signs of the rests have nearly a normal sum, with the kurtosis
        -2 Σr⁴ / (Σr²)². NaN where an effect is larger than `_LARGEST` or not finite, or there is one unit only.
        """
        import numpy

        if not len(self.places):
            return 0.0, 0.0
        if not abs(difference) <= _LARGEST:  # nor NaN
            return math.nan, math.nan
        both = self.effects, self.influences
        count = len(both[1])
        if count < 2 or not all(bool((numpy.abs(one) <= _LARGEST).all()) for one in both):
            return math.nan, math.nan
        sign = -1.0 if difference < 0 else 1.0
        model = _Rests(sign * both[0], sign * both[1], abs(difference), level)
        low, high = model.bounds(is_different=p_value <= 1 - level + 1e-12)
        bounds = self.outputs.metric.bounds
        reach = bounds[1] - bounds[0]
        low, high = max(low, -reach), min(high, reach)
        return (low, high) if sign > 0 else (-high, -low)


class _LineOfRests:
    """Rests u + x·v of units, for any x: the sums of their squares and fourth powers."""

    def __init__(self, start: Array, slope: Array) -> None:
        squares = start * start, start * slope, slope * slope
        self.second = [float(one.sum()) for one in squares]
        products = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2)]
        self.fourth = [float(squares[one] @ squares[other]) for one, other in products]

    def sums(self, x: float) -> tuple[float, float]:
        """Σ r² and Σ r⁴."""
        a, b, c = self.second
        d, e, f, g, h = self.fourth
        return a + x * (2 * b + x * c), d + x * (4 * e + x * (6 * f + x * (4 * g + x * h)))


class _Rests:
    """What units leave unexplained of a difference D ≥ 0, for every supposed one."""

    def __init__(self, effects: Array, influences: Array, difference: float, level: float) -> None:
        import numpy

        shared = numpy.full(len(influences), -1 / len(influences))
        self.step = math.sqrt(float((influences**2).sum() + (effects**2).sum())) or 1.0
        self.below = _LineOfRests(effects, shared)
        self.between = _LineOfRests(effects, influences - effects)
        self.above = _LineOfRests(influences, shared)
        self.difference = difference
        self.z = normal_quantile((1 + level) / 2)

    def is_inside(self, supposed: float) -> bool:
        """Whether random signs of the rests reach as far as from the supposed to the found difference."""
        difference = self.difference
        if supposed <= 0 or difference <= 0:
            spread, fourth = self.below.sums(supposed)
        elif supposed >= difference:
            spread, fourth = self.above.sums(supposed - difference)
        else:
            spread, fourth = self.between.sums(supposed / difference)
        if not spread > 0:
            return supposed == difference
        quantile = self.z * (1 - fourth / (spread * spread) * (self.z**2 - 3) / 12)
        return abs(difference - supposed) <= quantile * math.sqrt(spread)

    def bounds(self, *, is_different: bool) -> tuple[float, float]:
        """The ends, with 0 on the side where the test has it."""
        difference = self.difference
        high = self._end(difference, 1.0)
        if is_different:
            return self._between(0.0, difference), high
        return (self._end(0.0, -1.0) if self.is_inside(0.0) else 0.0), high

    def _end(self, start: float, direction: float) -> float:
        """Where the interval ends, away from `start`; infinite where it does not, of very few units."""
        inside, step = start, self.step
        for _ in range(20):
            outside = inside + direction * step
            if not self.is_inside(outside):
                return self._between(outside, inside)
            inside, step = outside, 2 * step
        return direction * math.inf

    def _between(self, outside: float, inside: float) -> float:
        for _ in range(50):
            middle = (outside + inside) / 2
            if self.is_inside(middle):
                inside = middle
            else:
                outside = middle
        return inside


class _AddedExchange(Exchange):
    """Of tallies that add up: sums move from one output to the other."""

    @cached_property
    def change(self) -> Array:
        """What the second has more than the first, by unit and column."""
        tables = self.outputs.tables
        change: Array = tables[self.second] - tables[self.first]
        return change

    @cached_property
    def places(self) -> Array:
        import numpy

        return numpy.flatnonzero((self.change != 0).any(axis=1))

    @cached_property
    def block(self) -> int:
        assert self.outputs.pool is not None
        return max(1, self.outputs.pool.block_weights // max(1, len(self.places)))

    @cached_property
    def _sums(self) -> tuple[Array, Array]:
        tables = self.outputs.tables
        return tables[self.first].sum(axis=0), tables[self.second].sum(axis=0)

    @cached_property
    def _moving(self) -> Array:
        return self.change[self.places]

    def _finished(self, sums: Array) -> Array:
        import numpy

        assert self.outputs.pool is not None
        return numpy.array(self.outputs.pool.finish_all(numpy.maximum(sums, self.outputs.pool.least)))

    def differences(self, masks: Array) -> Array:
        if self.line_effects is not None:
            return float(self.line_effects.sum()) - 2 * (masks @ self.line_effects)
        return self._mixed(masks)

    def _mixed(self, masks: Array) -> Array:
        import numpy

        first, second = self._sums
        moved = masks @ self._moving
        with numpy.errstate(invalid="ignore"):
            found: Array = self._finished(first + moved) - self._finished(second - moved)
        return found

    @cached_property
    def line_effects(self) -> Array | None:
        import numpy

        columns = numpy.flatnonzero((self._moving != 0).any(axis=0))
        if not 0 < len(columns) <= 16:
            return None
        first = self._sums[0]
        steps = numpy.tile(first, (len(columns) + 1, 1))
        steps[numpy.arange(len(columns)), columns] += 1
        values = self._finished(steps)
        if not bool(numpy.isfinite(values).all()):
            return None
        slopes = values[:-1] - values[-1]
        effects: Array = -self._moving[:, columns] @ slopes
        masks = _random_masks(numpy.random.default_rng(0), len(self.places), 8)
        masks[0] = 0
        with numpy.errstate(invalid="ignore"):
            gap = self._mixed(masks) - (effects.sum() - 2 * (masks @ effects))
        scale = float(numpy.abs(effects).sum()) + abs(float(values[-1]))
        return effects if bool((numpy.abs(gap) <= 1e-9 * scale).all()) else None  # NaN: no

    @cached_property
    def effects(self) -> Array:
        import numpy

        if self.line_effects is not None:
            whole = numpy.zeros(self.outputs.units)
            whole[self.places] = self.line_effects
            return self.outputs.grouped(whole)
        both = self._sums[0] + self._sums[1]
        change = self.outputs.grouped(self.change)
        columns = numpy.flatnonzero((self._moving != 0).any(axis=0))
        if len(columns) * 2 < len(change):  # the slope in each column is cheaper than every unit
            steps = numpy.zeros((len(columns), len(both)))
            steps[numpy.arange(len(columns)), columns] = numpy.abs(self._moving[:, columns]).max(axis=0)
            with numpy.errstate(invalid="ignore"):
                rise = self._finished(both + steps) - self._finished(both - steps)
            slopes: Array = -rise / steps.max(axis=1)
            if bool(numpy.isfinite(slopes).all()):  # not where such steps lead to sums that no lines have
                return change[:, columns] @ slopes
        moving = numpy.flatnonzero((change != 0).any(axis=1))
        found = numpy.zeros(len(change))
        with numpy.errstate(invalid="ignore"):
            found[moving] = self._finished(both - change[moving]) - self._finished(both + change[moving])
        return found


class _WholeExchange(Exchange):
    """Of rows that do not add up: rows are weighted."""

    @cached_property
    def pool(self) -> Pool:
        """The rows of both outputs, one after the other."""
        outputs = self.outputs
        return pool_of(outputs.metric, [*outputs.tallies[self.first], *outputs.tallies[self.second]])

    @cached_property
    def places(self) -> Array:
        import numpy

        outputs = self.outputs
        pairs = zip(outputs.tallies[self.first], outputs.tallies[self.second], strict=True)
        lines = [at for at, (one, other) in enumerate(pairs) if one is not other and one != other]
        return numpy.unique(outputs.owner_array[lines]) if lines else numpy.zeros(0, dtype=int)

    @cached_property
    def block(self) -> int:
        return max(1, self.pool.block_weights // max(1, len(self.pool)))

    def differences(self, masks: Array) -> Array:
        import numpy

        units = numpy.zeros((len(masks), self.outputs.units))
        units[:, self.places] = masks
        lines = self.outputs.lines
        weights = numpy.empty((len(masks), 2 * lines))
        numpy.take(units, self.outputs.owner_array, axis=1, out=weights[:, lines:])
        numpy.subtract(1, weights[:, lines:], out=weights[:, :lines])
        first = numpy.array(self.pool.values(weights))
        second = numpy.array(self.pool.values(numpy.subtract(1, weights, out=weights)))
        with numpy.errstate(invalid="ignore"):
            found: Array = numpy.where(first == second, 0.0, first - second)
        return found

    @cached_property
    def effects(self) -> Array:
        import numpy

        outputs = self.outputs
        found = numpy.zeros(outputs.groups)
        moving = numpy.unique(self.places % MOST_GROUPS)
        of_line = outputs.owner_array % MOST_GROUPS
        step = max(1, self.block // 2)
        for start in range(0, len(moving), step):
            some = moving[start : start + step]
            change = (of_line[None, :] == some[:, None]).astype(float)
            towards = self.pool.values(numpy.hstack([1 + change, 1 - change]))
            away = self.pool.values(numpy.hstack([1 - change, 1 + change]))
            found[some] = numpy.array(towards) - numpy.array(away)
        return found


def _all_masks(units: int, step: int) -> Iterator[Array]:
    """Every way to exchange some of the units; the last never is, as exchanging all others is the same difference."""
    import numpy

    count = 2 ** (units - 1)
    for start in range(0, count, step):
        numbers = numpy.arange(start, min(start + step, count))
        yield (numbers[:, None] >> numpy.arange(units) & 1).astype(float)


def _random_masks(generator: Any, units: int, size: int) -> Array:
    import numpy

    bits = numpy.frombuffer(generator.bytes(size * ((units + 7) // 8)), dtype=numpy.uint8)
    return numpy.unpackbits(bits.reshape(size, -1), axis=1)[:, :units].astype(float)
