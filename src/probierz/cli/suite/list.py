"""`probierz suite list`: suites and their tasks."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table, terminal_columns

if TYPE_CHECKING:
    from probierz.reports.tables import Table

EXAMPLES = """
examples:
  probierz suite list                    all tasks of all suites
  probierz suite list poleval-2021       those of one
  probierz suite list my-suite.toml      those that a file of your own declares
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "List suites and their tasks: what each is about, its main metric and the number of its lines."
    parser.epilog = EXAMPLES
    parser.add_argument("name", nargs="?", metavar="TASK", help="a suite, a task, or a TOML file (default: everything)")
    add_option(parser, "--format")


def run(arguments: Namespace) -> None:
    """Print the list."""
    from probierz.reports.tables import Column, Table
    from probierz.suites.catalogue import find_tasks, suites

    tasks = find_tasks(arguments.name) if arguments.name else [task for suite in suites() for task in suite.tasks]
    rows = [
        (task.full_name, task.title, task.main_metric, " ".join(f"{one.name}:{one.lines}" for one in task.splits))
        for task in tasks
    ]
    columns = (Column("task"), Column("title"), Column("metric"), Column("lines"))
    form = chosen_format(arguments)
    table = Table(columns, tuple(rows))
    print_table(_narrowed(table) if form == "table" and sys.stdout.isatty() else table, form)


def _narrowed(table: Table) -> Table:
    """The table without its last column where it is too wide for the terminal, and titles last, as these fold."""
    from probierz.reports.tables import Table, text_width

    if text_width(table) <= terminal_columns():
        return table
    order = (0, 2, 1)
    rows = (tuple(row[at] for at in order) for row in table.rows)
    return Table(tuple(table.columns[at] for at in order), tuple(rows))
