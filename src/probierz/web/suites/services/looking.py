"""Looking at an archive before it is handed in; nothing of it is kept or counted."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.archives.limits import MIB
from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.suites.output_archive import LIMITS
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import is_over
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import TooLarge
from probierz.web.submissions.output_checks import TRIED_LIMITS
from probierz.web.submissions.services import Handing, check_open, old_inputs
from probierz.web.submissions.services.trying_out import TRIED_SECONDS, one_look_of, refuse_gone
from probierz.web.submissions.services.upload_budget import Uploaded, spend_upload
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import card_of, challenges_of, tests_of
from probierz.web.suites.services.reading import MOST_TOLD, found_in, read_archive, unscored_in
from probierz.web.suites.services.taking import takes_archives, why_no_archives, why_nothing


class SeenArchive(NamedTuple):
    """What a look at an archive found. tasks: that would be scored. problems: whatever is wrong or odd in it.

    unscored: tasks that cannot be scored here. late: tasks after their last phase, which organisers may still hand in.
    refused: those that take nothing now, whatever is in their outputs; why is among the problems.
    """

    tasks: list[str]
    unscored: list[str]
    problems: list[Problem]
    late: list[str]
    refused: list[str]


def look_at_archive(
    suite: PlatformSuite, path: Path, name: str, handing: Handing, gone: Callable[[], bool], *, partial: bool = False
) -> SeenArchive:
    """Look at an archive as its tasks' challenges look at outputs before anything counts; nothing of it is kept.

    A task that takes nothing now, as no phase of it is open, is among the problems. gone: whether nobody waits for the
    answer any more. Raises Refused, also where nothing of it can be scored here; ArchiveRefused with every fault.
    """
    user = handing.user
    if not takes_archives(suite):
        raise Refused(why_no_archives(suite), "archive")
    if path.stat().st_size > TRIED_LIMITS.packed_bytes:
        raise Refused(_not_looked_at(TRIED_LIMITS.packed_bytes, LIMITS.packed_bytes), "size")
    spend_upload(user, [Uploaded(path, name)])
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(user)))
    with one_look_of(user.pk, gone), tempfile.TemporaryDirectory(prefix="probierz-archive-") as folder:
        budget = Budget(TRIED_LIMITS.total_bytes, TRIED_SECONDS, lambda: refuse_gone(gone))
        try:
            outputs, doubts = read_archive(suite, path, name, tests, Path(folder), budget, partial=partial)
        except TooLarge as error:
            if budget.left:  # it was the time
                raise
            raise Refused(
                _not_looked_at(TRIED_LIMITS.total_bytes, LIMITS.total_bytes, unpacked=True), "size"
            ) from error
        scored = {task: output for task, output in outputs.items() if task in tests}
        if not scored:
            raise Refused(why_nothing(suite, user), "closed")
        problems = [*doubts, *found_in(scored, tests, name, doubts)]
    admitted = {task: _admission(tests[task][0], handing) for task in scored}
    refused = [Problem(f"{name}/{task}", None, one.refusal) for task, one in admitted.items() if one.refusal]
    late = [task for task, one in admitted.items() if one.is_late]
    unscored = unscored_in(suite, tests, outputs, partial=partial)
    names = [task for task, one in admitted.items() if one.refusal]
    return SeenArchive(list(scored), unscored, [*refused, *problems][:MOST_TOLD], late, names)


def _not_looked_at(looked: int, taken: int, *, unpacked: bool = False) -> str:
    """Say why nobody looks at an archive, and whether it could be submitted; both limits in bytes."""
    if unpacked:
        said = _(
            "Unpacked, the outputs have more than %(number)d MiB, too much to be looked at; submitted, they are "
            "refused where they have more than %(most)d."
        )
    else:
        said = _(
            "The archive has more than %(number)d MiB, too much to be looked at; submitted, it is refused where it has "
            "more than %(most)d."
        )
    return said % {"number": looked // MIB, "most": taken // MIB}


class _Admission(NamedTuple):
    """Whether a challenge would take something now. refusal: why not; is_late: after its last phase."""

    refusal: str = ""
    is_late: bool = False


def _admission(challenge: Challenge, handing: Handing) -> _Admission:
    try:
        phase = check_open(challenge, handing.user, handing.team)
    except Refused as error:
        return _Admission(refusal=error.message)
    return _Admission(is_late=is_over(phase, timezone.now()))


def old_inputs_of(suite: PlatformSuite, user: User, digests: str) -> list[Problem]:
    """Say which tests of somebody's copy of a suite have other inputs than its challenges now.

    digests: of the inputs, as `ArchiveIn.inputs` has them; of tasks and splits that are not there nothing is said.
    """
    said: dict[str, list[str]] = defaultdict(list)
    for one in filter(None, digests.split(",")):
        task, _, rest = one.strip().partition("/")
        said[task].append(rest)
    challenges = challenges_of(suite, Viewer(user)) if said else {}
    return [
        replace(problem, path=f"{task}/{problem.path}")
        for task, some in said.items()
        if task in challenges
        for problem in old_inputs(challenges[task], ",".join(some))
    ]
