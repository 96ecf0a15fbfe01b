"""Jobs for programs: where one stands, its log as it is written."""

from __future__ import annotations

import threading
import time
import uuid
from datetime import datetime
from typing import Annotated, Any, Literal, TypeAlias

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import AfterValidator, Field

from probierz.web.accounts.api_access import Allowed
from probierz.web.accounts.requester import person_of
from probierz.web.http.api_errors import ApiError
from probierz.web.http.api_shapes import ProblemOut
from probierz.web.jobs import queries, services
from probierz.web.jobs.models import Job
from probierz.web.jobs.registry import handler_of

router = Router(tags=["jobs"])

MOST_WAITING = 3
"""Requests of one process that may wait for news at a time; the others are answered at once."""

LOOK_SECONDS = 0.2
_waiting = threading.BoundedSemaphore(MOST_WAITING)


WholeSeconds: TypeAlias = Annotated[datetime, AfterValidator(lambda moment: moment.replace(microsecond=0))]
"""What is less would tell whether a score was known already, and so that others handed in the same."""


class FailureOut(Schema):
    """Why a job failed. fault: `submission`, `challenge` or `platform`; only the first is for its submitter to mend."""

    kind: str = Field(alias="class", serialization_alias="class")
    message: str
    file: str | None = None
    line: int | None = None
    fault: str
    problems: list[ProblemOut] = Field([], description="all that is wrong with a challenge; the message has the first")


class JobOut(Schema):
    """A job. position: in the queue, from 1; 0 when it does not wait. seconds_left: a guess, where one can be made."""

    id: uuid.UUID
    kind: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    is_final: bool
    position: int
    seconds_left: float | None
    created: WholeSeconds
    started: WholeSeconds | None
    finished: WholeSeconds | None
    attempts: int
    submission: int | None
    result: Any
    failure: FailureOut | None


class LogLineOut(Schema):
    """A line of a log."""

    number: int
    when: WholeSeconds
    text: str


class LogOut(Schema):
    """Lines of a log. next: what to ask for next. is_final: whether the job has ended and this is all."""

    lines: list[LogLineOut]
    next: int
    is_final: bool


class LogAsked(Schema):
    """Which lines are wanted."""

    after: int = Field(0, ge=0, le=10**9, description="lines with a higher number")
    wait: float = Field(0, ge=0, le=20, description="seconds to wait for a new line, or the end")


def job_data(job: Job) -> dict[str, Any]:
    """Return a job as its submitter sees it."""
    left = None if job.is_final else queries.estimate(job)
    shown = ("id", "kind", "state", "is_final", "created", "started", "finished", "attempts", "result", "failure")
    return {
        **{name: getattr(job, name) for name in shown},
        "position": queries.position(job),
        "seconds_left": None if left is None else left.total_seconds(),
        "submission": job.payload.get("submission"),
    }


def _job(request: HttpRequest, number: uuid.UUID) -> Job:
    job = Job.objects.filter(pk=number).first()
    if job is None or not queries.may_see_log(job, person_of(request)):
        raise ApiError(404, "unknown", "There is no such job, or it is not yours.")
    return job


@router.get("/jobs/{uuid:job}", response=JobOut, auth=Allowed("read"), by_alias=True)
def get_job(request: HttpRequest, job: uuid.UUID) -> Any:
    """Say where a job stands."""
    return Status(200, job_data(_job(request, job)))


@router.get("/jobs/{uuid:job}/log", response=LogOut, auth=Allowed("read"))
def get_log(request: HttpRequest, job: uuid.UUID, asked: Query[LogAsked]) -> Any:
    """Return lines of a job's log; with `wait`, as soon as there are any."""
    found = _job(request, job)
    lines = _new_lines(request, found, asked.after, asked.wait)
    following = lines[-1].number if lines else asked.after
    ended = found.is_final and not found.log.filter(number__gt=following, for_operators=False).exists()
    return Status(200, {"lines": lines, "next": following, "is_final": ended})


def _new_lines(request: HttpRequest, job: Job, after: int, wait: float) -> list[Any]:
    person = person_of(request)
    lines = queries.log_lines(job, person, after=after)
    if lines or job.is_final or not wait or not _waiting.acquire(blocking=False):
        return lines
    try:
        until = time.monotonic() + wait
        while not lines and not job.is_final and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
            job.refresh_from_db()
            lines = queries.log_lines(job, person, after=after)
        return lines
    finally:
        _waiting.release()


@router.post("/jobs/{uuid:job}/cancel", response=JobOut, auth=Allowed("submit"), by_alias=True)
def cancel_job(request: HttpRequest, job: uuid.UUID) -> Any:
    """Stop a job; where it has ended, this is an error."""
    found = _job(request, job)
    handler_of(found.kind).check_stop(found, person_of(request))
    if not services.cancel(found):
        raise ApiError(409, "state", _(services.NOTHING_TO_STOP))
    found.refresh_from_db()
    return Status(200, job_data(found))
