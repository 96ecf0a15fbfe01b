"""Columns that say which part of a text is meant, as the number of a word that is asked for.

They are part of the item: one text then has several lines, each with a result of its own. Ids and years are none.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence

_NUMBER_BESIDE = re.compile(r"^\d+\W?(?=.)|(?<=.)\W?\d+$")
_LEAST_REPEATED = 0.5
"""Which part of the lines has a text that others have: fewer are repeated by chance, and ids tell those apart too."""
_MOST_DIFFERENT = 0.5
"""Places come again in other texts; more different numbers are ids."""
_LEAST_POINTING = 0.95
"""Which part of the texts with several lines, and of the lines, a column of places fits."""


def item_columns(rows: Sequence[Sequence[str]], texts: Sequence[str], others: Collection[int]) -> list[int]:
    """Return which columns tell the lines of one text apart, and point into it: places, or words with their places.

    rows: the columns of each line. texts: the text of each. others: the columns that may be.
    """
    lines_of: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        lines_of[text].append(at)
    groups = [lines for text, lines in lines_of.items() if text and len(lines) > 1]
    if sum(map(len, groups)) < _LEAST_REPEATED * len(texts) or not groups:
        return []
    full = [column for column in others if all(column < len(row) for row in rows)]
    values = {column: [row[column].strip() for row in rows] for column in full}
    return [one for one in full if _tells_apart(values[one], groups) and _points_into(values[one], texts)]


def _tells_apart(values: Sequence[str], groups: Sequence[Sequence[int]]) -> bool:
    told = sum(len({values[at] for at in lines}) == len(lines) for lines in groups)
    return told >= _LEAST_POINTING * len(groups)


def _points_into(values: Sequence[str], texts: Sequence[str]) -> bool:
    if all(map(str.isdecimal, values)):
        return len(set(values)) <= _MOST_DIFFERENT * len(values)
    words = [_NUMBER_BESIDE.sub("", value) for value in values]
    inside = sum(bool(word) and word in text for word, text in zip(words, texts, strict=True))
    return inside >= _LEAST_POINTING * len(values)
