"""What jobs of this application do."""

from __future__ import annotations

from typing import Any

from probierz.errors import ProbierzError
from probierz.web.challenges import services
from probierz.web.challenges.checking import as_data
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.services import InvalidChallenge
from probierz.web.challenges.services.imports import KIND
from probierz.web.challenges.services.readmes import RENDER
from probierz.web.intake.errors import IntakeError
from probierz.web.jobs.models import Job
from probierz.web.jobs.registry import JobFailed, handler
from probierz.web.jobs.running_job import Running


def _throw_uploads_away(job: Job) -> None:
    for part in (job.payload["public"], job.payload["hidden"]):
        services.discard_upload(part)


@handler(KIND, ended=_throw_uploads_away)
def import_challenge(running: Running) -> dict[str, Any]:
    """Gather the parts, check them, publish a version or say what it would be; or fail with all that is wrong."""
    challenge = Challenge.objects.get(pk=running.payload["challenge"])

    def log(line: str) -> None:
        running.check()
        running.log(line)

    try:
        if running.payload.get("only_looks"):
            return {"found": services.look_over(challenge, running.payload, log)}
        seen = running.payload.get("seen", "")
        version = services.run_import(
            challenge, running.payload, log, running.job.pk, lambda found: services.refuse_unseen(found, seen)
        )
    except InvalidChallenge as error:
        raise _invalid(running, error) from error
    except IntakeError as error:
        raise JobFailed(
            str(error), kind=error.name, fault="challenge" if error.fault == "sender" else "platform",
            operator=error.detail, is_retried=error.fault != "sender",
        ) from error  # fmt: skip
    except ProbierzError as error:
        raise JobFailed(error.message, kind=type(error).__name__, fault="challenge") from error
    _throw_uploads_away(running.job)
    return {"version": version.pk, "number": version.number}


def _invalid(running: Running, error: InvalidChallenge) -> JobFailed:
    first, *others = error.problems
    for problem in others:  # the message has the first
        running.log(f"{problem.severity}: {problem}")
    failed = JobFailed(error.message, kind="InvalidChallenge", file=first.path, line=first.line, fault="challenge")
    failed.failure["problems"] = as_data(error.problems)
    return failed


@handler(RENDER)
def render_readme(running: Running) -> None:
    """Make the page of a README that was published before pages were kept."""
    version = Version.objects.select_related("challenge").filter(pk=running.payload["version"]).first()
    if version is not None:
        services.render_readme(version)
