"""Rows of tables as documents.

A table of texts has title and text, or name, title and text. Any other table with a header is read with it: a row of
`nazwa, cena` says `nazwa: Miód gryczany; cena: 42 zł`, so that questions for either column find it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest

from probierz.errors import DataError
from probierz.systems.questions.passages import SourceDocument

__all__ = ["read_table"]

Row = tuple[int, Sequence[str]]
"""The number of a line, from 1, and its fields."""

_LOOKED_AT = 50
"""Rows by which a table is told to be one of texts, or one with a header."""
_TEXT_WORDS = 6
"""Words of a last column, in the middle, from which it is a text."""
_NUMBER = re.compile(r"\W*\d")


def read_table(rows: Iterable[Row], path: str, name: str) -> Iterator[SourceDocument]:
    """Yield a document for each row; of a table with a header, for each but that.

    path: for messages. Raises DataError for a row with more columns than a table of texts or the header has.
    """
    waiting = iter(rows)
    begin = list(islice(waiting, _LOOKED_AT))
    above = _lines_above([fields for _, fields in begin])
    if has_header([fields for _, fields in begin[above:]]):
        yield from _texts(iter(begin[:above]), path, name)
        yield from _told_by_header(chain(begin[above:], waiting), path, name)
    else:
        yield from _texts(chain(begin, waiting), path, name)


def _lines_above(rows: Sequence[Sequence[str]]) -> int:
    """How many rows at the begin have one cell, as the title of a table has, where the next one has more."""
    count = next((at for at, row in enumerate(rows) if len(row) > 1), 0)
    return count if count < len(rows) else 0


def has_header(rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns of the others: there are more than a text needs, or one is of numbers.

    >>> has_header([["nazwa", "cena"], ["Miód", "42 zł"], ["Ser", "30 zł"], ["Chleb"]])
    True
    >>> has_header([["Odra", "Rzeka na zachodzie."], ["Bug", "Rzeka na wschodzie."]])
    False
    """
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    head, *others = rows
    usual, _ = Counter(map(len, others)).most_common(1)[0]
    if usual != len(head) or len(set(head)) < len(head) or not all(head) or any(map(_NUMBER.match, head)):
        return False
    if len(head) > 3:
        return True
    words = sorted(len(row[-1].split()) for row in others if len(row) == len(head))
    is_of_texts = words[len(words) // 2] >= _TEXT_WORDS
    return not is_of_texts and any(map(_is_of_numbers, zip_longest(*others, fillvalue="")))


def _is_of_numbers(column: Iterable[str]) -> bool:
    filled = [field for field in column if field.strip()]
    return bool(filled) and all(map(_NUMBER.match, filled))


def _told_by_header(rows: Iterator[Row], path: str, name: str) -> Iterator[SourceDocument]:
    _, head = next(rows)
    for number, fields in rows:
        if len(fields) > len(head):
            raise DataError(f"{len(fields)} columns, and {len(head)} in the header", path=path, line=number)
        told = (f"{column}: {field}" for column, field in zip(head, fields, strict=False) if field.strip())
        yield SourceDocument(f"{name}:{number}", fields[0], "; ".join(told))


def _texts(rows: Iterator[Row], path: str, name: str) -> Iterator[SourceDocument]:
    for number, fields in rows:
        if len(fields) > 3:
            raise DataError(
                f"{len(fields)} columns; wanted are a text, title and text, or name, title and text, or the same "
                "columns in each row below a header",
                path=path,
                line=number,
            )
        title = fields[-2] if len(fields) > 1 else ""
        yield SourceDocument(fields[0] if len(fields) == 3 else f"{name}:{number}", title, fields[-1])
