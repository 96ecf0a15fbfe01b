r"""Tables: for the terminal, TSV, CSV, Markdown, LaTeX (booktabs), JSON.

A number is rounded when its cell is made, never before; NaN is shown as its style says.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from probierz.text import visible, without_unseen

ARROWS = {"higher": "↑", "lower": "↓"}


class Column(NamedTuple):
    """A column: its name, whether its cells are numbers, and which of them are better ("higher", "lower" or "")."""

    name: str
    is_number: bool = False
    better: str = ""


@dataclass(frozen=True)
class Table:
    """Printed cells, row by row.

    best: places (row, column) of the best numbers. row_better: the direction of each row whose first cell is a metric.
    shades: SGR codes of cells, for a terminal with colours.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str, ...], ...]
    best: frozenset[tuple[int, int]] = frozenset()
    row_better: tuple[str, ...] = ()
    shades: Mapping[tuple[int, int], str] = field(default_factory=dict, hash=False)


class NumberStyle(NamedTuple):
    """How numbers are printed: decimals (None: all digits that are needed), whether times 100, and a word for NaN."""

    precision: int | None = None
    percent: bool = False
    undefined: str = "NaN"

    def show(self, value: float) -> str:
        """Print a number; halves round to even on its shortest decimal digits, as the leaderboards do."""
        from probierz.scoring.format import formatted

        if math.isnan(value):
            return self.undefined
        if self.precision is None and self.percent:
            return _hundredfold(value)
        shown = formatted(value, self.precision, self.percent)
        return shown.removeprefix("-") if math.isfinite(value) and float(shown) == 0 else shown  # no -0.0000

    def show_beside_0(self, value: float) -> str:
        """Print a number, with its first digit where it would read as 0: an end of an interval that leaves 0 out."""
        shown = self.show(value)
        if not math.isfinite(value) or not value or float(shown) != 0:
            return shown
        return f"{100 * value if self.percent else value:.1g}"


def _hundredfold(value: float) -> str:
    """100 · value, exactly: 0.07 is 7 although 0.07 * 100 is 7.000000000000001."""
    from decimal import Decimal

    from probierz.scoring.format import show

    return show(float(Decimal(repr(value)).scaleb(2))) if math.isfinite(value) else show(value)


# --- formats ---------------------------------------------------------------------------------------------------------


def render(table: Table, form: str, *, width: int | None = None, bold: bool = False) -> str:
    """Return the table in a format of `FORMATS`. width, bold: for "table" only, the terminal's columns and its bold."""
    if form == "table":
        return as_text(table, width=width, bold=bold)
    return FORMATS[form](table)


def as_text(table: Table, *, width: int | None = None, bold: bool = False) -> str:
    """Aligned columns under a rule; a last column of text is folded to fit into `width` columns of a terminal.

    A table that is too wide even so is turned: each row becomes a block, its cells below each other.
    """
    header, *rows = _text_cells(table)
    widths = _widths([header, *rows])
    if width and _least_width(table, widths) > width:
        return _stacked(table, header, rows, width, bold=bold)
    lines = [_text_line(table, header, widths), "  ".join("─" * one for one in widths)]
    for at, row in enumerate(rows):
        codes = _codes(table, at) if bold else {}
        lines += _folded(table, row, widths, width, codes)
    lines[1] = lines[1][:width] if width else lines[1]
    return "".join(line.rstrip() + "\n" for line in lines)


_NARROWEST = 20
"""Columns of a terminal below which a folded column is hard to read."""


def _least_width(table: Table, widths: Sequence[int]) -> int:
    """How many columns of a terminal the table takes with its last column folded, where that is text."""
    last = widths[-1] if table.columns[-1].is_number else min(widths[-1], _NARROWEST)
    return sum(widths[:-1]) + 2 * (len(widths) - 1) + last


def _stacked(table: Table, header: Sequence[str], rows: Sequence[Sequence[str]], width: int, *, bold: bool) -> str:
    """Each row as a block: the first cell, and below it the name and the text of each other that is not empty."""
    import textwrap

    names = max(map(cells_of, header[1:]), default=0)
    room = max(_NARROWEST, width - names - 4)
    blocks = []
    for at, row in enumerate(rows):
        codes = _codes(table, at) if bold else {}
        lines = textwrap.wrap(row[0], width) or [""]
        for place, cell in enumerate(row[1:], 1):
            first, *others = textwrap.wrap(cell, room) or [""]
            text = _padded(first, cells_of(first), False, codes.get(place, ""))
            name = header[place] + " " * (names - cells_of(header[place]))
            lines += [f"  {name}  {text}", *(" " * (names + 4) + other for other in others)] if cell else []
        blocks.append("".join(line.rstrip() + "\n" for line in lines))
    return "\n".join(blocks)


