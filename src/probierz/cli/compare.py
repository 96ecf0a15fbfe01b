"""`probierz compare`: which of several outputs is better, and whether that is more than chance."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from probierz.cli.common import (
    add_format_option,
    add_interval_options,
    chosen_format,
    load_plugins,
    print_table,
    print_warning,
    printable,
    terminal_columns,
    whole_number,
)
from probierz.cli.several import Job, add_file_options, add_scoring_options, contradiction_of_several, score_outputs

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.inspection.compared_lines import ComparedLine
    from probierz.reports.tables import NumberStyle
    from probierz.scoring.comparison import ComparedPair, Comparison

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz compare my-challenge/dev-0/out-a.tsv my-challenge/dev-0/out-b.tsv
  probierz compare out-a.tsv out-b.tsv --split dev-0    in the challenge here
  probierz compare out-*.tsv --metric BLEU --metric chrF    several outputs, other metrics
  probierz compare out-b.tsv out-a.tsv --lines 10       what did b fix, what did it break?
  probierz compare --metric WER --expected good.tsv one.tsv other.tsv   files, no challenge
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Compare outputs on the same lines: scores with intervals, the difference of every pair with a p-value, and "
        "clusters of outputs that cannot be told apart. A p-value is the chance of so large a difference between "
        "outputs that are equally good. The exact sign test is taken for means over lines of 0 and 1, else "
        "randomisation."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("outputs", nargs="+", metavar="OUT", help="two outputs or more: names in the split, or paths")
    add_file_options(parser, default_metric="the main one")
    parser.add_argument(
        "--test",
        choices=("auto", "sign", "randomisation", "bootstrap"),
        default="auto",
        help="the test of a difference (default: auto, which suits the metric)",
    )
    parser.add_argument(
        "--correction",
        choices=("holm", "benjamini-hochberg", "none"),
        default="holm",
        help="how p-values are corrected for the number of pairs (default: holm)",
    )
    add_interval_options(parser, asked=False)
    parser.add_argument(
        "--trials",
        type=whole_number(1, 100_000_000),
        default=10_000,
        metavar="N",
        help="trials of the randomisation; all exchanges are tried where they are no more (default: 10000)",
    )
    parser.add_argument(
        "--lines",
        type=whole_number(1, 1_000_000_000),
        metavar="N",
        help="show the N lines of each pair that differ most (as tsv, csv and latex: instead of the table)",
    )
    add_format_option(parser)
    add_scoring_options(parser)


def run(arguments: Namespace) -> int:
    """Compare and print."""
    from probierz.cli.main import FINE, USAGE

    fault = _usage_fault(arguments)
    if fault:
        print(f"probierz compare: {fault}\nSee  probierz compare --help", file=sys.stderr)
        return USAGE
    load_plugins(arguments)
    job = score_outputs(arguments, main_only=True)
    comparisons = _compare(job.evaluations, arguments)
    lines = _lines(comparisons, job, arguments.lines) if arguments.lines else []
    _print(comparisons, lines, job.style, chosen_format(arguments))
    if not arguments.quiet:
        warnings = [warning for one in job.evaluations for warning in one.warnings]
        for warning in dict.fromkeys([*warnings, *(note for one in comparisons for note in one.notes)]):
            print_warning(warning)
    return FINE


def _usage_fault(arguments: Namespace) -> str:
    few = "a comparison needs at least two outputs" if len(arguments.outputs) < 2 else ""
    return few or contradiction_of_several(arguments)


def _compare(evaluations: Sequence[EvaluationRecord], arguments: Namespace) -> list[Comparison]:
    from probierz.challenges.files import distinct_names
    from probierz.scoring.compare import compare

    names = distinct_names([one.output for one in evaluations])
    return [
        compare(
            [one.scores[at] for one in evaluations],
            names,
            test=arguments.test,
            samples=arguments.samples,
            trials=arguments.trials,
            level=arguments.level,
            correction=arguments.correction,
            seed=arguments.seed,
        )
        for at in range(len(evaluations[0].scores))
    ]


# --- lines and printing ----------------------------------------------------------------------------------------------

Found = list[tuple["Comparison", "ComparedPair", "list[ComparedLine]"]]


def _lines(comparisons: Sequence[Comparison], job: Job, most: int) -> Found:
    from probierz.inspection.compared_lines import compared_lines
    from probierz.scoring.compare import line_differences

    found: Found = []
    for comparison in comparisons:
        for first, second in combinations(range(len(job.evaluations)), 2):
            differences = line_differences(comparison.scores[first], comparison.scores[second])[:most]
            paths = (job.expected, job.evaluations[first].output, job.evaluations[second].output)
            lines = compared_lines(differences, paths, job.reading)
            found.append((comparison, comparison.pair(first, second), lines))
    return found


def _print(comparisons: list[Comparison], lines: Found, style: NumberStyle, form: str) -> None:
    from probierz.reports.comparison import comparison_table, comparisons_as_json, lines_as_text, lines_table, sentences

    if form == "json":
        print(comparisons_as_json(comparisons, lines), end="")
        return
    if style.precision is None and form not in ("tsv", "csv"):
        style = style._replace(precision=4)  # for people; programs get all digits
    if form in ("tsv", "csv", "latex"):
        together = form == "latex"
        print_table(
            lines_table(lines, style) if lines else comparison_table(comparisons, style, together=together), form
        )
        return
    print_table(comparison_table(comparisons, style, together=True), form)
    for comparison in comparisons:
        heading = f"{comparison.name}: " if len(comparisons) > 1 else ""
        print()
        print(printable(heading + ("\n" if form == "table" else "  \n").join(sentences(comparison, style))))
    for one in lines:
        print(f"\n{printable(_line_counts(*one[:2]))}\n")
        if form == "table":
            print(printable(lines_as_text(*one, style, width=terminal_columns())), end="")
        else:
            print_table(lines_table([one], style), form)


def _line_counts(comparison: Comparison, pair: ComparedPair) -> str:
    first, second = comparison.names[pair.first], comparison.names[pair.second]
    if pair.better is None:
        return f"{comparison.name}: what the score of {first} gains by each line of its own over that of {second}."
    return (
        f"{comparison.name}: against {second}, {first} is better on {pair.better} lines, worse on {pair.worse}, "
        f"the same on {pair.equal}."
    )
