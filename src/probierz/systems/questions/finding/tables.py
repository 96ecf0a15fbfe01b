"""Rows of tables as documents.

A table of texts has title and text, or name, title and text. Any other table with a header is read with it: a row of
`nazwa, cena` says `nazwa: Miód gryczany; cena: 42 zł`, so that questions for either column find it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice, zip_longest
from typing import NamedTuple

from probierz.challenges.problems import counted
from probierz.errors import DataError
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.finding.row_flaws import RowFlaws
from probierz.systems.questions.finding.separated_rows import TableRow
from probierz.systems.questions.finding.traced_text import TracedText, put_together
from probierz.systems.questions.wording.field_words import PEOPLE, PLACES, forms

_LOOKED_AT = 50
"""Rows by which a table is told to be one of texts, or one with a header."""
_TEXT_WORDS = 6
"""Words of a last column, in the middle, from which it is a text."""
_NUMBER = re.compile(r"\W*\d")
_OF_TOLD_ROWS = re.compile(r"[:;\s]+")
"""What the name of a column has none of, as it ends names and cells where a row is told."""
_LONGEST_NAME = 60
_ESCAPED_BAR = re.compile(r"\\\|")
_BAR = re.compile(r"(?<!\\)\|")
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*\S)")
_NOTHING = frozenset(("brak", "brak danych", "nie dotyczy", "nie ma", "nd", "n/d", "bd", "b/d", "není", "nejsou"))
_NAMES = (
    PEOPLE
    | PLACES
    | forms(
        "nazwa imię nazwisko i osoba tytuł autor rodzaj typ kategoria gatunek opis uwagi dzień data godzina termin"
        " godziny telefon mail email e-mail funkcja stanowisko producent firma kraj miasto język temat przedmiot"
        " zajęcia název jméno příjmení popis poznámka den hodina telefon funkce výrobce země město jazyk name title"
    )
)
"""Words, as they are compared, that names of columns are made of."""
EMPTY = "—"
"""What stands for an empty cell."""


def read_table(rows: Iterable[TableRow], path: str, name: str, flaws: RowFlaws) -> Iterator[SourceDocument]:
    """Yield a document for each row; of a table with a header, for each but that.

    path: for messages. flaws: takes rows that have more or fewer cells than the others; all they say is kept. Raises
    DataError for a table whose rows have more columns than a table of texts, and no header.
    """
    waiting = iter(rows)
    begin = list(islice(waiting, _LOOKED_AT))
    columns = _filled_columns(begin)
    waiting = (row._replace(cells=_without_empty_end(row.cells, columns)) for row in chain(begin, waiting))
    begin = list(islice(waiting, _LOOKED_AT))
    above = _lines_above([row.cells for row in begin])
    is_headed = has_header([row.fields for row in begin[above:]])
    if is_headed is None:
        flaws.add(
            begin[above].number,
            "nothing tells that this row names the columns, so it is read as the others",
            _REMEDY_OF_HEAD,
        )
    if is_headed:
        yield from _texts(begin[:above], path, name, flaws)
        yield from _told_by_header(chain(begin[above:], waiting), name, flaws)
    else:
        yield from _texts(chain(begin, waiting), path, name, flaws)


def _filled_columns(rows: Sequence[TableRow]) -> int:
    """How many columns a table has without the last ones that are empty in all rows, as behind `nazwa;cena;`."""
    return max((at for row in rows for at, cell in enumerate(row.fields, 1) if cell.strip()), default=1)


def _lines_above(rows: Sequence[Sequence[object]]) -> int:
    """How many rows at the begin have one cell, as the title of a table has, where the next one has more."""
    count = next((at for at, row in enumerate(rows) if len(row) > 1), 0)
    return count if count < len(rows) else 0


def has_header(rows: Sequence[Sequence[str]]) -> bool | None:
    """Whether the first row names the columns of the others; None where that cannot be told.

    It does where there are more columns than a text needs, where one is of numbers, or the cell above is a usual name
    of columns, or begins with a small letter where all below begin with capitals, or the other way round.

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
    columns = list(zip(*(row for row in others if len(row) == len(head)), strict=True))
    # cells of a broken row stand under other names
    if _is_of_texts(columns[-1]) or any(name in cells for name, cells in zip(head, columns, strict=True)):
        return False
    if any(map(_is_of_numbers, columns)) or any(map(_is_name_of, head, columns)):
        return True
    return False if _is_of_sentences(columns[-1]) else None


