"""`probierz qa candidates`: passages for people to judge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.exit_codes import FINE
from probierz.cli.options import add_option
from probierz.cli.questions import add_index, add_questions, questions_of

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz qa candidates my.index < questions.tsv > round-1.tsv     a question a line, accepted answers behind tabs
  probierz qa candidates my.index "Kto odkrył polon?" --limit 3

Write `right` or `wrong` in the column verdict of each row, and give the file to  probierz qa retriever. Passages that
hold an accepted answer come first.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Find passages that may answer questions, and write a table in which people judge them."
    parser.epilog = EXAMPLES
    add_index(parser)
    add_questions(parser)
    add_option(parser, "--limit", default=5, help="write at most N passages of each question (default: 5)")


def run(arguments: Namespace) -> int:
    """Find and print."""
    from probierz.systems.questions.finding.index import PassageIndex
    from probierz.systems.questions.serving.annotating import candidates
    from probierz.systems.questions.serving.judgements import COLUMNS

    with PassageIndex(arguments.index) as index:
        print("\t".join(COLUMNS))
        for line in questions_of(arguments.questions):
            for row in candidates(index, line, max(1, arguments.limit)):
                print("\t".join(row), flush=True)
    return FINE
