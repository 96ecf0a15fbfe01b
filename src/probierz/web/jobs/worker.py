"""A worker: takes jobs and does them, one at a time, and tells all the while that it lives."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
import traceback
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import close_old_connections, connections
from django.utils import timezone

from probierz.web.jobs import services
from probierz.web.jobs.models import Job, Worker
from probierz.web.jobs.registry import JobFailed, handler_of
from probierz.web.jobs.running_job import Running, Stopped

logger = logging.getLogger("probierz.jobs")

QUICKEST_LOOK, SLOWEST_LOOK = 0.1, 1.0
"""Seconds between two looks into an empty queue: soon after work, later when nothing comes."""


def work(stop: threading.Event | None = None, *, until_empty: bool = False) -> int:
    """Do jobs until told to stop, or until none is left. Return how many were taken."""
    stop = stop or threading.Event()
    me = Worker.objects.create(host=socket.gethostname(), pid=os.getpid(), seen=timezone.now())
    heart = _Heart(me)
    heart.start()
    taken, pause = 0, QUICKEST_LOOK
    try:
        while not stop.is_set():
            close_old_connections()
            services.reap()
            job = services.take(me)
            if job is not None:
                _do(job, heart, stop)
                taken, pause = taken + 1, QUICKEST_LOOK
            elif until_empty and not _anything_waits():
                break
            else:
                stop.wait(pause)
                pause = min(SLOWEST_LOOK, pause * 1.5)
    finally:
        heart.end()
        Worker.objects.filter(pk=me.pk).delete()
    return taken


def _anything_waits() -> bool:
    """Whether a job is unfinished; one that is planned for later, and was never begun, is not waited for."""
    unfinished = Job.objects.exclude(state__in=Job.FINAL)
    return unfinished.exclude(attempts=0, not_before__gt=timezone.now()).exists()


def _do(job: Job, heart: _Heart, stop: threading.Event) -> None:
    running = Running(job, stop)
    with heart.beating_for(running):
        _settled(running, lambda: handler_of(job.kind).run(running))


def _settled(running: Running, run: Callable[[], Any]) -> None:
    """Do the work, and whatever comes of it leave the job in a state that somebody can act on."""
    job = running.job
    try:
        result = run()
        if not Job.objects.filter(pk=job.pk, state=Job.State.DONE).exists():
            with services.completing(job) as held:
                held.result = result
    except services.LostClaim:
        _settle_cancelled(job)
    except Stopped:
        services.give_back(job)
    except JobFailed as error:
        _fail(running, error.failure, error.operator, is_retried=error.is_retried)
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException as error:  # a bug of ours, or a panic of a library: operators read where
        logger.exception("job %s (%s) failed", job.pk, job.kind)
        _fail(running, platform_fault(error), traceback.format_exc(), is_retried=True)


def _settle_cancelled(job: Job) -> None:
    if Job.objects.filter(pk=job.pk, claim=job.claim, cancelled=True, state=Job.State.RUNNING).exists():
        services.settle_failure(job, platform_fault(services.LostClaim()))


def _fail(running: Running, failure: dict[str, Any], operator: str, *, is_retried: bool) -> None:
    try:
        running.log(f"ERROR: {failure['message']}", *map(_other, failure.get("others", ())))
        if operator:
            running.log(operator, for_operators=True)
        services.settle_failure(running.job, failure, is_retried=is_retried)
    except services.LostClaim:
        _settle_cancelled(running.job)


def _other(problem: dict[str, Any]) -> str:
    place = ":".join(str(part) for part in (problem["file"], problem["line"]) if part)
    return f"ERROR: {place}: {problem['message']}" if place else f"ERROR: {problem['message']}"


def platform_fault(error: BaseException) -> dict[str, Any]:
    """What the submitter is told of a bug: that it is one, and that it costs nothing."""
    return {
        "class": type(error).__name__,
        "message": "the platform failed at this, through no fault of the submission; it costs no quota",
        "file": None,
        "line": None,
        "fault": "platform",
    }


class _Heart(threading.Thread):
    """Beats three times a lease, on a connection of its own."""

    def __init__(self, worker: Worker) -> None:
        super().__init__(name="heart", daemon=True)
        self._worker = worker
        self._running: Running | None = None
        self._over = threading.Event()

    def beating_for(self, running: Running) -> _Beating:
        return _Beating(self, running)

    def hold(self, running: Running | None) -> None:
        self._running = running

    def end(self) -> None:
        self._over.set()
        self.join(timeout=5)

    def run(self) -> None:
        while not self._over.wait(settings.PROBIERZ["PROBIERZ_LEASE_SECONDS"] / 3):
            running = self._running
            try:
                if not services.beat(self._worker, running.job if running else None) and running is not None:
                    running.lost.set()
            except Exception:  # the database may be away for a moment; the lease lasts three beats
                logger.exception("a beat failed")
                connections.close_all()
                time.sleep(0.1)
        connections.close_all()


class _Beating:
    """While it is entered, the heart extends this job's lease."""

    def __init__(self, heart: _Heart, running: Running) -> None:
        self._heart, self._running = heart, running

    def __enter__(self) -> None:
        self._heart.hold(self._running)

    def __exit__(self, *error: object) -> None:
        self._heart.hold(None)
