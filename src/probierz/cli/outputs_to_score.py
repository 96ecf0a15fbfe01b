"""Options of the commands that look at single lines: which output, which metric, which files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.common import add_plugin_option, challenge_of, contradiction, read_schemes
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.inspection.line_sources import LineSource
    from probierz.schemes.scheme import Scheme

__all__ = ["add_line_options", "chosen_lines", "usage_fault"]


def add_line_options(parser: ArgumentParser, *, several: bool = False) -> None:
    """Declare the options that choose an output and a metric, or several; they are those of `probierz eval`."""
    action, more = ("append", "; may be repeated") if several else ("store", "")
    parser.add_argument("challenge", nargs="?", metavar="CHALLENGE", help="a challenge directory (default: .)")
    parser.add_argument("--split", metavar="SPLIT", help="a split, e.g. dev-0 (default: as probierz eval)")
    parser.add_argument(
        "--metric", action=action, metavar="METRIC", help=f"a metric instead of the challenge's main one{more}"
    )
    parser.add_argument(
        "--out", action=action, metavar="FILE", help=f"the output: a name in the split, or a path{more}"
    )
    parser.add_argument("--expected", metavar="FILE", help="expected results, for files without a challenge")
    parser.add_argument("--input", metavar="FILE", help="the input (with --expected)")
    parser.add_argument(
        "--encoding-errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop, or take each as U+FFFD (default: strict)",
    )
    add_plugin_option(parser)


def usage_fault(arguments: Namespace, command: str) -> bool:
    """Whether the options contradict each other; says how."""
    fault = contradiction(arguments)
    if fault:
        print(f"probierz {command}: {fault}\nSee  probierz {command} --help", file=sys.stderr)
    return bool(fault)


def chosen_lines(arguments: Namespace, out: str | None = None, *, scheme: Scheme | None = None) -> LineSource:
    """The lines of the output that the options name, or of another output of the same lines.

    scheme: where the options may name several metrics, the one that is meant.
    """
    from probierz.challenges.files import Reading
    from probierz.inspection.line_sources import file_lines
    from probierz.lines import DEFAULT, Dialect

    dialect = Dialect(lenient=True) if arguments.encoding_errors == "replace" else DEFAULT
    scheme = scheme or _scheme(arguments)
    out = out or arguments.out
    if arguments.expected is not None:
        assert scheme is not None
        assert out is not None
        reading = Reading(dialect)
        return file_lines(scheme, arguments.expected, out, arguments.input, reading=reading)
    return _of_challenge(arguments, dialect, scheme, out)


def _scheme(arguments: Namespace) -> Scheme | None:
    from probierz.errors import OptionError

    if arguments.metric is None:
        return None
    schemes = read_schemes([arguments.metric], challenge_of(arguments))
    if len(schemes) != 1:
        raise OptionError(f"--metric {arguments.metric} stands for {len(schemes)} metrics; one at a time, please")
    return schemes[0]


def _of_challenge(arguments: Namespace, dialect: object, scheme: Scheme | None, out: str | None) -> LineSource:
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.splits import chosen_splits
    from probierz.inspection.line_sources import challenge_lines
    from probierz.lines import Dialect

    assert isinstance(dialect, Dialect)
    challenge = open_challenge(arguments.challenge or ".", dialect=dialect)
    splits = chosen_splits(challenge, [arguments.split] if arguments.split else None, out, quiet=False)
    if len(splits) > 1:
        names = ", ".join(split.name for split in splits)
        raise ChallengeError(f"{challenge.path}: several splits have an output: {names}; choose one with --split")
    outputs = [os.path.basename(output.path) for output in splits[0].outputs]
    if out is None and len(outputs) > 1:
        raise ChallengeError(f"{splits[0].path} has several outputs: {', '.join(outputs)}; choose one with --out")
    return challenge_lines(challenge, splits[0].name, out=out, scheme=scheme)
