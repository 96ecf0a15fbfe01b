"""`probierz validate`: list everything that is wrong with a challenge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option, load_plugins
from probierz.cli.printed_problems import add_problem_format, print_problems
from probierz.cli.terminal import printable
from probierz.errors import ProbierzError

if TYPE_CHECKING:
    from probierz.suites.suite import DeclaredTask

EXAMPLES = """
examples:
  probierz validate                        the challenge in this directory
  probierz validate my-challenge
  probierz validate my-challenge --format json
  probierz validate pets.toml/cats         a task that was got

Exit code 1 when there are errors; warnings and notes alone leave it at 0.
In a task that  probierz suite get  put here, outputs may lie, and expected results that its declaration says to be
held back are no error; --to-publish checks it as what is to be published.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "List everything that is wrong with a challenge directory, with file, line and remedy: missing files, odd "
        "bytes, uneven lines or columns, metrics that a perfect output does not satisfy, expected results of tests "
        "that lie where everybody would read them, and tests most of whose texts stand in open splits. "
        "probierz suite check  looks further into texts and labels."
    )
    parser.epilog = EXAMPLES
    parser.add_argument(
        "challenge", nargs="?", default=".", metavar="CHALLENGE", help="its directory, or a task (default: .)"
    )
    parser.add_argument(
        "--to-publish",
        action="store_true",
        help="all tests need expected results, and no output may lie there, also where it is a task that was got",
    )
    parser.add_argument(
        "--open-tests",
        action="store_true",
        help="the expected results of tests are meant to be read by everybody, so copies of them are no fault",
    )
    add_option(parser, "--unchecked", help="tests whose texts stand nearly all in open splits are no error")
    add_problem_format(parser)
    add_option(parser, "--plugin")


def run(arguments: Namespace) -> int:
    """Validate and print."""
    load_plugins(arguments)
    from probierz.challenges.validate import validate
    from probierz.suites.checks.hidden_results import open_results
    from probierz.suites.checks.leaked_tests import leaked_tests

    folder, task = _task_in(arguments.challenge)
    if task is None or arguments.to_publish:
        problems, open_tests = validate(folder), []
    else:
        open_tests = _open_to_all(Path(folder), task)
        held_back = [split.name for split in task.splits if not split.has_open_results]
        problems = validate(folder, held_back=held_back, takes_outputs=True)
    if not arguments.open_tests:
        problems += open_results(Path(folder), problems, open_tests=open_tests)
    problems = leaked_tests(Path(folder), problems, task=task, may_leak=arguments.unchecked)
    problems = [replace(one, path=str(Path(one.path))) for one in problems]  # of one form, also where that is "."
    return print_problems(problems, arguments, f"{printable(arguments.challenge)}: the challenge is fine")


def _open_to_all(folder: Path, task: DeclaredTask) -> list[str]:
    """The splits whose expected results everybody has; those of tests in a suite of one's own are hidden once sent."""
    from probierz.challenges.challenge import open_challenge
    from probierz.suites.checking import open_tests

    kept: list[str] = []
    with suppress(ProbierzError, OSError):  # what cannot be read is told by the checks
        kept = open_tests(open_challenge(folder))
    return [split.name for split in task.splits if split.has_open_results and split.name not in kept]


def _declared_beside(folder: Path) -> DeclaredTask | None:
    """The task that a SUITE.toml beside the folder declares under its name, as  probierz suite new  leaves them."""
    from probierz.suites.catalogue import find_task
    from probierz.suites.checking import has_data_of

    for file in sorted(folder.parent.glob("*.toml")):
        with suppress(ProbierzError, OSError):  # another file, or a suite without that task
            task = find_task(f"{file}/{folder.name}")
            if has_data_of(task, folder):
                return task
    return None


def _task_in(name: str) -> tuple[str, DeclaredTask | None]:
    """The directory of a challenge, and the task that it is: by the name that was given, or by its data."""
    from probierz.cli.challenge_argument import found_challenge
    from probierz.suites.catalogue import find_task
    from probierz.suites.checking import declared_task

    if Path(name).is_dir():
        with suppress(ProbierzError, OSError):  # what cannot be read is told by the checks
            return name, declared_task(Path(name)) or _declared_beside(Path(name).resolve())
        return name, None
    folder = found_challenge(name)
    return folder, None if folder == name else find_task(name)
