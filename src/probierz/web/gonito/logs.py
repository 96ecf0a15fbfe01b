"""Plain logs of jobs, for clients that print what they read until it ends."""

from __future__ import annotations

import threading
import time
import uuid
from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from probierz.web.accounts.requester import person_of
from probierz.web.gonito.triggers import PLAIN, refused
from probierz.web.http.addresses import public_root
from probierz.web.http.api_errors import ApiError
from probierz.web.jobs.models import Job
from probierz.web.jobs.queries import log_lines, may_see_log
from probierz.web.jobs.registry import Failure
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

MOST_STREAMS = 3
"""Logs that one process sends at a time; each holds a thread. Who comes later gets what there is so far."""

LONGEST_STREAM = 1800
QUICKEST_LOOK, SLOWEST_LOOK = 0.1, 1.0

_streams = threading.BoundedSemaphore(MOST_STREAMS)


@require_GET
def open_log(request: HttpRequest, job: str) -> HttpResponseBase:
    """Send the log of a job to whoever knows its id, which nobody can guess."""
    found = _job(job)
    return _unknown() if found is None else _sent(request, found)


@require_GET
@login_required
def log(request: HttpRequest, job: str) -> HttpResponseBase:
    """Send the log of a job to its submitter."""
    found = _job(job)
    if found is None or not may_see_log(found, person_of(request)):
        return _unknown()
    return _sent(request, found)


def _job(text: str) -> Job | None:
    try:
        return Job.objects.filter(pk=uuid.UUID(text)).first()
    except ValueError:
        return None


def _unknown() -> HttpResponse:
    return refused(ApiError(404, "unknown", _("There is no such log.")))


def _sent(request: HttpRequest, job: Job) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(_pieces(job, request.build_absolute_uri(), public_root(request)), content_type=PLAIN)
    answer.headers["Cache-Control"] = "no-store"
    answer.headers["X-Accel-Buffering"] = "no"  # nginx sends each line as it comes
    return answer


def _pieces(job: Job, here: str, root: str) -> Iterator[str]:
    waits = _streams.acquire(blocking=False)
    try:
        yield from _lines(job, time.monotonic() + (LONGEST_STREAM if waits else 0))
    finally:
        if waits:
            _streams.release()
    yield closing_line(job, root) if job.is_final else _("Not done yet; read on at %(address)s") % {"address": here}
    yield "\n"


def _lines(job: Job, until: float) -> Iterator[str]:
    """Every line as it is written, until the job ends or time is up."""
    after, pause = 0, QUICKEST_LOOK
    while True:
        job.refresh_from_db()
        lines = log_lines(job, None, after=after)
        for line in lines:
            yield f"{line.text}\n"
            after, pause = line.number, QUICKEST_LOOK
        if not lines:
            if job.is_final or time.monotonic() >= until:
                return
            time.sleep(pause)
            pause = min(SLOWEST_LOOK, pause * 1.5)


def closing_line(job: Job, root: str) -> str:
    """Return the last line: the scores as everybody may see them, or the reason; and where the submission stays."""
    submission = _submission(job)
    said = [_ending(job, submission)]
    if submission is not None and submission.commit:
        said.append(f"{root}/q/{submission.commit}")
    return " ".join(said)


def _submission(job: Job) -> Submission | None:
    known = (job.result or {}).get("submission") if isinstance(job.result, dict) else None
    rows = Submission.objects.select_related("challenge", "phase")
    return rows.filter(pk=known).first() if known else rows.filter(job=job).first()


def _ending(job: Job, submission: Submission | None) -> str:
    if job.state == Job.State.CANCELLED:
        return _("ERROR: the evaluation was cancelled")
    if job.state == Job.State.FAILED:
        return f"ERROR: {_reason(job.failure or {})}"
    if submission is None:
        return _("Done")
    viewer = Viewer()
    scores = submission.scores.select_related("test", "variant", "evaluation").order_by("test__split", "test__position")
    known = [row for row in scores if viewer.knows(submission.challenge, submission.phase, row.test)]
    texts = [f"{row.test.split} {row.test.name} {viewer.shown(row, submission).text}" for row in known[:50]]
    return "; ".join(texts) or _("Done")


def _reason(failure: Failure) -> str:
    """The message in one line, with the place in the output."""
    message, file, line = " ".join(str(failure.get("message", "")).split()), failure.get("file"), failure.get("line")
    if not file or message.startswith(file):
        return message
    return f"{file} line {line}: {message}" if line else f"{file}: {message}"
