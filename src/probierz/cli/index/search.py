"""`probierz index search`: the passages that fit questions."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

if TYPE_CHECKING:
    from probierz.systems.questions.index import FoundPassage

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz index search my.index "Kto odkrył polon?"
  probierz index search my.index "Kto odkrył polon?" --limit 3 --format json
  probierz index search my.index < questions.txt          a question a line
"""

_SHOWN = 160


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Find the passages that fit questions, the best first."
    parser.epilog = EXAMPLES
    parser.add_argument("index", metavar="INDEX", help="a file of `probierz index build`")
    parser.add_argument("questions", nargs="*", metavar="QUESTION", help="(default: the lines of standard input)")
    add_option(parser, "--limit", default=10, help="show at most N passages of each question (default: 10)")
    add_option(parser, "--format")


def run(arguments: Namespace) -> int:
    """Search and print."""
    from probierz.reports.tables import Column, Table
    from probierz.systems.questions.index import PassageIndex

    form = chosen_format(arguments)
    rows = []
    with PassageIndex(arguments.index) as index:
        for question in _questions(arguments.questions):
            found = index.search(question, arguments.limit)
            if form == "json":
                passages = [{name: value for name, value in vars(one).items() if value is not None} for one in found]
                print(json.dumps({"question": question, "passages": passages}, ensure_ascii=False), flush=True)
                continue
            rows += [
                (
                    question,
                    str(rank),
                    f"{one.score:.2f}",
                    f"{one.document}:{one.begin}",
                    one.title,
                    _shown(one.text, form),
                )
                for rank, one in enumerate(found, 1)
            ]
    if form != "json":
        columns = [Column("question"), Column("rank", True), Column("score", True), Column("place"), Column("title")]
        print_table(Table((*columns, Column("passage")), tuple(rows)), form)
    return FINE


def _questions(named: list[str]) -> Iterator[str]:
    return iter(named) if named else (line.strip() for line in sys.stdin if line.strip())


def _row(question: str, rank: int, one: FoundPassage, form: str) -> tuple[str, ...]:
    place = f"{one.document}:{one.begin}"
    return question, str(rank), f"{one.score:.2f}", place, one.title, _shown(one.text, form)


def _shown(text: str, form: str) -> str:
    line = " ".join(text.split())
    return line if form != "table" or len(line) <= _SHOWN else line[:_SHOWN] + "…"
