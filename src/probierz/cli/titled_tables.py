"""Printing what consists of several tables: all of them for people, one at a time for programs."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from typing import NamedTuple

from probierz.cli.options import add_option
from probierz.cli.terminal import (
    BOLD,
    chosen_format,
    painted,
    print_table,
    printable,
    sentence_columns,
    terminal_columns,
    wrapped,
)
from probierz.reports.tables import Table


class TitledTable(NamedTuple):
    """A table with its title; name: the value of --show that asks for it."""

    name: str
    title: str
    table: Table


def add_part_options(parser: ArgumentParser, names: Sequence[str]) -> None:
    """Add --show and --format; the first name is what programs get by default."""
    add_option(
        parser,
        "--show",
        choices=names,
        help=f"one of the tables (default: all that matter in table and markdown, {names[0]} in tsv, csv and latex)",
    )
    add_option(parser, "--format")


def chosen_part(arguments: Namespace, first: str) -> str | None:
    """The one table that was asked for, by --show or by a format that holds just one; None for several."""
    several = chosen_format(arguments) in ("table", "markdown")
    return arguments.show or (None if several else first)


def for_programs(arguments: Namespace) -> bool:
    """Whether numbers should have all their digits."""
    return chosen_format(arguments) in ("tsv", "csv")


def table_width(arguments: Namespace) -> int | None:
    """How wide tables may be: the terminal, or None where no terminal limits them."""
    return terminal_columns() if chosen_format(arguments) == "table" and sys.stdout.isatty() else None


def print_parts(parts: Sequence[TitledTable], arguments: Namespace) -> None:
    """Print the tables, with titles where there are several."""
    form = chosen_format(arguments)
    for at, part in enumerate(parts):
        if len(parts) > 1:
            print("\n" * (at > 0) + _title(part.title, form))
        print_table(part.table, form)


def print_folded(table: Table, form: str, *, kept: int) -> None:
    """Print a table; one that is wider than the terminal in parts, each with the first `kept` columns."""
    parts = [table]
    if form == "table" and sys.stdout.isatty():
        from probierz.reports.tables import folded

        parts = folded(table, terminal_columns(), kept)
    for at, part in enumerate(parts):
        print("\n" * (at > 0), end="")
        print_table(part, form)


def _title(title: str, form: str) -> str:
    title = printable(title[:1].upper() + title[1:])
    if form == "markdown":
        return f"**{title}**\n"
    return painted(wrapped(title, sentence_columns()), BOLD, sys.stdout)
