"""Rows of tables as documents.

A table of texts has title and text, or name, title and text. Any other table with a header is read with it: a row of
`nazwa, cena` says `nazwa: Miód gryczany; cena: 42 zł`, so that questions for either column find it.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, zip_longest
from pathlib import Path

from probierz.errors import DataError
from probierz.systems.questions.passages import SourceDocument

__all__ = [
    "is_by_semicolons",
    "markdown_rows",
    "read_table",
    "says_something",
    "separated_rows",
    "unquoted",
]

Row = tuple[int, Sequence[str]]
"""The number of a line, from 1, and its fields."""

_LOOKED_AT = 50
"""Rows by which a table is told to be one of texts, or one with a header."""
_TEXT_WORDS = 6
"""Words of a last column, in the middle, from which it is a text."""
_NUMBER = re.compile(r"\W*\d")
_BAR = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*\S)")
_NOTHING = frozenset(("brak", "brak danych", "nie dotyczy", "nie ma", "nd", "n/d", "bd", "b/d", "není", "nejsou"))
EMPTY = "—"
"""What stands for an empty cell."""


def separated_rows(lines: Iterable[tuple[int, str]], separators: Sequence[str], path: Path) -> Iterator[Row]:
    r"""Yield the cells of lines, numbered, by the separator of the first; quotes around cells are read as CSV has them.

    separators: which may be; of those of which most lines have as many as the first one, that with most cells.
    Raises DataError, with the path, for what CSV cannot be.

    >>> [cells for _, cells in separated_rows([(1, 'miód;cena'), (2, '"lipowy; jasny";42')], (";", ","), Path("a.csv"))]
    [['miód', 'cena'], ['lipowy; jasny', '42']]
    """
    waiting = iter(lines)
    begin = list(islice(waiting, _LOOKED_AT))
    separator = max(separators, key=lambda one: _columns_by(one, [line for _, line in begin]))
    numbers: list[int] = []

    def texts() -> Iterator[str]:
        for number, line in chain(begin, waiting):
            numbers.append(number)
            yield f"{line}\n"

    try:
        for cells in csv.reader(texts(), delimiter=separator):
            yield numbers[0], [" ".join(cell.split()) for cell in cells]
            numbers.clear()
    except csv.Error as error:
        raise DataError(f"this is no CSV: {error}", path=path, line=numbers[0] if numbers else None) from None


def _columns_by(separator: str, lines: Sequence[str]) -> int:
    """How many columns a separator makes of lines that fit together; 0 for a separator that does not make a table."""
    counts = Counter(map(len, csv.reader((f"{line}\n" for line in lines), delimiter=separator)))
    columns, often = max(counts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
    return columns if 2 * often > sum(counts.values()) else 0


def is_by_semicolons(lines: Sequence[str]) -> bool:
    """Whether lines of a file of tabs have none, and as many semicolons each, as a spreadsheet may save them."""
    counts = {line.count(";") for line in lines}
    return len(lines) > 1 and not any("\t" in line for line in lines) and len(counts) == 1 and 0 not in counts


def unquoted(cell: str) -> str:
    """A cell of a table with tabs without quotation marks around all of it; two within stand for one.

    >>> unquoted('"Lalka"'), unquoted('"Pan" i "Pani"'), unquoted('Lalka')
    ('Lalka', '"Pan" i "Pani"', 'Lalka')
    """
    inner = cell[1:-1]
    is_quoted = len(cell) > 1 and cell[0] == cell[-1] == '"' and '"' not in inner.replace('""', "")
    return inner.replace('""', '"') if is_quoted else cell


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
    filled = [field for field in column if says_something(field)]
    return bool(filled) and all(map(_NUMBER.match, filled))


def says_something(cell: str) -> bool:
    """Whether a cell is not empty, no dash, and does not say that there is nothing: `brak`."""
    return any(map(str.isalnum, cell)) and cell.strip().lower().rstrip(".") not in _NOTHING


def _told_by_header(rows: Iterator[Row], path: str, name: str) -> Iterator[SourceDocument]:
    _, head = next(rows)
    for number, fields in rows:
        if len(fields) > len(head):
            raise DataError(f"{len(fields)} columns, and {len(head)} in the header", path=path, line=number)
        yield SourceDocument(f"{name}:{number}", fields[0], _told(head, fields))


def _told(head: Sequence[str], fields: Sequence[str]) -> str:
    """A row with the names of its columns; an empty cell is a dash, so that its column is known to be empty."""
    return "; ".join(
        f"{column.strip() or EMPTY}: {field.strip() or EMPTY}"
        for column, field in zip_longest(head, fields[: len(head)], fillvalue="")
    )


def markdown_rows(content: str) -> tuple[str, list[tuple[int, str, str]]]:
    r"""Return a text with spaces in place of its tables in Markdown, and of each row its line, its headings, its words.

    >>> markdown_rows("# Bilety\n\n| Bilet | Cena |\n|---|---|\n| ulgowy | 12 zł |")[1]
    [(5, 'Bilety', 'Bilet: ulgowy; Cena: 12 zł')]
    """
    lines = content.split("\n")
    rows: list[tuple[int, str, str]] = []
    for at in [at for at, line in enumerate(lines) if at and _is_rule(line)]:
        head = _cells(lines[at - 1])
        if len(head) < 2 or len(head) != len(_cells(lines[at])):
            continue
        end = next((row for row in range(at + 1, len(lines)) if "|" not in lines[row]), len(lines))
        above = _headings(lines[: at - 1])
        rows += [(row + 1, above, _told(head, _cells(lines[row]))) for row in range(at + 1, end)]
        lines[at - 1 : end] = [" " * len(line) for line in lines[at - 1 : end]]
    return "\n".join(lines), rows


def _headings(lines: Sequence[str]) -> str:
    """The headings that a line below these stands under, from the highest on: `Hotel – Psy`."""
    found: list[tuple[int, str]] = []
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            level = len(heading[1])
            found = [*(one for one in found if one[0] < level), (level, heading[2].strip(" #*_\r"))]
    return " – ".join(text for _, text in found)


def _is_rule(line: str) -> bool:
    """Whether a line stands between the names of columns and the rows: `|---|:-:|`."""
    return "|" in line and "-" in line and not line.strip("|:- \t\r")


def _cells(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    return [cell.replace("\\|", "|").strip(" \t*_`") for cell in _BAR.split(inner)]


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
