"""A pool of tallies under one metric: values of many test sets that are drawn from it, given as weights.

A test set is a row of weights: how often it has each tally. A bootstrap sample, a test set without some lines, and one
half of two outputs that were mixed are all such rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import chain, repeat
from typing import TYPE_CHECKING, Any

from probierz.metrics.definition import Metric
from probierz.metrics.tallies import Tally
from probierz.scoring.tally_columns import Columns, as_columns

if TYPE_CHECKING:
    from numpy import ndarray

BLOCK_WEIGHTS = 2**17
"""Weights that are worked on at a time, about as many as fit near the processor. Memory is bounded by this, or by a few
test sets, whatever the number of samples."""

FEW_GROUPS = 200
MANY_GROUPS = 10_000
"""How many times a test set may be valued without some of its lines: where that is expensive, and where it is cheap."""


class Pool:
    """Tallies of lines, and what the metric says of test sets made of them."""

    def __init__(self, metric: Metric, tallies: Sequence[Tally]) -> None:
        self.metric = metric
        self.tallies = tallies
        self.block_weights = BLOCK_WEIGHTS

    def __len__(self) -> int:
        """Return the number of tallies."""
        return len(self.tallies)

    @property
    def most_groups(self) -> int:
        """How many times the jackknife may leave lines out."""
        return FEW_GROUPS

    def values(self, weights: ndarray[Any, Any]) -> list[float]:
        """Return the metric's value of every test set; `weights` has the shape (sets, tallies)."""
        raise NotImplementedError

    def values_without(self, counts: Sequence[int], groups: Sequence[Sequence[int]]) -> list[float]:
        """Return the values of the test set of these counts, each time without one line of each place in a group."""
        import numpy

        values: list[float] = []
        whole = numpy.array(counts, dtype=float)
        step = max(1, self.block_weights // max(1, len(counts)))
        for start in range(0, len(groups), step):
            some = groups[start : start + step]
            weights = numpy.tile(whole, (len(some), 1))
            for at, group in enumerate(some):
                numpy.subtract.at(weights[at], list(group), 1)
            values += self.values(weights)
        return values


class AdditivePool(Pool):
    """Tallies whose numbers add up: weights times a table of numbers, then the metric's own `finish`."""

    def __init__(self, metric: Metric, tallies: Sequence[Tally], columns: Columns) -> None:
        super().__init__(metric, tallies)
        self.columns = columns

    @property
    def most_groups(self) -> int:
        """Fewer where there are many columns, which `finish` has to go through."""
        return max(FEW_GROUPS, min(MANY_GROUPS, 100 * MANY_GROUPS // max(1, self.columns.width)))

    @cached_property
    def array(self) -> ndarray[Any, Any] | None:
        """The table of numbers; None where it would be too large."""
        return self.columns.array()

    @cached_property
    def least(self) -> ndarray[Any, Any]:
        """How small the sum of each column can be.

        Where sums are subtracted, rounding must not push one of numbers that are never negative below zero: some
        metrics take its root.
        """
        import numpy

        assert self.array is not None
        return numpy.where(self.array.min(axis=0, initial=0.0) >= 0, 0.0, -numpy.inf)

    @cached_property
    def _class_formula(self) -> Callable[[ndarray[Any, Any]], ndarray[Any, Any]] | None:
        """What takes sums to values at once, for scores by class and of groupings."""
        if self.columns.plain is not None:
            return None
        from probierz.scoring.class_formulas import class_formula

        return class_formula(self.metric, self.columns)

    def finish(self, sums: Sequence[float]) -> float:
        """Return the value that belongs to these sums of the columns."""
        return float(self.metric.finish(self.columns.total(sums)))

    def finish_all(self, sums: ndarray[Any, Any]) -> list[float]:
        """Return the values of test sets with these sums, of the shape (sets, columns)."""
        if self._class_formula is not None:
            found: list[float] = self._class_formula(sums).tolist()
            return found
        if self.columns.plain is None:
            return list(map(self.finish, sums.tolist()))
        finish, make = self.metric.finish, self.metric.tally_kind._make
        return [float(finish(make(row))) for row in sums.tolist()]

    def sums(self, weights: ndarray[Any, Any]) -> ndarray[Any, Any]:
        """Return the sums of all columns in every test set, of the shape (sets, columns)."""
        import numpy

        if self.array is not None:
            with numpy.errstate(over="ignore", invalid="ignore"):  # huge numbers add up to infinity
                return numpy.asarray(weights @ self.array)
        lines, columns, numbers = self.columns.cells
        return numpy.array([numpy.bincount(columns, one[lines] * numbers, self.columns.width) for one in weights])

    def values(self, weights: ndarray[Any, Any]) -> list[float]:
        """Return the values of all test sets."""
        return self.finish_all(self.sums(weights))

    def values_without(self, counts: Sequence[int], groups: Sequence[Sequence[int]]) -> list[float]:
        """Subtract from the whole what is left out."""
        import numpy

        if self.array is None:
            return super().values_without(counts, groups)
        most = max(map(len, groups), default=1)
        step = max(1, self.block_weights // (most * max(1, self.columns.width)))
        gone = numpy.concatenate([self._sums_of(groups[at : at + step]) for at in range(0, len(groups), step)])
        sums = numpy.array(counts, dtype=float) @ self.array - gone
        return self.finish_all(numpy.maximum(sums, self.least))

    def _sums_of(self, groups: Sequence[Sequence[int]]) -> ndarray[Any, Any]:
        """Return the sums of all columns over the places of each group, of the shape (groups, columns)."""
        import numpy

        assert self.array is not None
        lengths = list(map(len, groups))
        places = numpy.fromiter(chain.from_iterable(groups), dtype=numpy.intp, count=sum(lengths))
        return numpy.add.reduceat(self.array[places], numpy.cumsum([0, *lengths[:-1]]), axis=0)


class WholePool(Pool):
    """Rows that do not add up: correlations of arrays where there is a formula, else lists of rows."""

    def __init__(self, metric: Metric, tallies: Sequence[Tally]) -> None:
        super().__init__(metric, tallies)
        self._name = _formula_name(metric)
        # Every step of Kendall's formula goes over all sets: the more there are the better.
        self.block_weights = 2**22 if self._name == "Kendalls" else BLOCK_WEIGHTS

    @property
    def most_groups(self) -> int:
        """More where there is a formula."""
        return FEW_GROUPS if self._name is None else 5 * FEW_GROUPS

    @cached_property
    def formula(self) -> Callable[..., Any] | None:
        """What takes weights to values; None where there is no formula, or a number is missing."""
        if self._name is None:
            return None
        import numpy

        from probierz.scoring import correlate

        sides = numpy.array([(row[0], row[1]) for row in self.tallies], dtype=float).reshape(len(self), 2).T
        if bool(numpy.isnan(sides).any()):
            return None
        formula: Callable[..., Any] = getattr(correlate, self._name)(*sides)
        return formula

    def values(self, weights: ndarray[Any, Any]) -> list[float]:
        """Return the values of all test sets."""
        if self.formula is None:
            return list(map(self._value_of_rows, weights))
        values: list[float] = self.formula(weights).tolist()
        return values

    def _value_of_rows(self, weights: ndarray[Any, Any]) -> float:
        counts = weights.astype(int).tolist()
        rows = list(chain.from_iterable(map(repeat, self.tallies, counts)))
        return float(self.metric.value(rows))


def _formula_name(metric: Metric) -> str | None:
    from probierz.metrics import classification, correlation, scikit_learn

    known: dict[Callable[..., float], str] = {
        correlation.pearson: "Pearsons",
        correlation.spearman: "Spearmans",
        correlation.kendall: "Kendalls",
        classification.area_under_curve: "Areas",
        scikit_learn.average_precision_of_pairs: "Precisions",
    }
    return known.get(metric.finish)


def pool_of(metric: Metric, tallies: Sequence[Tally]) -> Pool:
    """Return a pool of these tallies, of the kind that suits the metric."""
    columns = as_columns(metric.tally_kind, tallies)
    return WholePool(metric, tallies) if columns is None else AdditivePool(metric, tallies, columns)
