"""What of an input line is the item: all its columns but ids, which tell lines apart that say the same."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import islice
from typing import AnyStr, NamedTuple

from probierz.lines import Dialect, LineReader

MOST_LINES = 1000
_LEAST_DIFFERENT = 0.95
"""Which part of ids is different: some data have lines twice."""
_LEAST_INSIDE = 0.95
"""Which part of the lines has a word that stands in the text beside it."""

_ID = re.compile(r"(?![-+]?\d+[.,]\d+$)\S*\d\S*")
"""A number or a name with digits; decimal fractions are values."""
_NUMBER_BESIDE = re.compile(r"^\d+\W?(?=.)|(?<=.)\W?\d+$")
_FORMS_OF_DATES = (
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%Y", "%m/%d/%Y", "%d.%m.%y",
    "%d/%m/%y", "%H:%M", "%H:%M:%S",
)  # fmt: skip

Rows = Sequence[Sequence[str]]


class ItemColumns(NamedTuple):
    """Which columns make lines different items. ids: those left out, from 0. words: those of the others with words."""

    ids: tuple[int, ...] = ()
    words: tuple[int, ...] = ()

    def of(self, row: Sequence[AnyStr]) -> list[AnyStr]:
        """Return the columns of a line that are the item."""
        return [value for at, value in enumerate(row) if at not in self.ids]

    def __str__(self) -> str:
        """Say behind a sentence which columns are left out; empty for none."""
        if len(self.ids) > 1:
            return f", but for columns {' and '.join(str(one + 1) for one in self.ids)}, which hold ids"
        return f", but for column {self.ids[0] + 1}, which holds ids" if self.ids else ""


ALL_COLUMNS = ItemColumns()


def item_columns(paths: Iterable[str], header: Sequence[str] = ()) -> ItemColumns:
    """Return which columns are the item in all these files; all of them where no column of words would be left.

    Ids are `are_numbered` and no dates or hours, which are values; places in the text say what of it is asked. Raises
    ProbierzError where a file cannot be read.
    """
    files = [rows for path in paths if (rows := _rows(path, header))]
    columns = range(min((len(row) for rows in files for row in rows), default=0))
    found = tuple(column for column in columns if all(_are_ids([row[column] for row in rows]) for rows in files))
    found = tuple(column for column in found if not all(_point_into_texts(rows, column) for rows in files))
    others = (column for column in columns if column not in found)
    words = tuple(one for one in others if any(mostly_have_letters([row[one] for row in rows]) for rows in files))
    return ItemColumns(found if words else (), words)


def _rows(path: str, header: Sequence[str]) -> Rows:
    with LineReader(path, dialect=Dialect(lenient=True), header=header) as lines:
        return [str(line).split("\t") for line in islice(lines, MOST_LINES)]


def are_numbered(values: Sequence[str]) -> bool:
    """Say whether they are nearly all different single words with digits, but no fractions: ids or dates."""
    return all(map(_ID.fullmatch, values)) and len(set(values)) >= _LEAST_DIFFERENT * len(values)


def _are_ids(values: Sequence[str]) -> bool:
    return are_numbered(values) and not are_dates(values)


def are_dates(values: Sequence[str]) -> bool:
    """Say whether all are dates or hours in one form, `2021-03-04T13:45` too."""
    return any(all(_is_date(value, form) for value in values) for form in ("", *_FORMS_OF_DATES))


def _is_date(value: str, form: str) -> bool:
    """Whether it is a date in a form of `strptime`, or of ISO 8601 for none."""
    try:
        datetime.strptime(value, form) if form else datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _point_into_texts(rows: Rows, column: int) -> bool:
    """Whether values are places in the texts beside them, as `10`, or words with theirs, as `10:kot`.

    Numbers that rise from line to line count the lines.
    """
    values = [row[column] for row in rows]
    texts = [" ".join((*row[:column], *row[column + 1 :])) for row in rows]
    if all(map(str.isdecimal, values)):
        places = [*map(int, values)]
        return places != sorted(places) and all(one <= len(text) for one, text in zip(places, texts, strict=True))
    words = [_NUMBER_BESIDE.sub("", value) for value in values]
    inside = sum(_stands_in(word, text) for word, text in zip(words, texts, strict=True))
    return inside >= _LEAST_INSIDE * len(values)


def _stands_in(word: str, text: str) -> bool:
    """Whether it is a word of a text: the `n` of the id `n17` is a letter of any."""
    return word in text and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text) is not None


def mostly_have_letters(values: Sequence[str]) -> bool:
    """Say whether more than half have a letter: texts, and names with digits too."""
    return 2 * sum(any(map(str.isalpha, value)) for value in values) > len(values)


def is_in_words(value: str) -> bool:
    """Say whether a value is no number, id or code: one word without digits, or several."""
    return any(map(str.isalpha, value)) and (" " in value.strip() or not any(map(str.isdigit, value)))
