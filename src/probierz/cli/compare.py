"""`probierz compare`: which of several outputs is better, and whether that is more than chance."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, combinations
from shlex import quote
from typing import TYPE_CHECKING

from probierz.cli.doubt_warnings import doubt_warnings
from probierz.cli.options import INTERVALS_OF_CLUSTERS, ContradictingOptions, add_option, add_options, whole_number
from probierz.cli.output_names import is_pattern
from probierz.cli.outputs_here import folder_of, is_challenge, two_of
from probierz.cli.outputs_to_score import (
    OutputsToScore,
    add_number_options,
    add_outputs_options,
    opened_workers,
    outputs_to_score,
)
from probierz.cli.terminal import chosen_format, print_table, print_warnings, printable, terminal_columns, wrapped
from probierz.cli.titled_tables import print_folded

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.inspection.compared_lines import ComparedLine
    from probierz.reports.tables import NumberStyle
    from probierz.scoring.comparison import ComparedPair, Comparison

OUTPUTS_HELP = (
    "two outputs or more: names in the split, or paths; or a challenge or split, all of whose outputs are meant"
)

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
        "groups of outputs that cannot be told apart. "
        "A p-value is the chance of so large a difference between outputs that are equally good. "
        "McNemar's sign test is taken for means over lines of 0 and 1, else randomisation."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("outputs", nargs="*", metavar="OUT", help=f"{OUTPUTS_HELP} (default: .)")
    add_outputs_options(parser, metric="the main one")
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
        help="how p-values are corrected for the number of pairs on which a verdict is possible (default: holm)",
    )
    add_options(parser, *INTERVALS_OF_CLUSTERS)
    add_option(
        parser,
        "--trials",
        type=whole_number(1, 100_000_000),
        default=10_000,
        help="most trials of the randomisation, where the chance cannot be computed; fewer are made where these "
        "tell p. Of scores by class more do not help beyond what --samples draws of rare classes leave open",
    )
    parser.add_argument(
        "--lines",
        type=whole_number(1, 1_000_000_000),
        metavar="N",
        help="show the N lines of each pair that differ most (as tsv, csv and latex: instead of the table)",
    )
    add_option(parser, "--format")
    add_number_options(parser)


def run(arguments: Namespace) -> None:
    """Compare and print."""
    wanted = outputs_to_compare(arguments)
    # Threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with opened_workers(arguments) as jobs:
        evaluations = wanted.evaluate(arguments, schemes=wanted.main_schemes, jobs=jobs)
        comparisons = _compare(evaluations, wanted, arguments, jobs)
    lines = _lines(comparisons, evaluations, wanted, arguments.lines) if arguments.lines else []
    _print(comparisons, lines, wanted.style(arguments), chosen_format(arguments))
    warnings = (warning for one in evaluations for warning in (*one.warnings, *doubt_warnings(one)))
    print_warnings(chain(warnings, _notes(comparisons)), arguments)


def _notes(comparisons: Sequence[Comparison]) -> list[str]:
    """The notes; of several metrics each with the names of those that it is about."""
    about: dict[str, list[str]] = {}
    for one in comparisons:
        for note in one.notes:
            about.setdefault(note, []).append(one.name)
    return [f"{', '.join(names)}: {note}" if len(comparisons) > 1 else note for note, names in about.items()]


def outputs_to_compare(arguments: Namespace) -> OutputsToScore:
    """Open what the command line names. Raises ContradictingOptions where there is nothing to compare with."""
    if not arguments.outputs and arguments.challenge is not None:
        arguments.outputs, arguments.challenge = [arguments.challenge], None
    words = arguments.outputs = arguments.outputs or ["."]
    _refuse_challenge(words, arguments)
    place = folder_of(words[0]) if len(words) == 1 and arguments.challenge is None else None
    if place is not None:
        arguments.challenge, split = place
        arguments.split, arguments.outputs = arguments.split or split, []
        wanted = outputs_to_score(arguments, several_outputs=True)
        if len(wanted.outputs) > 1:
            return wanted
    if len(words) < 2 and not is_pattern(words[0]):
        raise ContradictingOptions(f"a comparison needs at least two outputs{two_of(words[0])}")
    wanted = outputs_to_score(arguments)
    if len(wanted.outputs) < 2:
        raise ContradictingOptions(f"a comparison needs at least two outputs; {words[0]} stands for one")
    return wanted


def _refuse_challenge(words: Sequence[str], arguments: Namespace) -> None:
    """A challenge among outputs is meant as theirs, as it is in front of the words of other commands."""
    found = next((word for word in words if is_challenge(word)), None)
    if found is not None and len(words) > 1 and arguments.challenge is None and arguments.expected is None:
        raise ContradictingOptions(f"{found} is a challenge, not an output; name it with --challenge {quote(found)}")


def _compare(
    evaluations: Sequence[EvaluationRecord], wanted: OutputsToScore, arguments: Namespace, jobs: int | Executor
) -> list[Comparison]:
    from probierz.challenges.files import distinct_names
    from probierz.scoring.compare import compare

    names = distinct_names([one.output for one in evaluations])
    cluster = None
    if arguments.cluster is not None:
        from probierz.inspection.line_clusters import line_clusters

        cluster = line_clusters(arguments.cluster, wanted.reading, wanted.expected, wanted.input)
    return [
        compare(
            [one.scores[at] for one in evaluations],
            names,
            test=arguments.test,
            samples=arguments.samples,
            trials=arguments.trials,
            level=arguments.level,
            method=arguments.interval_method,
            correction=arguments.correction,
            cluster=cluster,
            seed=arguments.seed,
            jobs=jobs,
        )
        for at in range(len(evaluations[0].scores))
    ]


# --- lines and printing ----------------------------------------------------------------------------------------------

Found = list[tuple["Comparison", "ComparedPair", "list[ComparedLine]"]]


def _lines(
    comparisons: Sequence[Comparison], evaluations: Sequence[EvaluationRecord], wanted: OutputsToScore, most: int
) -> Found:
    from probierz.inspection.compared_lines import compared_lines
    from probierz.scoring.line_differences import line_differences

    found: Found = []
    for comparison in comparisons:
        for first, second in combinations(range(len(evaluations)), 2):
            differences = line_differences(comparison.scores[first], comparison.scores[second])[:most]
            paths = (wanted.expected, evaluations[first].output, evaluations[second].output)
            lines = compared_lines(differences, paths, wanted.reading)
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
    width = terminal_columns() if form == "table" and sys.stdout.isatty() else None
    several = len(comparisons) > 1
    room = width - 2 - max(len("metric"), *(len(one.name) for one in comparisons)) if width and several else width
    shown = [replace(one, names=_short_names(one.names, room)) for one in comparisons]
    is_ranked = len(shown[0].names) > _MOST_BESIDE
    print_folded(comparison_table(shown, style, together=True, ranked=is_ranked), form, kept=2 if several else 1)
    for comparison in comparisons:
        heading = f"{comparison.name}: " if several else ""
        said = [heading + first if at == 0 else first for at, first in enumerate(sentences(comparison, style))]
        if is_ranked:
            said.append("Differences between all outputs: --format json, tsv, csv or latex.")
        print()
        print(printable(("\n" if form == "table" else "  \n").join(wrapped(one, width) for one in said)))
    if several:
        print(f"\n{printable(wrapped(_NOT_OVER_METRICS, width))}")
    for one in lines:
        print(f"\n{printable(wrapped(_line_counts(*one[:2]), width))}\n")
        if form == "table":
            named = shown[comparisons.index(one[0])]
            print(printable(lines_as_text(named, *one[1:], style, width=terminal_columns())), end="")
        else:
            print_table(lines_table([one], style), form)


_NOT_OVER_METRICS = (
    "P-values are corrected, if at all, over the pairs of one metric: the more metrics, the likelier one of them finds "
    "a difference by chance."
)
_MOST_BESIDE = 8
"""Outputs whose differences from each other people can read in one table."""


def _short_names(names: tuple[str, ...], width: int | None) -> tuple[str, ...]:
    """Names of which two and a number fit beside each other into so many columns, by their ends, if these differ."""
    most = max(8, (width - len("  minus ")) // 2) if width else max(map(len, names))
    short = tuple(name if len(name) <= most else f"…{name[1 - most :]}" for name in names)
    return short if len(set(short)) == len(names) else names


def _line_counts(comparison: Comparison, pair: ComparedPair) -> str:
    first, second = comparison.names[pair.first], comparison.names[pair.second]
    if pair.better is None:
        return f"{comparison.name}: what the score of {first} gains by each line of its own over that of {second}."
    lines = f"{pair.better} line{'s' * (pair.better != 1)}"
    return (
        f"{comparison.name}: against {second}, {first} is better on {lines}, worse on {pair.worse}, "
        f"the same on {pair.equal}."
    )
