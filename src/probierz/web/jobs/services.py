"""The queue: put jobs in, take them under a lease, finish them once.

A job belongs to the worker that holds its current claim. Whatever a worker writes at the end, it writes in one
transaction that first checks the claim; so a worker that was thought dead, and is not, can do no harm, and a killed one
leaves nothing half done.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from probierz.web.accounts.models import User
from probierz.web.jobs.models import Job, LogLine, Worker
from probierz.web.jobs.registry import Failure, handler_of
from probierz.web.jobs.turns import turns

__all__ = [
    "NOTHING_TO_STOP", "LostClaim", "QueueFull", "add_to_log", "beat", "cancel", "check_room", "completing",
    "enqueue", "forget_workers", "give_back", "holding", "reap", "settle_failure", "take", "write_log",
]  # fmt: skip

NOTHING_TO_STOP = gettext_noop("It has ended: there is nothing to stop any more.")
MOST_LOG_LINES = 5000
LONGEST_LOG_LINE = 2000
RETRY_SECONDS = (5, 30, 120)
MOST_DRIFT_SECONDS = 10
"""Clocks of machines with workers agree that well."""


class LostClaim(Exception):
    """The job is not this worker's any more: it was cancelled, or its lease ran out."""


class QueueFull(Exception):
    """Too many jobs wait; the message says so to the person who asked."""


def lease_time() -> datetime:
    """Return until when a lease lasts that is taken now."""
    return timezone.now() + timedelta(seconds=settings.PROBIERZ["PROBIERZ_LEASE_SECONDS"])


def enqueue(
    kind: str,
    payload: dict[str, Any],
    *,
    user: User | None = None,
    key: str = "",
    priority: int = 0,
    most_attempts: int = 3,
    limited: bool = True,
) -> Job:
    """Put a job into the queue. While an unfinished job has the same key, that one is returned instead.

    One that runs counts too, so that no two do the same work at a time. Where work may be asked for that it has not
    seen, its handler looks again before it completes, and asks for another, see `leaderboards.handlers`.
    limited: whether it may be refused; what the platform itself has to do may not.
    Raises QueueFull when there are too many, of this person or at all.
    """
    if limited:
        check_room(user)
    try:
        with transaction.atomic():
            return Job.objects.create(
                kind=kind, payload=payload, user=user, key=key, priority=priority, most_attempts=most_attempts
            )
    except IntegrityError:
        waiting = Job.objects.exclude(state__in=Job.FINAL).filter(key=key).first()
        if not key or waiting is None:
            raise
        return waiting


def check_room(user: User | None) -> None:
    """Raise QueueFull when there are too many jobs, of this person or at all."""
    unfinished = Job.objects.exclude(state__in=Job.FINAL)
    if unfinished.count() >= settings.PROBIERZ["PROBIERZ_QUEUE"]:
        raise QueueFull(_("The queue is full. Try again in a while."))
    most = settings.PROBIERZ["PROBIERZ_CONCURRENT_JOBS"]
    if user is not None and not user.is_staff and _times_handed_in(unfinished.filter(user=user)) >= most:
        message = _("So many of your submissions wait or run already: %(number)d. Hand in more when they are done.")
        raise QueueFull(message % {"number": most})


def _times_handed_in(unfinished: QuerySet[Job]) -> int:
    """How many times something was handed in; the submissions of one archive are one time."""
    payloads = unfinished.values_list("pk", "payload")
    return len({payload.get("together", number) for number, payload in payloads})


# --- workers ---------------------------------------------------------------------------------------------------------


def take(worker: Worker) -> Job | None:
    """Take a job of the highest priority that waits, of whoever's turn it is, or None; no two workers take the same."""
    now = timezone.now()
    with transaction.atomic():
        job = _next(now)
        if job is None:
            return None
        job.state = Job.State.RUNNING
        job.claim = uuid.uuid4()
        job.worker = worker
        job.lease = lease_time()
        job.started = now
        job.attempts += 1
        job.save()
        return job


def _next(now: datetime) -> Job | None:
    waiting = Job.objects.filter(state=Job.State.QUEUED).filter(
        Q(not_before=None) | Q(not_before__lte=now) | Q(started__gt=now)  # the clock was put back meanwhile
    )
    for priority in waiting.order_by("-priority").values_list("priority", flat=True).distinct():
        jobs = waiting.filter(priority=priority)
        for turn in turns(jobs):
            job = _locked(jobs.filter(user=turn.user)).order_by("created").first()
            if job is not None:  # else another worker is just taking it
                return job
    return None


def _locked(jobs: QuerySet[Job]) -> QuerySet[Job]:
    """Rows that this transaction alone may change; SQLite locks the whole file when the transaction begins."""
    if connection.features.has_select_for_update_skip_locked:
        return jobs.select_for_update(skip_locked=True, of=("self",))
    return jobs


def beat(worker: Worker, job: Job | None) -> bool:
    """Say that the worker lives; extend the lease of its job. Return whether it may go on with it."""
    Worker.objects.filter(pk=worker.pk).update(seen=timezone.now())
    if job is None:
        return True
    mine = Job.objects.filter(pk=job.pk, claim=job.claim, state=Job.State.RUNNING, cancelled=False)
    return mine.update(lease=lease_time()) == 1


