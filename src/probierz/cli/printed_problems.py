"""Printing problems of a challenge or an output; `validate` and `check` share this."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, get_args

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.options import add_option
from probierz.cli.terminal import GREEN, RED, YELLOW, painted, print_json, print_table, printable
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.problems import Problem
    from probierz.reports.tables import Table

PLAIN = "text"


def add_problem_format(parser: ArgumentParser) -> None:
    """Add --format: sentences by default, or a table for programs."""
    add_option(
        parser, "--format", choices=(PLAIN, "tsv", "json", "csv", "markdown"), default=PLAIN, help="how to print"
    )


def print_problems(problems: list[Problem], arguments: Namespace, fine: str, *, hint: str = "") -> int:
    """Print the problems, or that all is fine; return the exit code: warnings alone are no fault.

    hint: what else may be meant, for people.
    """
    from probierz.challenges.problems import has_errors

    if arguments.format == "json":
        print_json([{name: getattr(problem, name) for name in (*_NAMES, "kind")} for problem in problems])
    elif arguments.format != PLAIN:
        print_table(_as_table(problems), arguments.format)
    elif problems:
        for problem in problems:
            colour = RED if problem.severity == "error" else YELLOW
            print(painted(f"{problem.severity}:", colour, sys.stdout), printable(str(problem)))
        print(f"{_count(problems)}{f'; {hint}' if hint else ''}")
    else:
        print(painted(fine, GREEN, sys.stdout))
    return PROBLEM if has_errors(problems) else FINE


def refuse_errors(outputs: str, problems: Sequence[Problem], *, hint: str = "") -> None:
    """Tell what is wrong with outputs that are to be scored; raise ChallengeError after all of it where some is fatal.

    hint: what else may be meant.
    """
    from probierz.challenges.problems import counted, has_errors

    for problem in problems:
        colour = RED if problem.severity == "error" else YELLOW
        print(painted(f"{problem.severity}:", colour, sys.stderr), printable(str(problem)), file=sys.stderr)
    if has_errors(list(problems)):
        errors = counted(sum(one.severity == "error" for one in problems), "error")
        raise ChallengeError(f"{outputs}: nothing was scored because of {errors}{f'; {hint}' if hint else ''}")


_NAMES = ("severity", "path", "line", "message", "remedy")


def _as_table(problems: list[Problem]) -> Table:
    from probierz.reports.tables import Column, Table

    rows = tuple((one.severity, one.path, str(one.line or ""), one.message, one.remedy) for one in problems)
    return Table(tuple(map(Column, _NAMES)), rows)


def _count(problems: list[Problem]) -> str:
    from probierz.challenges.problems import Severity

    found = Counter(problem.severity for problem in problems)
    counts = ((found[one], one) for one in get_args(Severity))
    return ", ".join(f"{number} {noun}{'' if number == 1 else 's'}" for number, noun in counts if number)
