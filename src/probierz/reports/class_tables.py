"""Classes as tables: scores of each class, what was taken for what, and the most frequent mistakes."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from probierz.reports.tables import Column, NumberStyle, Table, text_width

if TYPE_CHECKING:
    from probierz.inspection.classes import ClassAverage, ClassReport
    from probierz.inspection.confusion import Confusion

Shown = Callable[[float], str]
"""How a number is printed."""

# Backgrounds of 256 colours with a text colour that reads well on each; the last ones are dark. Blue and orange can be
# told apart by those who do not see red and green as two colours.
RIGHT = ("48;5;195;38;5;16", "48;5;153;38;5;16", "48;5;111;38;5;16", "48;5;33;38;5;16", "48;5;25;38;5;231")
WRONG = ("48;5;230;38;5;16", "48;5;223;38;5;16", "48;5;215;38;5;16", "48;5;208;38;5;16", "48;5;130;38;5;231")


def for_people(value: float) -> str:
    """Print a count as it is, another number with four decimals; `-` where there is none."""
    if math.isnan(value):
        return "-"
    return str(value) if isinstance(value, int) else f"{value:.4f}"


def exact(value: float) -> str:
    """Print a number with all its digits."""
    from probierz.scoring.format import show

    return str(value) if isinstance(value, int) else show(value)


def in_style(style: NumberStyle) -> Shown:
    """Return how shares and scores are printed in a style; a table with fixed decimals has `-` where there is none."""
    none = "-" if style.precision is not None else style.show(math.nan)
    return lambda value: none if math.isnan(value) else style.show(float(value))


def short_label(label: str) -> str:
    """The label, two quotes for an empty one."""
    return label or '""'


def shade(share: float, *, is_right: bool) -> str:
    """The SGR code of a cell with that share of its row: the darker the more; dim for none.

    Mistakes are rare shares, so their scale is that of the square root.
    """
    if share <= 0 or math.isnan(share):
        return "2"
    scale, height = (RIGHT, share) if is_right else (WRONG, math.sqrt(share))
    return scale[min(len(scale), math.ceil(height * len(scale))) - 1]


def classes_table(report: ClassReport, shown: Shown, score: Shown, most: int | None = None) -> Table:
    """A row for each class, or for the most frequent and all others, and below them the averages.

    shown: how counts are printed. score: how precision, recall and F1 are.
    """
    columns = ("expected", "output", "hits", "precision", "recall", "f1")
    rows = [
        (
            short_label(one.name),
            *map(shown, (one.expected, one.output, one.hits)),
            *map(score, (one.precision, one.recall, one.f1)),
        )
        for one in report.frequent(most)
    ]
    averages = [_average_row(name, average, score) for name, average in report.averages.items()]
    return Table((Column("class"), *(Column(name, True) for name in columns)), (*rows, *averages))


def _average_row(name: str, average: ClassAverage, score: Shown) -> tuple[str, ...]:
    return (f"({name} average)", "", "", "", *map(score, (average.precision, average.recall, average.f1)))


def confusion_table(confusion: Confusion, shown: Shown, *, corner: str = "expected", width: int | None = None) -> Table:
    """A row for each expected class and a column for each given one, shaded by shares of the row.

    width: where the table is wider, columns have the numbers that then stand before the labels of rows.
    """
    labels = [short_label(label) for label in confusion.labels]
    table = _matrix(confusion, shown, corner, labels, labels)
    if width is None or text_width(table) <= width:
        return table
    numbers = [str(number) for number in range(1, len(labels) + 1)]
    digits = len(numbers[-1])
    rows = [f"{number:>{digits}} {label}" for number, label in zip(numbers, labels, strict=True)]
    return _matrix(confusion, shown, corner, rows, numbers)


def _matrix(confusion: Confusion, shown: Shown, corner: str, rows: Sequence[str], columns: Sequence[str]) -> Table:
    sums = confusion.row_sums()
    shades = {
        (row, column + 1): shade(count / sums[row] if sums[row] else 0.0, is_right=row == column)
        for row, counts in enumerate(confusion.counts)
        for column, count in enumerate(counts)
    }
    cells = [(label, *map(shown, counts)) for label, counts in zip(rows, confusion.counts, strict=True)]
    return Table((Column(corner), *(Column(name, True) for name in columns)), tuple(cells), shades=shades)


def mistakes_table(report: ClassReport, shown: Shown, share: Shown, limit: int | None = None) -> Table:
    """What was taken for what, the most frequent mistakes first, with the numbers of the first lines."""
    columns = (Column("expected"), Column("output"), Column("count", True), Column("share", True), Column("lines"))
    none = report.confusion(1).none or ""
    rows = [
        (
            none if one.expected is None else short_label(one.expected),
            none if one.output is None else short_label(one.output),
            shown(one.count),
            share(one.share),
            " ".join(map(str, one.lines)),
        )
        for one in report.mistakes[:limit]
    ]
    return Table(columns, tuple(rows))
