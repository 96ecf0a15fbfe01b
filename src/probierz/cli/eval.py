"""`probierz eval`: score the outputs of a challenge, or plain files."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE, PROBLEM
from probierz.cli.missing_values import warnings_of
from probierz.cli.options import INTERVALS_OF_CLUSTERS, add_options
from probierz.cli.outputs_to_score import add_number_options, add_output_options, opened_workers, outputs_to_score
from probierz.cli.terminal import chosen_format, print_fault, print_table, print_warnings, terminal_columns
from probierz.errors import DataError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from probierz.challenges.challenge import Split
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.cli.outputs_to_score import OutputsToScore
    from probierz.reports.tables import NumberStyle, Table
    from probierz.scoring.interval import ScoreInterval

EXAMPLES = """
examples:
  probierz eval                                        the challenge here, its outputs on test-A
  probierz eval my-challenge --split dev-0             another split
  probierz eval my-challenge --metric WER --metric CER:l   other metrics than the challenge's
  probierz eval my-challenge --out ~/mine.tsv          an output that lies elsewhere
  probierz eval my-challenge --interval                how far the scores would move with other lines
  probierz eval --metric WER --expected good.tsv --out mine.tsv   two files, no challenge

Without --split the test set is scored (test-A, unless config.txt says otherwise); if it cannot be, because its expected
results are hidden or there is no output, all splits that can be scored are. An output that lies elsewhere is scored on
the split that has as many lines, if no other has.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = "Score outputs against expected results, with the metrics of the challenge or with others."
    parser.epilog = EXAMPLES
    add_output_options(parser, several=("--split", "--metric"))
    add_number_options(parser)
    add_options(parser, "--interval", *INTERVALS_OF_CLUSTERS, "--format")


def run(arguments: Namespace) -> int:
    """Score and print; what cannot be scored is told after the scores of the others."""
    wanted = outputs_to_score(arguments, several_splits=True, several_outputs=True)
    # One process of one command: threads of the linear algebra would take longer to start than they save.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    with opened_workers(arguments) as jobs:
        wanted, evaluations, faults = _evaluated(wanted, arguments, jobs)
        intervals = _intervals(evaluations, wanted, arguments, jobs) if arguments.interval else None
    _print(evaluations, wanted.style(arguments), chosen_format(arguments), intervals)
    print_warnings(_told(evaluations, intervals or []), arguments)
    for fault in faults:
        print_fault(str(fault))
    return PROBLEM if faults else FINE


def _evaluated(
    wanted: OutputsToScore, arguments: Namespace, jobs: int | Executor
) -> tuple[OutputsToScore, list[EvaluationRecord], list[DataError]]:
    """The outputs that can be scored, what came of them, and what is wrong with others. Raises where that is all."""
    found: list[EvaluationRecord] = []
    scored: list[tuple[Split | None, str]] = []
    faults: list[DataError] = []
    for pair in wanted.outputs:
        try:
            found += replace(wanted, outputs=[pair]).evaluate(arguments, rows=arguments.interval, jobs=jobs)
            scored.append(pair)
        except DataError as error:
            faults.append(error)
    if faults and not found:
        raise faults[0]
    return replace(wanted, outputs=scored), found, faults


def _told(evaluations: list[EvaluationRecord], intervals: list[list[ScoreInterval]]) -> Iterator[str]:
    """What is odd, one by one: files are read again for it, which --quiet saves."""
    for one in evaluations:
        yield from warnings_of(one)
    yield from _notes(evaluations, intervals)


def _intervals(
    evaluations: list[EvaluationRecord], wanted: OutputsToScore, arguments: Namespace, jobs: int | Executor
) -> list[list[ScoreInterval]]:
    from probierz.scoring.interval import intervals

    settings: dict[str, Any] = {"level": arguments.level, "samples": arguments.samples, "seed": arguments.seed}
    settings["method"] = arguments.interval_method
    clusters = [_cluster(split, wanted, arguments.cluster) for split, _ in wanted.outputs]
    return [
        intervals(one.scores, **settings, cluster=cluster, jobs=jobs)
        for one, cluster in zip(evaluations, clusters, strict=True)
    ]


def _cluster(split: Split | None, wanted: OutputsToScore, column: str | None) -> list[str] | None:
    """What each line of a split (or of plain files) belongs to, where --cluster says so."""
    if column is None:
        return None
    from probierz.inspection.line_clusters import line_clusters

    expected, inputs = (split.expected, split.input) if split else (wanted.expected, wanted.input)
    return line_clusters(column, wanted.reading, str(expected), None if inputs is None else str(inputs))


def _notes(evaluations: list[EvaluationRecord], intervals: list[list[ScoreInterval]]) -> list[str]:
    """Each note once, with the outputs and the scores that it is about."""
    from probierz.scoring.interval_notes import interval_notes

    outputs: dict[str, list[str]] = {}
    for one, of_one in zip(evaluations, intervals, strict=False):
        for note in interval_notes(zip((score.name for score in one.scores), of_one, strict=True)):
            outputs.setdefault(note, []).append(one.output)
    return [f"{', '.join(of)}: {note}" for note, of in outputs.items()]


# --- printing --------------------------------------------------------------------------------------------------------


def _print(
    evaluations: list[EvaluationRecord], style: NumberStyle, form: str, intervals: list[list[ScoreInterval]] | None
) -> None:
    from probierz.reports.json_values import scores_as_json

    if form == "json":
        print(scores_as_json(evaluations, intervals), end="")
        return
    if form not in ("tsv", "csv"):  # which programs read
        style = style._replace(undefined="undefined")
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
