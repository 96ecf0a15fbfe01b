"""Reading and adding numbers as GEval 1.42.2.0 does, to the last bit: for the `geval` command alone.

Probierz reads the nearest number of what is written and adds without rounding, so that no order of lines, cut into
blocks or number of processes changes a bit. GEval rounds on the way. Scores differ in their last digits then, and where
one of these decides how a number is printed, in that digit too.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial, reduce
from operator import add
from typing import Any

from probierz.metrics.correlation import pearson, spearman
from probierz.metrics.definition import Metric, Parser
from probierz.metrics.number_pairs import Moments, NumberPairs
from probierz.metrics.tallies import Row, Tally, Total, accumulator_for

_PARTS = re.compile(r"([-+]?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([-+]?[0-9]+))?")


@lru_cache(2**16)  # numbers of a file are often the same few
def read_number(digits: str) -> float:
    """(whole + fraction / 10ⁿ) · 10ᵉ, each step rounded: `1.14` is 1.1400000000000001, as 1 + 0.14 is in doubles."""
    found = _PARTS.fullmatch(digits)
    assert found is not None
    sign, whole, fraction, exponent = found.groups(default="")
    try:
        value = float(int(whole)) + (int(fraction) / 10 ** len(fraction) if fraction else 0.0)
        value *= 10.0 ** int(exponent) if exponent else 1.0
    except OverflowError:
        value = float(digits)
    return -value if sign == "-" else value


def as_geval(metric: Metric) -> Metric:
    """The same metric, reading numbers as GEval and finding a correlation with a constant side."""
    return replace(
        metric,
        parse_expected=_reading(metric.parse_expected),
        parse_output=_reading(metric.parse_output),
        finish=_FINISHES.get(metric.finish, metric.finish),
        tally_kind=Row if metric.finish in _FINISHES else metric.tally_kind,
    )


def _reading(parser: Parser) -> Parser:
    """Parsers that take `read` read numbers: see `parsers.number`."""
    code = getattr(parser, "__code__", None)
    reads: Callable[..., Any] = parser
    return partial(reads, read=read_number) if code is not None and "read" in code.co_varnames else parser


# --- sums in the order of lines ----------------------------------------------------------------------------------


def value_in_order(metric: Metric, tallies: Sequence[Tally]) -> float:
    """The value over lines that left these tallies, added one after the other and rounded each time."""
    return float(metric.finish(_total(metric, tallies)))


def _total(metric: Metric, tallies: Sequence[Tally]) -> Total:
    empty = metric.accumulator()
    if not tallies or isinstance(tallies[0], Row):
        empty.add(tallies)
        return empty.total()
    if not isinstance(tallies[0], Mapping):
        return _sum(tallies)
    groups: dict[Hashable, list[Tally]] = {}
    for tally in tallies:
        for key, part in tally.items():
            groups.setdefault(key, []).append(part)
    return {key: _kept(parts) if isinstance(parts[0], Row) else _sum(parts) for key, parts in groups.items()}


def _kept(rows: Sequence[Row]) -> Total:
    accumulator = accumulator_for(type(rows[0]))
    accumulator.add(rows)
    return accumulator.total()


def _sum(tallies: Sequence[Any]) -> Any:
    return type(tallies[0])._make(reduce(add, column, 0) for column in zip(*tallies, strict=True))


# --- correlation -------------------------------------------------------------------------------------------------


def _compensated_mean(values: Sequence[float]) -> float:
    """Σ / n with the sum of Kahan and Babuška as Neumaier has it, one rounding error kept beside it."""
    total = lost = 0.0
    for value in values:
        longer = total + value
        lost += (total - longer) + value if abs(total) >= abs(value) else (value - longer) + total
        total = longer
    return (total + lost) / len(values)


def pearson_as_geval(rows: Sequence[Row]) -> float:
    """Pearson's r; of a constant side what rounding leaves of the differences from its mean, 0 over no lines."""
    if not rows:
        return 0.0
    sides = list(zip(*rows, strict=True))
    if all(min(side) < max(side) for side in sides) or not all(map(math.isfinite, [*sides[0], *sides[1]])):
        return _in_all(rows, pearson)
    means = map(_compensated_mean, sides)
    first, second = ([value - mean for value in side] for side, mean in zip(sides, means, strict=True))
    covariance, *spreads = (
        _compensated_mean([one * other for one, other in zip(*pair, strict=True)])
        for pair in ((first, second), (first, first), (second, second))
    )
    spread = math.sqrt(spreads[0] * spreads[1])
    return covariance / spread if spread else math.nan


def spearman_as_geval(rows: Sequence[Row]) -> float:
    """Spearman's rho, 0 over no lines: the ranks of a constant side are exact, and so is its NaN."""
    return _in_all(rows, spearman) if rows else 0.0


def _in_all(rows: Sequence[Row], finish: Callable[[Total], float]) -> float:
    accumulator = Moments() if finish is pearson else NumberPairs()
    accumulator.add(rows)
    return finish(accumulator)


_FINISHES: dict[Callable[[Total], float], Callable[[Total], float]] = {
    pearson: pearson_as_geval,
    spearman: spearman_as_geval,
}
