"""`probierz agreement`: which of several outputs are right where, and how far they agree."""

from __future__ import annotations

import os
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from probierz.cli.compare import OUTPUTS_HELP, outputs_to_compare
from probierz.cli.options import add_digits, add_option
from probierz.cli.outputs_to_score import add_outputs_options
from probierz.cli.terminal import chosen_format, print_json, print_warnings
from probierz.cli.titled_tables import (
    TitledTable,
    add_part_options,
    chosen_part,
    for_programs,
    print_parts,
    table_width,
)
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.inspection.agreement import Agreement
    from probierz.inspection.line_sources import LineSource
    from probierz.reports.tables import NumberStyle

EXAMPLES = """
examples:
  probierz agreement my-challenge/dev-0/out-a.tsv my-challenge/dev-0/out-b.tsv
  probierz agreement out-a.tsv out-b.tsv out-c.tsv --split dev-0    in the challenge here
  probierz agreement out-*.tsv --metric WER --threshold 0.1         a line is right with a WER of at most 0.1
  probierz agreement out-a.tsv out-b.tsv --show labels              what a calls x, b calls y
  probierz agreement --metric Accuracy --expected good.tsv one.tsv other.tsv   files, no challenge
"""

PARTS = ("pairs", "outputs", "combinations", "labels")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Show on how many lines which outputs are right, how far each two agree, and what the best output of each line "
        "would give. A line is right when its score is the best there is, or reaches --threshold."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("outputs", nargs="+", metavar="OUT", help=OUTPUTS_HELP)
    add_outputs_options(parser, metric="the main one", several_metrics=False)
    parser.add_argument(
        "--threshold",
        type=_number,
        metavar="X",
        help="the score from which a line is right (default: the best there is)",
    )
    add_option(
        parser,
        "--most",
        help="with --show labels: the N most frequent, all others together (default: 20 on a terminal, else 100)",
    )
    add_part_options(parser, PARTS)
    add_digits(parser)


def _number(text: str) -> float:
    from math import isfinite

    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ArgumentTypeError(f"{text!r} is not a number")
    return number


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.inspection.agreement import agreement

    wanted = outputs_to_compare(arguments)
    sources = wanted.lines(scheme=wanted.scheme())
    report = agreement(sources, _names(sources), threshold=arguments.threshold)
    if chosen_format(arguments) == "json":
        print_json(report.as_dict())
    else:
        print_parts(_parts(report, wanted.style(arguments), arguments), arguments)
    print_warnings(_warnings(report), arguments)


def _names(sources: list[LineSource]) -> list[str]:
    """Short names that tell the outputs apart."""
    from probierz.challenges.files import core_name

    paths = [source.output for source in sources]
    for short in (core_name, os.path.basename):
        names = [short(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    return paths


def _parts(report: Agreement, of_challenge: NumberStyle, arguments: Namespace) -> list[TitledTable]:
    """The tables; scores are percents where the challenge shows such."""
    from probierz.inspection.classes import MOST_IN_MATRIX
    from probierz.reports.agreement_tables import combinations_table, labels_tables, outputs_table, pairs_table
    from probierz.reports.class_tables import exact, for_people

    shown = exact if for_programs(arguments) else for_people
    style = of_challenge._replace(precision=arguments.precision)
    if style.precision is None and not for_programs(arguments):
        style = style._replace(precision=4)
    chosen = chosen_part(arguments, "pairs")
    if chosen == "labels":
        most = arguments.most or (20 if chosen_format(arguments) == "table" else MOST_IN_MATRIX)
        tables = labels_tables(report, shown, most=most, width=table_width(arguments))
        if not tables:
            raise OptionError(
                f"{report.scheme.name} has no labels to compare; choose a metric of labels such as Accuracy"
            )
        return [TitledTable("labels", title, table) for title, table in tables]
    parts = [
        TitledTable("outputs", f"lines that are right, of {report.lines}", outputs_table(report, shown, style.show)),
        TitledTable("combinations", "which are right together", combinations_table(report, shown)),
        TitledTable(
            "pairs", "each two outputs: lines that are right in both, in one, in none", pairs_table(report, shown)
        ),
    ]
    return [part for part in parts if chosen in (None, part.name)]


def _warnings(report: Agreement) -> list[str]:
    left_out = f"{report.unscored} lines have no score of their own (NaN) and were left out"
    return [*report.warnings, *([left_out] if report.unscored else [])]
