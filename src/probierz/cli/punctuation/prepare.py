"""`probierz punctuation prepare`: other texts in the form of the challenge."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

EXAMPLES = """
examples:
  probierz punctuation prepare rest rest-lines                           quotation marks as words, small letters
  probierz punctuation prepare rest rest-lines --without challenge       leave out texts of the challenge
  probierz train enelpol-s1 challenge --set rest=rest-lines              and learn from the others first
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Make other texts look like those of the challenge, to learn from them: small letters, quotation marks as\n"
        "words, a space behind each mark, no marks without a word."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("source", metavar="SOURCE", help="a folder with in.tsv, .json or .csv files")
    parser.add_argument("target", metavar="TARGET", help="a new folder, for in.tsv and expected.tsv")
    parser.add_argument(
        "--without", metavar="CHALLENGE", type=Path, help="leave out the texts whose IDs are in this challenge or split"
    )


def run(arguments: Namespace) -> None:
    """Prepare, and say what was written."""
    from probierz.suites.poleval2021.punctuation.preparing import prepare

    done = prepare(Path(arguments.source), Path(arguments.target), without=arguments.without)
    left = [(done.held_out, "in the challenge"), (done.empty, "without a word")]
    notes = "".join(f", {count} left out: {why}" for count, why in left if count)
    print(f"{arguments.target}: {done.written} texts{notes}")
