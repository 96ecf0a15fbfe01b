"""How closely given numbers go up and down with the expected ones: Pearson, Spearman, Kendall."""

from __future__ import annotations

import math
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from operator import mul

from probierz.metrics.definition import Example, metric
from probierz.metrics.number_pairs import (
    Moments,
    NumberPair,
    NumberPairs,
    UnitlessPoint,
    doubled_ranks,
    exact_correlation,
)
from probierz.metrics.parsers import number

_RATINGS = Example(
    input=["kot\tpies", "kot\tkocur", "kawa\therbata", "dom\tchmura", "król\tkrólowa"],
    expected=["6", "9", "7", "1", "8"],
    output=["0.5", "0.9", "0.8", "0.2", "0.6"],
    value=3.1 / math.sqrt(38.8 * 0.3),
    in_header=["FirstWord", "SecondWord"],
    out_header=["Similarity"],
)


# --- of all lines ------------------------------------------------------------------------------------------------


def _sides(rows: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
    return [row[0] for row in rows], [row[1] for row in rows]


def pearson(moments: Moments) -> float:
    """Return Pearson's r; NaN for less than two lines, a constant side, or a side that is not finite."""
    return moments.correlation()


def spearman(pairs: NumberPairs) -> float:
    """Return Spearman's rho; NaN for less than two lines or a constant side."""
    squares = others = products = 0
    for first, second in zip(doubled_ranks(pairs.first), doubled_ranks(pairs.second), strict=True):
        squares += sum(map(mul, first, first))
        others += sum(map(mul, second, second))
        products += sum(map(mul, first, second))
    lines = len(pairs)
    total = (lines * (lines + 1)) ** 2  # the square of the sum of twice the ranks
    return exact_correlation(*(lines * one - total for one in (products, squares, others)))


def kendall(rows: Sequence[tuple[float, float]]) -> float:
    """Return Kendall's tau-b of rows (e, o), in O(n log n); NaN for less than two rows or a constant side."""
    pairs = len(rows) * (len(rows) - 1) // 2
    ties_expected, ties_output, ties_both = (_tied_pairs(values) for values in (*_sides(rows), map(tuple, rows)))
    discordant, _ = _inversions([output for _, output in sorted(map(tuple, rows))])
    concordant = pairs - ties_expected - ties_output + ties_both - discordant
    return tau_b(concordant - discordant, pairs - ties_expected, pairs - ties_output)


def tau_b(surplus: int, distinct: int, other_distinct: int) -> float:
    """Return Kendall's tau-b, in [-1, 1]; NaN for a constant side.

    surplus: concordant less discordant pairs. distinct, other_distinct: pairs that are not tied on either side.
    """
    room = distinct * other_distinct
    return surplus / math.sqrt(room) if room else math.nan


def _tied_pairs(values: Iterable[Hashable]) -> int:
    return sum(count * (count - 1) // 2 for count in Counter(values).values())


def _inversions(values: Sequence[float]) -> tuple[int, list[float]]:
    """Count pairs that stand in the wrong order; return the count and the sorted values (merge sort)."""
    if len(values) <= 64:
        return _few_inversions(values)
    middle = len(values) // 2
    left_count, left = _inversions(values[:middle])
    right_count, right = _inversions(values[middle:])
    across = sum(len(left) - bisect_right(left, value) for value in right)
    return left_count + right_count + across, sorted(left + right)


def _few_inversions(values: Sequence[float]) -> tuple[int, list[float]]:
    count, ordered = 0, list[float]()
    for value in values:
        count += len(ordered) - bisect_right(ordered, value)
        insort(ordered, value)
    return count, ordered


# --- metrics -----------------------------------------------------------------------------------------------------


@metric(
    "Pearson",
    better="higher",
    bounds=(-1, 1),
    parse=number,
    finish=pearson,
    answers="varying numbers",
    has_line_values=False,
    source="Pearson 1895; GEval 1.42.2.0",
    example=_RATINGS,
)
def pearson_correlation(expected: float, output: float) -> UnitlessPoint:
    """Pearson's correlation: how well a straight line takes given numbers to the expected ones.

        r = Σ (e - ē)(o - ō) / √( Σ (e - ē)² · Σ (o - ō)² )

    e, o: expected and given number; ē, ō: their means. Every line weighs the same.
    Empty: NaN; also for one line, and when all numbers of a side are the same.
    """
    return UnitlessPoint(expected, output)


@metric(
    "Spearman",
    better="higher",
    bounds=(-1, 1),
    parse=number,
    finish=spearman,
    answers="varying numbers",
    has_line_values=False,
    source="Spearman 1904; GEval 1.42.2.0",
    example=replace(_RATINGS, value=0.9),
)
def spearman_correlation(expected: float, output: float) -> NumberPair:
    """Spearman's rank correlation: Pearson's correlation of ranks.

        ρ = r(rank(e), rank(o))

    e, o: expected and given number; equal numbers share the average of their ranks. Every line weighs the same.
    Empty: NaN; also for one line, and when all numbers of a side are the same.
    """
    return NumberPair(expected, output)


@metric(
    "Kendall",
    better="higher",
    bounds=(-1, 1),
    parse=number,
    finish=kendall,
    geval=False,
    answers="varying numbers",
    has_line_values=False,
    source="Kendall 1945 (tau-b); Knight 1966 (algorithm)",
    example=replace(_RATINGS, value=0.8),
)
def kendall_correlation(expected: float, output: float) -> NumberPair:
    """Kendall's rank correlation tau-b: pairs of lines in the same order minus pairs in opposite order.

        τ = (C - D) / √( (P - E) · (P - O) )

    P: pairs of lines, n(n-1)/2; C, D: pairs ordered alike and oppositely; E, O: pairs with equal expected, equal given
    numbers. The same as scipy.stats.kendalltau.
    Empty: NaN; also for one line, and when all numbers of a side are the same.
    """
    return NumberPair(expected, output)
