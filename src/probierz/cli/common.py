"""What commands share: options that many of them have, colours, printing of faults and tables."""

from __future__ import annotations

import math
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TextIO

from probierz.errors import OptionError, SchemeError

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.schemes.scheme import Scheme

__all__ = [
    "challenge_of",
    "add_format_option",
    "add_interval_options",
    "add_plugin_option",
    "as_text",
    "chosen_format",
    "colours",
    "contradiction",
    "load_plugins",
    "painted",
    "print_fault",
    "print_table",
    "print_warning",
    "printable",
    "read_schemes",
    "share",
    "short_number",
    "terminal_columns",
    "whole_number",
]

FORMATS = ("table", "tsv", "json", "csv", "markdown", "latex")

# SGR codes; a name for each use.
BOLD, RED, YELLOW, GREEN = "1", "1;31", "33", "32"
DIM = "2"


# --- options ---------------------------------------------------------------------------------------------------------


def add_plugin_option(parser: ArgumentParser) -> None:
    """Add --plugin, for every command that reads metric names."""
    parser.add_argument(
        "--plugin",
        action="append",
        default=[],
        metavar="FILE",
        dest="plugins",
        help="a Python file that defines metrics; may be repeated (also: the variable PROBIERZ_PLUGINS, "
        f"paths separated by {os.pathsep!r})",
    )


def add_format_option(
    parser: ArgumentParser,
    formats: Sequence[str] = FORMATS,
    *,
    default: str | None = None,
    help_text: str = "how to print (default: table on a terminal, tsv in a pipe)",
) -> None:
    """Add --format; by default a table on a terminal and TSV elsewhere."""
    if default is not None:
        help_text = f"{help_text} (default: {default})"
    parser.add_argument("--format", choices=formats, default=default, help=help_text)


def add_interval_options(parser: ArgumentParser, *, asked: bool = True) -> None:
    """Add --level, --samples and --seed; and --interval, where intervals have to be asked for."""
    if asked:
        parser.add_argument(
            "--interval", action="store_true", help="add from where to where each score goes on other lines of the kind"
        )
    parser.add_argument(
        "--level", type=share, default=0.95, metavar="P", help="confidence of the intervals (default: 0.95)"
    )
    parser.add_argument(
        "--interval-method",
        choices=("auto", "mid-p", "score", "fisher-z", "student", "bca", "percentile"),
        default="auto",
        help="how intervals of scores are made (default: auto, which suits the metric)",
    )
    parser.add_argument(
        "--cluster",
        metavar="COLUMN",
        help="lines with the same text there (a document, a speaker) belong together: a column of the input, or exp<1>",
    )
    parser.add_argument(
        "--samples",
        type=whole_number(1, 10_000_000),
        default=1000,
        metavar="N",
        help="how many times lines are drawn with replacement, for bca and percentile (default: 1000)",
    )
    parser.add_argument(
        "--seed",
        type=whole_number(0, 2**63),
        default=1,
        metavar="N",
        help="the same seed draws the same lines (default: 1)",
    )


def share(text: str) -> float:
    """Read an option that takes a number between 0 and 1."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < 1:
        raise ArgumentTypeError(f"{text!r} is not a number between 0 and 1")
    return number


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader for options that take a whole number from `least` to `most`."""

    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() else -1
        if not least <= number <= most:
            raise ArgumentTypeError(f"{text!r} is not a whole number from {least} to {most}")
        return number

    return read


def load_plugins(arguments: Namespace) -> None:
    """Run the files named by PROBIERZ_PLUGINS and by --plugin. Raises OptionError for one that cannot be run."""
    named = os.environ.get("PROBIERZ_PLUGINS", "").split(os.pathsep)
    paths = [path for path in [*named, *arguments.plugins] if path]
    if paths:
        from probierz.metrics.definition import load_plugin

        for path in paths:
            load_plugin(path)


def as_text(argument: str) -> str:
    """Return an argument as the UTF-8 it was typed in, whatever the locale says. Raises OptionError for other bytes."""
    if argument.isascii():
        return argument
    try:
        argument.encode()
    except UnicodeEncodeError:
        try:
            return os.fsencode(argument).decode()
        except UnicodeError:
            raise OptionError(f"the argument {argument!r} is not UTF-8; type it in a terminal set to UTF-8") from None
    return argument


def read_schemes(texts: Sequence[str], directory: str | None = None) -> list[Scheme]:
    """Return the schemes that values of --metric stand for, in order.

    directory: a challenge, whose own metrics may be called by the names under which config.txt shows them.
    """
    from probierz.schemes.scheme import parse_schemes

    texts = [as_text(text) for text in texts]
    for text in texts:
        if not text.strip():
            raise OptionError("an empty --metric was given; name a metric, e.g. --metric WER")
    try:
        return [scheme for text in texts for scheme in parse_schemes(text)]
    except SchemeError:
        if directory is None or not os.path.isdir(directory):
            raise
    from probierz.challenges.challenge import open_challenge

    return list(open_challenge(directory).find_schemes(texts))


def challenge_of(arguments: Namespace) -> str | None:
    """Return the directory of the challenge that the options name; None for plain files."""
    return None if arguments.expected is not None else arguments.challenge or "."


# --- printing --------------------------------------------------------------------------------------------------------


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


def colours(stream: TextIO) -> bool:
    """Whether colours are welcome: a terminal that can show them, and no NO_COLOR (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, code: str, stream: TextIO) -> str:
    """Return the text in a colour where colours are welcome."""
    return f"\x1b[{code}m{text}\x1b[0m" if colours(stream) else text


def printable(text: str) -> str:
    r"""Return the text with control characters as `\x1b`: names from foreign files must not steer the terminal."""
    if text.isprintable():
        return text
    return "".join(letter if letter.isprintable() or letter in "\n\t" else repr(letter)[1:-1] for letter in text)


def short_number(value: float) -> str:
    """Print a number for people, with six digits that count."""
    from probierz.scoring.format import show

    return f"{value:.6g}" if math.isfinite(value) else show(value)


def print_fault(message: str) -> None:
    """Print what is wrong on standard error."""
    print(painted("probierz:", RED, sys.stderr), printable(message), file=sys.stderr)


def print_warning(message: str) -> None:
    """Print a warning on standard error."""
    print(painted("warning:", YELLOW, sys.stderr), printable(message), file=sys.stderr)


def print_table(table: Table, form: str) -> None:
    """Print a table in one of the text formats; on a terminal the best numbers are bold."""
    from probierz.reports.tables import render

    width = None
    if form == "table" and sys.stdout.isatty():
        width = terminal_columns()
    print(render(table, form, width=width, bold=colours(sys.stdout)), end="")


def contradiction(arguments: Namespace) -> str:
    """How the options for a challenge and those for plain files contradict each other; empty when they do not."""
    if arguments.expected is None:
        return "--input goes with --expected; in a challenge the input is found by itself" if arguments.input else ""
    if arguments.challenge is not None or arguments.split:
        return "--expected scores plain files; leave out the challenge and --split"
    if arguments.out is None:
        return "--expected wants --out too: the file to score"
    return "" if arguments.metric else "--expected wants --metric too, e.g. --metric WER"
