"""What a version repairs: expected results that differ from those of the version before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils import timezone

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import Split, open_challenge
from probierz.errors import ChallengeError
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.division import lines_by_input
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services.line_changes import scored_lines
from probierz.web.challenges.version_files import split_hash
from probierz.web.configuration import places
from probierz.web.jobs.models import Job


class ResultsReplaced(ChallengeError):
    """A repair would replace so many expected results that they may be those of another test, and nobody said so.

    repairs: of such tests, see `replaced_results`.
    """

    def __init__(self, repairs: Sequence[Mapping[str, Any]]) -> None:
        said = "; ".join(map(_said, repairs))
        remedy = "look whether they belong to these inputs, or choose a major version where it is another task"
        super().__init__(f"{said}; {remedy}; with replaces_results it is published all the same")


def repairs_of(challenge: Challenge, opened: ChallengeFolder) -> list[dict[str, Any]]:
    """Return, as plain data, the tests that keep their lines and get other expected results.

    name, lines, differ: of how many lines. in_all: how many differ from the version since which many small repairs are
    added up, see `_added_up`; since: its number, empty where that is the current one. submissions: that are scored
    again. ended: the phases that are over during which some were handed in, and whose final boards may change.
    """
    if challenge.current is None:
        return []
    before = open_challenge(places.version_folder(challenge.slug, challenge.current.folder))
    known, now = {split.name: split for split in before.splits}, {split.name: split for split in opened.splits}
    submissions = {one.split: one.submissions for one in scored_lines(challenge)}
    ended, earlier = _ended(challenge), _added_up(challenge)
    found = []
    for name in sorted({test.split for test in challenge.current.tests.all()} & known.keys() & now.keys()):
        if known[name].expected is None or now[name].expected is None:
            continue
        old, new = (_expected(before, known[name]), _expected(opened, now[name]))
        differ = _differ(old, new)
        if differ and len(old) == len(new):
            count = submissions.get(name, 0)
            since, in_all = _since_when(earlier, name, new) if count else ("", differ)
            found.append(
                {"name": name, "lines": len(new), "differ": differ, "in_all": in_all, "since": since}
                | {"submissions": count, "ended": ended if count > 0 else []}
            )
    return found


def _said(repair: Mapping[str, Any]) -> str:
    differ, lines, name, submissions = (repair[one] for one in ("in_all", "lines", "name", "submissions"))
    if repair["since"]:
        return (
            f"{differ} of {lines} expected results of {name} differ from version {repair['since']}: "
            f"what was handed in would be scored again by these (submissions: {submissions})"
        )
    return (
        f"{differ} of {lines} expected results of {name} differ from the current version: "
        f"what was handed in would be scored again by these (submissions: {submissions})"
    )


def _added_up(challenge: Challenge) -> list[Version]:
    """The versions whose repairs are added up, the first before the others: of one task, since it was published, or
    since organisers said of a repair that it is meant to replace many results.
    """
    found: list[Version] = []
    version = challenge.current
    while version is not None and (not found or version.major == found[0].major):
        found.insert(0, version)
        is_meant = version.job and Job.objects.filter(pk=version.job, payload__replaces_results=True).exists()
        version = None if is_meant else version.previous
    return found


def _since_when(versions: Sequence[Version], name: str, new: Sequence[str]) -> tuple[str, int]:
    """Return the first of these versions that has as many lines of a test, empty for the last, and how many differ."""
    for version in versions:
        folder = open_challenge(places.version_folder(version.challenge.slug, version.folder))
        split = next((one for one in folder.splits if one.name == name and one.expected is not None), None)
        old = _expected(folder, split) if split is not None else []
        if len(old) == len(new):
            return "" if version == versions[-1] else str(version.number), _differ(old, new)
    return "", 0


def _expected(folder: ChallengeFolder, split: Split) -> list[str]:
    return [line.expected for line in lines_by_input(folder, split)]


def _differ(old: Sequence[str], new: Sequence[str]) -> int:
    return sum(one != other for one, other in zip(old, new, strict=False))


def replaced_results(repairs: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return those of `repairs_of` that are no mere repair of what was handed in: in all, more than a tenth of lines
    differ, as many small repairs may make another test, too. Of few lines five have to differ, or more than half: one
    of eight is a repair.
    """
    return [
        one
        for one in repairs
        if one["submissions"] and one["in_all"] > max(one["lines"] / 10, min(one["lines"] / 2, 4))
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
