"""Scores of a submission: one for each task whose expected results are at hand, and KLEJ's average."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from probierz.errors import DataError
from probierz.scoring.score import Score, score
from probierz.suites.averaging import exact_mean
from probierz.suites.klej.folders import expected_of_test
from probierz.suites.suite import DeclaredTask

__all__ = ["SuiteScore", "TaskScore", "average", "evaluate"]


@dataclass(frozen=True)
class TaskScore:
    """The score of one task, from 0 to 1 but for correlations; None with the reason where there is none."""

    task: str
    metric: str
    score: Score | None
    reason: str = ""

    @property
    def value(self) -> float | None:
        """The value of the score times 100, as KLEJ prints it."""
        return None if self.score is None else float(Decimal(repr(float(self.score.value))).scaleb(2))


@dataclass(frozen=True)
class SuiteScore:
    """The scores of a submission, in the order of the suite."""

    tasks: tuple[TaskScore, ...]

    @property
    def values(self) -> dict[str, float]:
        """The values of the tasks that have one, times 100."""
        return {one.task: one.value for one in self.tasks if one.value is not None}

    @property
    def average(self) -> float | None:
        """KLEJ's average, times 100; None as long as a task has no score."""
        return average(self.values) if len(self.values) == len(self.tasks) else None


def average(values: Mapping[str, float]) -> float:
    """Return the plain mean of the values of tasks, each weighing the same; NaN without any."""
    return exact_mean(list(values.values()))


def evaluate(tasks: Sequence[DeclaredTask], predictions: Mapping[str, Sequence[str]], gold: Path) -> SuiteScore:
    """Score predictions by task against the expected results found in a folder; see `folders`.

    Raises DataError where expected results cannot be read, or are not as many as the predictions.
    """
    return SuiteScore(tuple(_task_result(task, predictions.get(task.name), gold) for task in tasks))


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
    return TaskScore(task.name, metric, score(metric, expected, predictions))
