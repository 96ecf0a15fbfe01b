"""Questions on the command line: where they come from, and passages that are printed beside them."""

from __future__ import annotations

import os
import shlex
import sys
from argparse import ArgumentParser
from collections.abc import Iterator

from probierz.cli.terminal import print_warning, printable
from probierz.errors import OptionError, not_utf8


def add_index(parser: ArgumentParser) -> None:
    """Declare the index that is asked."""
    parser.add_argument("index", metavar="INDEX", help="a file of `probierz index build`, or its folder of shards")


def add_questions(parser: ArgumentParser) -> None:
    """Declare the questions."""
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help="(default: the lines of standard input)")


def questions_of(named: list[str]) -> Iterator[str]:
    """Yield the questions that were named, or those of standard input, one a line; empty lines ask nothing.

    A line that is no question, without a word or far too long, is left out with a word on standard error, as others
    wait behind it. Raises OptionError for a named one, before the first is asked.
    """
    if named:
        _refuse_no_questions(named)
        yield from named
        return
    if sys.stdin.isatty():
        print("a question a line; Ctrl-D ends", file=sys.stderr)
    number = 0
    for number, line in enumerate(iter(sys.stdin.readline, ""), 1):
        _refuse_broken(line, number)
        question = line.strip().removeprefix("\ufeff")
        if not question:
            continue
        if flaw := _flaw_of(question):
            print(f"probierz: line {number} is left out: it {flaw}", file=sys.stderr)
        else:
            yield question
    if not number:
        print_warning("standard input was empty; nothing was asked")


def refuse_swapped(command: str, index: str, questions: list[str]) -> None:
    """Raise OptionError where the index stands behind a question."""
    later = next((one for one in questions if os.path.isfile(one)), None)
    if later is not None and not os.path.exists(index):
        in_order = shlex.join([later, index, *(one for one in questions if one != later)])
        raise OptionError(f"the index comes first, then the questions:  probierz {command} {printable(in_order)}")


def _refuse_no_questions(named: list[str]) -> None:
    for number, question in enumerate(named, 1):
        if flaw := _flaw_of(question):
            which = f"question {number} of {len(named)}" if len(named) > 1 else "the question"
            raise OptionError(f"{which} {flaw}; write another, or leave it out")


def _flaw_of(line: str) -> str:
    """Why a line is no question; empty for one that is. Answers behind a tab are none of it."""
    from probierz.systems.questions.wording.words import MOST_CHARACTERS, terms

    question = line.partition("\t")[0]
    if len(question) > MOST_CHARACTERS:
        return (
            f"has {len(question):,} characters, and a question has {MOST_CHARACTERS:,} at most: {as_line(line, 40)!r}"
        )
    return "" if terms(line) else f"has no word: {printable(line)!r}"


def _refuse_broken(line: str, number: int) -> None:
    """Raise DataError for a line of bytes that are not UTF-8, which Python hands on as signs of its own."""
    data = line.encode("utf-8", "surrogateescape")
    try:
        data.decode()
    except UnicodeDecodeError as error:
        raise not_utf8(data, error.start, "standard input", lines_before=number - 1) from None


def as_line(text: str, most: int = 0) -> str:
    r"""A text on one line, without signs that steer a terminal: passages are other people's. most: characters; 0: all.

    >>> as_line("a\nb", most=2)
    'a …'
    """
    line = printable(" ".join(text.split()))
    return line if not most or len(line) <= most else f"{line[:most]}…"
