"""Where an answer stands, as a person finds it: `cennik.tsv, row 3, column cena`, or `texts.txt:46`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from probierz.systems.questions.fields import fields_of

if TYPE_CHECKING:
    from probierz.systems.questions.index import FoundPassage

__all__ = ["TablePlace", "place_of", "table_place"]

_ROW_NAME = re.compile(r"(?P<file>.+\.(?P<ending>tsv|csv|md|txt|text)(?:\.\w+)?):(?P<row>\d+)")


class TablePlace(NamedTuple):
    """A place in a table. row: counted as lines of the file, from 1, the names of columns included."""

    file: str
    row: int
    column: str


def table_place(document: str, text: str, begin: int) -> TablePlace | None:
    """Return the place of a character of a document that is a row of a table; None for other documents.

    column: the name above the cell, empty for a row of a table without such names.

    >>> table_place("cennik.tsv:3", "towar: wapno; cena: 16 zł", 20)
    TablePlace(file='cennik.tsv', row=3, column='cena')
    """
    name = _ROW_NAME.fullmatch(document)
    if not name:
        return None
    cell = next((one for one in fields_of(text) if one.begin <= begin <= one.end), None)
    return TablePlace(name["file"], int(name["row"]), cell.name if cell else "")


def place_of(passage: FoundPassage, begin: int = 0) -> str:
    """Return where a character of a passage stands; other documents than tables are counted in characters, from 0."""
    table = table_place(passage.document, passage.text, begin)
    if table is None:
        return f"{passage.document}:{passage.begin + begin}"
    return f"{table.file}, row {table.row}" + (f", column {table.column}" if table.column else "")
