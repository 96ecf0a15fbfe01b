"""Evaluations that used up their memory or processor time: somebody's first on a test costs nothing, all others do."""

from __future__ import annotations

from probierz.web.configuration.limits import scoring_limits
from probierz.web.jobs.models import Job
from probierz.web.jobs.registry import Failure, JobFailed
from probierz.web.sandbox.failures import limit_failure
from probierz.web.sandbox.outcome import LIMITS_USED
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.handing_in import EVALUATE
from probierz.web.submissions.whose import sharing_tries


def costs_quota(failure: Failure) -> bool:
    """Whether a failed evaluation counts whatever it was compared with: it kept a worker busy to the limit, in vain."""
    return failure["class"] in LIMITS_USED and failure["fault"] == "submission"


def judged(failed: JobFailed, submission: Submission, split: str) -> JobFailed:
    """Return what failed, blamed on the output where it used up a limit and its people had such a one on this split."""
    kind, fault, file = (failed.failure[key] for key in ("class", "fault", "file"))
    if kind not in LIMITS_USED or fault == "submission" or not _had_before(submission, split):
        return failed
    again = limit_failure(kind, scoring_limits(), "repeated", file)
    return JobFailed(again.message, kind=kind, file=file, fault=again.fault, operator=again.operator)


def _had_before(submission: Submission, split: str) -> bool:
    """Jobs know it: what is tried again forgets why it failed."""
    theirs = submission.challenge.submissions.filter(sharing_tries(submission.submitter_id, submission.team_id))
    numbers = set(theirs.values_list("pk", flat=True))
    failed = Job.objects.filter(
        kind=EVALUATE, state=Job.State.FAILED, failure__class__in=LIMITS_USED, user__in=theirs.values("submitter")
    )
    rows = failed.values_list("payload__submission", "failure__file")
    return any(number in numbers and (file or "").startswith(f"{split}/") for number, file in rows)
