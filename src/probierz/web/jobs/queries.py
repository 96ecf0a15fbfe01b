"""Reading the queue: positions, estimates, logs."""

from __future__ import annotations

from datetime import timedelta
from statistics import median

from django.conf import settings
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.jobs.models import Job, LogLine, Worker
from probierz.web.jobs.registry import handler_of
from probierz.web.jobs.turns import jobs_before


def position(job: Job) -> int:
    """Return how many jobs are before this one, plus one; 0 for a job that does not wait."""
    if job.state != Job.State.QUEUED:
        return 0
    return jobs_before(job) + 1


def workers() -> int:
    """Return how many workers live."""
    alive = timezone.now() - timedelta(seconds=settings.PROBIERZ["PROBIERZ_LEASE_SECONDS"])
    return Worker.objects.filter(seen__gte=alive).count()


def estimate(job: Job) -> timedelta | None:
    """Return when about the job will be done: what the last of its kind took, times those before it, by the workers.

    None where nothing is known: no worker lives, or no such job was done yet.
    """
    done = Job.objects.filter(kind=job.kind, state=Job.State.DONE).order_by("-finished")[:20]
    times = [one.finished - one.started for one in done if one.finished and one.started]
    hands = workers()
    if not times or not hands:
        return None
    each = timedelta(seconds=median(time.total_seconds() for time in times))
    return each * max(1, -(-position(job) // hands))


def log_lines(job: Job, viewer: User | None, *, after: int = 0, most: int = 1000, whole: bool = False) -> list[LogLine]:
    """Return the lines after that number that the viewer may read, as its kind of job tells them now.

    whole: with those for operators.
    """
    lines = job.log.filter(number__gt=after)
    if not whole and (viewer is None or not viewer.is_staff):
        lines = lines.filter(for_operators=False)
    return handler_of(job.kind).told(job, list(lines[:most]))


def may_see_log(job: Job, viewer: User | None) -> bool:
    """Whether the viewer handed in what the job works on, or administers the platform."""
    return viewer is not None and viewer.is_authenticated and (viewer.is_staff or job.user_id == viewer.pk)
