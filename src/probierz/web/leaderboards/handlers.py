"""What jobs of boards do."""

from __future__ import annotations

from django.db import transaction

from probierz.web.challenges.models import Challenge
from probierz.web.jobs.registry import handler
from probierz.web.jobs.running_job import Running
from probierz.web.leaderboards import pair_tests
from probierz.web.leaderboards.output_groups import KIND, compare_boards, compare_later
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.quota import locked
from probierz.web.submissions.visibility import Viewer

MOST_ROUNDS = 5


@handler(KIND)
def find_groups(running: Running) -> None:
    """Find which systems on the boards of a challenge its tests tell apart, and compare its newest submissions.

    What changes boards meanwhile asks for no job of its own, as there is this one; it has another round. Each such
    change raises the revision and holds the challenge until it can be seen, so the last look misses none.
    """
    challenge = Challenge.objects.filter(pk=running.payload["challenge"]).first()
    tests, pairs, expected = 0, 0, None
    for _ in range(MOST_ROUNDS if challenge else 0):
        assert challenge is not None
        before = _revision(challenge)
        found = compare_boards(challenge, check=running.check, log=running.log)
        pairs += pair_tests.compare_newest(challenge, check=running.check)
        tests, expected = tests + found, before + found  # each test that was compared raises it, too
        if _revision(challenge) == expected:
            break
        challenge.refresh_from_db()
    with transaction.atomic():
        revision = _revision(locked(challenge)) if challenge else None
        with running.completing() as job:
            job.result = {"tests": tests, "pairs": pairs}
        if challenge and revision != expected:
            compare_later(challenge)


def _revision(challenge: Challenge) -> int:
    return Challenge.objects.values_list("revision", flat=True).get(pk=challenge.pk)


@handler(pair_tests.KIND)
def compare_submission(running: Running) -> None:
    """Compare a submission with what somebody sees beside it."""
    related = Submission.objects.select_related("challenge", "phase", "submitter", "team")
    submission = related.filter(pk=running.payload["submission"]).first()
    viewer = Viewer(running.job.user)
    is_seen = submission is not None and viewer.may_see_submission(submission)
    pairs = pair_tests.compare_submission(submission, viewer, check=running.check) if submission and is_seen else 0
    with running.completing() as job:
        job.result = {"pairs": pairs}
