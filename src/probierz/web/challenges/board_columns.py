"""The tests of a challenge as columns: which of them are shown, and which one ranks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from probierz.challenges.challenge import kind_of_split
from probierz.web.challenges.models import Challenge, Part, Test

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
        """The split and the metric, as in `test-A WER`; boards name their columns so, whatever the part."""
        return f"{self.test.split} {self.test.name}"

    @property
    def heading(self) -> str:
        """The title with the unit in which scores are shown, as in `test-A WER (%)`; for where people read them."""
        return f"{self.title} (%)" if self.test.unit else self.title

    @property
    def label(self) -> str:
        """The title with the part, as in `test-A WER private`."""
        return f"{self.title} {self.test.part}".rstrip()

    @property
    def tests(self) -> tuple[Test, ...]:
        """All tests whose scores stand in this column, the current one first."""
        return (self.test, *self.earlier)


def all_columns(
    challenge: Challenge, *, most_priority: int = ON_BOARDS, with_private: bool = False
) -> list[BoardColumn]:
    """Return every test of the current version by split and, within it, from the least to the most important metric.

    with_private: also those on private parts, each before that on the public part.
    """
    if challenge.current_id is None:
        return []
    through = Test.versions.through.objects.filter(version_id=challenge.current_id)
    current = set(through.values_list("test_id", flat=True))
    known = sorted(challenge.tests.all(), key=lambda test: -test.pk)  # without a query where they were read in bulk
    seen = [test for test in known if test.pk in current and (with_private or test.part != Part.PRIVATE)]
    active = _by_importance(seen, most_priority)
    return [BoardColumn(test, tuple(_earlier(test, known))) for test in active]


def _by_importance(tests: Iterable[Test], most_priority: int) -> list[Test]:
    allowed = [test for test in tests if test.priority <= most_priority]
    return sorted(allowed, key=lambda test: (test.split, -test.position, test.part))


def _earlier(test: Test, known: Iterable[Test]) -> list[Test]:
    return [
        other
        for other in known
        if other.pk != test.pk
        and (other.split, other.scheme) == (test.split, test.scheme)
        and (other.part == Part.PRIVATE) == (test.part == Part.PRIVATE)
    ]


def shown_columns(columns: Sequence[BoardColumn], names: Sequence[str] = (), *, ranking: str = "") -> list[BoardColumn]:
    """Choose columns: those with these names (splits or titles), else of those whose metric stands on boards all that
    do not begin with `dev-`, else all; and always the one that ranks. columns: of any priority. ranking: its title.
    """
    named = [column for column in columns if column.test.split in names or column.title in names]
    on_boards = [column for column in columns if column.test.priority <= ON_BOARDS]
    chosen = named or [on_boards[place] for place in _main_places([column.test for column in on_boards])]
    return [column for column in columns if column in chosen or column.title == ranking]


def main_column(columns: Sequence[BoardColumn], title: str = "", *, is_final: bool = False) -> int | None:
    """Return the place of the column that ranks: that of this title, else the first metric of the last split.

    Splits that begin with `dev-` are not looked at where there are others. is_final: of a divided test, the private
    part ranks, where it is among the columns.
    """
    named = [at for at, column in enumerate(columns) if column.title == title]
    places = named or _main_places([column.test for column in columns])
    if not places:
        return None
    main = places[-1]
    if not is_final or columns[main].test.part != Part.PUBLIC:
        return main
    private = [
        at for at in places if columns[at].test.part == Part.PRIVATE and columns[at].title == columns[main].title
    ]
    return private[-1] if private else main


def main_test(tests: Iterable[Test]) -> Test | None:
    """Return the test that ranks where no board says another: of the last split, the first metric in config.txt."""
    shown = _by_importance(tests, ON_BOARDS)
    places = _main_places(shown)
    return shown[places[-1]] if places else None


def _main_places(tests: Sequence[Test]) -> list[int]:
    """Places of tests that are no `dev-` sets; of all where there are no others."""
    return [at for at, test in enumerate(tests) if kind_of_split(test.split) != "dev"] or list(range(len(tests)))
