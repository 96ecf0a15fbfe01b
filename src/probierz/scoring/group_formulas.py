"""Scores of groupings of many test sets at once, as arrays: the values that metrics give to counts of pairs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy

from probierz.metrics.clustering import Count
from probierz.metrics.definition import Metric
from probierz.scoring.tally_columns import Columns

if TYPE_CHECKING:
    from numpy import ndarray

    Array = ndarray[Any, Any]

__all__ = ["MOST_CELLS", "group_formula", "scores_of_tables"]

MOST_CELLS = 2**18
"""Of more classes times groups there are no tables: nearly all of them would be empty."""
_AT_ONCE = 2**21
"""Cells of the tables that are looked at together."""


def group_formula(metric: Metric, columns: Columns) -> Callable[[Array], Array] | None:
    """Return what takes sums of columns, of the shape (test sets, columns), to values; None where there is none."""
    places = columns.places_by_key(Count) if metric.definition.pattern in _FORMULAS and not metric.prefixes else {}
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
    formula = _FORMULAS.get(metric.definition.pattern)
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


_FORMULAS: dict[str, Callable[[Array], Array]] = {"NMI": _normalized_mutual_information, "Purity": _purity}
