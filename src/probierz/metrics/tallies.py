"""What one line leaves behind, and how it adds up.

A metric maps a line to a *tally*. There are three shapes:

* **additive**: a named tuple of numbers, added column by column (`Mean`, `Edits`, `Hits`, …; any NamedTuple serves);
* **by key**: a dict from a key (a class, a group) to a tally; the tallies of a key are added up among themselves;
* **whole**: a `Row`, kept as it is; the metric's `finish` sees the list of all rows.

`Accumulator` adds tallies up. Sums are exact (no rounding until the end), so the order of lines, the way they are cut
into blocks and the number of processes cannot change a single bit of a score.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from itertools import chain, repeat
from operator import itemgetter, mul, neg
from typing import Any, NamedTuple, get_origin

Tally = Any  # NamedTuple of numbers | Mapping[Hashable, Tally] | Row
Total = Any  # the same NamedTuple, summed | dict[Hashable, Total] | list[Row]


def ratio(part: float, whole: float) -> float:
    """part / whole, and 1 when whole is 0: nothing wanted and nothing missed is perfect."""
    return part / whole if whole else 1.0


def f_score(precision: float, recall: float, beta: float) -> float:
    """(1 + β²) · P · R / (β² · P + R), and 0 when that divides by zero."""
    denominator = beta * beta * precision + recall
    return (1 + beta * beta) * precision * recall / denominator if denominator else 0.0


class Mean(NamedTuple):
    """A value to be averaged over lines."""

    total: float
    lines: int = 1

    def mean(self) -> float:
        """Σ total / Σ lines; NaN over no lines."""
        return self.total / self.lines if self.lines else math.nan


class LossOfClass(NamedTuple):
    """The loss of a probability, to be averaged over lines, and whether the line is of class 1.

    The score does not see the class; who asks what other lines might bring does.
    """

    total: float
    of_class_1: int
    lines: int = 1

    def mean(self) -> float:
        """Σ total / Σ lines; NaN over no lines."""
        return self.total / self.lines if self.lines else math.nan


class Edits(NamedTuple):
    """Errors against a length."""

    errors: float
    length: float

    def rate(self) -> float:
        """Σ errors / Σ length; with no length at all 0 when there are no errors, else 1."""
        if self.length:
            return self.errors / self.length
        return 1.0 if self.errors else 0.0


class Hits(NamedTuple):
    """What was matched, of what was expected, and of what was given."""

    matched: float
    expected: float
    output: float

    def precision(self) -> float:
        """matched / output, 1 when nothing was given."""
        return ratio(self.matched, self.output)

    def recall(self) -> float:
        """matched / expected, 1 when nothing was expected."""
        return ratio(self.matched, self.expected)

    def f(self, beta: float = 1.0) -> float:
        """F-beta of precision and recall."""
        return f_score(self.precision(), self.recall(), beta)


class Row(tuple[Any, ...]):
    """Values of one line that cannot be added; a `whole` metric's finish gets the list of all rows."""

    __slots__ = ()

    def __new__(cls, *values: Any) -> Row:
        """Keep the values of one line."""
        return super().__new__(cls, values)

    def __getnewargs__(self) -> tuple[Any, ...]:
        """Travel between processes value by value."""
        return tuple(self)

    @classmethod
    def accumulator(cls) -> Accumulator:
        """Keep rows one by one; a kind of rows of which less is needed has another one, see `number_pairs`."""
        return Rows()

    @classmethod
    def in_common_units(cls, rows: Sequence[Row]) -> Sequence[Row]:
        """Return all rows of an output in units that outputs share, where the score does not see what units these are.

        Outputs that exchange lines have to be in the same ones: a mixture of metres and feet is none of both.
        """
        return rows


# --- exact sums --------------------------------------------------------------------------------------------------


def _expansion(values: list[float]) -> list[float]:
    """Floats that add up to exactly the sum of `values`: Shewchuk's expansion, by repeated correctly rounded sums."""
    parts: list[float] = []
    while True:
        rest = math.fsum(chain(values, map(neg, parts)))
        if rest == 0.0:
            return parts
        parts.append(rest)


