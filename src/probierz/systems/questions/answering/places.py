"""Where an answer stands, as a person finds it: `cennik.tsv, row 3, column cena`, or `texts.txt:46`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from probierz.systems.questions.finding.traced_text import FilePlace, file_place
from probierz.systems.questions.rows.fields import fields_of

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

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
        return f"{passage.document}:{span_in_document(passage, begin, begin + 1)[0]}"
    return f"{table.file}, row {table.row}" + (f", column {table.column}" if table.column else "")


def place_in_file(passage: FoundPassage, begin: int, end: int) -> FilePlace | None:
    """Return where characters of a passage stand in its file; of the name of a column, where its cell begins.

    None for documents that were not read from a text or table.
    """
    found = file_place(passage.stretches, passage.text, begin, end)
    if found or not passage.stretches:
        return found
    behind = next((one for one in passage.stretches if one.begin >= begin), passage.stretches[-1])
    return FilePlace(behind.place, behind.place, behind.line)


def span_in_document(passage: FoundPassage, begin: int, end: int) -> tuple[int, int]:
    """Return where characters of a passage begin and end: in its file, of a document without one in its text."""
    place = place_in_file(passage, begin, end)
    return place[:2] if place else (passage.begin + begin, passage.begin + end)
