"""How many outputs are scored on hidden tests where nobody says it: as many as the smallest test bears."""

from __future__ import annotations

from collections.abc import Iterable

from probierz.web.challenges.models import Part, Test

__all__ = ["smallest_hidden", "usual_quotas"]

LINES_AN_OUTPUT = 10
"""So many lines of a hidden test bear one output."""
LEAST_IN_ALL = 10
MOST_IN_ALL = 100
MOST_A_DAY = 10


def usual_quotas(tests: Iterable[Test]) -> dict[str, int]:
    """Return the quotas of one person or team, a day and in all, for the tests of a version.

    An output in all for each ten lines of the smallest hidden test, of a divided one of its public part; but at least
    `LEAST_IN_ALL` and at most `MOST_IN_ALL`. A score in steps (`scoring.score_steps`) tells about four bits of what is
    expected, and a line holds one or more.
    """
    lines = smallest_hidden(tests)
    in_all = MOST_IN_ALL if lines is None else min(MOST_IN_ALL, max(LEAST_IN_ALL, lines // LINES_AN_OUTPUT))
    return {"daily_quota": min(MOST_A_DAY, in_all), "total_quota": in_all}


def smallest_hidden(tests: Iterable[Test]) -> int | None:
    """Return how many lines the smallest hidden test has whose scores are shown at once; None where none is hidden."""
    return min((test.judging_lines for test in tests if test.is_hidden and test.part != Part.PRIVATE), default=None)
