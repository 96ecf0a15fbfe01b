"""A job in the hands of a worker: what its handler sees."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from probierz.web.jobs.models import Job
from probierz.web.jobs.services import LostClaim, completing, holding, write_log


class Stopped(Exception):
    """The worker was told to stop; the job goes back into the queue."""


class Running:
    """A taken job. Long work calls `check` now and then."""

    def __init__(self, job: Job, stop: threading.Event) -> None:
        self.job = job
        self.payload: dict[str, Any] = job.payload
        self.lost = threading.Event()
        self._stop = stop

    def check(self) -> None:
        """Raise LostClaim or Stopped when it is no use to go on."""
        if self.lost.is_set():
            raise LostClaim(str(self.job.pk))
        if self._stop.is_set():
            raise Stopped

    @property
    def is_over(self) -> bool:
        """Whether `check` would raise."""
        return self.lost.is_set() or self._stop.is_set()

    def log(self, *texts: str, for_operators: bool = False) -> None:
        """Write lines that the submitter (or only an operator) can read at once."""
        write_log(self.job, [line for text in texts for line in text.splitlines()], for_operators=for_operators)

    @contextmanager
    def writing(self) -> Iterator[Job]:
        """See `services.holding`."""
        with holding(self.job) as job:
            yield job

    @contextmanager
    def completing(self) -> Iterator[Job]:
        """See `services.completing`."""
        with completing(self.job) as job:
            yield job
