"""How many outputs are scored on hidden tests where nobody says it: as many as the smallest test bears."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from probierz.web.challenges.models import Part, Test

LINES_AN_OUTPUT = 10
"""So many lines of a hidden test bear one score of an output."""
LEAST_IN_ALL, LEAST_OF_A_PART = 10, 5
"""The second of a divided test, whose scores also tell which lines are public: ten put 78 of 100 lines right."""
MOST_IN_ALL = 100
MOST_OUTPUTS_A_DAY = 10


class HiddenLines(NamedTuple):
    """How many lines a hidden test has whose scores are shown at once, and how many metrics it is scored by.

    is_part: whether they are the public part of it.
    """

    lines: int
    metrics: int
    is_part: bool = False

    @property
    def bears(self) -> int:
        """How many outputs: each tells a score by each metric."""
        return self.lines // (LINES_AN_OUTPUT * self.metrics)

    @property
    def least(self) -> int:
        """So many all the same, without which nobody could take part."""
        return LEAST_OF_A_PART if self.is_part else LEAST_IN_ALL


def usual_quotas(tests: Iterable[Test]) -> dict[str, int]:
    """Return the quotas of one person or team, a day and in all, for the tests of a version.

    An output in all for each ten lines of the smallest hidden test and each of its metrics, of a divided one of its
    public part; but at least `LEAST_IN_ALL`, of a divided one `LEAST_OF_A_PART`, and at most `MOST_IN_ALL`. A score in
    steps (`scoring.score_steps`) tells about four bits of what is expected, and a line holds one or more.
    """
    smallest = smallest_hidden(tests)
    in_all = MOST_IN_ALL if smallest is None else min(MOST_IN_ALL, max(smallest.least, smallest.bears))
    return {"daily_quota": min(MOST_OUTPUTS_A_DAY, in_all), "total_quota": in_all}


def smallest_hidden(tests: Iterable[Test]) -> HiddenLines | None:
    """Return the hidden test, or public part of one, that bears fewest outputs; None where none is hidden."""
    shown = [test for test in tests if test.is_hidden and test.part != Part.PRIVATE]
    metrics = Counter((test.split, test.part) for test in shown)
    found = [HiddenLines(test.judging_lines, metrics[test.split, test.part], bool(test.part)) for test in shown]
    return min(found, key=lambda one: (one.bears, one.lines), default=None)
