"""What was taken for what: a square table of counts, rows for expected classes and columns for given ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

NONE = "(none)"
OTHER = "(other)"

Cells = Mapping[tuple[str | None, str | None], float]
"""How often each pair (row, column) occurs; None is no class."""


@dataclass(frozen=True)
class Confusion:
    """Counts of pairs: `counts[row][column]`, both in the order of `labels`.

    merged: how many classes stand together under the label `other` (None without any). Its cell on the diagonal also
    holds what these classes were mistaken for among each other. `none` is the label of what was missed (column) or
    invented (row), None where there is neither.
    """

    labels: tuple[str, ...]
    counts: tuple[tuple[float, ...], ...]
    merged: int = 0
    other: str | None = None
    none: str | None = None

    def row_sums(self) -> list[float]:
        """How often each class is expected."""
        return [math.fsum(row) for row in self.counts]

    def as_dict(self) -> dict[str, Any]:
        """Return the table as plain data."""
        return {"labels": list(self.labels), "counts": [list(row) for row in self.counts], "merged": self.merged}


def by_frequency(cells: Cells) -> list[str]:
    """Return the classes: those most often expected first, of these those most often given, then by name."""
    expected: dict[str, float] = {}
    given: dict[str, float] = {}
    for (row, column), count in cells.items():
        for label, side in ((row, expected), (column, given)):
            if label is not None:
                side[label] = side.get(label, 0) + count
    return sorted({**expected, **given}, key=lambda label: (-expected.get(label, 0), -given.get(label, 0), label))


def confusion(cells: Cells, most: int | None = None) -> Confusion:
    """Arrange counts as a table; classes beyond the `most` frequent ones are put together."""
    classes = by_frequency(cells)
    kept = classes if most is None or len(classes) <= most else classes[:most]
    merged = len(classes) - len(kept)
    other = unused_name(OTHER, classes) if merged else None
    none = unused_name(NONE, classes) if any(None in pair for pair in cells) else None
    names: dict[str | None, str | None] = {None: none, **dict.fromkeys(classes[len(kept) :], other)}
    names.update({label: label for label in kept})
    labels = [label for label in [*kept, other, none] if label is not None]
    return Confusion(tuple(labels), _counts(cells, names, labels), merged, other, none)


def _counts(
    cells: Cells, names: Mapping[str | None, str | None], labels: Sequence[str]
) -> tuple[tuple[float, ...], ...]:
    parts: dict[tuple[str | None, str | None], list[float]] = {}
    for (row, column), count in cells.items():
        parts.setdefault((names[row], names[column]), []).append(count)
    return tuple(tuple(exact_sum(parts.get((row, column), ())) for column in labels) for row in labels)


def exact_sum(parts: Iterable[float]) -> float:
    """The sum, as a whole number where all parts are."""
    parts = list(parts)
    return sum(parts) if all(isinstance(part, int) for part in parts) else math.fsum(parts)


def unused_name(name: str, taken: Iterable[str]) -> str:
    """The name, in more parentheses where a class happens to be called that."""
    taken = set(taken)
    while name in taken:
        name = f"({name})"
    return name
