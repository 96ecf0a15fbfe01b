"""The queue: jobs with leases, their logs, and the workers that beat."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.db.models import Q

from probierz.web.accounts.models import User


class Worker(models.Model):
    """A process that takes jobs; one whose last beat is older than a lease is dead."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    host = models.CharField(max_length=250)
    pid = models.PositiveIntegerField()
    started = models.DateTimeField(auto_now_add=True)
    seen = models.DateTimeField()


class Job(models.Model):
    """A piece of work. Its id cannot be guessed and stands in the address of its log.

    kind: a function registered by that name; payload: its plain arguments. key: at most one unfinished job per key.
    claim: given by each taking; only the worker that holds the current one may finish the job (compare and set).
    lease: until then the job is the worker's. attempts: how often it was taken. cancelled: somebody asked to stop it.
    failure: {"class", "message", "file", "line", "fault"}; fault is "submission", "challenge" or "platform".
    """

    class State(models.TextChoices):
        """Where a job stands; the last three are final."""

        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        FAILED = "failed"
        CANCELLED = "cancelled"

    FINAL: ClassVar = (State.DONE, State.FAILED, State.CANCELLED)

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    kind = models.CharField(max_length=40)
    payload = models.JSONField(default=dict)
    key = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=12, choices=State.choices, default=State.QUEUED)
    priority = models.IntegerField(default=0)
    user = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="jobs")
    created = models.DateTimeField(auto_now_add=True)
    not_before = models.DateTimeField(null=True, blank=True)
    started = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    most_attempts = models.PositiveIntegerField(default=3)
    claim = models.UUIDField(null=True, blank=True)
    lease = models.DateTimeField(null=True, blank=True)
    worker = models.ForeignKey(Worker, models.SET_NULL, null=True, blank=True)
    cancelled = models.BooleanField(default=False)
    result = models.JSONField(null=True, blank=True)
    failure = models.JSONField(null=True, blank=True)
    lines = models.PositiveIntegerField(default=0)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["state", "priority", "created"], name="job_queue")]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["key"],
                condition=Q(state__in=["queued", "running"]) & ~Q(key=""),
                name="one_unfinished_job_per_key",
            )
        ]

    @property
    def is_final(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in self.FINAL


class LogLine(models.Model):
    """A line of a job's log; the submitter's lines never hold gold, secrets or paths of the server."""

    job = models.ForeignKey(Job, models.CASCADE, related_name="log")
    number = models.PositiveIntegerField()
    when = models.DateTimeField(auto_now_add=True)
    text = models.TextField()
    for_operators = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [models.UniqueConstraint(fields=["job", "number"], name="one_log_line")]
