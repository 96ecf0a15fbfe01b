"""`probierz suite list`: suites and their tasks."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.common import add_format_option, chosen_format, print_table

__all__ = ["configure", "run"]

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
    add_format_option(parser)


def run(arguments: Namespace) -> int:
    """Print the list."""
    from probierz.cli.main import FINE
    from probierz.reports.tables import Column, Table
    from probierz.suites.catalogue import find_tasks, suites

    tasks = find_tasks(arguments.name) if arguments.name else [task for suite in suites() for task in suite.tasks]
    rows = [
        (task.full_name, task.title, task.main_metric, " ".join(f"{one.name}:{one.lines}" for one in task.splits))
        for task in tasks
    ]
    columns = (Column("task"), Column("title"), Column("metric"), Column("lines"))
    print_table(Table(columns, tuple(rows)), chosen_format(arguments))
    return FINE
