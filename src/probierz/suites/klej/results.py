"""Scores of a submission: one for each task whose expected results are at hand, and KLEJ's average."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from probierz.errors import DataError
from probierz.reports.tables import NumberStyle
from probierz.scoring.score import score
from probierz.suites.averaging import exact_mean
from probierz.suites.checks.declaration import other_results
from probierz.suites.klej.folders import expected_of_test
from probierz.suites.suite import DeclaredTask
from probierz.suites.suite_scores import SuiteScores, TaskScore

_IN_PERCENT = NumberStyle(4, percent=True)
"""KLEJ prints scores times 100; here with two digits behind the point, of which it prints one."""


def average(values: Mapping[str, float]) -> float:
    """Return the plain mean of the values of tasks, each weighing the same; NaN without any."""
    return exact_mean(list(values.values()))


def evaluate(tasks: Sequence[DeclaredTask], predictions: Mapping[str, Sequence[str]], gold: Path) -> SuiteScores:
    """Score predictions by task against the expected results found in a folder; see `folders`.

    Raises DataError where expected results cannot be read, or are not as many as the predictions.
    """
    return SuiteScores(tuple(_task_result(task, predictions.get(task.name), gold) for task in tasks), digits=2)


def results_not_declared(tasks: Sequence[DeclaredTask], gold: Path) -> Iterator[str]:
    """Say which expected results found in a folder are not those that tasks declare; see `folders`. Raises DataError.

    Where none are declared, as they are nobody's but KLEJ's, nothing is said.
    """
    for task in tasks:
        found = expected_of_test(gold, task)
        if found is not None:
            yield from other_results(task.split("test-A"), *found)


def _task_result(task: DeclaredTask, predictions: Sequence[str] | None, gold: Path) -> TaskScore:
    metric = task.schemes[0]
    if predictions is None:
        return TaskScore(task.name, metric, None, "no predictions")
    found = expected_of_test(gold, task)
    if found is None:
        return TaskScore(task.name, metric, None, "no expected results at hand")
    file, expected = found
    if len(expected) != len(predictions):
        raise DataError(f"{len(expected)} expected results for {len(predictions)} predictions", path=file)
    found_score = score(metric, expected, predictions)
    return TaskScore(task.name, metric, found_score, style=_IN_PERCENT, shares=task.shares)
