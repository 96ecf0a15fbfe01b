"""`probierz classes`: precision, recall and F1 of each class, and what is taken for what."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from probierz.cli.doubt_warnings import label_warnings
from probierz.cli.options import add_digits, add_option
from probierz.cli.outputs_to_score import add_output_options, outputs_to_score
from probierz.cli.terminal import chosen_format, print_json, print_warnings
from probierz.cli.titled_tables import (
    TitledTable,
    add_part_options,
    chosen_part,
    for_programs,
    print_parts,
    table_width,
)

if TYPE_CHECKING:
    from probierz.inspection.classes import ClassReport
    from probierz.reports.tables import NumberStyle

EXAMPLES = """
examples:
  probierz classes my-challenge                              classes, confusion matrix, mistakes
  probierz classes my-challenge --metric Macro-F1 --most 5   the five most frequent classes, and all others together
  probierz classes my-challenge --show confusion             the matrix alone: rows expected, columns given
  probierz classes my-challenge --show mistakes > mistakes.tsv   all mistakes, with the first lines of each
  probierz classes --metric BIO-F1 --expected good.tsv --out mine.tsv   two files, no challenge

Metrics with classes: of labels (Accuracy, F1, Macro-F1, MCC, Cohen-Kappa, ...), of sets of labels (MultiLabel-F1, ...),
of places in the text (BIO-F1, BIO-Weighted-F1, TokenAccuracy, SegmentAccuracy, Soft-F1). Flags of the metric apply.
"""

PARTS = ("classes", "confusion", "mistakes")
_MISTAKES = 10
_ON_A_TERMINAL = 20


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Show how often each class is expected, given and right, and what is taken for what."
    parser.epilog = EXAMPLES
    add_output_options(parser)
    add_option(
        parser,
        "--most",
        help="the N most frequent classes, all others together as (other) "
        "(default: 20 on a terminal; else 100 in the matrix, and all in the list)",
    )
    add_part_options(parser, PARTS)
    add_digits(parser)


def run(arguments: Namespace) -> None:
    """Count and print."""
    from probierz.inspection.classes import MOST_IN_MATRIX, class_report

    wanted = outputs_to_score(arguments)
    source = wanted.only_lines()
    report = class_report(source)
    if chosen_format(arguments) == "json":
        print_json(report.as_dict(arguments.most or MOST_IN_MATRIX))
    else:
        print_parts(_parts(report, _style(wanted.style(arguments), arguments), arguments), arguments)
        _print_note(report, arguments)
    print_warnings((*report.warnings, *label_warnings(wanted, source)), arguments)


def _style(of_challenge: NumberStyle, arguments: Namespace) -> NumberStyle:
    """Percents where the challenge prints them; as many decimals as classes need, which differ by little."""
    decimals = None if for_programs(arguments) else 4
    return of_challenge._replace(precision=decimals if arguments.precision is None else arguments.precision)


def _parts(report: ClassReport, style: NumberStyle, arguments: Namespace) -> list[TitledTable]:
    chosen = chosen_part(arguments, "classes")
    if chosen is not None:
        return [_part(chosen, report, style, arguments, None)]
    names = [PARTS[0], *PARTS[1:2] * bool(report.classes), *PARTS[2:] * bool(report.mistakes)]
    return [_part(name, report, style, arguments, _MISTAKES) for name in names]


def _part(
    name: str, report: ClassReport, style: NumberStyle, arguments: Namespace, mistakes: int | None
) -> TitledTable:
    from probierz.inspection.classes import MOST_IN_MATRIX
    from probierz.reports.class_tables import (
        classes_table,
        confusion_table,
        exact,
        for_people,
        in_style,
        mistakes_table,
    )

    shown, score = exact if for_programs(arguments) else for_people, in_style(style)
    most = arguments.most or (_ON_A_TERMINAL if chosen_format(arguments) == "table" else None)
    if name == "confusion":
        found = report.confusion(most or MOST_IN_MATRIX)
        return TitledTable(
            name, "expected (rows) and given (columns)", confusion_table(found, shown, width=table_width(arguments))
        )
    if name == "mistakes":
        return TitledTable(name, "most frequent mistakes", mistakes_table(report, shown, score, mistakes))
    lines = "1 line" if report.lines == 1 else f"{report.lines} lines"
    return TitledTable(
        name, f"{report.scheme.name} {score(report.value)} on {lines}", classes_table(report, shown, score, most)
    )


def _print_note(report: ClassReport, arguments: Namespace) -> None:
    """What a reader of the tables may wonder about."""
    if chosen_format(arguments) != "table":
        return
    never = [one.name for one in report.classes if not one.output or not one.expected]
    notes = []
    if never:
        notes.append(
            f"Where a class is never given or never expected, its precision or recall is {report.undefined:g}."
        )
    if not report.classes:
        notes.append("No class is expected or given on any line.")
    print("".join(f"\n{note}" for note in notes), end="\n" if notes else "")