@contextmanager
def completing(job: Job) -> Iterator[Job]:
    """Write results and finish the job in one transaction. Raises LostClaim, and nothing is written, if it was lost.

    The body sets `job.result`.
    """
    with transaction.atomic():
        held = _held(job)
        if held.cancelled:  # whoever stopped it was told so
            raise LostClaim(str(job.pk))
        yield held
        held.state = Job.State.DONE
        held.finished = timezone.now()
        held.lease = held.claim = None
        held.save(update_fields=["state", "finished", "lease", "claim", "result"])  # the log may have grown meanwhile


@contextmanager
def holding(job: Job) -> Iterator[Job]:
    """Write something on the way, in one transaction. Raises LostClaim, and nothing is written, if it was lost."""
    with transaction.atomic():
        yield _held(job)


def _held(job: Job) -> Job:
    jobs = Job.objects.all()
    if connection.features.has_select_for_update:
        jobs = jobs.select_for_update(of=("self",))
    held = jobs.filter(pk=job.pk, claim=job.claim, state=Job.State.RUNNING).first()
    if held is None:
        raise LostClaim(str(job.pk))
    return held


def settle_failure(job: Job, failure: Failure, *, is_retried: bool = False) -> None:
    """Fail the job, or put it back into the queue for another try. Raises LostClaim."""
    with transaction.atomic():
        _settle(_held(job), failure, is_retried=is_retried)


def _settle(job: Job, failure: Failure, *, is_retried: bool, waits: bool = True) -> None:
    job.lease = job.claim = None
    if job.cancelled:
        _end(job, Job.State.CANCELLED, None)
    elif is_retried and job.attempts < job.most_attempts:
        job.state = Job.State.QUEUED
        job.not_before = timezone.now() + timedelta(seconds=_wait(job) if waits else 0)
        job.save()
    else:
        _end(job, Job.State.FAILED, failure)


def _wait(job: Job) -> int:
    seconds = handler_of(job.kind).waits or RETRY_SECONDS
    return seconds[min(job.attempts, len(seconds)) - 1]


def _end(job: Job, state: str, failure: Failure | None) -> None:
    job.state = state
    job.failure = failure
    job.finished = timezone.now()
    job.save()
    handler_of(job.kind).ended(job)


def give_back(job: Job) -> None:
    """Put a job back at once, as a worker does that is told to stop; it does not count as a try."""
    mine = Job.objects.filter(pk=job.pk, claim=job.claim, state=Job.State.RUNNING)
    mine.update(state=Job.State.QUEUED, claim=None, lease=None, attempts=F("attempts") - 1)


def reap() -> int:
    """Put jobs whose lease ran out back into the queue, or fail them after too many tries; forget dead workers.

    A lease that lasts longer than any does was given before the clock was put back: who is alive renews it at once.
    Returns how many jobs were touched. Any worker may call it at any time.
    """
    now = timezone.now()
    ran_out = Q(lease__lt=now) | Q(lease__gt=lease_time() + timedelta(seconds=MOST_DRIFT_SECONDS))
    touched = 0
    with transaction.atomic():
        for job in _locked(Job.objects.filter(ran_out, state=Job.State.RUNNING)):
            _settle(job, worker_lost(), is_retried=True, waits=False)
            touched += 1
    Worker.objects.filter(seen__lt=now - timedelta(days=1)).delete()
    return touched


def forget_workers() -> None:
    """Forget all workers, whose jobs any other may take at once: they are not those of this platform.

    For a database that was restored: its rows tell of processes that beat when the backup was made.
    """
    Job.objects.filter(state=Job.State.RUNNING).update(lease=timezone.now())
    Worker.objects.all().delete()


def worker_lost() -> Failure:
    """The failure of a job whose workers died under it."""
    return {
        "class": "WorkerLost",
        "message": "the platform's worker stopped again and again while it did this; it costs no quota: "
        "hand in once more, or write to the organisers",
        "file": None,
        "line": None,
        "fault": "platform",
    }


def cancel(job: Job) -> bool:
    """Cancel a job that waits; ask the worker of one that runs to stop. Return whether there was anything to stop."""
    with transaction.atomic():
        held = _locked(Job.objects.filter(pk=job.pk)).first() or Job.objects.get(pk=job.pk)
        if held.is_final:
            return False
        if not Job.objects.filter(pk=held.pk).exclude(state__in=Job.FINAL).update(cancelled=True):
            return False  # it ended at this moment
        held.cancelled = True
        if held.state == Job.State.QUEUED:
            _end(held, Job.State.CANCELLED, None)
        return True


def write_log(job: Job, texts: list[str], *, for_operators: bool = False) -> None:
    """Append lines to the job's log; past the most that is kept, nothing. Raises LostClaim."""
    with transaction.atomic():
        _append(_held(job), texts, for_operators=for_operators)


def add_to_log(job: Job, text: str) -> None:
    """Append what happened to the log of a job that is over."""
    with transaction.atomic():
        for held in _locked(Job.objects.filter(pk=job.pk)):
            _append(held, [text], for_operators=False)


def _append(held: Job, texts: list[str], *, for_operators: bool) -> None:
    kept = [text[:LONGEST_LOG_LINE].replace("\0", "�") for text in texts][: max(0, MOST_LOG_LINES - held.lines)]
    if held.lines + len(kept) == MOST_LOG_LINES and kept:
        kept[-1] = "… the log is full"
    LogLine.objects.bulk_create(
        LogLine(job=held, number=held.lines + at, text=text, for_operators=for_operators)
        for at, text in enumerate(kept, 1)
    )
    Job.objects.filter(pk=held.pk).update(lines=F("lines") + len(kept))