def _is_of_texts(column: Iterable[str]) -> bool:
    words = sorted(len(cell.split()) for cell in column)
    return words[len(words) // 2] >= _TEXT_WORDS


def _is_of_sentences(column: Sequence[str]) -> bool:
    return 2 * sum(cell.endswith((".", "!", "?")) for cell in column) > len(column)


def _is_name_of(name: str, column: Iterable[str]) -> bool:
    """Whether a cell is a usual name of columns, or begins otherwise than all below, of which there are some."""
    own = forms(name)
    if own and own <= _NAMES:
        return True
    are_small = [cell[0].islower() for cell in column if cell[:1].isalpha()]
    return len(are_small) > 1 and name[0].isalpha() and name[0].islower() not in are_small


def _is_of_numbers(column: Iterable[str]) -> bool:
    filled = [field for field in column if says_something(field)]
    return bool(filled) and all(map(_NUMBER.match, filled))


def says_something(cell: str) -> bool:
    """Whether a cell is not empty, no dash, and does not say that there is nothing: `brak`."""
    return any(map(str.isalnum, cell)) and cell.strip().lower().rstrip(".") not in _NOTHING


_REMEDY_OF_MANY = "all its words are kept: put quotation marks around a cell that has the separator in it"
_REMEDY_OF_HEAD = 'if it does, write "nazwa" above the first column'
_REMEDY_OF_FEW = "the last ones count as empty: add the separators that are missing"


def _told_by_header(rows: Iterator[TableRow], name: str, flaws: RowFlaws) -> Iterator[SourceDocument]:
    head = next(rows).fields
    for number, cells in rows:
        kept = _without_empty_end(cells, len(head))
        if len(kept) != len(head):
            remedy = _REMEDY_OF_MANY if len(kept) > len(head) else _REMEDY_OF_FEW
            flaws.add(number, f"this row has {counted(len(kept), 'cell')}, and the header {len(head)}", remedy)
        told = _told(head, kept)
        yield SourceDocument(f"{name}:{number}", kept[0].text, told.text, name, told.stretches)


def _without_empty_end(cells: Sequence[TracedText], most: int) -> Sequence[TracedText]:
    """Cells without the empty ones behind the last column, as a spreadsheet writes them."""
    count = len(cells)
    while count > most and not cells[count - 1].text.strip():
        count -= 1
    return cells[:count]


def _told(head: Sequence[str], cells: Sequence[TracedText]) -> TracedText:
    """A row with the names of its columns; an empty cell is a dash, so that its column is known to be empty."""
    parts: list[TracedText] = []
    for column, cell in zip_longest(head, cells):
        begin = "; " if parts else ""
        named = _OF_TOLD_ROWS.sub(" ", column or "")[:_LONGEST_NAME].strip() or EMPTY
        parts += [TracedText(f"{begin}{named}: "), _stripped(cell) or TracedText(EMPTY)]
    return put_together(parts)


def _stripped(cell: TracedText | None) -> TracedText | None:
    """A cell without spaces around it; None for an empty one."""
    inner = cell.text.strip() if cell else ""
    if not cell or not inner:
        return None
    begin = cell.text.index(inner)
    return cell.part(begin, begin + len(inner))


class TableTold(NamedTuple):
    """A row of a table in a text: its line there, the headings that it stands under, and what it says."""

    line: int
    above: str
    told: TracedText


def without_tables(pieces: Iterable[TracedText]) -> Iterator[tuple[TracedText, list[TableTold]]]:
    r"""Yield the pieces of a text with spaces in place of tables in Markdown, and the rows of these.

    Headings of a piece are those of the next ones too.

    >>> pieces = map(TracedText, ("# Bilety\n\n", "| Bilet | Cena |\n|---|---|\n| ulgowy | 12 zł |"))
    >>> [(line, above, told.text) for _, rows in without_tables(pieces) for line, above, told in rows]
    [(5, 'Bilety', 'Bilet: ulgowy; Cena: 12 zł')]
    """
    before: list[str] = []
    count = 0
    for piece in pieces:
        rest, rows = _without_tables(piece, before)
        yield rest, [one._replace(line=one.line + count) for one in rows]
        before += filter(_HEADING.match, rest.text.split("\n"))
        count += piece.text.count("\n")


def _without_tables(whole: TracedText, before: Sequence[str]) -> tuple[TracedText, list[TableTold]]:
    """A text without its tables, and their rows. before: headings that stand before it."""
    if "|" not in whole.text:
        return whole, []
    lines = whole.text.split("\n")
    begins = [0, *accumulate(len(line) + 1 for line in lines)]
    rows: list[TableTold] = []
    for at in [at for at, line in enumerate(lines) if at and _is_rule(line)]:
        head = [lines[at - 1][begin:end].replace("\\|", "|") for begin, end in _cells(lines[at - 1])]
        if len(head) < 2 or len(head) != len(_cells(lines[at])):
            continue
        end = next((row for row in range(at + 1, len(lines)) if "|" not in lines[row]), len(lines))
        above = _headings([*before, *lines[: at - 1]])
        for row in range(at + 1, end):
            cells = [_with_bars(whole.part(begins[row] + low, begins[row] + high)) for low, high in _cells(lines[row])]
            rows.append(TableTold(row + 1, above, _told(head, _without_empty_end(cells, len(head)))))
        lines[at - 1 : end] = [" " * len(line) for line in lines[at - 1 : end]]
    return TracedText("\n".join(lines), whole.stretches), rows


def _headings(lines: Sequence[str]) -> str:
    """The headings that a line below these stands under, from the highest on: `Hotel – Psy`."""
    found: list[tuple[int, str]] = []
    for line in lines:
        heading = _HEADING.match(line)
        if heading:
            level = len(heading[1])
            found = [*(one for one in found if one[0] < level), (level, heading[2].strip(" #*_"))]
    return " – ".join(text for _, text in found)


def _is_rule(line: str) -> bool:
    """Whether a line stands between the names of columns and the rows: `|---|:-:|`."""
    return "|" in line and "-" in line and not line.strip("|:- \t")


def _cells(line: str) -> list[tuple[int, int]]:
    """Where the cells of a line stand, without the marks around them."""
    inner = line.strip().removeprefix("|").removesuffix("|")
    at = line.index(inner)
    found = []
    for cell in _BAR.split(inner):
        kept = cell.strip(" \t*_`")
        begin = at + cell.index(kept)
        found.append((begin, begin + len(kept)))
        at += len(cell) + 1
    return found


def _with_bars(cell: TracedText) -> TracedText:
    """A cell with bars for those that are written with a backslash, as others end cells."""
    return cell.replaced((*one.span(), "|") for one in _ESCAPED_BAR.finditer(cell.text))


def _texts(rows: Iterable[TableRow], path: str, name: str, flaws: RowFlaws) -> Iterator[SourceDocument]:
    waiting = iter(rows)
    begin = list(islice(waiting, _LOOKED_AT))
    usual = _usual_columns(begin)
    for number, cells in chain(begin, waiting):
        if len(cells) > 3 and not usual:
            raise DataError(
                f"{len(cells)} columns; wanted are a text, title and text, or name, title and text, or the same "
                "columns in each row below a header",
                path=path,
                line=number,
            )
        own = cells
        if usual and len(cells) > usual:
            fault = f"this row has {counted(len(cells), 'cell')}, and most others have {usual}"
            flaws.add(number, fault, _REMEDY_OF_MANY)
            text = put_together(part for cell in cells[usual - 1 :] for part in (cell, TracedText(" ")))
            own = [*cells[: usual - 1], text]
        title = own[-2].text if len(own) > 1 else ""
        called = own[0].text if len(own) == 3 else f"{name}:{number}"
        yield SourceDocument(called, title, own[-1].text, name, own[-1].stretches)


def _usual_columns(rows: Sequence[TableRow]) -> int:
    """How many cells most rows of a table of texts have; 0 where they differ, or have more than such a table."""
    count, often = max(Counter(len(row.cells) for row in rows).items(), key=lambda one: one[1], default=(0, 0))
    return count if count <= 3 and 2 * often > len(rows) else 0
