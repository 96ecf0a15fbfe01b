"""What a version repairs: expected results that differ from those of the version before it."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from probierz.challenges.challenge import Challenge as ChallengeFolder
from probierz.challenges.challenge import open_challenge
from probierz.web.challenges.division import lines_by_input
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services.line_changes import scored_lines
from probierz.web.challenges.standing import handed_in
from probierz.web.configuration import places

__all__ = ["repairs_of"]


def repairs_of(challenge: Challenge, opened: ChallengeFolder) -> list[dict[str, Any]]:
    """Return, as plain data, the tests that keep their lines and get other expected results.

    name, lines, differ: of how many lines. submissions: that are scored again. of_ended: whether some were handed in
    during a phase that is over, whose final board may change.
    """
    if challenge.current is None:
        return []
    before = open_challenge(places.version_folder(challenge.slug, challenge.current.folder))
    known, now = {split.name: split for split in before.splits}, {split.name: split for split in opened.splits}
    submissions = {one.split: one.submissions for one in scored_lines(challenge)}
    of_ended = _has_ended(challenge)
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
                | {"of_ended": of_ended and count > 0}
            )
    return found


def _has_ended(challenge: Challenge) -> bool:
    now = timezone.now()
    entries = challenge.submissions.filter(handed_in(), state="scored")
    return any(is_over(phase, now) and entries.filter(phase=phase).exists() for phase in challenge.phases.all())
