"""Tallies as columns of numbers, and these back into what a metric's `finish` gets.

Fields of a named tuple are columns; tallies by key get a column for every field of every key, and one that counts the
lines that have the key: a total over other lines has only the keys of those. Of infinite and missing numbers the lines
are counted, in columns of their own, so that they can be added up with weights (0 · ∞ would be NaN).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from probierz.metrics.tallies import Row, Tally, Total

if TYPE_CHECKING:
    from numpy import ndarray

Allocate = Callable[[int], int]
_MOST_CELLS = 2**25
"""A table of more numbers than this, mostly zeros, is not written out."""


class _Fields:
    """A named tuple in consecutive columns."""

    def __init__(self, kind: Any, allocate: Allocate) -> None:
        self.kind = kind
        self.make = kind._make
        self.start = allocate(len(kind._fields))
        self.stop = self.start + len(kind._fields)

    def put(self, tally: Tally, row: dict[int, float]) -> None:
        row.update(enumerate(tally, self.start))

    def total(self, sums: Sequence[float]) -> Total:
        return self.make(sums[self.start : self.stop])


class _Keys:
    """Tallies by key: for each key the column that counts its lines, and the columns of its tally."""

    def __init__(self, allocate: Allocate) -> None:
        self.allocate = allocate
        self.parts: dict[Hashable, tuple[int, _Fields | _Keys]] = {}

    def put(self, tally: Mapping[Hashable, Tally], row: dict[int, float]) -> None:
        for key, part in tally.items():
            if key not in self.parts:
                self.parts[key] = self.allocate(1), _node_for(part, self.allocate)
            present, node = self.parts[key]
            row[present] = 1
            node.put(part, row)

    def total(self, sums: Sequence[float]) -> Total:
        return {key: node.total(sums) for key, (present, node) in self.parts.items() if sums[present] > 0}


def _node_for(tally: Tally, allocate: Allocate) -> _Fields | _Keys:
    return _Keys(allocate) if isinstance(tally, Mapping) else _Fields(type(tally), allocate)


class Columns:
    """Numbers of tallies. rows: for every tally its numbers by column; width: how many columns there are.

    plain: the tallies themselves, where all are named tuples of finite numbers; `rows` is empty then.
    """

    def __init__(self, tallies: Sequence[Tally], kind: Any) -> None:
        self.width = 0
        fields = getattr(kind, "_fields", None)
        self.node: _Fields | _Keys = _Fields(kind, self._allocate) if fields else _Keys(self._allocate)
        self.rows: list[dict[int, float]] = []
        self.flags: dict[int, dict[str, int]] = {}
        self.plain: Sequence[Tally] | None = None
        if fields and all(map(math.isfinite, (number for tally in tallies for number in tally))):
            self.plain = tallies
            return
        for tally in tallies:
            row: dict[int, float] = {}
            self.node.put(tally, row)
            self.rows.append(self._flagged(row))

    def _allocate(self, count: int) -> int:
        self.width += count
        return self.width - count

    def _flagged(self, row: dict[int, float]) -> dict[int, float]:
        for at in [at for at, number in row.items() if not math.isfinite(number)]:
            kind = str(float(row.pop(at)))  # inf, -inf or nan
            places = self.flags.setdefault(at, {})
            if kind not in places:
                places[kind] = self._allocate(1)
            row[places[kind]] = 1
        return row

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.rows) if self.plain is None else len(self.plain)

    def total(self, sums: Sequence[float]) -> Total:
        """Return the total, in the shape of a tally, that these sums of columns stand for."""
        if self.flags:
            sums = list(sums)
            for at, places in self.flags.items():
                found = [float(kind) for kind, place in places.items() if sums[place] > 0]
                if found:
                    sums[at] = sum(found)
        return self.node.total(sums)

    def places_by_key(self, kind: Any) -> dict[Any, tuple[int, int]]:
        """Where each key has its columns: the one that counts its lines, and the first of its tally's.

        Empty where tallies are not by key, or those of a key are not of this kind, or some number is not finite.
        """
        if not isinstance(self.node, _Keys) or self.flags:
            return {}
        parts = self.node.parts.items()
        found = {key: (at, part.start) for key, (at, part) in parts if isinstance(part, _Fields) and part.kind is kind}
        return found if len(found) == len(parts) else {}

    def by_column(self) -> Iterator[Sequence[float]]:
        """Yield the columns, each with a number for every row."""
        if self.plain is not None:
            yield from zip(*self.plain, strict=True)
            return
        for at in range(self.width):
            yield [row.get(at, 0) for row in self.rows]

    def array(self) -> ndarray[Any, Any] | None:
        """Return an array of shape (rows, width), or None where it would be too large."""
        import numpy

        if self.plain is not None:
            return numpy.array(self.plain, dtype=float).reshape(len(self.plain), self.width)
        if len(self.rows) * self.width > _MOST_CELLS:
            return None
        array = numpy.zeros((len(self.rows), self.width))
        lines, columns, numbers = self.cells
        array[lines, columns] = numbers
        return array

    @cached_property
    def cells(self) -> tuple[ndarray[Any, Any], ndarray[Any, Any], ndarray[Any, Any]]:
        """Row, column and number of every cell that is not left out."""
        import numpy

        lengths = list(map(len, self.rows))
        lines = numpy.repeat(numpy.arange(len(self.rows)), lengths)
        columns = numpy.fromiter((at for row in self.rows for at in row), dtype=numpy.intp, count=sum(lengths))
        numbers = numpy.fromiter((one for row in self.rows for one in row.values()), dtype=float, count=sum(lengths))
        return lines, columns, numbers


def as_columns(kind: Any, tallies: Sequence[Tally]) -> Columns | None:
    """Return the numbers of tallies of this kind; None where they have rows that do not add up."""
    if isinstance(kind, type) and issubclass(kind, Row):
        return None
    if not getattr(kind, "_fields", None) and any(map(_has_row, tallies)):
        return None
    return Columns(tallies, kind)


def _has_row(tally: Tally) -> bool:
    if isinstance(tally, Mapping):
        return any(map(_has_row, tally.values()))
    return isinstance(tally, Row)