def _codes(table: Table, row: int) -> dict[int, str]:
    """SGR codes of the cells of a row, by column."""
    shades = {column: code for (at, column), code in table.shades.items() if at == row}
    return {column: "1" for at, column in table.best if at == row} | shades


def text_width(table: Table) -> int:
    """How many columns of a terminal the table takes as text."""
    widths = _widths(_text_cells(table))
    return sum(widths) + 2 * (len(widths) - 1)


def folded(table: Table, width: int, kept: int) -> list[Table]:
    """Return the table in parts that fit into `width` columns of a terminal, each with the first `kept` columns.

    A column that is too wide even so stands alone beside these.
    """
    widths = _widths(_text_cells(table))
    room = width - sum(widths[:kept]) - 2 * kept
    parts: list[list[int]] = []
    for at in range(kept, len(widths)):
        if parts and sum(widths[one] + 2 for one in parts[-1]) + widths[at] <= room:
            parts[-1].append(at)
        else:
            parts.append([at])
    return [_columns_of(table, [*range(kept), *part]) for part in parts]


def _columns_of(table: Table, chosen: Sequence[int]) -> Table:
    place = {column: at for at, column in enumerate(chosen)}
    return Table(
        tuple(table.columns[column] for column in chosen),
        tuple(tuple(row[column] for column in chosen) for row in table.rows),
        best=frozenset((row, place[column]) for row, column in table.best if column in place),
        row_better=table.row_better,
        shades={(row, place[column]): code for (row, column), code in table.shades.items() if column in place},
    )


def _text_cells(table: Table) -> list[list[str]]:
    header, rows = _with_arrows(table)
    return [[visible(cell) for cell in row] for row in [header, *rows]]


def _widths(cells: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(cells_of, column)) for column in zip(*cells, strict=True)]


def _folded(table: Table, row: list[str], widths: list[int], width: int | None, codes: dict[int, str]) -> list[str]:
    indent = sum(widths[:-1]) + 2 * (len(widths) - 1)
    room = (width or 0) - indent
    if table.columns[-1].is_number or room < _NARROWEST or cells_of(row[-1]) <= room:
        return [_text_line(table, row, widths, codes)]
    import textwrap

    first, *others = textwrap.wrap(row[-1], room) or [""]
    return [_text_line(table, [*row[:-1], first], widths, codes), *(" " * indent + other for other in others)]


def _text_line(
    table: Table, cells: Sequence[str], widths: Sequence[int], codes: Mapping[int, str] | None = None
) -> str:
    return "  ".join(
        _padded(cell, width, column.is_number, (codes or {}).get(at, ""))
        for at, (cell, width, column) in enumerate(zip(cells, widths, table.columns, strict=True))
    )


def _padded(cell: str, width: int, to_the_right: bool, code: str) -> str:
    space = _space(cell, width)
    if code.startswith("48;"):  # a background fills the column
        cell, space = (space + cell if to_the_right else cell + space), ""
    text = f"\x1b[{code}m{cell}\x1b[0m" if code else cell
    return space + text if to_the_right else text + space


def filled(text: str, width: int) -> str:
    """A text with spaces behind it, so that it takes so many columns of a terminal."""
    return text + _space(text, width)


def _space(text: str, width: int) -> str:
    return " " * (width - cells_of(text))


def cells_of(text: str) -> int:
    """How many columns of a terminal the text takes: wide letters two, marks on letters and invisible ones none."""
    if text.isascii():
        return len(text)
    return sum(1 + (unicodedata.east_asian_width(one) in "WF") for one in text if not _takes_no_column(one))


def _takes_no_column(letter: str) -> bool:
    return unicodedata.category(letter) in ("Mn", "Me", "Cf") and letter != "\u00ad"


def _with_arrows(table: Table) -> tuple[list[str], list[list[str]]]:
    """Header and rows with an arrow behind each metric: in the header, or in the first cell of its row."""

    def pointed(text: str, better: str) -> str:
        return f"{text} {ARROWS[better]}" if better else text

    header = [pointed(column.name, column.better) for column in table.columns]
    directions = table.row_better or ("",) * len(table.rows)
    rows = [[pointed(row[0], better), *row[1:]] for row, better in zip(table.rows, directions, strict=True)]
    return header, rows


def as_tsv(table: Table) -> str:
    """A header and rows; a TAB or a line break inside a cell becomes a space. Numbers are as in `_numbers_plain`."""
    rows = [[column.name for column in table.columns], *_numbers_plain(table)]
    return "".join("\t".join(" ".join(cell.splitlines()).replace("\t", " ") for cell in row) + "\n" for row in rows)


