"""`probierz check`: check an output without looking at the expected file."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import add_option, load_plugins
from probierz.cli.printed_problems import add_problem_format, print_problems
from probierz.cli.terminal import printable
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz check                               all outputs of the challenge in this directory
  probierz check my-challenge --split test-A   those of one split
  probierz check my-challenge --split test-A --out ~/mine.tsv

The expected file is never opened, so this works where it is hidden: before you submit.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Check outputs against the input alone: the number of lines, the encoding, and whether every metric can read "
        "every line."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", nargs="?", default=".", metavar="CHALLENGE", help="its directory (default: .)")
    add_option(parser, "--split", help="a split (default: all with an output)", is_repeated=True)
    add_option(parser, "--out", help="the output: a name in the split, or a path")
    add_problem_format(parser)
    add_option(parser, "--plugin")


def run(arguments: Namespace) -> int:
    """Check and print."""
    load_plugins(arguments)
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.check import check_output

    challenge = open_challenge(arguments.challenge)
    splits = _chosen_splits(challenge, arguments)
    problems = [problem for split in splits for problem in check_output(challenge, split, arguments.out)]
    count = len(splits) if arguments.out else sum(len(split.outputs) for split in splits)
    fine = f"{', '.join(split.name for split in splits)}: {count} output{'' if count == 1 else 's'} checked, fine"
    return print_problems(problems, arguments, printable(fine))


def _chosen_splits(challenge: Challenge, arguments: Namespace) -> list[Split]:
    from probierz.challenges.files import existing_output

    if arguments.split:
        return [challenge.split(name) for name in dict.fromkeys(arguments.split)]
    if arguments.out is None:
        found = [split for split in challenge.splits if split.outputs]
    else:
        found = [split for split in challenge.splits if existing_output(str(split.path), arguments.out)]
    if found:
        return found
    if arguments.out is not None and os.path.isfile(arguments.out):
        return [challenge.split(challenge.options.test_name)]
    name = arguments.out or challenge.options.out_file
    raise ChallengeError(f"{challenge.path}: no split has an output {name}; put yours into a split, e.g. test-A/{name}")
