"""What each kind of job does: functions that are registered by name, and found in every app's `handlers.py`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from probierz.taken_names import refuse_taken
from probierz.web.accounts.models import User
from probierz.web.jobs.models import Job, LogLine

Failure = dict[str, Any]
"""`class`, `message`, `file`, `line`, `fault` ("submission", "challenge" or "platform"), as a job keeps it; where there
are more problems than one, `others` has those behind the first, each with `message`, `file` and `line`.
"""

MOST_OTHERS = 20


class JobFailed(Exception):
    """The job cannot be done. message: for the submitter, so never gold, secrets or paths of the server.

    operator: what operators read. others: what else is wrong, each with message, file and line; the first `MOST_OTHERS`
    are kept. is_retried: whether another try may go well (a fault of the platform).
    """

    def __init__(
        self,
        message: str,
        *,
        kind: str = "Error",
        file: str | None = None,
        line: int | None = None,
        fault: str = "submission",
        operator: str = "",
        others: Sequence[Failure] = (),
        is_retried: bool = False,
    ) -> None:
        super().__init__(message)
        self.failure: Failure = {"class": kind, "message": message, "file": file, "line": line, "fault": fault}
        if others:
            self.failure["others"] = list(others[:MOST_OTHERS])
        self.operator = operator
        self.is_retried = is_retried


@dataclass(frozen=True)
class Handler:
    """run: does the work of a `jobs.running_job.Running` and returns the job's result.

    ended: called in the transaction that fails or cancels a job.
    check_stop: raises Refused where somebody who may read its log may not stop it. told: what of its log people are
    told now, as what was written then may not be shown any more.
    waits: seconds before each further try, the last of them before all that follow; None: those of the queue.
    """

    run: Callable[[Any], Any]
    ended: Callable[[Job], None]
    check_stop: Callable[[Job, User], None]
    told: Callable[[Job, list[LogLine]], list[LogLine]]
    waits: tuple[int, ...] | None = None


_handlers: dict[str, Handler] = {}


def handler(
    kind: str,
    *,
    ended: Callable[[Job], None] = lambda job: None,
    check_stop: Callable[[Job, User], None] = lambda job, person: None,
    told: Callable[[Job, list[LogLine]], list[LogLine]] = lambda job, lines: lines,
    waits: tuple[int, ...] | None = None,
) -> Callable[[Any], Any]:
    """Register the function below as what jobs of that kind do. Raises OptionError where another one does them."""

    def register(run: Callable[[Any], Any]) -> Callable[[Any], Any]:
        refuse_taken("kind of job", kind, run, _handlers[kind].run if kind in _handlers else None)
        _handlers[kind] = Handler(run, ended, check_stop, told, waits)
        return run

    return register


def handler_of(kind: str) -> Handler:
    """Return the handler of a kind; apps are searched for handlers when the first one is wanted."""
    if kind not in _handlers:
        from django.utils.module_loading import autodiscover_modules

        autodiscover_modules("handlers")
    return _handlers[kind]
