r"""PolEval 2021, task 3: scanned pages. Escapes of their texts, their years, and their token alignments.

in.tsv   docId TAB pageId TAB year TAB text, with \n for an end of line and \\ for a backslash
years    1907, nothing, ?, post 1900, przed 1935
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError, ParseError
from probierz.lines import LineReader

_HEADER = ("docId", "pageId", "year", "inText")
_ESCAPES = {r"\n": "\n", "\\\\": "\\"}


# --- escapes ---------------------------------------------------------------------------------------------------------


def unescape(text: str, *, is_strict: bool = False) -> str:
    r"""Return a text with its ends of lines and backslashes as they are.

    A backslash before anything but `n` and a backslash stays; is_strict: it raises ParseError.
    """
    return re.sub(r"\\.?", partial(_unescaped, is_strict=is_strict), text)


def _unescaped(found: re.Match[str], *, is_strict: bool) -> str:
    if is_strict and found[0] not in _ESCAPES:
        raise ParseError(rf"{found[0]!r} is no escape; \n and \\ are", found=found[0])
    return _ESCAPES.get(found[0], found[0])


def escape(text: str) -> str:
    r"""Return a text as one field of a TSV file: `\n` for an end of line, `\\` for a backslash.

    Raises ParseError for a TAB or a carriage return, which no escape stands for.
    """
    for letter, name in (("\t", "TAB"), ("\r", "carriage return")):
        if letter in text:
            raise ParseError(f"the text holds a {name}, which cannot be written; replace it by a space")
    return escaped(text)


def escaped(text: str) -> str:
    """As `escape`, whatever else the text holds."""
    return text.replace("\\", "\\\\").replace("\n", r"\n")


# --- years -----------------------------------------------------------------------------------------------------------


class Year(NamedTuple):
    """When a page was printed: from `first` to `last`, None for an open end; both are the year where it is known."""

    first: int | None = None
    last: int | None = None

    @property
    def exact(self) -> int | None:
        """The year, where it is known."""
        return self.first if self.first == self.last else None


_YEAR = re.compile(r"(post |przed |)([0-9]{4})")


def parse_year(text: str) -> Year:
    """Return what the column of years says: `post 1900` is 1900 and later, `przed 1935` is before 1935.

    Raises ParseError for anything that the data do not have.
    """
    if text in ("", "?"):
        return Year()
    found = _YEAR.fullmatch(text)
    if found is None:
        raise ParseError("a year, nothing, ?, 'post 1900' or 'przed 1935' is wanted", found=text)
    number = int(found[2])
    if found[1] == "post ":
        return Year(number, None)
    return Year(None, number - 1) if found[1] else Year(number, number)


BUCKETS = ("before 1900", "1900 to 1919", "1920 to 1929", "1930 to 1939", "from 1940, or unknown", "other")
"""The times into which Dyda (proceedings of PolEval 2021, Table 1) sorted pages."""


def bucket(page: BookPage) -> str:
    """Return the one of `BUCKETS` that a page was counted in.

    Pages of unknown years, and the one book of 1791, were counted with those from 1940; a page without text is other.
    With this rule Dyda's counts are met, but for one of the two pages without text in dev-0.
    """
    if not page.text:
        return BUCKETS[5]
    year = parse_year(page.year)
    known = year.first if year.first is not None else year.last
    if known is None or known >= 1940 or known < 1800:
        return BUCKETS[4]
    return BUCKETS[sum(known >= limit for limit in (1900, 1920, 1930))]


# --- pages -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class BookPage:
    """A page of a book. year: as in the file; text, expected: unescaped, None where there is no expected file."""

    book: str
    number: str
    year: str
    text: str
    expected: str | None = None


def read_pages(inputs: str | os.PathLike[str], expected: str | os.PathLike[str] | None = None) -> Iterator[BookPage]:
    """Yield the pages of an in.tsv, with what is expected of them.

    Raises DataError, with file and line, for other columns, a broken escape or year, a repeated page, or another number
    of expected lines.
    """
    seen: set[tuple[str, str]] = set()
    with ExitStack() as stack:
        lines = stack.enter_context(LineReader(inputs, header=_HEADER, is_digested=False))
        wanted = stack.enter_context(LineReader(expected, is_digested=False)) if expected is not None else None
        for number, line in enumerate(lines, 1):
            columns = str(line).split("\t")
            if len(columns) != len(_HEADER):
                message = f"{len(_HEADER)} columns are wanted, {' '.join(_HEADER)}; found {len(columns)}"
                raise DataError(message, path=inputs, line=number)
            book, name, *_ = columns
            if (book, name) in seen:
                message = f"page {name} of book {book} stands on an earlier line too"
                raise DataError(message, path=inputs, line=number)
            seen.add((book, name))
            yield _page(columns, _next(wanted, f"page {name} of book {book}", number), (inputs, number), expected)
        if wanted is not None and wanted.ready(1, 1):
            raise DataError("there are more lines than pages", path=expected, line=len(seen) + 1)


def read_splits(folder: Path) -> dict[str, list[BookPage]]:
    """Return the pages of each split of a challenge, or of a folder with in.tsv, by its name.

    Raises ChallengeError where there are none, and what `read_pages` raises.
    """
    folders = [folder] if find_file(str(folder), "in.tsv") else []
    if not folders and folder.is_dir():
        folders = [one for one in sorted(folder.iterdir()) if one.is_dir() and find_file(str(one), "in.tsv")]
    if not folders:
        raise ChallengeError(f"{folder}: there is no in.tsv, here or in a folder below")
    splits = {}
    for one in folders:
        source = find_file(str(one), "in.tsv")
        assert source is not None
        splits[one.resolve().name] = list(read_pages(source, find_file(str(one), "expected.tsv")))
    return splits


def _next(wanted: LineReader | None, page: str, number: int) -> str | None:
    if wanted is None:
        return None
    line = next(wanted, None)
    if line is None:
        raise DataError(f"there is no line for {page}; give one for each", path=wanted.path, line=number)
    return str(line)


def _page(
    columns: list[str],
    line: str | None,
    place: tuple[str | os.PathLike[str], int],
    expected: str | os.PathLike[str] | None,
) -> BookPage:
    book, number, year, text = columns
    try:
        parse_year(year)
        page = BookPage(book, number, year, unescape(text, is_strict=True))
    except ParseError as error:
        raise DataError(f"{error.reason}; found {error.found!r}", path=place[0], line=place[1]) from None
    if line is None:
        return page
    try:
        return BookPage(book, number, year, page.text, unescape(line, is_strict=True))
    except ParseError as error:
        raise DataError(error.reason, path=expected, line=place[1]) from None
