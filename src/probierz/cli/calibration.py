"""`probierz calibration`: whether an output is right as often as its probabilities say."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.options import whole_number
from probierz.cli.outputs_to_score import add_output_options, outputs_to_score
from probierz.cli.terminal import chosen_format, print_json, print_warnings
from probierz.cli.titled_tables import TitledTable, add_part_options, chosen_part, for_programs, print_parts

if TYPE_CHECKING:
    from probierz.inspection.reliability import Reliability

EXAMPLES = """
examples:
  probierz calibration my-challenge                         ten bins of equal width, calibration errors
  probierz calibration my-challenge --bins 5 --binning mass  five bins with as many probabilities in each
  probierz calibration my-challenge --show summary          the numbers over all bins alone
  probierz calibration --metric Brier --expected good.tsv --out mine.tsv   two files, no challenge

Metrics with probabilities: of class 1 (LogLoss, Likelihood, Brier, F1, AUC, ...), of labels such as kot:0.7 pies:0.3
(Accuracy, Macro-F1, ...), of sets of labels (MultiLabel-F1, ...), of spans (Soft-F1), all Probabilistic ones.
"""

PARTS = ("bins", "summary")


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Show whether what is given with a probability of 0.8 is right in 80 of 100 cases, and so on."
    parser.epilog = EXAMPLES
    add_output_options(parser)
    parser.add_argument("--bins", type=whole_number(1, 10_000), default=10, metavar="N", help="bins (default: 10)")
    parser.add_argument(
        "--binning",
        choices=("width", "mass"),
        default="width",
        help="bins of equal width, or with equally many probabilities in each (default: width)",
    )
    add_part_options(parser, PARTS)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.inspection.reliability import reliability

    report = reliability(outputs_to_score(arguments).only_lines(), bins=arguments.bins, strategy=arguments.binning)
    if chosen_format(arguments) == "json":
        print_json(report.as_dict())
    else:
        print_parts(_parts(report, arguments), arguments)
    print_warnings(report.warnings, arguments)


def _parts(report: Reliability, arguments: Namespace) -> list[TitledTable]:
    from probierz.reports.class_tables import exact, for_people
    from probierz.reports.reliability_tables import bins_table, summary_table

    shown = exact if for_programs(arguments) else for_people
    chosen = chosen_part(arguments, "bins")
    picture = chosen_format(arguments) == "table"
    title = f"{report.scheme.name} {for_people(report.value)}, {report.count} probabilities on {report.lines} lines"
    parts = [
        TitledTable("bins", title, bins_table(report, shown, picture=picture)),
        TitledTable("summary", "over all bins", summary_table(report, shown)),
    ]
    return [part for part in parts if chosen in (None, part.name)]
