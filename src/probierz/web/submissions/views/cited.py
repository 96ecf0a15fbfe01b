"""Pages for what papers cite, and for a job that one waits for."""

from __future__ import annotations

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.jobs import queries as jobs
from probierz.web.jobs.models import Job, LogLine
from probierz.web.submissions import queries
from probierz.web.submissions.forms import CitationForm
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import check_open, unknown_tags
from probierz.web.submissions.visibility import viewer_of


@login_required
@require_safe
def job(request: HttpRequest, number: uuid.UUID) -> HttpResponse:
    """Show how far a job is, to whoever asked for it; where it ended in scores, go on to them, but for ?log."""
    found = get_object_or_404(Job, pk=number)
    user = person_of(request)
    if not jobs.may_see_log(found, user):
        raise Http404
    known = (found.result or {}).get("submission") if isinstance(found.result, dict) else None
    submission = Submission.objects.filter(pk=known or found.payload.get("submission"), deleted=None).first()
    if submission is not None and submission.commit and found.state == Job.State.DONE and "log" not in request.GET:
        if isinstance(found.result, dict) and found.result.get("note"):
            messages.info(request, str(found.result["note"]))
        return redirect("submission", number=submission.pk)
    page = {
        "job": found,
        "submission": submission,
        "position": jobs.position(found),
        "estimate": jobs.estimate(found),
        "workers": jobs.workers(),
        "lines": _not_told_above(found, jobs.log_lines(found, user)),
        "why_no_other": _why_no_other(submission, user) if submission is not None else "",
        "unknown_tags": unknown_tags(submission.form.get("tags", [])) if submission is not None else [],
    }
    return render(request, "submissions/job.html", page)


def _not_told_above(job: Job, lines: list[LogLine]) -> list[LogLine]:
    """The lines of a log without the errors of its end, which stand above it with their files."""
    failure = job.failure or {}
    told = tuple(one["message"] for one in (failure, *failure.get("others", ())) if one)
    return [line for line in lines if not (told and line.text.startswith("ERROR: ") and line.text.endswith(told))]


def _why_no_other(submission: Submission, user: User) -> str:
    """Why this person cannot hand in another one now; empty where they can."""
    try:
        check_open(submission.challenge, user)
    except Refused as why:
        return str(why)
    return ""


@require_safe
def citation(request: HttpRequest) -> HttpResponse:
    """Ask for the digits that a paper cites, and go to what they stand for."""
    form = CitationForm(request.GET or None)
    if form.is_valid():
        digits = queries.cited_digits(form.cleaned_data["reference"])
        if digits is not None:
            return redirect("query", digits)
        form.add_error("reference", _("Give 4 to 40 hexadecimal digits."))
    return render(request, "submissions/reference.html", {"form": form})


@require_safe
def query(request: HttpRequest, digits: str) -> HttpResponse:
    """Show the submissions that these digits stand for."""
    if queries.cited_digits(digits) != digits.lower():
        raise Http404
    viewer = viewer_of(request)
    found = queries.cited_by(viewer, digits)
    if not found:
        raise Http404
    rows = [
        {
            "found": one,
            "name": viewer.name_of(one.submission),
            "scores": queries.scores_of(viewer, one),
            "downstream": queries.downstream(viewer, one.submission),
            "may_see_source": viewer.may_see_source(one.submission),
        }
        for one in found
    ]
    return render(request, "submissions/query.html", {"digits": digits, "rows": rows})
