"""Tests that get another number of lines or go: what was handed in could not be scored, and would lose its ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from probierz.errors import ChallengeError
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.standing import from_people

__all__ = ["HandedInLines", "LineChange", "LinesChanged", "line_changes", "scored_lines"]


class HandedInLines(NamedTuple):
    """A split of the current version: how many lines its outputs have, and how many submissions have scores of it."""

    split: str
    lines: int
    submissions: int


class LineChange(NamedTuple):
    """A split that would have another number of lines, 0 where its test is left out.

    before: of what was handed in; submissions: how many.
    """

    split: str
    lines: int
    before: int
    submissions: int

    def __str__(self) -> str:
        """Say it in a sentence, without what helps."""
        if not self.lines:
            return (
                f"the test {self.split} is left out, so that what was handed in would have no scores on it and no rank "
                f"(submissions: {self.submissions})"
            )
        return (
            f"the lines of {self.split} are {self.lines}, and those of what was handed in {self.before}, so that it "
            f"could not be scored again, and would have no rank (submissions: {self.submissions})"
        )


class LinesChanged(ChallengeError):
    """A version would take scores and ranks from what was handed in, and nobody said that it may."""

    def __init__(self, changes: Sequence[LineChange]) -> None:
        said = "; ".join(map(str, changes))
        if any(not change.lines for change in changes):
            said += "; put its expected results there, or make it a new challenge"
        else:
            said += "; keep the lines and repair their expected results, or make it a new challenge"
        super().__init__(f"{said}; with drops_scores it is published all the same")


def scored_lines(challenge: Challenge) -> list[HandedInLines]:
    """Return what stands handed in on each split of the current version; nothing of splits without a score."""
    if challenge.current is None:
        return []
    lines = {test.split: test.all_lines for test in challenge.current.tests.select_related("division")}
    of_people = challenge.submissions.filter(from_people(), state="scored")
    found = []
    for split, number in sorted(lines.items()):
        scored = of_people.filter(scores__test__split=split, scores__test__versions=challenge.current).distinct()
        if count := scored.count():
            found.append(HandedInLines(split, number, count))
    return found


def line_changes(challenge: Challenge, lines: Mapping[str, int]) -> list[LineChange]:
    """Return the splits on which a version with tests of so many lines could not score what stands handed in."""
    return [
        LineChange(one.split, lines.get(one.split, 0), one.lines, one.submissions)
        for one in scored_lines(challenge)
        if lines.get(one.split, 0) != one.lines
    ]
