"""Rows of cells between separators, as spreadsheets write them, with the place of each cell in its file.

The module csv reads a cell whose quotation mark is not closed on to the end of the file, says nothing, and tells no
places. Here such a mark is a sign as any other, and is told.
"""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import NamedTuple

from probierz.systems.questions.finding.row_flaws import RowFlaws
from probierz.systems.questions.finding.traced_text import TracedText, put_together, traced

_LOOKED_AT = 50
"""Lines by which the separator is told."""
_LONGEST_CELL = 1 << 17
"""Characters behind which a quotation mark counts as not closed."""
_QUOTED = re.compile(r' *"((?:[^"]|"")*+)" *')
_OPEN = re.compile(r' *"(?:[^"]|"")*+\Z')
_TWO_MARKS = re.compile('""')
_SPACES = re.compile(r"\s+")


class TableLine(NamedTuple):
    """A line of a table. number: from 1; place: of its first character in the file."""

    number: int
    place: int
    text: str


class TableRow(NamedTuple):
    """Cells, and the line that they begin on."""

    number: int
    cells: Sequence[TracedText]

    @property
    def fields(self) -> list[str]:
        """The texts of the cells."""
        return [cell.text for cell in self.cells]


def rows_by_tabs(lines: Iterable[TableLine]) -> Iterator[TableRow]:
    r"""Yield the cells between tabs, without quotation marks around a whole one.

    >>> [row.fields for row in rows_by_tabs([TableLine(1, 0, '"Pan i Pani"\t"Pan" i "Pani"')])]
    [['Pan i Pani', '"Pan" i "Pani"']]
    """
    for line in lines:
        whole = traced(line.text, line.place, line.number)
        yield TableRow(line.number, [_unquoted(whole.part(*span)) for span in _between(line.text, "\t")])


def _between(text: str, separator: str) -> Iterator[tuple[int, int]]:
    begin = 0
    for cell in text.split(separator):
        yield begin, begin + len(cell)
        begin += len(cell) + 1


def _unquoted(cell: TracedText) -> TracedText:
    """A cell without quotation marks around all of it; two within stand for one."""
    text = cell.text
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1].replace('""', "")
    return _with_single_marks(cell.part(1, len(text) - 1)) if is_quoted else cell


def _with_single_marks(cell: TracedText) -> TracedText:
    if '""' not in cell.text:
        return cell
    return cell.replaced((*one.span(), '"') for one in _TWO_MARKS.finditer(cell.text))


def separated_rows(lines: Iterable[TableLine], separators: Sequence[str], flaws: RowFlaws) -> Iterator[TableRow]:
    """Yield the cells of lines by one separator; quotes around cells are read as CSV has them, over several lines too.

    separators: which may be; of those of which most lines have as many as the first one, that with most cells.
    flaws: takes quotation marks that nothing closes.
    """
    waiting = iter(lines)
    begin = list(islice(waiting, _LOOKED_AT))
    separator = max(separators, key=lambda one: _columns_by(one, begin))
    return _rows(chain(begin, waiting), separator, flaws)


def _columns_by(separator: str, lines: Sequence[TableLine]) -> int:
    """How many columns a separator makes of lines that fit together; 0 for a separator that does not make a table."""
    counts = Counter(len(row.cells) for row in _rows(lines, separator, None))
    columns, often = max(counts.items(), key=lambda one: (one[1], one[0]), default=(0, 0))
    return columns if 2 * often > sum(counts.values()) else 0


def is_by_semicolons(lines: Sequence[str]) -> bool:
    """Whether lines of a file of tabs have none, and as many semicolons each, as a spreadsheet may save them."""
    counts = {line.count(";") for line in lines}
    return len(lines) > 1 and not any("\t" in line for line in lines) and len(counts) == 1 and 0 not in counts


def _rows(lines: Iterable[TableLine], separator: str, flaws: RowFlaws | None) -> Iterator[TableRow]:
    rest, back = iter(lines), deque[TableLine]()
    while (first := _next(back, rest)) is not None:
        held, spans, is_broken = _record(first, back, rest, separator)
        if is_broken and flaws is not None:
            flaws.add(
                first.number,
                "a quotation mark begins a cell here, and none ends it",
                "it is read as a sign of the text: write one at the end of the cell as well, or none",
            )
        whole = put_together(traced(f"{line.text}\n", line.place, line.number) for line in held)
        yield TableRow(first.number, [_cell(whole, *span) for span in spans])


def _next(back: deque[TableLine], rest: Iterator[TableLine]) -> TableLine | None:
    return back.popleft() if back else next(rest, None)


_Spans = list[tuple[int, int, bool]]
"""Begin and end of cells, and whether quotation marks stand around them."""


def _record(
    first: TableLine, back: deque[TableLine], rest: Iterator[TableLine], separator: str
) -> tuple[list[TableLine], _Spans, bool]:
    """The lines of a row, its cells, and whether one has a mark that is not closed; lines read too far go back."""
    held, text = [first], first.text
    while True:
        spans, is_open = _spans(text, separator)
        is_row = not _goes_over_lines(text, spans)
        if is_row and not is_open:
            return held, spans, False
        further = list(_until_mark(back, rest, _LONGEST_CELL - len(text))) if is_row else []
        if not further:
            back.extendleft(reversed(held[1:]))
            return [first], _spans(first.text, separator, is_last=True)[0], True
        held += further
        text = "\n".join((text, *(line.text for line in further)))


def _until_mark(back: deque[TableLine], rest: Iterator[TableLine], most: int) -> Iterator[TableLine]:
    """The next lines up to one with a quotation mark, or to so many characters."""
    while most > 0 and (line := _next(back, rest)) is not None:
        yield line
        most = 0 if '"' in line.text else most - len(line.text)


def _spans(text: str, separator: str, *, is_last: bool = False) -> tuple[_Spans, bool]:
    """The cells of a text, up to one whose mark is open, and whether one is; is_last: such a mark is a sign."""
    found: _Spans = []
    at = 0
    while True:
        quoted = _QUOTED.match(text, at)
        if quoted and text[quoted.end() : quoted.end() + 1] in ("", separator):
            begin, end = quoted.span(1)
            behind = quoted.end()
        elif not is_last and _OPEN.match(text, at):
            return found, True
        else:
            begin = at
            end = behind = at + len(text[at:].partition(separator)[0])
        found.append((begin, end, begin > at))
        if behind >= len(text):
            return found, False
        at = behind + 1


def _goes_over_lines(text: str, spans: _Spans) -> bool:
    """Whether a cell without marks around it goes over an end of a line, so that several lines are no row."""
    return any("\n" in text[begin:end] for begin, end, is_quoted in spans if not is_quoted)


def _cell(whole: TracedText, begin: int, end: int, is_quoted: bool) -> TracedText:
    """A cell on one line, with one space for several."""
    text = whole.text
    inner = text[begin:end].strip()
    begin = text.index(inner, begin) if inner else begin
    cell = whole.part(begin, begin + len(inner))
    cell = _with_single_marks(cell) if is_quoted else cell
    if " ".join(cell.text.split()) == cell.text:
        return cell
    return cell.replaced((*one.span(), " ") for one in _SPACES.finditer(cell.text) if one.group() != " ")