def as_csv(table: Table) -> str:
    """A header and rows, quoted where needed, lines ending in LF. Numbers are as in `_numbers_plain`."""
    import csv
    import io

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([[column.name for column in table.columns], *_numbers_plain(table)])
    return text.getvalue()


def _numbers_plain(table: Table) -> list[list[str]]:
    """The rows with numbers as programs read them: an exponent below `_TINY` alone; NaN, Infinity, or empty."""
    return [
        [_plain(cell) if column.is_number else cell for cell, column in zip(row, table.columns, strict=True)]
        for row in table.rows
    ]


_TINY = 1e-9
"""Below it, as p-values are, zeros would be most of what is printed: it stands there as 1e-300."""


def _plain(cell: str) -> str:
    from probierz.scoring.format import plain

    if "e" not in cell:
        return cell
    try:
        number = float(cell)
        return repr(number) if 0 < abs(number) < _TINY else plain(number)
    except ValueError:
        return cell


def as_markdown(table: Table) -> str:
    """A table as GitHub and Pandoc read it; the best numbers are bold."""
    header, rows = _with_arrows(table)
    rule = ["---:" if column.is_number else "---" for column in table.columns]
    body = [
        [
            f"**{in_markdown(cell)}**" if (at, place) in table.best else in_markdown(cell)
            for place, cell in enumerate(row)
        ]
        for at, row in enumerate(rows)
    ]
    return "".join(f"| {' | '.join(row)} |\n" for row in [list(map(in_markdown, header)), rule, *body])


def in_markdown(text: str) -> str:
    """Return a text on one line, with what Markdown or HTML would read as a sign escaped."""
    text = " ".join(text.split("\n"))
    return "".join("\\" + one if one in "\\`*_[]<>|#~$" else one for one in text)


_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "%": r"\%",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "↑": r"$\uparrow$",
    "↓": r"$\downarrow$",
}


def as_latex(table: Table) -> str:
    """A tabular with the rules of the booktabs package; the best numbers are bold."""
    header, rows = _with_arrows(table)
    alignment = "".join("r" if column.is_number else "l" for column in table.columns)
    body = [
        [
            rf"\textbf{{{in_latex(cell)}}}" if (at, place) in table.best else in_latex(cell)
            for place, cell in enumerate(row)
        ]
        for at, row in enumerate(rows)
    ]
    lines = [rf"\begin{{tabular}}{{{alignment}}}", r"\toprule", _latex_row(map(in_latex, header)), r"\midrule"]
    lines += [_latex_row(row) for row in body]
    return "\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n"


def _latex_row(cells: Iterable[str]) -> str:
    row = " & ".join(cells)
    return ("{}" if row.startswith(("[", "*")) else "") + row + r" \\"  # these would belong to the row's end before


def safe_cell(text: str) -> str:
    """Return the text so that no spreadsheet takes it for a formula: with a quote before `= + - @`, unless a number.

    Some take signs of full width for those.
    """
    if not text.startswith((*"=+-@＝＋－＠", "\t", "\r", "\n")):
        return text
    try:
        float(text)
    except ValueError:
        return f"'{text}"
    return text


def in_latex(text: str) -> str:
    """The text with all that means something to LaTeX written out, on one line; what nobody sees is left out."""
    on_one_line = re.sub(r"[\n\r\t]", " ", text)
    escaped = "".join(_LATEX.get(one, one) for one in without_unseen(on_one_line))
    return re.sub("-(?=-)", "-{}", escaped)  # two hyphens would become a dash


def latex_note(text: str, *, has_star: bool = False) -> str:
    """A small paragraph to stand below a table. has_star: behind a star as scores in the table have."""
    return rf"\par{{\footnotesize {'$^{*}$ ' * has_star}{in_latex(text)}\par}}"


def in_latex_comment(text: str) -> list[str]:
    """The lines of a text to stand behind `%`, without what LaTeX or whoever reads them would take for something else.

    Nothing else has to be written out there: BibTeX stays as it can be copied.
    """
    return [without_unseen(line.replace("\t", " ")).rstrip() for line in text.splitlines()]


def as_json(table: Table) -> str:
    """A list of objects, one a row, with the printed texts."""
    import json

    names = [column.name for column in table.columns]
    rows = [dict(zip(names, row, strict=True)) for row in table.rows]
    return json.dumps(rows, ensure_ascii=False, indent=2) + "\n"


FORMATS: dict[str, Callable[[Table], str]] = {
    "table": as_text,
    "tsv": as_tsv,
    "json": as_json,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}
