"""Questions on the command line: where they come from, and passages that are printed beside them."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from probierz.cli.terminal import printable

__all__ = ["add_index", "add_questions", "as_line", "questions_of"]


def add_index(parser: ArgumentParser) -> None:
    """Declare the index that is asked."""
    parser.add_argument("index", metavar="INDEX", help="a file of `probierz index build`")


def add_questions(parser: ArgumentParser) -> None:
    """Declare the questions."""
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help="(default: the lines of standard input)")


def questions_of(named: list[str]) -> Iterator[str]:
    """Yield the questions that were named, or those of standard input, one a line; empty lines ask nothing."""
    return iter(named) if named else (line.strip() for line in sys.stdin if line.strip())


def as_line(text: str, most: int = 0) -> str:
    r"""A text on one line, without signs that steer a terminal: passages are other people's. most: characters; 0: all.

    >>> as_line("a\nb", most=2)
    'a …'
    """
    line = printable(" ".join(text.split()))
    return line if not most or len(line) <= most else f"{line[:most]}…"
