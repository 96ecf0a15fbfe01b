"""`probierz index search`: the passages that fit questions."""

from __future__ import annotations

import json
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.options import FORMATS, add_option
from probierz.cli.questions import add_index, add_questions, as_line, questions_of, refuse_swapped
from probierz.cli.terminal import chosen_format, print_table

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

EXAMPLES = """
examples:
  probierz index search my.index "Kto odkrył polon?"
  probierz index search my.index "Kto odkrył polon?" --limit 3 --format json
  probierz index search my.index < questions.txt          a question a line
  probierz index search my.index --limit 5 --format tsv < questions.txt > found.tsv        to be judged on a platform
  probierz index search my.index --format ranking < judged/dev-0/in.tsv > judged/dev-0/out.tsv       to be scored

A place such as texts.txt:46 is a document and how many characters of it stand before the passage.
"""

_SHOWN = 160


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Find the passages that fit questions, the best first."
    parser.epilog = EXAMPLES
    add_index(parser)
    add_questions(parser)
    add_option(parser, "--limit", default=10, help="show at most N passages of each question (default: 10)")
    form = "how to print; ranking: the places of each question on a line, as rankings are scored"
    add_option(parser, "--format", choices=(*FORMATS, "ranking"), help=form)


def run(arguments: Namespace) -> int:
    """Search and print."""
    from probierz.reports.tables import Column, Table
    from probierz.systems.questions.finding.shards import open_index

    form = chosen_format(arguments)
    rows: list[tuple[str, ...]] = []
    refuse_swapped("index search", arguments.index, arguments.questions)
    with open_index(arguments.index) as index:
        for question in questions_of(arguments.questions):
            found = index.search(question, arguments.limit)
            if form == "json":
                told = {"question": question, "passages": list(map(_plain, found))}
                print(json.dumps(told, ensure_ascii=False), flush=True)
            elif form == "ranking":
                print("\t".join(_place(one) for one in found), flush=True)
            else:
                rows += [
                    _row(question, rank, one, _SHOWN if form == "table" else 0) for rank, one in enumerate(found, 1)
                ]
    if form not in ("json", "ranking"):
        columns = [Column("question"), Column("rank", True), Column("score", True), Column("place"), Column("title")]
        print_table(Table((*columns, Column("passage")), tuple(rows)), form)
    return FINE


def _plain(one: FoundPassage) -> dict[str, Any]:
    """For JSON: what is known of a passage, without where each of its characters stands."""
    from probierz.systems.questions.answering.places import span_in_document

    begin, _ = span_in_document(one, 0, len(one.text))
    told = {**vars(one), "begin": begin, "file": one.file or None}
    del told["stretches"]
    return {name: value for name, value in told.items() if value is not None}


def _row(question: str, rank: int, one: FoundPassage, most: int) -> tuple[str, ...]:
    return (
        as_line(question, most),
        str(rank),
        f"{one.score:.2f}",
        _place(one),
        as_line(one.title),
        as_line(one.text, most),
    )


def _place(one: FoundPassage) -> str:
    return as_line(f"{one.document}:{one.begin}")
