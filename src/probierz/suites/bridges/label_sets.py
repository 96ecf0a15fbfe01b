"""Several labels a row, as lists or in one text: they become a line of labels with spaces between."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from probierz.metrics.parsers import number_or_none
from probierz.suites.bridges.foreign_rows import ForeignRows, Tokens, value_or_none

_COLUMNS = frozenset("label labels tag tags class classes category categories topic topics genre genres".split())
_ANSWERS = frozenset("answer answers reference references translation translations".split())
"""What holds labels by its name, however few rows there are, and answers of which one is enough."""
_BETWEEN = (",", ";", "|")
_WITHOUT_COMMA = re.compile(r"""['"]\s+['"]""")
_MOST_DIFFERENT = 1000


class LabelSet(Tokens):
    """The labels of a row, each once."""

    __slots__ = ()


def with_label_sets(splits: Mapping[str, ForeignRows], expected: str) -> Mapping[str, ForeignRows]:
    """Return the splits with a `LabelSet` for what is expected, where rows have several labels; else as they are."""
    if any(one.schemes != ("Accuracy",) for one in splits.values()):
        return splits
    values = {name: [value_or_none(one, row, expected) for row in one.rows] for name, one in splits.items()}
    told = [value for some in values.values() for value in some if value not in (None, "")]
    read = next((lists for lists in _readings(told) if _are_sets(lists, expected)), None)
    if read is None:
        return splits
    sets = iter(read)
    return {
        name: replace(
            one,
            rows=[
                row if value in (None, "") else replace(row, fields={**row.fields, expected: _set(next(sets))})
                for row, value in zip(one.rows, values[name], strict=True)
            ],
        )
        for name, one in splits.items()
    }


def _set(labels: Sequence[Any]) -> LabelSet:
    return LabelSet(dict.fromkeys(labels))


def _readings(values: Sequence[Any]) -> Iterable[list[Sequence[Any]]]:
    """Ways of reading the values of a column as lists: as they are, as texts in brackets, with marks between."""
    if values and all(isinstance(one, list | tuple) and not isinstance(one, Tokens) for one in values):
        yield list(values)
    if not values or not all(isinstance(one, str) for one in values):
        return
    if all(one.startswith("[") and one.endswith("]") for one in values):
        lists = [_literal(one) for one in values]
        if all(isinstance(one, list) for one in lists):
            yield lists
    for mark in _BETWEEN:
        lists = [[part.strip() for part in one.split(mark)] for one in values]
        if _have_marks_between(lists):
            yield lists


def _literal(text: str) -> Any:
    """A list as Python or JSON writes it; None where it is none, as what numpy writes, without commas."""
    if _WITHOUT_COMMA.search(text):
        return None
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return None


def _have_marks_between(lists: Sequence[Sequence[str]]) -> bool:
    """Whether parts are labels that are put together anew: fewer than their combinations, and no decimal fractions."""
    parts = {part for one in lists for part in one}
    longest = max(map(len, lists))
    are_fractions = longest == 2 and all(number_or_none(part) is not None for part in parts)
    return longest > 1 and "" not in parts and not are_fractions and len(parts) < len({tuple(one) for one in lists})


def _are_sets(lists: Sequence[Sequence[Any]], column: str) -> bool:
    """Whether lists are of labels, and not each of one label, nor of answers that are worded in several ways."""
    labels = [one for some in lists for one in some]
    if not labels or not all(isinstance(one, str | int) for one in labels) or all(len(one) == 1 for one in lists):
        return False
    name = column.rpartition("/")[2].lower()
    come_again = 2 * len(set(labels)) <= len(lists)
    return name in _COLUMNS or (name not in _ANSWERS and len(set(labels)) <= _MOST_DIFFERENT and come_again)
