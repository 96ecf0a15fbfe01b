"""Token alignments of scanned pages: what the scanner read for which word.

    book TAB page TAB token read TAB token right

`null` stands where one side has no token. Punctuation is mostly left out, and a right token may begin with a space of
some kind: alignments serve models of noise, tables of confusions and lists of words; they do not give a page back.
The shipped file of all 46,097 pages has 9.3 million rows; everything here reads it as a stream.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import groupby, islice
from operator import itemgetter
from typing import NamedTuple

from probierz.errors import DataError
from probierz.lines import LineReader

MISSING = "null"
_BLOCK = 1 << 14


class TokenPair(NamedTuple):
    """What was read, and what is right; None for no token."""

    read: str | None
    right: str | None


@dataclass(frozen=True)
class AlignedPage:
    """The pairs of a page, in order. first: the line on which it begins in the file."""

    book: str
    page: str
    pairs: tuple[TokenPair, ...]
    first: int


def read_alignments(path: str | os.PathLike[str]) -> Iterator[AlignedPage]:
    """Yield the pages of a file of alignments, which may be compressed.

    Raises DataError, with file and line, for other columns, or a page whose rows do not stand together.
    """
    done: set[str] = set()
    number = 1
    for place, rows in groupby(_rows(path), itemgetter(0)):
        pairs = [_pair(read, right) for _, read, right in rows]
        book, _, page = place.partition("\t")
        if place in done:
            message = f"page {page} of book {book} stands further above too; put its rows together"
            raise DataError(message, path=path, line=number)
        done.add(place)
        yield AlignedPage(book, page, tuple(pairs), number)
        number += len(pairs)


def _pair(read: str, right: str) -> TokenPair:
    return TokenPair(None if read == MISSING else read, None if right == MISSING else right)


def _rows(path: str | os.PathLike[str]) -> Iterator[tuple[str, str, str]]:
    """Book and page together, the token read, and the right one."""
    for number, line in enumerate(_lines(path), 1):
        columns = line.rsplit("\t", 2)
        if len(columns) != 3 or columns[0].count("\t") != 1:
            message = "4 columns are wanted, book, page, token read, token right; found"
            raise DataError(f"{message} {line.count(chr(9)) + 1}", path=path, line=number)
        yield columns[0], columns[1], columns[2]


def _lines(path: str | os.PathLike[str]) -> Iterator[str]:
    """The lines, fetched in blocks: one by one takes three times as long."""
    with LineReader(path, is_digested=False) as reader:
        while count := reader.ready(_BLOCK, 1 << 22):
            yield from map(str, reader.take(count))


@dataclass
class TokenSummary:
    """What a file of alignments holds.

    missed: right tokens that were not read as such. surplus: tokens read that are not right. empty: rows without a
    token on either side, or with an empty one. spaced: right tokens that begin or end with a space.
    confusions: how often which token was read for which. Most files never put two different tokens on one row, so one
    surplus and one missed token between two that are the same count as one confusion too; outer spaces do not matter.
    """

    books: int = 0
    pages: int = 0
    rows: int = 0
    same: int = 0
    missed: int = 0
    surplus: int = 0
    empty: int = 0
    spaced: int = 0
    confusions: Counter[TokenPair] = field(default_factory=Counter)


def summary(
    path: str | os.PathLike[str], *, pages: int | None = None, progress: Callable[[int], None] | None = None
) -> TokenSummary:
    """Count what a file of alignments holds. pages: only the first so many. progress: called with the rows of each."""
    found = TokenSummary()
    books: set[str] = set()
    for page in islice(read_alignments(path), pages):
        books.add(page.book)
        found.pages += 1
        found.rows += len(page.pairs)
        _count(page, found)
        if progress is not None:
            progress(len(page.pairs))
    found.books = len(books)
    return found


def _count(page: AlignedPage, found: TokenSummary) -> None:
    run: list[TokenPair] = []
    for pair in page.pairs:
        read, right = pair
        if right and right != right.strip():
            found.spaced += 1
        if read == right:
            found.same += 1
            found.empty += not read
            if run:
                _end_run(run, found)
            continue
        found.surplus += read is not None
        found.missed += right is not None
        found.empty += (not read and not right) or "" in pair
        run.append(pair)
    _end_run(run, found)


def _end_run(run: list[TokenPair], found: TokenSummary) -> None:
    """Count the confusion in a run of rows that differ, where it is plain which token stands for which."""
    if run:
        reads = [pair.read for pair in run if pair.read is not None]
        rights = [pair.right for pair in run if pair.right is not None]
        if len(reads) == len(rights) == 1 and reads[0].strip() != rights[0].strip():
            found.confusions[TokenPair(reads[0].strip(), rights[0].strip())] += 1
        run.clear()
