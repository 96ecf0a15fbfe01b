"""`probierz compare`: which of several outputs is better, and whether that is more than chance."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from probierz.cli.common import (
    add_format_option,
    add_interval_options,
    add_plugin_option,
    chosen_format,
    load_plugins,
    print_table,
    print_warning,
    printable,
    read_schemes,
    terminal_columns,
    whole_number,
)
from probierz.cli.progress import LineProgress
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split
    from probierz.challenges.evaluate import Evaluation, Reading
    from probierz.inspection.compared_lines import ComparedLine
    from probierz.lines import Dialect
    from probierz.reports.tables import NumberStyle
    from probierz.schemes.scheme import Scheme
    from probierz.scoring.compare import Comparison, Pair

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
    parser.add_argument(
        "--challenge", metavar="DIR", help="the challenge (default: that of the first output's directory, else .)"
    )
    parser.add_argument("--split", metavar="SPLIT", help="a split, e.g. dev-0 (default: the one with these outputs)")
    parser.add_argument(
        "--metric", action="append", metavar="METRIC", help="a metric (default: the main one); may be repeated"
    )
    parser.add_argument("--expected", metavar="FILE", help="expected results, for files without a challenge")
    parser.add_argument("--input", metavar="FILE", help="the input, for metrics that read it (with --expected)")
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
    parser.add_argument(
        "--precision", type=whole_number(0, 30), metavar="N", help="decimals (default: as config.txt says)"
    )
    parser.add_argument("--percent", action=BooleanOptionalAction, help="show 100 times the score")
    parser.add_argument(
        "--jobs", type=whole_number(0, 1024), default=1, metavar="N", help="processes (default: 1; 0: one a core)"
    )
    parser.add_argument(
        "--encoding-errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop, or take each as U+FFFD, as GEval does (default: strict)",
    )
    parser.add_argument("--quiet", action="store_true", help="no warnings, no progress bar")
    add_plugin_option(parser)


def run(arguments: Namespace) -> int:
    """Compare and print."""
    from probierz.cli.main import FINE, USAGE

    fault = _usage_fault(arguments)
    if fault:
        print(f"probierz compare: {fault}\nSee  probierz compare --help", file=sys.stderr)
        return USAGE
    load_plugins(arguments)
    schemes = read_schemes(arguments.metric) if arguments.metric else None
    job = _files(arguments, schemes or []) if arguments.expected is not None else _in_challenge(arguments, schemes)
    evaluations, reading, expected, style = job
    comparisons = _compare(evaluations, arguments)
    lines = _lines(comparisons, evaluations, reading, expected, arguments.lines) if arguments.lines else []
    _print(comparisons, lines, style, chosen_format(arguments))
    if not arguments.quiet:
        warnings = [warning for one in evaluations for warning in one.warnings]
        for warning in dict.fromkeys([*warnings, *(note for one in comparisons for note in one.notes)]):
            print_warning(warning)
    return FINE


def _usage_fault(arguments: Namespace) -> str:
    if len(arguments.outputs) < 2:
        return "a comparison needs at least two outputs"
    twice = next((one for one in arguments.outputs if arguments.outputs.count(one) > 1), None)
    if twice is not None:
        return f"{twice} is given twice; name each output once"
    if arguments.expected is None:
        return "--input goes with --expected; in a challenge the input is found by itself" if arguments.input else ""
    if arguments.challenge is not None or arguments.split:
        return "--expected compares plain files; leave out --challenge and --split"
    return "" if arguments.metric else "--expected wants --metric too, e.g. --metric WER"


# --- scoring ---------------------------------------------------------------------------------------------------------

Job = tuple[list["Evaluation"], "Reading", str, "NumberStyle"]


def _files(arguments: Namespace, schemes: list[Scheme]) -> Job:
    from probierz.challenges.evaluate import Reading, evaluate_files
    from probierz.reports.tables import NumberStyle

    reading = Reading(_dialect(arguments))
    evaluations = []
    for output in arguments.outputs:
        with LineProgress(os.path.basename(output), enabled=not arguments.quiet) as progress:
            evaluations.append(
                evaluate_files(
                    schemes,
                    arguments.expected,
                    output,
                    arguments.input,
                    reading=reading,
                    jobs=arguments.jobs,
                    progress=progress,
                )
            )
    return evaluations, reading, arguments.expected, NumberStyle(arguments.precision, bool(arguments.percent))


def _in_challenge(arguments: Namespace, schemes: list[Scheme] | None) -> Job:
    from probierz.challenges.challenge import open_challenge
    from probierz.reports.tables import NumberStyle

    directory, split_name = _place(arguments)
    challenge = open_challenge(directory, dialect=_dialect(arguments))
    split = challenge.split(split_name) if split_name else _split_of(challenge, arguments.outputs)
    chosen = schemes or challenge.schemes[:1]
    evaluations = []
    for output in arguments.outputs:
        with LineProgress(os.path.basename(output), enabled=not arguments.quiet) as progress:
            evaluations.append(
                challenge.evaluate(split.name, out=output, schemes=chosen, jobs=arguments.jobs, progress=progress)
            )
    options = challenge.options
    style = NumberStyle(
        options.precision if arguments.precision is None else arguments.precision,
        options.show_as_percentage if arguments.percent is None else arguments.percent,
    )
    return evaluations, challenge.reading, str(split.expected), style


def _dialect(arguments: Namespace) -> Dialect:
    from probierz.lines import DEFAULT, Dialect

    return Dialect(lenient=True) if arguments.encoding_errors == "replace" else DEFAULT


def _place(arguments: Namespace) -> tuple[str, str | None]:
    """The challenge and the split: as they are named, or where the first output lies."""
    if arguments.challenge is None and os.path.isfile(arguments.outputs[0]):
        split = os.path.dirname(os.path.abspath(arguments.outputs[0]))
        challenge = os.path.dirname(split)
        if os.path.isfile(os.path.join(challenge, "config.txt")):
            return os.path.relpath(challenge), arguments.split or os.path.basename(split)
    return arguments.challenge or ".", arguments.split


def _split_of(challenge: Challenge, outputs: Sequence[str]) -> Split:
    """The split that has all these outputs; the test set where several have, or where they lie elsewhere."""
    scorable = [split for split in challenge.splits if split.expected]
    found = [split for split in scorable if all(_is_in(split, output) for output in outputs)]
    if not found and all(map(os.path.isfile, outputs)):
        found = scorable
    main = [split for split in found if split.name == challenge.options.test_name] or found
    if len(main) == 1:
        return main[0]
    names = ", ".join(split.name for split in main or scorable) or "none"
    if main:
        raise ChallengeError(f"{challenge.path}: it is not clear which split is meant; name it with --split: {names}")
    raise ChallengeError(
        f"{challenge.path}: no split has all of {', '.join(outputs)} (splits with expected results: {names})"
    )


def _is_in(split: Split, output: str) -> bool:
    from probierz.challenges.files import existing_output

    return not os.path.isabs(output) and existing_output(str(split.path), output) is not None


def _compare(evaluations: Sequence[Evaluation], arguments: Namespace) -> list[Comparison]:
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

Found = list[tuple["Comparison", "Pair", "list[ComparedLine]"]]


def _lines(
    comparisons: Sequence[Comparison],
    evaluations: Sequence[Evaluation],
    reading: Reading,
    expected: str,
    most: int,
) -> Found:
    from probierz.inspection.compared_lines import compared_lines
    from probierz.scoring.compare import line_differences

    found: Found = []
    for comparison in comparisons:
        for first, second in combinations(range(len(evaluations)), 2):
            differences = line_differences(comparison.scores[first], comparison.scores[second])[:most]
            paths = (expected, evaluations[first].output, evaluations[second].output)
            lines = compared_lines(differences, paths, reading)
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


def _line_counts(comparison: Comparison, pair: Pair) -> str:
    first, second = comparison.names[pair.first], comparison.names[pair.second]
    if pair.better is None:
        return f"{comparison.name}: what the score of {first} gains by each line of its own over that of {second}."
    return (
        f"{comparison.name}: against {second}, {first} is better on {pair.better} lines, worse on {pair.worse}, "
        f"the same on {pair.equal}."
    )
