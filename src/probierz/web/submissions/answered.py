"""Submissions whose outputs answer other inputs than those of a version: they get no scores on it."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet

from probierz.web.challenges.answered_inputs import other_inputs
from probierz.web.challenges.models import Version
from probierz.web.submissions.models import Output, Score, Submission

OTHER_INPUTS = "OtherInputs"
"""The kind of a note, or of a failure: nothing of a submission answers the inputs of now."""


def answering_others(version: Version) -> QuerySet[Submission]:
    """Return the scored submissions of whose outputs none answers the inputs of this version, but those of another."""
    others = other_inputs(version)
    there, here = Score.objects.filter(test__in=others), Score.objects.exclude(test__in=others)
    here = here.filter(challenge=version.challenge_id)
    rows = version.challenge.submissions.filter(state="scored", pk__in=there.values("submission"))
    return rows.exclude(pk__in=here.values("submission"))


def paths_of_others(submission: Submission, version: Version) -> dict[str, str]:
    """Return the paths of its outputs that answer other inputs than those of this version, with their splits."""
    rows = Output.objects.filter(variant__submission=submission, scores__test__in=other_inputs(version))
    return dict(rows.values_list("path", "split"))


def is_of_other_task(submission: Submission, version: Version) -> bool:
    """Whether the same outputs mean something else for this version: they answer other inputs, or another task."""
    scores = submission.scores
    known = set(scores.values_list("test", flat=True)) or set(submission.version.tests.values_list("pk", flat=True))
    if not known.isdisjoint(other_inputs(version)):
        return True
    return submission.version.major != version.major and not version.tests.filter(pk__in=known).exists()


def without_others(outputs: QuerySet[Output], version: Version, split: str) -> QuerySet[Output]:
    """Return the outputs of a split but those that answer other inputs than those of this version."""
    return outputs.filter(split=split).exclude(scores__test__in=other_inputs(version, split))


def why_of_others(answered: Version, version: Version) -> dict[str, Any]:
    """Return why outputs for one version have no scores on another, as `Submission.not_rescored` keeps it."""
    message = (
        f"the outputs answer the inputs of version {answered.number}, and version {version.number} has others; "
        "hand in outputs for the inputs of now"
    )
    return {
        "class": OTHER_INPUTS, "message": message, "file": None, "line": None, "fault": "submission",
        "version": version.pk,
    }  # fmt: skip