class _Sum:
    """An exact sum of numbers: an integer, floats that stand for the rest, and what is not finite."""

    __slots__ = ("integer", "parts", "special")

    def __init__(self) -> None:
        self.integer = 0
        self.parts: list[float] = []
        self.special = 0.0

    def add(self, values: Sequence[float], counts: Sequence[int] | None) -> None:
        quick = sum(values) if counts is None else sum(map(mul, values, counts))
        if isinstance(quick, int):
            self.integer += quick
            return
        repeated = list(values) if counts is None else list(chain.from_iterable(map(repeat, values, counts)))
        try:
            if not math.isfinite(quick):
                raise OverflowError
            self.parts = _expansion(self.parts + repeated)
        except OverflowError:
            self.special += quick

    def merge(self, other: _Sum) -> None:
        self.integer += other.integer
        self.special += other.special
        if other.parts:
            self.parts = _expansion(self.parts + other.parts)

    def value(self) -> float:
        if self.special:  # NaN is true
            return self.special
        if not self.parts:
            return self.integer
        return math.fsum([*self.parts, self.integer])


# --- accumulators ------------------------------------------------------------------------------------------------


class Accumulator:
    """Adds tallies up. `add` takes tallies of one shape, each with how often it occurs; `total` is what `finish` gets.

    Accumulators of parts `merge` to the accumulator of the whole, bit for bit.
    """

    __slots__ = ()

    def add(self, tallies: Sequence[Tally], counts: Sequence[int] | None = None) -> None:
        """Add each tally as often as its count says (once without counts)."""
        raise NotImplementedError

    def merge(self, other: Any) -> None:
        """Add what another accumulator of the same shape has seen."""
        raise NotImplementedError

    def total(self) -> Total:
        """Return the sum of all tallies, in the shape of one tally."""
        raise NotImplementedError


class Sums(Accumulator):
    """Additive tallies, column by column."""

    __slots__ = ("columns", "kind")

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.columns = [_Sum() for _ in kind._fields]

    def add(self, tallies: Sequence[Tally], counts: Sequence[int] | None = None) -> None:
        """Add the columns up exactly."""
        if not tallies:
            return
        for at, column in enumerate(self.columns):
            column.add(list(map(itemgetter(at), tallies)), counts)

    def merge(self, other: Sums) -> None:
        """Add the columns of the other."""
        for mine, theirs in zip(self.columns, other.columns, strict=True):
            mine.merge(theirs)

    def total(self) -> Total:
        """Return one tally of sums, each correctly rounded."""
        return self.kind._make(column.value() for column in self.columns)


class Groups(Accumulator):
    """Tallies by key."""

    __slots__ = ("groups",)

    def __init__(self) -> None:
        self.groups: dict[Hashable, Accumulator] = {}

    def add(self, tallies: Sequence[Mapping[Hashable, Tally]], counts: Sequence[int] | None = None) -> None:
        """Add every tally to the accumulator of its key."""
        found: dict[Hashable, tuple[list[Tally], list[int]]] = {}
        for tally, count in zip(tallies, counts or repeat(1), strict=False):
            for key, part in tally.items():
                values, times = found.setdefault(key, ([], []))
                values.append(part)
                times.append(count)
        for key, (values, times) in found.items():
            if key not in self.groups:
                self.groups[key] = accumulator_for(type(values[0]))
            self.groups[key].add(values, times)

    def merge(self, other: Groups) -> None:
        """Add the other's groups, key by key."""
        for key, theirs in other.groups.items():
            if key in self.groups:
                self.groups[key].merge(theirs)
            else:
                self.groups[key] = theirs

    def total(self) -> Total:
        """Return a dict from key to the total of its tallies."""
        return {key: group.total() for key, group in self.groups.items()}


class Rows(Accumulator):
    """Rows of a `whole` metric, kept one by one."""

    __slots__ = ("rows",)

    def __init__(self) -> None:
        self.rows: list[Row] = []

    def add(self, tallies: Sequence[Row], counts: Sequence[int] | None = None) -> None:
        """Keep each row as often as it occurs."""
        self.rows.extend(tallies if counts is None else chain.from_iterable(map(repeat, tallies, counts)))

    def merge(self, other: Rows) -> None:
        """Append the other's rows."""
        self.rows.extend(other.rows)

    def total(self) -> Total:
        """Return the list of all rows."""
        return self.rows


def accumulator_for(kind: Any) -> Accumulator:
    """Return an empty accumulator for tallies of this kind: `Row`, a dict type, or a NamedTuple class."""
    if isinstance(kind, type) and issubclass(kind, Row):
        return kind.accumulator()
    if get_origin(kind) is dict or (isinstance(kind, type) and issubclass(kind, Mapping)):
        return Groups()
    return Sums(kind)
