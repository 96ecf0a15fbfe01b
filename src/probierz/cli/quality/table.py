"""`probierz quality table`: correlations of sentence BLEU and GLEU with ratings."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

EXAMPLES = """
examples:
  probierz quality table challenge                    all splits with expected ratings
  probierz quality table challenge --format latex
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Print Pearson's correlation of each sentence BLEU and GLEU with the ratings of people."
    parser.epilog = EXAMPLES
    parser.add_argument("challenge", metavar="CHALLENGE", help="its directory")
    add_option(parser, "--format")


def run(arguments: Namespace) -> None:
    """Print the table."""
    from probierz.suites.poleval2021.quality_table import correlations_table

    print_table(correlations_table(Path(arguments.challenge)), chosen_format(arguments))
