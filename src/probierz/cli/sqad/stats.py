"""`probierz sqad stats`: tables of sizes and types."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

EXAMPLES = """
examples:
  probierz sqad stats sqad_v3                     sizes, shares of types, and how often types go together
  probierz sqad stats sqad_v3 --published         beside what is printed about SQAD 3.0 and 2.1
  probierz sqad stats sqad_v3 --format latex
  probierz sqad stats sqad_v3 --picture types.svg     shares of the types of questions and answers
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Count records, articles, tokens, contexts, and the types of questions and answers. Shares are of all records, "
        "in percent."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="the folder of the records, or a file of JSON lines")
    parser.add_argument("--published", action="store_true", help="add what is printed about SQAD 3.0 and 2.1")
    add_option(parser, "--picture", help="save a picture of the types of questions and answers, in percent")
    add_option(parser, "--format")


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.suites.sqad.json_lines import read_records_of
    from probierz.suites.sqad.statistics import statistics_of, statistics_table, types_picture

    counted = statistics_of(read_records_of(Path(arguments.folder)))
    print_table(statistics_table(counted, is_beside_paper=arguments.published), chosen_format(arguments))
    if arguments.picture:
        types_picture(counted).save(arguments.picture)
