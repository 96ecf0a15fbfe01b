"""`probierz klej evaluate`: the scores of an archive of predictions, and their average."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING, Any

from probierz.cli.exit_codes import FINE
from probierz.cli.klej.archives import add_expected_option, klej, plain_number, scored, warn_of_constants
from probierz.cli.options import INTERVALS, add_options
from probierz.cli.terminal import chosen_format, print_json, print_table

if TYPE_CHECKING:
    from probierz.reports.tables import Table
    from probierz.scoring.interval import ScoreInterval
    from probierz.suites.klej.results import SuiteScore, TaskScore

__all__ = ["configure", "run"]

EXAMPLES = """
examples:
  probierz klej evaluate mine.zip --expected klej
  probierz klej evaluate mine.zip --expected klej --interval    how sure is each score?
  probierz klej evaluate mine.zip --expected klej --partial     some of the tasks

KLEJ keeps the expected results of its tests; those of CDSC and CBD were published by their makers.
For the others, have expected results of your own, such as of a part of train.
"""


def configure(parser: ArgumentParser) -> None:
    """Declare the arguments."""
    parser.description = (
        "Score an archive of predictions, each task by its own metric times 100: accuracy, Spearman's correlation, "
        "F1 of class 1, 1-wMAE; and average them. A task without expected results has no score, and then there is no "
        "average. What is wrong with the archive is told first, as by  probierz klej check."
    )
    parser.epilog = EXAMPLES
    parser.add_argument("archive", metavar="ARCHIVE", help="a .zip, or a folder with the files")
    add_expected_option(parser)
    add_options(parser, "--partial", "--interval", *INTERVALS, "--format")


def run(arguments: Namespace) -> int:
    """Score and print."""
    result = scored(arguments.archive, klej(), arguments)
    bounds = _intervals(result, arguments) if arguments.interval else {}
    if chosen_format(arguments) == "json":
        print_json(_as_dict(arguments.archive, result, bounds))
        return FINE
    print_table(_table(result, bounds, chosen_format(arguments)), chosen_format(arguments))
    warn_of_constants(result)
    return FINE


def _intervals(result: SuiteScore, arguments: Namespace) -> dict[str, ScoreInterval]:
    return {
        one.task: one.score.interval(arguments.level, samples=arguments.samples, seed=arguments.seed)
        for one in result.tasks
        if one.score is not None
    }


def _of_average(result: SuiteScore, bounds: dict[str, ScoreInterval]) -> tuple[float, float] | None:
    """The interval of the average; None where there is no average, or no intervals."""
    from probierz.suites.averaging import interval_of_mean

    if result.average is None or not bounds:
        return None
    ends = [(100 * bounds[one.task].low, 100 * bounds[one.task].high) for one in result.tasks]
    return interval_of_mean(list(result.values.values()), ends)


def _table(result: SuiteScore, bounds: dict[str, ScoreInterval], form: str) -> Table:
    from probierz.reports.tables import Column, NumberStyle, Table

    style = NumberStyle(None if form in ("tsv", "csv") else 2)
    rows = [_row(one, bounds, style.show) for one in result.tasks]
    mean = result.average
    note = "" if mean is not None else f"{len(result.values)} of {len(result.tasks)} tasks have a score"
    ends = _of_average(result, bounds)
    shown = [""] * (2 * bool(bounds)) if ends is None else list(map(style.show, ends))
    rows.append(("average", "mean", "" if mean is None else style.show(mean), *shown, note))
    interval = (Column("low", True), Column("high", True)) if bounds else ()
    columns = (Column("task"), Column("metric"), Column("score", True), *interval, Column("note"))
    return Table(columns, tuple(rows))


def _row(one: TaskScore, bounds: dict[str, ScoreInterval], show: Any) -> tuple[str, ...]:
    score = "" if one.value is None else show(one.value)
    found = bounds.get(one.task)
    ends = (show(100 * found.low), show(100 * found.high)) if found else ("", "")
    return (one.task, one.metric, score, *(ends if bounds else ()), one.reason)


def _as_dict(archive: str, result: SuiteScore, bounds: dict[str, ScoreInterval]) -> dict[str, Any]:
    tasks = [_task_as_dict(one, bounds.get(one.task)) for one in result.tasks]
    found = {"archive": archive, "tasks": tasks, "average": plain_number(result.average)}
    ends = _of_average(result, bounds)
    return (
        found if ends is None else found | {"average_low": plain_number(ends[0]), "average_high": plain_number(ends[1])}
    )


def _task_as_dict(one: TaskScore, interval: ScoreInterval | None) -> dict[str, Any]:
    found: dict[str, Any] = {"task": one.task, "metric": one.metric, "score": plain_number(one.value)}
    if interval is not None:
        found |= {"low": plain_number(100 * interval.low), "high": plain_number(100 * interval.high)}
    return found | ({"note": one.reason} if one.score is None else {"signature": str(one.score.signature)})
