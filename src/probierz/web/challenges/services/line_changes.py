"""Tests that go, or get another number of lines or other inputs: what was handed in would lose its scores and ranks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import open_challenge
from probierz.challenges.input_changes import InputChange, SplitLines, input_change, split_lines
from probierz.errors import ChallengeError
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places


class HandedInLines(NamedTuple):
    """A split of the current version: how many lines its outputs have, and how many submissions have scores of it."""

    split: str
    lines: int
    submissions: int


class LineChange(NamedTuple):
    """A split that would have another number of lines, 0 where its test is left out, or as many with other inputs.

    before: of what was handed in; submissions: how many. differ: how many inputs do, 0 where it is about the number of
    lines. is_permuted: they are the same inputs in another order. is_expected_same: and with the same expected results.
    """

    split: str
    lines: int
    before: int
    submissions: int
    differ: int = 0
    is_permuted: bool = False
    is_expected_same: bool = False

    def __str__(self) -> str:
        """Say it in a sentence, without what helps."""
        if self.differ:
            change = InputChange(self.differ, self.lines, self.is_permuted)
            said = change.about(self.split, is_expected_same=self.is_expected_same)
            belongs = f": what was handed in answers the inputs of before (submissions: {self.submissions})"
            return said + (belongs if self.submissions else "")
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
        elif all(change.differ for change in changes):
            said += "; keep the inputs in their places, or make it a new challenge"
        else:
            said += "; keep the lines and repair their expected results, or make it a new challenge"
        super().__init__(f"{said}; with drops_scores it is published all the same")


def scored_lines(challenge: Challenge) -> list[HandedInLines]:
    """Return what stands handed in on each split of the current version; nothing of splits without a score."""
    if challenge.current is None:
        return []
    lines = challenge.current.lines_of_tests()
    of_people = challenge.submissions.filter(from_people(), state="scored")
    found = []
    for split, number in sorted(lines.items()):
        scored = of_people.filter(scores__test__split=split, scores__test__versions=challenge.current).distinct()
        if count := scored.count():
            found.append(HandedInLines(split, number, count))
    return found


def line_changes(challenge: Challenge, opened: ChallengeFolder, lines: Mapping[str, int]) -> list[LineChange]:
    """Return the splits on which what stands handed in could not be scored, or belongs to other inputs.

    lines: of the tests of the version that is to be. Also those whose inputs alone were changed, with the same expected
    results, though nothing was handed in.
    """
    if challenge.current is None:
        return []
    stands = {one.split: one for one in scored_lines(challenge)}
    found = [
        LineChange(one.split, lines.get(one.split, 0), one.lines, one.submissions)
        for one in stands.values()
        if lines.get(one.split, 0) != one.lines
    ]
    before = open_challenge(places.version_folder(challenge.slug, challenge.current.folder))
    for split in sorted(lines.keys() & set(challenge.current.tests.values_list("split", flat=True))):
        submissions = stands[split].submissions if split in stands else 0
        change = _inputs_changed(split, _read(opened, split), _read(before, split), submissions)
        found += [change] if change is not None else []
    return found


def current_lines(challenge: Challenge, split: str) -> SplitLines | None:
    """Return the lines of a test of the current version; None where there is none of that name."""
    current = challenge.current
    if current is None or not current.tests.filter(split=split).exists():
        return None
    return _read(open_challenge(places.version_folder(challenge.slug, current.folder)), split)


def _read(folder: ChallengeFolder, name: str) -> SplitLines | None:
    return next((split_lines(folder, one) for one in folder.splits if one.name == name and one.expected), None)


def _inputs_changed(split: str, now: SplitLines | None, before: SplitLines | None, count: int) -> LineChange | None:
    """What was changed in as many inputs; None where they are the same, or where nothing would be lost or mixed up."""
    if now is None or before is None or len(now.inputs) != len(before.inputs):
        return None
    change = input_change(now.inputs, before.inputs)
    is_same = now.expected == before.expected
    if change is None or not (count or is_same):
        return None
    return LineChange(split, change.lines, change.lines, count, change.differ, change.is_permuted, is_same)
