"""What is printed: colours, widths, tables, and what is wrong."""

from __future__ import annotations

import math
import os
import sys
from argparse import Namespace
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from probierz.text import visible

if TYPE_CHECKING:
    from probierz.reports.tables import Column, Table

# SGR codes; a name for each use.
BOLD, RED, YELLOW, GREEN = "1", "1;31", "33", "32"
DIM = "2"


def is_first_process() -> bool:
    """Whether this process prints and saves: of several, one for each graphics card, only the first does."""
    return os.environ.get("RANK", "0") == "0"


def chosen_format(arguments: Namespace) -> str:
    """Return --format, or what suits where the output goes."""
    return arguments.format or ("table" if sys.stdout.isatty() else "tsv")


def terminal_columns() -> int:
    """Return how wide the terminal is: the variable COLUMNS, else what the terminal says, else 80."""
    told = os.environ.get("COLUMNS", "")
    if told.isascii() and told.isdigit() and int(told) > 0:
        return int(told)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno() if sys.__stdout__ else 1).columns or 80
    except (OSError, ValueError):
        return 80


def sentence_columns() -> int | None:
    """Return how wide sentences on standard output are: as the terminal; None where none limits them."""
    return terminal_columns() if sys.stdout.isatty() else None


def colours(stream: TextIO) -> bool:
    """Whether colours are welcome: a terminal that can show them, and no NO_COLOR (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, code: str, stream: TextIO) -> str:
    """Return the text in a colour where colours are welcome."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours(stream) else text


def printable(text: str) -> str:
    r"""Return the text with control characters as `\x1b`: names from foreign files must not steer the terminal."""
    return visible(text, kept="\n\t")


def wrapped(text: str, width: int | None) -> str:
    """Return a sentence in lines of so many columns, broken between words; as it is for None."""
    if width is None or len(text) <= width:
        return text
    import textwrap

    return textwrap.fill(text, width, break_long_words=False, break_on_hyphens=False)


def short_number(value: float) -> str:
    """Print a number for people, with six digits that count."""
    from probierz.scoring.format import show

    return f"{value:.6g}" if math.isfinite(value) else show(value)


def can_ask() -> bool:
    """Whether somebody sits there who can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def answered_yes(question: str) -> bool:
    """Ask on standard error; whether the answer is yes, in English or Polish. Anything else is no."""
    print(f"{question} [y/N] ", end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().lower() in ("y", "yes", "t", "tak")


def print_fault(message: str) -> None:
    """Print what is wrong on standard error."""
    print(painted("probierz:", RED, sys.stderr), printable(message), file=sys.stderr)


def print_warning(message: str) -> None:
    """Print a warning on standard error."""
    print(painted("warning:", YELLOW, sys.stderr), printable(message), file=sys.stderr)


def tell_of_waiting(files: Iterable[str | None]) -> None:
    """Where one of the files that will be read is `-`, and that a terminal, say on standard error how it ends."""
    if "-" in files and sys.stdin.isatty():
        print("reading standard input; end with Ctrl-D", file=sys.stderr)


def keep_if_read(files: Iterable[str | None]) -> None:
    """Where one of the files that will be read is `-`, read it and keep it: what is asked of files is asked of it."""
    named = list(files)
    tell_of_waiting(named)
    if "-" in named:
        from probierz.archives.standard_input import keep_standard_input

        keep_standard_input()


def print_json(plain: Any) -> None:
    """Print plain data."""
    import json

    print(json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False))


def print_warnings(warnings: Iterable[str], arguments: Namespace) -> None:
    """Print warnings, each once, unless --quiet was given."""
    for warning in dict.fromkeys(warnings) if not arguments.quiet else ():
        print_warning(warning)


def print_rows(columns: Sequence[Column], rows: Iterable[Sequence[str]], form: str) -> None:
    """Print a table whose rows come one by one: as TSV and CSV each at once, in other formats all at the end."""
    from probierz.reports.tables import Table, render

    if form not in ("tsv", "csv"):
        print_table(Table(tuple(columns), tuple(map(tuple, rows))), form)
        return
    header = render(Table(tuple(columns), ()), form)
    is_first = True
    for row in rows:
        told = render(Table(tuple(columns), (tuple(row),)), form)
        print(told if is_first else told.removeprefix(header), end="", flush=True)
        is_first = False
    if is_first:
        print(header, end="")


def print_table(table: Table, form: str) -> None:
    """Print a table in one of the text formats; on a terminal the best numbers are bold."""
    from probierz.reports.tables import render

    width = None
    if form == "table" and sys.stdout.isatty():
        width = terminal_columns()
    print(render(table, form, width=width, bold=colours(sys.stdout)), end="")
