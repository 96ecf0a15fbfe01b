"""Columns of inputs that are ids: they tell lines apart that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice

from probierz.lines import Dialect, LineReader

MOST_LINES = 1000
LEAST_DIFFERENT = 0.95
"""Which part of ids is different: some data have lines twice."""

_ID = re.compile(r"(?![-+]?\d+[.,]\d+$)\S*\d\S*")
"""A number or a name with digits; decimal fractions are values."""

Rows = Sequence[Sequence[str]]


def id_columns(paths: Iterable[str], header: Sequence[str] = ()) -> tuple[int, ...]:
    """Return which columns, from 0, hold ids in all these files; none where no column of words would be left.

    Ids are nearly all different within a file, and are single words with digits in them.
    """
    files = [rows for path in paths if (rows := _rows(path, header))]
    columns = range(min((len(row) for rows in files for row in rows), default=0))
    found = tuple(column for column in columns if all(_are_ids(rows, column) for rows in files))
    others = [column for column in columns if column not in found]
    return found if any(_has_words(rows, column) for rows in files for column in others) else ()


def _rows(path: str, header: Sequence[str]) -> Rows:
    with LineReader(path, dialect=Dialect(lenient=True), header=header) as lines:
        return [str(line).split("\t") for line in islice(lines, MOST_LINES)]


def _are_ids(rows: Rows, column: int) -> bool:
    values = [row[column] for row in rows]
    return all(map(_ID.fullmatch, values)) and len(set(values)) >= LEAST_DIFFERENT * len(values)


def _has_words(rows: Rows, column: int) -> bool:
    return 2 * sum(any(map(str.isalpha, row[column])) for row in rows) > len(rows)
