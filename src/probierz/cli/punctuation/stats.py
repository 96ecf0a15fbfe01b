"""`probierz punctuation stats`: counts of marks, words and texts."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.punctuation.forms import add_form_option
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

if TYPE_CHECKING:
    from probierz.suites.poleval2021.punctuation.folders import Texts

EXAMPLES = """
examples:
  probierz punctuation stats challenge                                    all splits
  probierz punctuation stats challenge --show lengths --format latex
  probierz punctuation stats challenge --picture marks.svg                marks, of 1,000 words
  probierz punctuation stats challenge --picture lengths.png --show lengths
  probierz punctuation stats challenge --aligned fa/poleval_fa.train.tar.gz   only texts with an alignment
"""

PARTS = ("marks", "lengths", "per-text")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Count the marks, words and texts of splits, as the tables of the proceedings do."
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="a challenge, or a folder of texts")
    parser.add_argument("--aligned", metavar="FILE", help="count the marks of texts that have an alignment in here")
    add_option(parser, "--picture", help="save a picture of the marks, or of the lengths with --show lengths")
    add_form_option(parser)
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.suites.poleval2021.punctuation.folders import folders_of_splits, read_texts
    from probierz.suites.poleval2021.punctuation.statistics import lengths_picture, marks_picture

    folder = Path(arguments.folder)
    splits = {
        name or folder.resolve().name: read_texts(path, form=arguments.read_as)
        for name, path in folders_of_splits(folder, arguments.read_as).items()
    }
    chosen = chosen_part(arguments, PARTS[0])
    print_parts([_part(name, splits, arguments) for name in ([chosen] if chosen else PARTS[:2])], arguments)
    if arguments.picture:
        picture = lengths_picture if arguments.show == "lengths" else marks_picture
        picture(splits).save(arguments.picture)


def _part(name: str, splits: dict[str, Texts], arguments: Namespace) -> TitledTable:
    from probierz.suites.poleval2021.punctuation.alignments import read_alignments
    from probierz.suites.poleval2021.punctuation.statistics import lengths_table, marks_table, per_text_table

    if name == "marks":
        only = {one.name for one in read_alignments(arguments.aligned)} if arguments.aligned else None
        return TitledTable(name, "marks, words and texts", marks_table(splits, only=only))
    if name == "lengths":
        return TitledTable(name, "lengths of texts in words", lengths_table(splits))
    return TitledTable(name, "marks of a text", per_text_table(splits))
