"""The intervals of several scores of one output, as a table, a frame and a picture."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from probierz.scoring.format import four_decimals
from probierz.scoring.frames import AsFrames
from probierz.scoring.interval import Method, ScoreInterval, intervals
from probierz.scoring.interval_notes import interval_notes
from probierz.scoring.score import Score

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from probierz.display.pictures import Picture


@dataclass(frozen=True)
class IntervalTable(AsFrames):
    """Scores, each with its interval, in the same order. Iterate to get the intervals."""

    scores: tuple[Score, ...]
    intervals: tuple[ScoreInterval, ...]

    def __iter__(self) -> Iterator[ScoreInterval]:
        """Iterate over the intervals."""
        return iter(self.intervals)

    def __len__(self) -> int:
        """Return the number of scores."""
        return len(self.scores)

    def __getitem__(self, name: str) -> ScoreInterval:
        """Return the interval of the score of that name. Raises KeyError."""
        return {score.name: interval for score, interval in zip(self.scores, self.intervals, strict=True)}[name]

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns: metric, value, and the numbers of the interval."""
        columns: dict[str, list[Any]] = {
            "metric": [score.name for score in self.scores],
            "value": [score.value for score in self.scores],
        }
        for name in ("low", "high", "standard_error", "smallest_difference"):
            columns[name] = [getattr(one, name) for one in self.intervals]
        return columns

    def plot(self) -> Picture:
        """Return a picture of the scores with their intervals. Raises MissingExtra without matplotlib."""
        from probierz.display.pictures import intervals as drawn

        names = [score.name for score in self.scores]
        bounds = [(one.low, one.high) for one in self.intervals]
        return drawn(names, [score.value for score in self.scores], bounds, title=self._title)

    @property
    def _title(self) -> str:
        first = self.intervals[0]
        drawn = f", {first.samples} samples, seed {first.seed}" if first.samples else ""
        return f"{first.level * 100:g} % intervals{drawn}"

    def _repr_html_(self) -> str:
        from probierz.display.html import table

        rows = [
            (score.name, *map(four_decimals, (score.value, one.low, one.high)))
            for score, one in zip(self.scores, self.intervals, strict=True)
        ]
        notes = interval_notes(zip((score.name for score in self.scores), self.intervals, strict=True))
        head = ("metric", "value", "low", "high")
        return table(head, rows, numbers=head[1:], title=self._title if rows else "", notes=notes)


def interval_table(
    scores: Sequence[Score],
    *,
    level: float,
    method: Method,
    samples: int,
    seed: int,
    cluster: Sequence[Hashable] | None = None,
    jobs: int | Executor = 1,
) -> IntervalTable:
    """Return the intervals of scores of one output; see `scoring.interval.intervals`."""
    found = intervals(scores, level=level, method=method, samples=samples, seed=seed, cluster=cluster, jobs=jobs)
    return IntervalTable(tuple(scores), tuple(found))
