"""Scores of a submission: one for each task whose expected results are at hand, and KLEJ's average."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import DataError
from probierz.scoring.score import Score, score
from probierz.suites.klej.builders import GOLD, format_of
from probierz.suites.klej.format import read_targets
from probierz.suites.suite import Task

__all__ = ["Result", "TaskResult", "average", "evaluate", "find_gold"]


@dataclass(frozen=True)
class TaskResult:
    """The score of one task, from 0 to 1 but for correlations; None with the reason where there is none."""

    task: str
    metric: str
    score: Score | None
    reason: str = ""

    @property
    def value(self) -> float | None:
        """The value of the score times 100, as KLEJ prints it."""
        return None if self.score is None else 100 * self.score.value


@dataclass(frozen=True)
class Result:
    """The scores of a submission, in the order of the suite."""

    tasks: tuple[TaskResult, ...]

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
    return math.fsum(values.values()) / len(values) if values else math.nan


def evaluate(tasks: Sequence[Task], predictions: Mapping[str, Sequence[str]], gold: Path) -> Result:
    """Score predictions by task against the expected results found in a folder; see `find_gold`.

    Raises DataError where expected results cannot be read, or are not as many as the predictions.
    """
    return Result(tuple(_task_result(task, predictions.get(task.name), gold) for task in tasks))


def _task_result(task: Task, predictions: Sequence[str] | None, gold: Path) -> TaskResult:
    metric = task.schemes[0]
    if predictions is None:
        return TaskResult(task.name, metric, None, "no predictions")
    file = find_gold(gold, task)
    if file is None:
        return TaskResult(task.name, metric, None, "no expected results at hand")
    expected = read_targets(file, format_of(task))
    if len(expected) != len(predictions):
        raise DataError(f"{len(expected)} expected results for {len(predictions)} predictions", path=file)
    return TaskResult(task.name, metric, score(metric, expected, predictions))


def find_gold(folder: Path, task: Task) -> Path | None:
    """Return the file of a task's expected results below a folder: `TASK/test_gold.tsv` or `TASK/test-A/expected.tsv`.

    So both a folder of KLEJ's files and one of built challenges will do. None where there is no such file.
    """
    for inner in (task.name, f"klej_{task.name}", f"{task.suite}/{task.name}", f"{task.suite}-{task.name}"):
        for place, name in ((folder / inner, GOLD), (folder / inner / "test-A", "expected.tsv")):
            found = find_file(str(place), name)
            if found:
                return Path(found)
    return None
