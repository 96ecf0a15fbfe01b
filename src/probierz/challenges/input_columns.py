"""Outputs that hold the columns of their inputs, where answers alone are expected.

The usual slip is to hand in the input itself, or to write each answer behind the ids of its line. Metrics of texts take
the further columns for words, and lower the score without a word.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from probierz.challenges.problems import Doubt
from probierz.lines import Text
from probierz.schemes.scheme import Scheme

MOST_LINES = 300
LEAST_ALIKE = 0.9
"""Which part of the lines has as many columns, or a column as in the input."""


class ColumnsBeside(NamedTuple):
    """The columns of lines beside those of their inputs.

    width: of nearly all lines; 0 where they differ. input_width: of their inputs, likewise. same: which columns, from
    1, nearly all lines have as their inputs have them there; what is the same on all lines tells nothing.
    """

    width: int
    input_width: int
    same: tuple[int, ...]


def reads_one_column(scheme: Scheme) -> bool:
    """Whether outputs of the metric have no TABs, as its example has none."""
    return not any("\t" in line for line in scheme.metric.definition.example.output)


def columns_beside(lines: Iterable[Text], inputs: Iterable[Text]) -> ColumnsBeside:
    """Look at the first of parallel lines; items of JSON lines are no columns."""
    pairs = islice(zip(lines, inputs, strict=False), MOST_LINES)
    rows = [
        (line.split("\t"), given.split("\t"))
        for line, given in pairs
        if isinstance(line, str) and isinstance(given, str)
    ]
    width, input_width = (_usual([len(row[side]) for row in rows]) for side in (0, 1))
    columns = range(min(width, input_width))
    return ColumnsBeside(width, input_width, tuple(at + 1 for at in columns if _is_same(rows, at)))


def input_columns_doubt(
    given: ColumnsBeside, known: ColumnsBeside | None, *, name: str = "", reads_one: bool
) -> Doubt | None:
    """Question lines that hold columns of their inputs, where known expected lines do not; None where they may.

    known: expected lines, of the split that is called so. reads_one: whether the metric wants one column.
    """
    if given.width < 2:
        return None
    same = given.same if known is None else tuple(at for at in given.same if at not in known.same)
    is_as_wide = known is not None and reads_one and given.width == given.input_width and known.width == 1
    if not same and not is_as_wide:
        return None
    found = f"lines have {given.width} columns, as many as the input"
    if same:
        found = f"lines have {given.width} columns, {len(same)} of them as in the input"
    expected = f", and expected lines of {name} have {known.width}" if known is not None and known.width else ""
    return Doubt(found + expected, "write the answer alone on each line, without what stands in the input")


def _usual(widths: list[int]) -> int:
    """The number that nearly all have; 0 where there is none."""
    width, count = Counter(widths).most_common(1)[0] if widths else (0, 0)
    return width if count >= LEAST_ALIKE * len(widths) else 0


def _is_same(rows: list[tuple[list[str], list[str]]], at: int) -> bool:
    values = [(line[at], given[at]) for line, given in rows if at < min(len(line), len(given))]
    same = [value for value, wanted in values if value == wanted]
    return len(same) >= LEAST_ALIKE * len(rows) and len(set(same)) > 1
