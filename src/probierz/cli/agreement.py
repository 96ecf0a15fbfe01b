"""`probierz agreement`: which of several outputs are right where, and how far they agree."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from typing import TYPE_CHECKING

from probierz.cli.common import (
    add_plugin_option,
    chosen_format,
    load_plugins,
    print_warning,
    read_schemes,
    whole_number,
)
from probierz.cli.titled_tables import (
    TitledTable,
    add_part_options,
    chosen_part,
    for_programs,
    print_json,
    print_parts,
    table_width,
)
from probierz.errors import OptionError

if TYPE_CHECKING:
    from probierz.inspection.agreement import Agreement
    from probierz.inspection.line_sources import LineSource
    from probierz.lines import Dialect
    from probierz.schemes.scheme import Scheme

__all__ = ["configure", "run"]

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
    parser.add_argument("outputs", nargs="+", metavar="OUT", help="two outputs or more: names in the split, or paths")
    parser.add_argument(
        "--challenge", metavar="DIR", help="the challenge (default: that of the first output's directory, else .)"
    )
    parser.add_argument("--split", metavar="SPLIT", help="a split, e.g. dev-0 (default: the one with these outputs)")
    parser.add_argument("--metric", metavar="METRIC", help="a metric instead of the challenge's main one")
    parser.add_argument("--expected", metavar="FILE", help="expected results, for files without a challenge")
    parser.add_argument("--input", metavar="FILE", help="the input, for metrics that read it (with --expected)")
    parser.add_argument(
        "--threshold",
        type=_number,
        metavar="X",
        help="the score from which a line is right (default: the best there is)",
    )
    parser.add_argument(
        "--most",
        type=whole_number(1, 10**9),
        metavar="N",
        help="with --show labels: the N most frequent, all others together (default: 20 on a terminal, else 100)",
    )
    parser.add_argument(
        "--encoding-errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop, or take each as U+FFFD (default: strict)",
    )
    add_part_options(parser, PARTS)
    add_plugin_option(parser)


def _number(text: str) -> float:
    from math import isfinite

    try:
        number = float(text)
    except ValueError:
        number = float("nan")
    if not isfinite(number):
        raise ArgumentTypeError(f"{text!r} is not a number")
    return number


def run(arguments: Namespace) -> int:
    """Count and print."""
    from probierz.cli.compare import _usage_fault  # the same rules as those of compare
    from probierz.cli.main import FINE, USAGE

    fault = _usage_fault(arguments)
    if fault:
        print(f"probierz agreement: {fault}\nSee  probierz agreement --help", file=sys.stderr)
        return USAGE
    load_plugins(arguments)
    from probierz.inspection.agreement import agreement

    sources = _sources(arguments)
    report = agreement(sources, _names(sources), threshold=arguments.threshold)
    if chosen_format(arguments) == "json":
        print_json(report.as_dict())
    else:
        print_parts(_parts(report, arguments), arguments)
    for warning in _warnings(report):
        print_warning(warning)
    return FINE


def _sources(arguments: Namespace) -> list[LineSource]:
    from probierz.cli.several import dialect_of, place_of

    directory = None if arguments.expected is not None else place_of(arguments)[0]
    schemes = read_schemes([arguments.metric], directory) if arguments.metric else []
    if len(schemes) > 1:
        raise OptionError(f"--metric {arguments.metric} stands for {len(schemes)} metrics; one at a time, please")
    dialect = dialect_of(arguments)
    if arguments.expected is None:
        return _in_challenge(arguments, schemes[0] if schemes else None, dialect)
    from probierz.challenges.files import Reading
    from probierz.inspection.line_sources import file_lines

    return [
        file_lines(schemes[0], arguments.expected, output, arguments.input, reading=Reading(dialect))
        for output in arguments.outputs
    ]


def _in_challenge(arguments: Namespace, scheme: Scheme | None, dialect: Dialect) -> list[LineSource]:
    from probierz.challenges.challenge import open_challenge
    from probierz.cli.several import place_of, split_of  # the same choice as that of compare
    from probierz.inspection.line_sources import challenge_lines

    directory, split_name = place_of(arguments)
    challenge = open_challenge(directory, dialect=dialect)
    split = challenge.split(split_name) if split_name else split_of(challenge, arguments.outputs)
    return [challenge_lines(challenge, split.name, out=output, scheme=scheme) for output in arguments.outputs]


def _names(sources: list[LineSource]) -> list[str]:
    """Short names that tell the outputs apart."""
    from probierz.challenges.files import core_name

    paths = [source.output for source in sources]
    for short in (core_name, os.path.basename):
        names = [short(path) for path in paths]
        if len(set(names)) == len(names):
            return names
    return paths


def _parts(report: Agreement, arguments: Namespace) -> list[TitledTable]:
    from probierz.inspection.classes import MOST_IN_MATRIX
    from probierz.reports.agreement_tables import combinations_table, labels_tables, outputs_table, pairs_table
    from probierz.reports.class_tables import exact, for_people

    shown = exact if for_programs(arguments) else for_people
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
        TitledTable("outputs", f"lines that are right, of {report.lines}", outputs_table(report, shown)),
        TitledTable("combinations", "which are right together", combinations_table(report, shown)),
        TitledTable(
            "pairs",
            "each two outputs: lines that are right in both, in one, in none",
            pairs_table(report, shown),
        ),
    ]
    return [part for part in parts if chosen in (None, part.name)]


def _warnings(report: Agreement) -> list[str]:
    left_out = f"{report.unscored} lines have no score of their own (NaN) and were left out"
    return [*report.warnings, *([left_out] if report.unscored else [])]
