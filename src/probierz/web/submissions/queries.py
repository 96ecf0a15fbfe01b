"""Finding submissions by what papers cite: the first digits of a commit, or of an output's SHA-1."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.db.models import Q, QuerySet

from probierz.web.submissions.models import Output, Score, Submission, Variant
from probierz.web.submissions.visibility import ShownScore, Viewer

_CITED = re.compile(r"\{?([0-9a-fA-F]{4,40})\}?")
MOST_FOUND = 100


@dataclass
class FoundSubmission:
    """A submission that a paper cites. outputs: those that it names; none where it names the commit."""

    submission: Submission
    outputs: list[Output] = field(default_factory=list)

    @property
    def variants(self) -> list[Variant]:
        """The variants of those outputs, else all."""
        if self.outputs:
            return list(dict.fromkeys(output.variant for output in self.outputs))
        return list(self.submission.variants.all())


@dataclass(frozen=True)
class ShownRow:
    """A score with its test and variant, as a viewer may see it."""

    score: Score
    shown: ShownScore


def cited_digits(text: str) -> str | None:
    """Return the 4 to 40 hexadecimal digits of `{53ed07}` or `53ed07`; None for anything else."""
    match = _CITED.fullmatch(text.strip())
    return match[1].lower() if match else None


def find(viewer: Viewer, number: int) -> Submission | None:
    """Return a submission that they may see."""
    related = ("challenge", "challenge__current", "submitter", "team", "version", "phase", "job")
    rows = Submission.objects.select_related(*related).prefetch_related("challenge__phases", "challenge__tags")
    found = rows.filter(pk=number).first()
    return found if found is not None and viewer.may_see_submission(found) else None


def own_submissions(viewer: Viewer) -> QuerySet[Submission]:
    """Return what they or their teams handed in to any challenge, newest first, as `Viewer.may_see_submission` has it:
    also where the challenge was closed to them since.
    """
    kept = Submission.objects.filter(viewer.owned(), deleted=None, is_reference=False, row_name="")
    open_to_them = Q(challenge__is_published=True) | Q(challenge__in=viewer.challenges())
    return kept.filter(open_to_them).select_related("challenge", "team", "phase").order_by("-created", "-pk")


def cited_by(viewer: Viewer, cited: str) -> list[FoundSubmission]:
    """Return the submissions that a viewer may see whose commit, or one of whose outputs, begins with these digits.

    Outputs are found by those who may see them; for others there are none. The newest are first.
    """
    prefix = cited_digits(cited)
    if prefix is None:
        return []
    outputs: dict[int, list[Output]] = {}
    seen_outputs = Output.objects.filter(viewer.with_source("variant__submission__"))
    named = seen_outputs.filter(_begins("sha1", prefix)).select_related("variant").order_by("path")
    for output in named[: 10 * MOST_FOUND]:
        outputs.setdefault(output.variant.submission_id, []).append(output)
    wanted = _begins("commit", prefix) | Q(pk__in=outputs)
    rows = Submission.objects.filter(wanted, Q(challenge__in=viewer.challenges()) | viewer.owned(), deleted=None)
    rows = rows.select_related("challenge", "submitter", "team", "phase", "version").order_by("-created", "-pk")
    seen = [row for row in rows[: 10 * MOST_FOUND] if viewer.may_see_submission(row)]
    return [
        FoundSubmission(row, [] if row.commit.startswith(prefix) else outputs.get(row.pk, []))
        for row in seen[:MOST_FOUND]
    ]


def _begins(field_name: str, prefix: str) -> Q:
    """A range, which an index serves in every database and in which no character is special."""
    return Q(**{f"{field_name}__gte": prefix, f"{field_name}__lt": prefix + "g"})


def downstream(viewer: Viewer, submission: Submission) -> list[Submission]:
    """Return the submissions that say they were built on this one."""
    if not submission.commit:
        return []
    rows = Submission.objects.filter(dependencies__commit=submission.commit, deleted=None)
    rows = rows.filter(challenge__in=viewer.challenges()).select_related("challenge", "submitter", "team", "phase")
    return [row for row in rows.distinct().order_by("pk")[:MOST_FOUND] if viewer.may_see_submission(row)]


def scores_of(viewer: Viewer, found: FoundSubmission) -> list[ShownRow]:
    """Return the scores of what was found, by test and variant."""
    rows = Score.objects.filter(submission=found.submission, variant__in=found.variants)
    rows = rows.select_related("test", "variant", "evaluation", "output")
    ordered = rows.order_by("variant__name", "test__split", "test__position")
    submission = found.submission
    known = [row for row in ordered if viewer.knows(submission.challenge, submission.phase, row.test)]
    return [ShownRow(row, viewer.shown(row, submission)) for row in known]
