"""Scores of outputs for the tasks of a suite, and their average, as a board over the tasks shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal

from probierz.reports.tables import NumberStyle
from probierz.scoring.interval import ScoreInterval
from probierz.scoring.score import Score
from probierz.suites.averaging import exact_mean, interval_of_mean, sets_of_tasks

_IN_FULL = NumberStyle()


@dataclass(frozen=True)
class TaskScore:
    """The score of one task; None with the reason where there is none. style: how it is shown.

    shares: the tasks that have the same texts, as far as its declaration says so.
    """

    task: str
    metric: str
    score: Score | None
    reason: str = ""
    split: str = ""
    style: NumberStyle = _IN_FULL
    shares: tuple[str, ...] = ()

    @property
    def value(self) -> float | None:
        """The value of the score in the unit in which it is shown: times 100 where these are percents."""
        return None if self.score is None else self.in_unit(self.score.value)

    def in_unit(self, number: float) -> float:
        """Return a score in the unit in which it is shown, without a rounding error that people would see."""
        return float(Decimal(repr(float(number))).scaleb(2)) if self.style.percent else float(number)


@dataclass(frozen=True)
class SuiteScores:
    """The scores of one's outputs, in the order of the suite.

    has_average: whether the mean over the tasks counts. digits: with how many it is shown; None for all.
    """

    tasks: tuple[TaskScore, ...]
    has_average: bool = True
    digits: int | None = None

    @property
    def values(self) -> dict[str, float]:
        """The values of the tasks that have one, in the unit in which they are shown."""
        return {one.task: one.value for one in self.tasks if one.value is not None}

    @property
    def average(self) -> float | None:
        """The plain mean; None as long as a task has no score, and where no mean counts."""
        is_whole = self.has_average and len(self.values) == len(self.tasks)
        return exact_mean(list(self.values.values())) if is_whole else None

    def interval_of_average(self, intervals: Mapping[str, ScoreInterval]) -> tuple[float, float] | None:
        """Return the interval of the average, from those of the scores by task; None where there is no average.

        Tests of different tasks are taken for independent, unless the tasks share texts; see `interval_of_mean`.
        """
        if self.average is None or not intervals:
            return None
        found = [(one, intervals[one.task]) for one in self.tasks]
        ends = [(one.in_unit(interval.low), one.in_unit(interval.high)) for one, interval in found]
        sets = sets_of_tasks({one.task: one.shares for one in self.tasks})
        return interval_of_mean(list(self.values.values()), ends, [sets[one.task] for one in self.tasks])
