"""`probierz eval`: score the outputs of a challenge, or plain files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from typing import TYPE_CHECKING

from probierz.cli.common import (
    add_format_option,
    add_interval_options,
    add_plugin_option,
    challenge_of,
    chosen_format,
    contradiction,
    load_plugins,
    print_table,
    print_warning,
    read_schemes,
    terminal_columns,
    whole_number,
)
from probierz.cli.progress import LineProgress
from probierz.cli.splits import chosen_splits
from probierz.errors import ChallengeError

if TYPE_CHECKING:
    from probierz.challenges.challenge import Challenge, Split
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.lines import Dialect
    from probierz.reports.tables import NumberStyle, Table
    from probierz.schemes.scheme import Scheme
    from probierz.scoring.interval import ScoreInterval

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz eval                                        the challenge here, its outputs on test-A
  probierz eval my-challenge --split dev-0             another split
  probierz eval my-challenge --metric WER --metric CER:l   other metrics than the challenge's
  probierz eval my-challenge --out ~/mine.tsv          an output that lies elsewhere
  probierz eval my-challenge --interval                how far the scores would move with other lines
  probierz eval --metric WER --expected good.tsv --out mine.tsv   two files, no challenge

Without --split the test set is scored (test-A, unless config.txt says otherwise); if it cannot be, because its expected
results are hidden or there is no output, all splits that can be scored are.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Score outputs against expected results, with the metrics of the challenge or with others."
    parser.epilog = EXAMPLES
    parser.add_argument(
        "challenge", nargs="?", metavar="CHALLENGE", help="a challenge directory, or a task that was got (default: .)"
    )
    parser.add_argument("--split", action="append", metavar="SPLIT", help="a split, e.g. dev-0; may be repeated")
    parser.add_argument(
        "--metric", action="append", metavar="METRIC", help="a metric instead of the challenge's; may be repeated"
    )
    parser.add_argument("--out", metavar="FILE", help="the output: a name in the split, or a path")
    parser.add_argument("--expected", metavar="FILE", help="expected results, for files without a challenge")
    parser.add_argument("--input", metavar="FILE", help="the input, for metrics that read it (with --expected)")
    parser.add_argument(
        "--jobs", type=whole_number(0, 1024), default=1, metavar="N", help="processes (default: 1; 0: one a core)"
    )
    add_format_option(parser)
    parser.add_argument(
        "--precision", type=whole_number(0, 30), metavar="N", help="decimals (default: as config.txt says)"
    )
    parser.add_argument("--percent", action=BooleanOptionalAction, help="show 100 times the score")
    add_interval_options(parser)
    parser.add_argument(
        "--encoding-errors",
        choices=("strict", "replace"),
        default="strict",
        help="bytes that are not UTF-8: stop, or take each as U+FFFD, as GEval does (default: strict)",
    )
    parser.add_argument("--quiet", action="store_true", help="no warnings, no progress bar")
    add_plugin_option(parser)


def run(arguments: Namespace) -> int:
    """Score and print."""
    from probierz.cli.main import FINE, USAGE

    fault = contradiction(arguments)
    if fault:
        print(f"probierz eval: {fault}\nSee  probierz eval --help", file=sys.stderr)
        return USAGE
    load_plugins(arguments)
    if arguments.challenge and not os.path.isdir(arguments.challenge):
        from probierz.cli.challenge_argument import found_challenge

        arguments.challenge = found_challenge(arguments.challenge)
    schemes = read_schemes(arguments.metric, challenge_of(arguments)) if arguments.metric else None
    if arguments.expected is not None:
        evaluations, style = [_score_files(arguments, schemes or [])], _style(arguments)
    else:
        evaluations, style = _score_challenge(arguments, schemes)
    intervals = _intervals(evaluations, arguments) if arguments.interval else None
    _print(evaluations, style, chosen_format(arguments), intervals)
    if not arguments.quiet:
        for warning in dict.fromkeys([*_warnings(evaluations), *_notes(evaluations, intervals or [])]):
            print_warning(warning)
    return FINE


def _warnings(evaluations: list[EvaluationRecord]) -> list[str]:
    return [warning for one in evaluations for warning in one.warnings]


def _intervals(evaluations: list[EvaluationRecord], arguments: Namespace) -> list[list[ScoreInterval]]:
    # One process of one command: threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from probierz.scoring.interval import intervals

    settings = {"level": arguments.level, "samples": arguments.samples, "seed": arguments.seed}
    return [intervals(one.scores, **settings) for one in evaluations]


def _notes(evaluations: list[EvaluationRecord], intervals: list[list[ScoreInterval]]) -> list[str]:
    """Each note once, with the names of all scores that it is about."""
    found: dict[str, list[str]] = {}
    for one, of_one in zip(evaluations, intervals, strict=False):
        for score, interval in zip(one.scores, of_one, strict=True):
            for note in interval.notes:
                found.setdefault(note, []).append(score.name)
    return [f"{', '.join(dict.fromkeys(names))}: {note}" for note, names in found.items()]


def _dialect(arguments: Namespace) -> Dialect:
    from probierz.lines import DEFAULT, Dialect

    return Dialect(lenient=True) if arguments.encoding_errors == "replace" else DEFAULT


def _style(arguments: Namespace, precision: int | None = None, percent: bool = False) -> NumberStyle:
    from probierz.reports.tables import NumberStyle

    return NumberStyle(
        precision if arguments.precision is None else arguments.precision,
        percent if arguments.percent is None else arguments.percent,
    )


# --- scoring ---------------------------------------------------------------------------------------------------------


def _score_files(arguments: Namespace, schemes: list[Scheme]) -> EvaluationRecord:
    from probierz.challenges.evaluate import evaluate_files
    from probierz.challenges.files import Reading

    with LineProgress(os.path.basename(arguments.out), enabled=not arguments.quiet) as progress:
        return evaluate_files(
            schemes,
            arguments.expected,
            arguments.out,
            arguments.input,
            reading=Reading(_dialect(arguments)),
            jobs=arguments.jobs,
            rows=arguments.interval,
            progress=progress,
        )


def _score_challenge(arguments: Namespace, schemes: list[Scheme] | None) -> tuple[list[EvaluationRecord], NumberStyle]:
    from probierz.challenges.challenge import open_challenge

    challenge = open_challenge(arguments.challenge or ".", dialect=_dialect(arguments))
    options = challenge.options
    style = _style(arguments, options.precision, options.show_as_percentage)
    evaluations = [
        _score_output(challenge, split, output, schemes, arguments)
        for split in chosen_splits(challenge, arguments.split, arguments.out, quiet=arguments.quiet)
        for output in _outputs(challenge, split, arguments.out)
    ]
    return evaluations, style


def _score_output(
    challenge: Challenge, split: Split, output: str, schemes: list[Scheme] | None, arguments: Namespace
) -> EvaluationRecord:
    label = f"{split.name}/{os.path.basename(output)}"
    with LineProgress(label, enabled=not arguments.quiet) as progress:
        return challenge.evaluate(
            split.name, out=output, schemes=schemes, jobs=arguments.jobs, rows=arguments.interval, progress=progress
        )


def _outputs(challenge: Challenge, split: Split, out: str | None) -> list[str]:
    """The outputs to score in a split: the one that was named, else all there are."""
    if out is not None:
        return [out]
    if not split.outputs:
        name = challenge.options.out_file
        raise ChallengeError(
            f"{split.path}: there is no output to score; put it there as {name}, one line for each line of the input, "
            "or name it with --out"
        )
    return [output.path.name for output in split.outputs]


# --- printing --------------------------------------------------------------------------------------------------------


def _print(
    evaluations: list[EvaluationRecord], style: NumberStyle, form: str, intervals: list[list[ScoreInterval]] | None
) -> None:
    from probierz.reports.json_values import scores_as_json

    if form == "json":
        print(scores_as_json(evaluations, intervals), end="")
        return
    if style.precision is None and form not in ("tsv", "csv"):
        style = style._replace(precision=4)  # for people; programs get all digits
    table = _table(evaluations, style, intervals)
    if form == "table" and not _fits(table):
        table = _table(evaluations, style, intervals, transposed=True)
    print_table(table, form)


def _table(
    evaluations: list[EvaluationRecord],
    style: NumberStyle,
    intervals: list[list[ScoreInterval]] | None,
    *,
    transposed: bool = False,
) -> Table:
    from probierz.reports.score_tables import score_table

    table = score_table(evaluations, style, transposed=transposed)
    if intervals is None:
        return table
    from probierz.reports.score_tables import with_intervals

    by_row = intervals if len(intervals) > 1 and not transposed else list(map(list, zip(*intervals, strict=True)))
    return with_intervals(table, by_row, style)


def _fits(table: Table) -> bool:
    """Whether the table fits into the terminal; elsewhere everything does."""
    if not sys.stdout.isatty():
        return True
    from probierz.reports.tables import text_width

    return text_width(table) <= terminal_columns()
