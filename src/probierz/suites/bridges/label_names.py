"""Names for labels that are numbers in a data set; -1 says on the hub that a label is held back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from probierz.errors import DataError
from probierz.metrics.parsers import number_or_none
from probierz.suites.bridges.foreign_rows import ForeignRow, ForeignRows

HELD_BACK = "-1"
_CLASS = re.compile(r"-1|\d+")
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)?([eE][-+]?\d+)?")


def with_label_names(rows: Sequence[ForeignRow], labels: Mapping[str, tuple[str, ...]]) -> list[ForeignRow]:
    """Return the rows with names for the numbers of labels, also of those in lists, and None for what is held back.

    Raises DataError for a label that is none of the numbers and names.
    """
    return [
        _changed(
            row, {name: _named(row, name, row.fields[name], labels[name]) for name in labels if name in row.fields}
        )
        for row in rows
    ]


def _named(row: ForeignRow, column: str, value: object, names: tuple[str, ...]) -> object:
    if isinstance(value, list):
        named = [_named(row, column, one, names) for one in value]
        return None if named and all(one is None for one in named) else named
    if _is_held_back(value):
        return None
    if value is None or value == "" or value in names:
        return value
    number = int(value) if isinstance(value, bool) else number_or_none(str(value))
    if number is None or number not in range(len(names)):
        message = f"the label {value!r} in {column!r} is unknown: labels are declared from 0 ({names[0]}) to "
        message += f"{len(names) - 1} ({names[-1]}); correct it here, or where they are declared"
        raise DataError(message, path=row.file, line=row.line)
    return names[int(number)]


def without_held_back(splits: Mapping[str, ForeignRows], expected: str) -> dict[str, ForeignRows]:
    """Return the splits with None for each -1 of that column, where numbers of classes stand and a split has no -1."""
    told = {name: [row.fields.get(expected) for row in one.rows] for name, one in splits.items()}
    known = [values for values in told.values() if None not in values]
    if all(map(_has_held_back, known)) or not all(_CLASS.fullmatch(str(one)) for values in known for one in values):
        return dict(splits)
    return {
        name: replace(
            one,
            rows=[
                _changed(row, {expected: None}) if _is_held_back(row.fields.get(expected)) else row for row in one.rows
            ],
        )
        for name, one in splits.items()
    }


def are_held_back(values: Iterable[object]) -> bool:
    """Whether -1 among values of one column says that a label is held back, without other splits to compare.

    So it does among numbers of classes, which are 0, 1, 2 and so on, and among names that several rows have; of a scale
    from -1 to 1, and of other numbers, it is a value like any other.
    """
    given = [str(value) for value in values]
    others = {value for value in given if value != HELD_BACK}
    if HELD_BACK not in given or not others:
        return HELD_BACK in given
    if all(map(str.isdecimal, others)):
        return len(others) > 2 and {*map(int, others)} == {*range(len(others))}
    return not any(map(_NUMBER.fullmatch, others)) and 2 * len(others) <= len(given)


def may_be_held_back(values: Iterable[object]) -> bool:
    """Whether -1 stands among few numbers of which it may be one or not."""
    given = {str(value) for value in values}
    return HELD_BACK in given and given <= {HELD_BACK, "0", "1"}


def _has_held_back(values: Sequence[object]) -> bool:
    return any(map(_is_held_back, values))


def _is_held_back(value: object) -> bool:
    return str(value) == HELD_BACK


def _changed(row: ForeignRow, fields: Mapping[str, object]) -> ForeignRow:
    return replace(row, fields={**row.fields, **fields}) if fields else row
