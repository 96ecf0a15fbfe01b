"""Scores for the tasks of a suite as a table or JSON, each with its interval, and their average below."""

from __future__ import annotations

import math
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from probierz.cli.terminal import chosen_format, print_json, print_table, print_warning
from probierz.reports.json_values import json_number, plain_number

if TYPE_CHECKING:
    from probierz.reports.tables import NumberStyle, Table
    from probierz.scoring.interval import ScoreInterval
    from probierz.suites.suite_scores import SuiteScores, TaskScore

Intervals = Mapping[str, "ScoreInterval"]
"""By task; empty where none were asked for."""


def print_scores(result: SuiteScores, head: Mapping[str, Any], arguments: Namespace, *, has_tests: bool) -> None:
    """Print scores, with the intervals that the options ask for, and what is odd about them.

    head: what stands first in JSON. has_tests: whether tasks have different tests, so that each is named, and scores
    are shown as a board shows them in data for programs as well.
    """
    from probierz.scoring.interval_notes import interval_notes

    bounds = _intervals(result, arguments) if arguments.interval else {}
    form = chosen_format(arguments)
    if form == "json":
        print_json({**head, **_as_dict(result, bounds, has_tests=has_tests)})
        return
    print_table(_table(result, bounds, has_tests=has_tests, in_full=form in ("tsv", "csv") and not has_tests), form)
    warn_of_constants(result)
    for note in interval_notes(bounds.items()):
        print_warning(note)


def warn_of_constants(result: SuiteScores) -> None:
    """Say which metrics are not defined, as of an output whose lines are all equal."""
    for one in result.tasks:
        if one.value is not None and math.isnan(one.value):
            print_warning(f"{one.task}: {one.metric} is NaN, as of a constant output, and so is every mean with it")


def _intervals(result: SuiteScores, arguments: Namespace) -> Intervals:
    return {
        one.task: one.score.interval(arguments.level, samples=arguments.samples, seed=arguments.seed)
        for one in result.tasks
        if one.score is not None
    }


# --- tables ----------------------------------------------------------------------------------------------------------


def _table(result: SuiteScores, bounds: Intervals, *, has_tests: bool, in_full: bool) -> Table:
    from probierz.reports.tables import Column, Table

    rows = [_row(one, bounds, has_tests=has_tests, in_full=in_full) for one in result.tasks]
    if result.has_average:
        rows.append(_average_row(result, bounds, has_tests=has_tests, in_full=in_full))
    test = (Column("test"),) * has_tests
    interval = (Column("low", True), Column("high", True)) if bounds else ()
    columns = (Column("task"), *test, Column("metric"), Column("score", True), *interval, Column("note"))
    return Table(columns, tuple(rows))


def _row(one: TaskScore, bounds: Intervals, *, has_tests: bool, in_full: bool) -> tuple[str, ...]:
    style = one.style._replace(precision=None) if in_full else one.style
    found = bounds.get(one.task)
    score = () if one.score is None else (one.score.value,)
    ends = _shown((found.low, found.high) if found else (), 2, style, in_full=in_full) if bounds else []
    shown = _shown(score, 1, style, in_full=in_full)
    return (one.task, *(one.split,) * has_tests, one.metric, *shown, *ends, one.reason)


def _average_row(result: SuiteScores, bounds: Intervals, *, has_tests: bool, in_full: bool) -> tuple[str, ...]:
    from probierz.reports.tables import NumberStyle

    style = NumberStyle(None if in_full else result.digits)
    mean = () if result.average is None else (result.average,)
    ends = _shown(result.interval_of_average(bounds) or (), 2, style, in_full=in_full) if bounds else []
    note = "" if mean else f"{len(result.values)} of {len(result.tasks)} tasks have a score"
    return ("average", *("",) * has_tests, "mean", *_shown(mean, 1, style, in_full=in_full), *ends, note)


def _shown(numbers: Sequence[float], count: int, style: NumberStyle, *, in_full: bool) -> list[str]:
    """So many cells with numbers, or empty ones; two are the ends of an interval."""
    from probierz.reports.comparison import shown_ends
    from probierz.scoring.format import without_noise

    if count == len(numbers) == 2 and not in_full:
        return list(shown_ends(numbers[0], numbers[1], style))
    known = map(without_noise, numbers) if in_full else numbers
    return list(map(style.show, known)) if numbers else [""] * count


# --- JSON ------------------------------------------------------------------------------------------------------------


def _as_dict(result: SuiteScores, bounds: Intervals, *, has_tests: bool) -> dict[str, Any]:
    tasks = [_task_as_dict(one, bounds.get(one.task), has_tests=has_tests) for one in result.tasks]
    found: dict[str, Any] = {"tasks": tasks, "average": plain_number(result.average)}
    if has_tests and result.average is not None:
        *_, shown, _note = _average_row(result, {}, has_tests=True, in_full=False)
        found["average_shown"] = shown
    ends = result.interval_of_average(bounds)
    return (
        found if ends is None else found | {"average_low": plain_number(ends[0]), "average_high": plain_number(ends[1])}
    )


def _task_as_dict(one: TaskScore, interval: ScoreInterval | None, *, has_tests: bool) -> dict[str, Any]:
    found: dict[str, Any] = {"task": one.task} | ({"test": one.split} if has_tests else {}) | {"metric": one.metric}
    number = {} if one.value is None else json_number(one.value)
    found["score"] = number.pop("value", None)
    found |= number
    if has_tests and one.score is not None:
        found["shown"] = one.style.show(one.score.value)
    if interval is not None:
        found |= {"low": plain_number(one.in_unit(interval.low)), "high": plain_number(one.in_unit(interval.high))}
        found |= {"notes": list(interval.notes)} if interval.notes else {}
    return found | ({"note": one.reason} if one.score is None else {"signature": str(one.score.signature)})
