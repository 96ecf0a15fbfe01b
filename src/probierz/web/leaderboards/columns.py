"""Which tests stand on a board, and which of them ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from probierz.web.challenges.models import Challenge, Test
from probierz.web.leaderboards.models import Board

__all__ = ["ANY_PRIORITY", "BoardColumn", "all_columns", "board_columns", "main_column"]

ON_BOARDS = 1
"""Up to this priority of its scheme (`P<n>`) a metric stands on boards."""
ANY_PRIORITY = 10**6


@dataclass(frozen=True)
class BoardColumn:
    """A metric on a split: the test of the current version, and the same metric on data that were replaced since."""

    test: Test
    earlier: tuple[Test, ...] = ()

    @property
    def title(self) -> str:
        """The split and the metric, as in `test-A WER`."""
        return f"{self.test.split} {self.test.name}"

    @property
    def tests(self) -> tuple[Test, ...]:
        """All tests whose scores stand in this column, the current one first."""
        return (self.test, *self.earlier)


def all_columns(challenge: Challenge, *, most_priority: int = ON_BOARDS) -> list[BoardColumn]:
    """Return every test of the current version by split and, within it, from the least to the most important metric."""
    if challenge.current_id is None:
        return []
    through = Test.versions.through.objects.filter(version_id=challenge.current_id)
    current = set(through.values_list("test_id", flat=True))
    known = list(challenge.tests.order_by("-pk"))
    active = [test for test in known if test.pk in current and test.priority <= most_priority]
    active.sort(key=lambda test: (test.split, -test.position))
    return [BoardColumn(test, tuple(_earlier(test, known))) for test in active]


def board_columns(columns: Sequence[BoardColumn], board: Board) -> list[BoardColumn]:
    """Choose the columns of a board: those it names, else all that do not begin with `dev-`, else all."""
    named = [column for column in columns if column.test.split in board.columns or column.title in board.columns]
    return named or [column for column in columns if not column.test.split.startswith("dev-")] or list(columns)


def _earlier(test: Test, known: Iterable[Test]) -> list[Test]:
    return [
        other for other in known if other.pk != test.pk and (other.split, other.scheme) == (test.split, test.scheme)
    ]


def main_column(columns: Sequence[BoardColumn], board: Board) -> int | None:
    """Return the place of the column that ranks: the board's own, else the first metric of the last split.

    Splits that begin with `dev-` are not looked at where there are others.
    """
    named = [at for at, column in enumerate(columns) if column.title == board.main]
    tests = [at for at, column in enumerate(columns) if not column.test.split.startswith("dev-")]
    places = named or tests or list(range(len(columns)))
    return places[-1] if places else None
