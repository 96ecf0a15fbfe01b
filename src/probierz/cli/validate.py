"""`probierz validate`: list everything that is wrong with a challenge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option, load_plugins
from probierz.cli.printed_problems import add_problem_format, print_problems
from probierz.cli.terminal import printable

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz validate                        the challenge in this directory
  probierz validate my-challenge
  probierz validate my-challenge --format json

Exit code 1 when there are errors; warnings alone leave it at 0.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "List everything that is wrong with a challenge directory, with file, line and remedy: missing files, odd "
        "bytes, uneven lines or columns, metrics that a perfect output does not satisfy."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", nargs="?", default=".", metavar="CHALLENGE", help="its directory (default: .)")
    add_problem_format(parser)
    add_option(parser, "--plugin")


def run(arguments: Namespace) -> int:
    """Validate and print."""
    load_plugins(arguments)
    from probierz.challenges.validate import validate

    problems = validate(arguments.challenge)
    return print_problems(problems, arguments, f"{printable(arguments.challenge)}: the challenge is fine")
