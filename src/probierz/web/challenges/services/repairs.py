"""What a version repairs: expected results that differ from those of the version before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import open_challenge
from probierz.errors import ChallengeError
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.division import lines_by_input
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services.line_changes import scored_lines
from probierz.web.challenges.version_files import split_hash
from probierz.web.configuration import places


class ResultsReplaced(ChallengeError):
    """A repair would replace so many expected results that they may be those of another test, and nobody said so.

    repairs: of such tests, see `replaced_results`.
    """

    def __init__(self, repairs: Sequence[Mapping[str, Any]]) -> None:
        said = "; ".join(
            f"{one['differ']} of {one['lines']} expected results of {one['name']} differ from the current version: "
            f"what was handed in would be scored again by these (submissions: {one['submissions']})"
            for one in repairs
        )
        remedy = "look whether they belong to these inputs, or choose a major version where it is another task"
        super().__init__(f"{said}; {remedy}; with replaces_results it is published all the same")


def repairs_of(challenge: Challenge, opened: ChallengeFolder) -> list[dict[str, Any]]:
    """Return, as plain data, the tests that keep their lines and get other expected results.

    name, lines, differ: of how many lines. submissions: that are scored again. ended: the phases that are over during
    which some were handed in, and whose final boards may change.
    """
    if challenge.current is None:
        return []
    before = open_challenge(places.version_folder(challenge.slug, challenge.current.folder))
    known, now = {split.name: split for split in before.splits}, {split.name: split for split in opened.splits}
    submissions = {one.split: one.submissions for one in scored_lines(challenge)}
    ended = _ended(challenge)
    found = []
    for name in sorted({test.split for test in challenge.current.tests.all()} & known.keys() & now.keys()):
        if known[name].expected is None or now[name].expected is None:
            continue
        old, new = (
            [line.expected for line in lines_by_input(*one)] for one in ((before, known[name]), (opened, now[name]))
        )
        differ = sum(one != other for one, other in zip(old, new, strict=False))
        if differ and len(old) == len(new):
            count = submissions.get(name, 0)
            found.append(
                {"name": name, "lines": len(new), "differ": differ, "submissions": count}
                | {"ended": ended if count > 0 else []}
            )
    return found


def replaced_results(repairs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return those of `repairs_of` that are no mere repair of what was handed in: more than a tenth of lines differ.

    Of few lines five have to differ, or more than half: one of eight is a repair.
    """
    return [
        one
        for one in repairs
        if one["submissions"] and one["differ"] > max(one["lines"] / 10, min(one["lines"] / 2, 4))
    ]


def repairs_data(version: Version) -> bool:
    """Whether a test of the version before has other data in a version, and not only another division."""
    if version.previous is None:
        return False
    slug, splits = version.challenge.slug, set(version.tests.values_list("split", flat=True))
    before, now = (open_challenge(places.version_folder(slug, one.folder)) for one in (version.previous, version))
    old = {split.name: split_hash(before, split) for split in before.splits if split.name in splits}
    return any(
        old.get(split.name) not in (None, split_hash(now, split)) for split in now.splits if split.name in splits
    )


def _ended(challenge: Challenge) -> list[str]:
    """The names of the phases that are over and have a final board; where tests are divided, those that decided."""
    now = timezone.now()
    entries = challenge.submissions.filter(from_people(), state="scored")
    assert challenge.current is not None
    is_divided = challenge.current.tests.exclude(division=None).exists()
    over = [one for one in challenge.phases.all() if is_over(one, now) and (one.shows_private or not is_divided)]
    return [one.name for one in over if entries.filter(phase=one).exists()]
