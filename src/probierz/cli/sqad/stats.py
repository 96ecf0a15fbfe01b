"""`probierz sqad stats`: tables of sizes and types."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path

from probierz.cli.options import add_option
from probierz.cli.terminal import chosen_format, print_table

__all__ = ["configure", "run"]

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
    from probierz.reports.tables import Column, Table
    from probierz.suites.sqad.json_lines import read_records_of
    from probierz.suites.sqad.statistics import printed_numbers, statistics_of, types_picture

    columns = [Column("group"), Column("what"), Column("number", True), Column("%", True)]
    if arguments.published:
        columns += [Column("SQAD 3.0", True), Column("SQAD 2.1", True)]
    printed = printed_numbers() if arguments.published else {}
    rows = []
    counted = statistics_of(read_records_of(Path(arguments.folder)))
    for row in counted.rows:
        cells = [row.group, row.what, str(row.number), "" if row.share is None else f"{row.share:.1f}"]
        if arguments.published:
            cells += printed.get((row.group, row.what), ("", ""))
        rows.append(tuple(cells))
    print_table(Table(tuple(columns), tuple(rows)), chosen_format(arguments))
    if arguments.picture:
        types_picture(counted).save(arguments.picture)
