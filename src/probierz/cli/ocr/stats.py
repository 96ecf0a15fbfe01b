"""`probierz ocr stats`: counts of pages."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.cli.options import add_option
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

if TYPE_CHECKING:
    from probierz.suites.poleval2021.ocr_statistics import Splits

EXAMPLES = """
examples:
  probierz ocr stats challenge                            sizes, and pages of each time
  probierz ocr stats challenge --show years --format csv  pages of each year
  probierz ocr stats challenge --picture years.svg        pages of each ten years

Every page is read and checked: columns, escapes, years, and that no page stands twice.
"""

PARTS = ("sizes", "times", "years")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Check and count the pages of splits, as the tables of the proceedings do."
    parser.epilog = EXAMPLES
    parser.add_argument("folder", metavar="DIRECTORY", help="a challenge, or one split of it")
    add_option(parser, "--picture", help="save a picture of the pages of each ten years")
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.suites.poleval2021.ocr import read_splits
    from probierz.suites.poleval2021.ocr_statistics import years_picture

    splits = read_splits(Path(arguments.folder))
    chosen = chosen_part(arguments, PARTS[0])
    print_parts([_part(name, splits) for name in ([chosen] if chosen else PARTS[:2])], arguments)
    if arguments.picture:
        years_picture(splits).save(arguments.picture)


def _part(name: str, splits: Splits) -> TitledTable:
    from probierz.suites.poleval2021.ocr_statistics import buckets_table, sizes_table, years_table

    tables = {"sizes": sizes_table, "times": buckets_table, "years": years_table}
    titles = {"sizes": "sizes", "times": "pages of each time", "years": "pages of each year"}
    return TitledTable(name, titles[name], tables[name](splits))
