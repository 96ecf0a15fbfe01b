"""`probierz sqad score`: scores of selecting documents and sentences, with what publications call them."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

if TYPE_CHECKING:
    from probierz.suites.sqad.scores import RankedQuestion

PARTS = ("scores", "types", "combined")

EXAMPLES = """
examples:
  probierz sqad score sentences/test-A/out.tsv
      P@1, hit@k, MRR, MAP, and each type
  probierz sqad score sentences/test-A/out.tsv --documents documents/test-A/out.tsv
      and both selections together

One candidate is right, so MAP equals MRR. What the publication of SQAD 3.0 prints as MAP is P@1, and what it prints as
P@k is the share of questions whose right candidate has rank k.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Score rankings of documents or sentences under their own names and those of the publications."
    parser.epilog = EXAMPLES
    parser.add_argument("output", metavar="OUTPUT", help="an output in a split of a challenge that `sqad build` made")
    parser.add_argument("--documents", metavar="FILE", help="an output that ranks the documents of the same questions")
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Score and print."""
    from probierz.suites.sqad.scores import combined_table, scores_table, types_table

    questions = _questions(arguments.output)
    tables = [
        TitledTable("scores", "scores", scores_table(questions)),
        TitledTable("types", "right at once, by type", types_table(questions)),
    ]
    if arguments.documents:
        both = combined_table(_questions(arguments.documents), questions)
        tables.append(TitledTable("combined", "documents and sentences together", both))
    chosen = chosen_part(arguments, "scores")
    print_parts([table for table in tables if chosen in (None, table.name)], arguments)


def _questions(output: str) -> list[RankedQuestion]:
    from probierz.challenges.challenge import open_challenge
    from probierz.suites.sqad.scores import ranked_questions

    path = Path(output).resolve()
    return ranked_questions(open_challenge(path.parent.parent), path.parent.name, path)
