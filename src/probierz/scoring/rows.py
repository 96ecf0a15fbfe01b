"""What single lines left behind under one scheme, kept beside a score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from probierz.metrics.tallies import Row, Tally
from probierz.schemes.scheme import Scheme
from probierz.scoring.frames import AsFrames

if TYPE_CHECKING:
    import numpy


@dataclass(frozen=True)
class ScoreRows(AsFrames):
    """What single lines left behind: one tally a line, in the order of scoring.

    numbers: the line number of each row, from 1. values: each line's own score.
    """

    scheme: Scheme
    tallies: Sequence[Tally]
    numbers: Sequence[int]

    def __len__(self) -> int:
        """Return the number of rows."""
        return len(self.tallies)

    @property
    def values(self) -> list[float]:
        """The score of every line as if it were the whole test set."""
        metric = self.scheme.metric
        known: dict[Any, float] = {}
        values = []
        for tally in self.tallies:
            key = tally if isinstance(tally, tuple) and not isinstance(tally, Row) else id(tally)
            if key not in known:
                known[key] = float(metric.line_value(tally))
            values.append(known[key])
        return values

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the numbers in a tally; empty for tallies that are not rows of numbers."""
        return tuple(getattr(self.scheme.metric.tally_kind, "_fields", ()))

    def array(self) -> numpy.ndarray[Any, Any]:
        """Return a float array of shape (lines, columns): tallies, or line values where these are no numbers."""
        import numpy

        if self.columns:
            return numpy.array(self.tallies, dtype=float).reshape(len(self.tallies), len(self.columns))
        return numpy.array(self.values, dtype=float).reshape(len(self.tallies), 1)

    def as_dict(self) -> dict[str, list[Any]]:
        """Return columns: line number, value, and the numbers of the tally."""
        columns: dict[str, list[Any]] = {"line": list(self.numbers), "value": self.values}
        for at, name in enumerate(self.columns):
            columns[name] = [tally[at] for tally in self.tallies]
        return columns

    def as_columns(self) -> dict[str, list[Any]]:
        """Return columns, as `as_dict`."""
        return self.as_dict()
