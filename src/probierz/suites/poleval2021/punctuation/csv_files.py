"""Texts as CSV files: a header, and a row for each word.

word,punctuation,space_after
np,.,true
"""

from __future__ import annotations

import csv
import io
from pathlib import Path

from probierz.errors import DataError
from probierz.suites.poleval2021.punctuation.documents import MarkedText, MarkedWord

_COLUMNS = ("word", "punctuation", "space_after")
_TRUTH = {"true": True, "1": True, "false": False, "0": False}


def parse_csv(text: str, path: Path) -> MarkedText:
    """Return the document in the text of a CSV file; its columns may stand in any order.

    Raises DataError with file and line.
    """
    rows = csv.reader(io.StringIO(text.removeprefix("\ufeff")), strict=True)
    words = []
    try:
        header = next(rows, [])
        places = _places(header, path)
        for row in rows:
            if len(row) != len(header):
                raise DataError(f"{len(header)} columns are wanted, found {len(row)}", path=path, line=rows.line_num)
            words.append(_word([row[place] for place in places], path, rows.line_num))
    except csv.Error as error:
        raise DataError(f"this is not CSV: {error}", path=path, line=rows.line_num) from None
    if not words:
        raise DataError("a text has at least one word; there is none below the header", path=path)
    return MarkedText(path.stem, path.stem, tuple(words))


def _places(header: list[str], path: Path) -> list[int]:
    if sorted(header) != sorted(_COLUMNS):
        raise DataError(f"the header must be {','.join(_COLUMNS)}; found {','.join(header)!r}", path=path, line=1)
    return [header.index(name) for name in _COLUMNS]


def _word(cells: list[str], path: Path, line: int) -> MarkedWord:
    word, punctuation, space = cells
    if not word or any(space in word for space in " \t\r\n"):
        raise DataError(f"the word is {word!r}; a text without spaces is wanted", path=path, line=line)
    if any(space in punctuation for space in " \t\r\n"):
        raise DataError(f"the punctuation is {punctuation!r}; marks without spaces are wanted", path=path, line=line)
    if space.lower() not in _TRUTH:
        raise DataError(f"space_after is {space!r}; true or false is wanted", path=path, line=line)
    return MarkedWord(word, punctuation, _TRUTH[space.lower()])


def write_csv(document: MarkedText) -> str:
    """Return a document as the text of a CSV file; its title is not in it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    writer.writerows((word.word, word.punctuation, "true" if word.space_after else "false") for word in document.words)
    return text.getvalue()
