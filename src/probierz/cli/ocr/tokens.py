"""`probierz ocr tokens`: counts of token alignments."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from probierz.cli.options import add_option
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, print_parts

EXAMPLES = """
examples:
  probierz ocr tokens align.tsv.xz --pages 1000                   the first thousand pages, in a second or two
  probierz ocr tokens align.tsv.xz --show confusions --most 1000 --format tsv > confusions.tsv

A file has the columns book, page, token read, token right, without a header; null is no token.
All 9.3 million rows of PolEval take about a minute.
"""

PARTS = ("counts", "confusions")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Check and count alignments of what a scanner read to what is right."
    parser.epilog = EXAMPLES
    parser.add_argument("file", metavar="FILE", help="the alignments, which may be compressed")
    add_option(parser, "--pages")
    add_option(parser, "--most", default=20, help="how many confusions")
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.cli.progress import LineProgress
    from probierz.suites.poleval2021.ocr_statistics import confusions_table, tokens_table
    from probierz.suites.poleval2021.ocr_tokens import summary

    with LineProgress(arguments.file) as progress:
        found = summary(arguments.file, pages=arguments.pages, progress=progress)
    parts = {
        "counts": TitledTable("counts", "what is aligned", tokens_table(found)),
        "confusions": TitledTable("confusions", "most frequent confusions", confusions_table(found, arguments.most)),
    }
    chosen = chosen_part(arguments, PARTS[0])
    print_parts([parts[name] for name in ([chosen] if chosen else PARTS)], arguments)
