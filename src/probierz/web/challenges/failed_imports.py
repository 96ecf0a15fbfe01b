"""What organisers are told of an import that failed: why, and what to do next."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.challenges.split_checks import WHERE_KEPT
from probierz.web.intake import errors as intake
from probierz.web.jobs.models import Job


def why_failed(job: Job) -> str:
    """Return why an import failed; nothing where its problems say so, or the platform broke at it."""
    failure = job.failure or {}
    is_told = "problems" in failure or (failure.get("fault") == "platform" and failure["class"] not in intake.__all__)
    return "" if is_told else failure.get("message", "")


def what_next(job: Job) -> str:
    """Return what organisers do about an import that failed or was stopped; nothing for any other."""
    problems = (job.failure or {}).get("problems", [])
    if job.state == Job.State.CANCELLED:
        return _("The import was stopped. Nothing has changed.")
    if job.failure is None:
        return ""
    if job.failure["fault"] == "platform":
        return _(
            "Nothing has changed, and nothing is known to be wrong with the files. Try again in a few minutes; "
            "if it fails again, tell the administrators of the platform."
        )
    if not problems:
        return _("Nothing has changed. Mend what is told above, and import the files once more.")
    if job.payload["hidden"]["kind"] == "none" and any(one["remedy"] == WHERE_KEPT for one in problems):
        return _(
            "Nothing has changed. Add the expected results that are missing, and import the files once more. "
            "If they are in an archive of their own, choose “an archive to upload” under “Where the hidden expected "
            "results are”; nobody but the organisers will see them."
        )
    return _("Nothing has changed. Mend in the files what is told below, and import them once more.")
