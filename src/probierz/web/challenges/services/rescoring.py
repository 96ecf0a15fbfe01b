"""After a repair of expected results: score again what was handed in before."""

from __future__ import annotations

from probierz.web.challenges.models import Version
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import enqueue

__all__ = ["rescore"]


def rescore(version: Version) -> list[Job]:
    """Ask for new scores of all that was handed in, on the tests of this version; known ones are not computed again."""
    handed_in = version.challenge.submissions.filter(deleted=None, state="scored", is_reference=False).order_by("pk")
    return [
        enqueue(
            "rescore-submission",
            {"submission": number, "version": version.pk},
            key=f"rescore-submission:{number}:{version.pk}",
            priority=-1,
        )
        for number in handed_in.values_list("pk", flat=True)
    ]
