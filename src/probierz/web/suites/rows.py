"""A row of the board over the tasks of a suite, and the scores in it."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from probierz.suites.averaging import exact_mean
from probierz.web.html.numbers import rounded
from probierz.web.submissions.visibility import ShownScore
from probierz.web.suites.shapes import SuiteIn


class Origin(NamedTuple):
    """Where a published result is printed. year: 0 where nobody says. link: empty for none."""

    source: str
    year: int = 0
    link: str = ""


@dataclass(frozen=True)
class SuiteCell:
    """A score of one task: as it is shown, and as a number where that is one; or how far its scoring is.

    submission: where more is said; 0 for a published one. state: of what has no score yet, or cannot have one.
    rounded_to: where it is shown rounded, how many digits after the point that leaves (-1: tens). is_in_steps: whether
    steps alone round it, and no phase.
    decimals, why_kept: see `ShownScore`. origin: of a published one. conflict: what another place says
    instead of it. is_outdated: whether it is a score on data that were replaced since.
    """

    text: str
    number: float | None
    submission: int = 0
    state: str = ""
    rounded_to: int | None = None
    is_in_steps: bool = False
    decimals: int | None = None
    why_kept: str = ""
    origin: Origin | None = None
    conflict: str = ""
    is_outdated: bool = False

    @property
    def for_people(self) -> str:
        """The text with as many digits as people read."""
        return rounded(self.text, self.decimals)

    @property
    def has_star(self) -> bool:
        """Whether something is to be said of it below the board."""
        return self.is_outdated or bool(self.conflict)


@dataclass(frozen=True)
class SuiteRow:
    """A system on the board over the tasks. cells: None where a task is missing. mean: of all tasks, else None.

    rank: by the mean; None without one. shown_mean: the mean as it is shown, a dash while tasks are missing.
    team: the name of the team whose it is, if there is one. kind: of a published one, see `SubmissionKind`; empty where
    nobody says. is_ranked: whether it counts in ranks.
    is_late: whether organisers handed something of it in when the phase of its task was over.
    when: an archive's time; None for what was published. earlier: how many older archives of the same people with the
    same description stand behind it. owner: whose it is, as names may be the same; None of what was published.
    is_counted: whether it is a baseline that was counted for the suite.
    origins: where its results and its mean are printed, each place once; none where it was handed in here.
    archive: the number of one. phase: the phase in which it was handed in, where another one counts now.
    is_on_whole_test: whether it is published or counted, and beside it stand scores on parts of divided tests.
    """

    name: str
    cells: tuple[SuiteCell | None, ...]
    mean: float | None
    shown_mean: str = "–"
    rank: int | None = None
    is_own: bool = False
    is_published: bool = False
    is_counted: bool = False
    origins: tuple[Origin, ...] = ()
    when: datetime | None = None
    description: str = ""
    team: str = ""
    earlier: int = 0
    kind: str = ""
    is_ranked: bool = True
    is_late: bool = False
    owner: Hashable = None
    archive: int = 0
    phase: str = ""
    is_on_whole_test: bool = False

    @property
    def is_mixed(self) -> bool:
        """Whether it has the best of each task that somebody handed in: the scores of several systems, it may be."""
        return self.when is None and not self.is_published and not self.is_counted

    @property
    def has_star(self) -> bool:
        """Whether a score has one, and so the mean."""
        return any(cell.has_star for cell in self.cells if cell is not None)

    @property
    def is_outdated(self) -> bool:
        """Whether one of its scores is on data that were replaced since."""
        return any(cell.is_outdated for cell in self.cells if cell is not None)

    @property
    def source(self) -> str:
        """Where its results are printed, in one line."""
        return "; ".join(one.source for one in self.origins)

    @property
    def year(self) -> int:
        """When all of them were printed; 0 where they differ, or nobody says."""
        return self.origins[0].year if len({one.year for one in self.origins}) == 1 else 0

    @property
    def linked(self) -> tuple[Origin, ...]:
        """Where a reader finds them: of each address the first place of print that has it."""
        first = {one.link: one for one in reversed(self.origins) if one.link}
        return tuple(one for one in self.origins if first.get(one.link) is one)

    @property
    def is_rounded(self) -> bool:
        """Whether scores of it are shown rounded, and so its mean."""
        return any(one is not None and one.rounded_to is not None for one in self.cells)

    def comparable_digits(self, most: int) -> int:
        """With how many digits its mean is compared: with no more than its scores where phases round these."""
        return min([most, *(kept for kept, in_steps in self._rounded if not in_steps)])

    def mean_digits(self, most: int) -> int:
        """With how many digits its mean is shown: as it is compared, but with one more than its steps have at most.

        The mean of scores in steps stands between these, and is told in whole numbers at least: 50 of 0 and 100.
        """
        return min([self.comparable_digits(most), *(max(0, kept + 1) for kept, in_steps in self._rounded if in_steps)])

    @property
    def is_in_steps(self) -> bool:
        """Whether steps alone round a score of it."""
        return any(in_steps for _kept, in_steps in self._rounded)

    @property
    def _rounded(self) -> list[tuple[int, bool]]:
        """Of each score that is rounded how many digits that leaves, and whether steps alone do it."""
        cells = [one for one in self.cells if one is not None]
        return [(one.rounded_to, one.is_in_steps) for one in cells if one.rounded_to is not None]


def cell_of(shown: ShownScore, number: float | None, submission: int) -> SuiteCell:
    """Return a score as somebody may see it; what is kept says so as on boards of challenges."""
    return SuiteCell(
        shown.says_kept or shown.text, number, submission, rounded_to=shown.rounded_to,
        is_in_steps=shown.rounding is not None and shown.rounding.digits is None, decimals=shown.decimals,
        why_kept=shown.why_kept,
    )  # fmt: skip


def row_of(name: str, card: SuiteIn, cells: Mapping[str, SuiteCell]) -> SuiteRow:
    """Return the row of a system with these scores, and with their mean where that is wanted and none is missing."""
    numbers = [cells[task.name].number for task in card.tasks if task.name in cells]
    known = [number for number in numbers if number is not None]
    has_mean = card.has_mean and len(known) == len(card.tasks) and all(map(math.isfinite, known))
    mean = exact_mean(known) if has_mean else None
    return SuiteRow(name, tuple(cells.get(task.name) for task in card.tasks), mean)
