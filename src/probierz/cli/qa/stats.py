"""`probierz qa stats`: counts of questions and their answers."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

EXAMPLES = """
examples:
  probierz qa stats challenge                               lengths of questions, numbers of answers
  probierz qa stats challenge --show answers --format latex
  probierz qa stats challenge --picture lengths.svg         how many questions have how many tokens
  probierz qa stats challenge --picture answers.svg --show answers

Tokens are what stands between spaces, as in the table of the proceedings. A split whose expected results are held back
has no number of answers, and then there is no total.
"""

PARTS = ("lengths", "answers")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Count the questions of splits and their answers, as the table of the proceedings does."
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="a challenge, or one split of it")
    add_option(parser, "--picture", help="save a picture of the lengths, or of the answers with --show answers")
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.suites.poleval2021.questions import (
        answers_picture,
        answers_table,
        lengths_picture,
        lengths_table,
        read_splits,
    )

    splits = read_splits(Path(arguments.folder))
    tables = {"lengths": lengths_table, "answers": answers_table}
    titles = {"lengths": "tokens of questions", "answers": "answers of questions"}
    chosen = chosen_part(arguments, PARTS[0])
    names = [chosen] if chosen else PARTS
    print_parts([TitledTable(name, titles[name], tables[name](splits)) for name in names], arguments)
    if arguments.picture:
        draw = answers_picture if arguments.show == "answers" else lengths_picture
        draw(splits).save(arguments.picture)
