"""Scores by class, and of groupings, of many test sets at once: the values that metrics give to totals one by one.

A metric's own `finish` goes through the classes, or pairs of class and group, of one total. A comparison finishes a
million totals, with the same classes in all of them; so numbers of all test sets are taken by class, as arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy

from probierz.metrics.clustering import Count
from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Hits
from probierz.scoring.tally_columns import Columns

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

MOST_CELLS = 2**18
"""Of more classes times groups there are no tables: nearly all of their cells would be empty."""
_AT_ONCE = 2**21
"""Cells of the tables that are looked at together."""


class _Classes(NamedTuple):
    """Sums of `Hits` of every class, each of the shape (test sets, classes); all 0 for a class that a set lacks."""

    matched: Array
    expected: Array
    output: Array
    is_present: Array

    @property
    def lines(self) -> Array:
        """How many lines every set has."""
        return numpy.asarray(self.expected.sum(axis=1))


Formula = Callable[..., "Array"]
Values = Callable[["Array"], "Array"]


def class_formula(metric: Metric, columns: Columns) -> Values | None:
    """Return what takes sums of columns, of the shape (test sets, columns), to values; None where there is none."""
    if metric.prefixes:
        return None
    if metric.definition.pattern in _OF_GROUPINGS:
        return _group_formula(metric, columns)
    formula = _FORMULAS.get(metric.definition.pattern)
    places = columns.places_by_key(Hits)
    if formula is None or not places:
        return None
    parameters = getattr(metric.finish, "keywords", {})
    present, first = (numpy.array(one) for one in zip(*places.values(), strict=True))

    def values(sums: Array) -> Array:
        is_present = sums[:, present] > 0
        matched, expected, output = (numpy.where(is_present, sums[:, first + at], 0.0) for at in range(3))
        with numpy.errstate(divide="ignore", invalid="ignore"):
            return formula(_Classes(matched, expected, output, is_present), **parameters)

    return values


def _over(part: Array, whole: Array, otherwise: float) -> Array:
    """Divide, with another value where that divides by 0."""
    return numpy.where(whole != 0, part / numpy.where(whole != 0, whole, 1.0), otherwise)


def _mean_of(values: Array, chosen: Array) -> Array:
    """The mean over the chosen classes of every set; NaN without any."""
    return numpy.asarray(numpy.where(chosen, values, 0.0).sum(axis=1) / numpy.count_nonzero(chosen, axis=1))


# --- as GEval has them: what is empty is perfect --------------------------------------------------------------------


def _macro_f(classes: _Classes, beta: float) -> Array:
    precision, recall = _over(classes.matched, classes.output, 1.0), _over(classes.matched, classes.expected, 1.0)
    value = _over((1 + beta * beta) * precision * recall, beta * beta * precision + recall, 0.0)
    return _mean_of(value, classes.expected > 0)


def _macro_precision(classes: _Classes) -> Array:
    return _mean_of(_over(classes.matched, classes.output, 0.0), classes.expected > 0)


def _macro_recall(classes: _Classes) -> Array:
    return _mean_of(_over(classes.matched, classes.expected, 1.0), classes.expected > 0)


# --- as scikit-learn has them: what divides by 0 is 0 ---------------------------------------------------------------


def _precision(classes: _Classes) -> Array:
    return _over(classes.matched, classes.output, 0.0)


def _recall(classes: _Classes) -> Array:
    return _over(classes.matched, classes.expected, 0.0)


def _f(classes: _Classes, beta: float) -> Array:
    return _over((1 + beta * beta) * classes.matched, beta * beta * classes.expected + classes.output, 0.0)


def _macro(score: Formula) -> Formula:
    return lambda classes, **parameters: _mean_of(score(classes, **parameters), classes.is_present)


def _weighted(score: Formula) -> Formula:
    def formula(classes: _Classes, **parameters: float) -> Array:
        return numpy.asarray((classes.expected * score(classes, **parameters)).sum(axis=1) / classes.lines)

    return formula


def _micro_f(classes: _Classes, beta: float) -> Array:
    summed = _Classes(*(one.sum(axis=1, keepdims=True) for one in classes))
    return numpy.where(summed.is_present[:, 0] > 0, _f(summed, beta)[:, 0], numpy.nan)


# --- agreement beyond chance -----------------------------------------------------------------------------------------


def _matthews(classes: _Classes) -> Array:
    """Spreads as Σ e (n - e): n² - Σ e² would lose its digits where nearly all lines have one class."""
    lines = classes.lines[:, None]
    spreads = [(side * (lines - side)).sum(axis=1) for side in (classes.expected, classes.output)]
    covariance = (classes.matched * lines - classes.expected * classes.output).sum(axis=1)
    values = covariance / numpy.sqrt(spreads[0] * spreads[1])  # NaN for totals that no lines have
    is_one = (spreads[0] == 0) | (spreads[1] == 0)
    return numpy.where(is_one, numpy.where((spreads[0] == 0) & (spreads[1] == 0), numpy.nan, 0.0), values)


def _cohen(classes: _Classes) -> Array:
    lines = classes.lines[:, None]
    by_chance = classes.expected * classes.output
    rest = (classes.expected * (lines - classes.output)).sum(axis=1)
    return _over((classes.matched * lines - by_chance).sum(axis=1), rest, numpy.nan)


def _krippendorff(classes: _Classes) -> Array:
    values = 2 * classes.lines
    sides = classes.expected + classes.output
    different = (sides * (values[:, None] - sides)).sum(axis=1)
    wrong = classes.lines - classes.matched.sum(axis=1)
    return numpy.asarray(1 - _over(2 * wrong * (values - 1), different, numpy.nan))


_FORMULAS: dict[str, Formula] = {
    "Macro-F{beta:decimal}": _macro_f,
    "Macro-Precision": _macro_precision,
    "Macro-Recall": _macro_recall,
    "Sklearn-Macro-F{beta:decimal}": _macro(_f),
    "Sklearn-Macro-Precision": _macro(_precision),
    "Sklearn-Macro-Recall": _macro(_recall),
    "Sklearn-Weighted-F{beta:decimal}": _weighted(_f),
    "Sklearn-Weighted-Precision": _weighted(_precision),
    "Sklearn-Micro-F{beta:decimal}": _micro_f,
    "Balanced-Accuracy": lambda classes: _mean_of(_recall(classes), classes.expected > 0),
    "MCC": _matthews,
    "Cohen-Kappa": _cohen,
    "Krippendorff-Alpha": _krippendorff,
}


# --- groupings -------------------------------------------------------------------------------------------------------


def _group_formula(metric: Metric, columns: Columns) -> Values | None:
    places = columns.places_by_key(Count)
    sides = [sorted({pair[side] for pair in places}) for side in (0, 1)]
    cells = len(sides[0]) * len(sides[1])
    if not 0 < cells <= MOST_CELLS:
        return None
    at = [{name: place for place, name in enumerate(side)} for side in sides]
    rows, across = (numpy.array([at[side][pair[side]] for pair in places]) for side in (0, 1))
    chosen = numpy.array([first for _, first in places.values()])
    step = max(1, _AT_ONCE // cells)

    def values(sums: Array) -> Array:
        found = []
        for start in range(0, len(sums), step):
            some = sums[start : start + step]
            tables = numpy.zeros((len(some), len(sides[0]), len(sides[1])))
            tables[:, rows, across] = some[:, chosen]
            found.append(scores_of_tables(metric, tables))
        return numpy.concatenate(found) if found else numpy.empty(0)

    return values


def scores_of_tables(metric: Metric, tables: Array) -> Array:
    """Return the score of each table of lines by class and group; tables: of the shape (test sets, classes, groups).

    As `finish` has it, which goes through the pairs of one test set, and is asked where there is no formula.
    """
    formula = _OF_GROUPINGS.get(metric.definition.pattern)
    if formula is not None:
        with numpy.errstate(invalid="ignore", divide="ignore"):
            return formula(tables)
    return numpy.array([metric.finish(_pairs(table)) for table in tables], dtype=float)


def _pairs(table: Array) -> dict[tuple[int, int], Count]:
    places = numpy.nonzero(table)
    pairs = zip(*(side.tolist() for side in places), strict=True)
    return {pair: Count(int(lines)) for pair, lines in zip(pairs, table[places].tolist(), strict=True)}


def _entropy(counts: Array) -> Array:
    """Of the distributions in rows of counts; NaN without lines."""
    logarithms = numpy.log2(numpy.where(counts > 0, counts, 1))
    lines = counts.sum(axis=1)
    return numpy.asarray(numpy.log2(lines) - (counts * logarithms).sum(axis=1) / lines)


def _normalized_mutual_information(tables: Array) -> Array:
    apart = _entropy(tables.sum(axis=1)) + _entropy(tables.sum(axis=2))
    together = _entropy(tables.reshape(len(tables), -1))
    is_told = (tables.any(axis=2).sum(axis=1) > 1) | (tables.any(axis=1).sum(axis=1) > 1)  # entropies are rounded
    return numpy.where(is_told, numpy.maximum(0.0, 2 * (apart - together) / apart), numpy.nan)


def _purity(tables: Array) -> Array:
    return numpy.asarray(tables.max(axis=1).sum(axis=1) / tables.sum(axis=(1, 2)))


_OF_GROUPINGS: dict[str, Values] = {"NMI": _normalized_mutual_information, "Purity": _purity}
