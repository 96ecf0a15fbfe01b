"""`probierz check`: check an output without looking at the expected file."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from probierz.cli.nothing_to_score import has, is_a_folder, no_splits
from probierz.cli.options import add_option, load_plugins
from probierz.cli.printed_problems import add_problem_format, print_problems
from probierz.cli.terminal import keep_if_read, printable
from probierz.errors import ChallengeError
from probierz.text import first_few

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split
    from probierz.challenges.problems import Problem

_NAMED = 8

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
    add_option(parser, "--out", help="the output: a name in the split, a path, or - for standard input, with --split")
    add_problem_format(parser)
    add_option(parser, "--plugin")


def run(arguments: Namespace) -> int:
    """Check and print."""
    load_plugins(arguments)
    from probierz.challenges.challenge import open_challenge
    from probierz.challenges.check import check_output
    from probierz.cli.challenge_argument import challenge_directory

    challenge = open_challenge(challenge_directory(arguments.challenge))
    splits = _chosen_splits(challenge, arguments)
    keep_if_read([arguments.out])
    problems = [problem for split in splits for problem in check_output(challenge, split, arguments.out)]
    if arguments.out is None:
        problems += _of_description(challenge)
    return print_problems(problems, arguments, printable(_fine(_checked(splits, arguments.out))))


def _of_description(challenge: Challenge) -> list[Problem]:
    """What a platform will say of the gonito.yaml that is handed in with the outputs."""
    from probierz.web.intake.metadata import described_wrongly
    from probierz.web.intake.names import METADATA_NAME

    place = challenge.path / METADATA_NAME
    if not place.is_file():
        return []
    return [replace(one, path=str(place)) for one in described_wrongly({METADATA_NAME: place})]


def _checked(splits: Sequence[Split], out: str | None) -> list[str]:
    """The outputs that were looked at, each with its split."""
    if out is None:
        return [f"{split.name}/{output.path.name}" for split in splits for output in split.outputs]
    return [f"{split.name}/{out}" if has(split, out) else f"{out} (for {split.name})" for split in splits]


def _fine(checked: Sequence[str]) -> str:
    count = len(checked)
    return f"{count} output{'' if count == 1 else 's'} checked, fine: {first_few(checked, _NAMED)}"


def _chosen_splits(challenge: Challenge, arguments: Namespace) -> list[Split]:
    out = arguments.out
    if not challenge.splits:
        raise ChallengeError(no_splits(challenge))
    if out is not None and os.path.isdir(out):
        raise ChallengeError(is_a_folder(out))
    if arguments.split:
        return [challenge.split(name) for name in dict.fromkeys(arguments.split)]
    if found := [split for split in challenge.splits if (has(split, out) if out else split.outputs)]:
        return found
    if out == "-":
        raise ChallengeError(
            f"{challenge.path}: standard input is in no split; name the one that it is for with --split"
        )
    if out is not None and os.path.isfile(out):
        return [challenge.split(challenge.split_around(out) or challenge.options.test_name)]
    name = out or challenge.options.out_file
    raise ChallengeError(f"{challenge.path}: no split has an output {name}; put yours into a split, e.g. test-A/{name}")
