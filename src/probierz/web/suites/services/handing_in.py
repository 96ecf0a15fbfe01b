"""Handing an archive in for all tasks: all of it is taken, or nothing."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from django.db import transaction

from probierz.challenges.problems import Problem
from probierz.errors import Refused
from probierz.web.challenges.models import Challenge, Test
from probierz.web.intake.budget import Budget
from probierz.web.submissions.output_checks import TRIED_LIMITS
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.services.handing_in import UNPACKING_SECONDS
from probierz.web.submissions.services.quota import locked
from probierz.web.submissions.services.trying_out import one_archive_of, refuse_gone
from probierz.web.submissions.services.upload_budget import Uploaded, spend_upload
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite, SuiteArchive
from probierz.web.suites.queries import card_of, challenges_of, tests_of
from probierz.web.suites.services.reading import MOST_TOLD, found_in, read_archive, size_of, unscored_in
from probierz.web.suites.services.taking import (
    check_open_tasks,
    check_queue,
    nothing_to_score,
    takes_archives,
    why_no_archives,
    why_nothing,
)


class TakenArchive(NamedTuple):
    """An archive that was taken. unscored: tasks that cannot be scored here. doubts: what looks odd in it."""

    archive: SuiteArchive
    unscored: list[str]
    doubts: list[Problem]


def hand_in_archive(
    suite: PlatformSuite, path: Path, name: str, handing: Handing, gone: Callable[[], bool], *, partial: bool = False
) -> TakenArchive:
    """Take an archive of predictions: a submission for each task of which the platform has the expected results.

    All of it is taken, or nothing; what was uploaded counts in any case, and a person's archives wait for each other.
    gone: whether nobody waits for the answer any more. Raises Refused, TooLarge; ArchiveRefused with every fault.
    """
    if not takes_archives(suite):
        raise Refused(why_no_archives(suite), "archive")
    tests = tests_of(card_of(suite), challenges_of(suite, Viewer(handing.user)))
    if not tests:
        raise Refused(nothing_to_score(suite, handing.user), "closed")
    spend_upload(handing.user, [Uploaded(path, name)])
    with one_archive_of(handing.user.pk, gone), tempfile.TemporaryDirectory(prefix="probierz-archive-") as folder:
        budget = Budget(seconds=UNPACKING_SECONDS, look=lambda: refuse_gone(gone))
        outputs, doubts = read_archive(suite, path, name, tests, Path(folder), budget, partial=partial)
        scored = {task: output for task, output in outputs.items() if task in tests}
        if not scored:
            raise Refused(why_nothing(suite, handing.user), "closed")
        archive = _stored(suite, {task: tests[task] for task in scored}, scored, handing)
        doubts += _doubts_of(scored, tests, name, doubts)
    return TakenArchive(archive, unscored_in(suite, tests, outputs, partial=partial), doubts[:MOST_TOLD])


def _stored(
    suite: PlatformSuite, tests: Mapping[str, tuple[Challenge, Test]], outputs: Mapping[str, Path], handing: Handing
) -> SuiteArchive:
    """Hand in the outputs of an archive, all or nothing. Its challenges are locked: of many at once each is asked."""
    with transaction.atomic():
        for challenge in sorted((challenge for challenge, _test in tests.values()), key=lambda one: one.pk):
            locked(challenge)
        check_open_tasks(card_of(suite), tests, handing)
        check_queue(handing)
        archive = SuiteArchive.objects.create(
            suite=suite, submitter=handing.user, team=handing.team, description=handing.description.strip()
        )
        part = replace(handing, together=f"archive:{archive.pk}")
        for task, output in outputs.items():
            challenge, test = tests[task]
            file = Uploaded(output, "out.tsv", test.split)
            archive.submissions.add(submit_files(challenge, [file], part).submission.pk)
    return archive


def _doubts_of(
    scored: Mapping[str, Path], tests: Mapping[str, tuple[Challenge, Test]], name: str, asked: Sequence[Problem]
) -> list[Problem]:
    """What is odd in outputs that were taken; of very large ones their pages alone tell, once they are scored."""
    if size_of(scored) > TRIED_LIMITS.total_bytes:
        return []
    return [one for one in found_in(scored, tests, name, asked) if one.severity == "warning"]
