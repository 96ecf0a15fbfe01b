"""Whose job is next: people take turns, however many jobs each of them has in the queue."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q, QuerySet

from probierz.web.jobs.models import Job


class PersonsTurn(NamedTuple):
    """Somebody whose jobs wait, and the place of the first of them: whoever compares less comes first.

    running: how many of theirs run. since: when the first came, or when their last job ended, whichever was later; so
    who was served waits behind those who came meanwhile, and nobody waits longer than for one job of each of these.
    user: None for the platform itself. jobs: how many wait.
    """

    running: int
    since: datetime
    user: int | None
    jobs: int


def turns(waiting: QuerySet[Job]) -> list[PersonsTurn]:
    """Return those who have jobs among these, of one priority, in the order in which one of each is taken."""
    people = list(waiting.order_by().values_list("user").annotate(first=Min("created"), jobs=Count("pk")))
    if len(people) < 2:
        return [PersonsTurn(0, first, user, jobs) for user, first, jobs in people]
    theirs = Job.objects.filter(user__in=[user for user, _, _ in people if user is not None])
    was_served = Q(finished__gt=min(first for _, first, _ in people), started__isnull=False)
    ended = dict(theirs.filter(was_served).values_list("user").annotate(Max("finished")))
    running = dict(theirs.filter(state=Job.State.RUNNING).values_list("user").annotate(Count("pk")))
    found = [
        PersonsTurn(running.get(user, 0), max(first, ended.get(user, first)), user, jobs)
        for user, first, jobs in people
    ]
    return sorted(found, key=lambda turn: (turn.running, turn.since))


def jobs_before(job: Job) -> int:
    """How many of the jobs that wait are taken before this one, as things stand."""
    queued = Job.objects.filter(state=Job.State.QUEUED)
    same = queued.filter(priority=job.priority)
    own = same.filter(user=job.user_id, created__lt=job.created).count()
    order = turns(same)
    mine = next((at for at, turn in enumerate(order) if turn.user == job.user_id), len(order))
    others = sum(min(turn.jobs, own + (at < mine)) for at, turn in enumerate(order) if at != mine)
    return queued.filter(priority__gt=job.priority).count() + own + others
