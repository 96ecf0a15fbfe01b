"""Pages for handing in, for watching what comes of it, and for what papers cite."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from probierz.errors import ProbierzError
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.views.frame import challenge_of
from probierz.web.jobs import queries as jobs
from probierz.web.jobs.models import Job
from probierz.web.submissions import queries, services
from probierz.web.submissions.forms import ReferenceForm, SubmitForm
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.handing_in import HandedIn, TryOut
from probierz.web.submissions.services.quota import quota_left
from probierz.web.submissions.visibility import Viewer, viewer_of

__all__ = ["change", "job", "judge", "query", "reference", "submit"]


# --- handing in ------------------------------------------------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand in, or only look whether outputs fit the input."""
    challenge, user = challenge_of(request, slug), cast("User", request.user)
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    form = SubmitForm(*data, challenge=challenge, user=user)
    tried: TryOut | None = None
    if request.method == "POST" and form.is_valid():
        try:
            if "try" in request.POST:
                tried = _try_out(challenge, form, user)
            else:
                return _handed_in(request, _hand_in(challenge, form))
        except ProbierzError as error:
            form.add_error(None, str(error))
    closed = _why_closed(challenge, user)
    page = {"challenge": challenge, "form": form, "tried": tried, "closed": closed}
    page["quota"] = quota_left(challenge, user)
    return render(request, "submissions/submit.html", page, status=400 if form.errors else 200)


def _hand_in(challenge: Challenge, form: SubmitForm) -> HandedIn:
    data = form.cleaned_data
    if data["url"]:
        return services.submit_git(challenge, data["url"], data["branch"], form.handing)
    with form.uploaded() as files:
        return services.submit_files(challenge, files, form.handing)


def _try_out(challenge: Challenge, form: SubmitForm, user: User) -> TryOut:
    if form.cleaned_data["url"]:
        raise services.NotTaken("files", _("Only files can be looked at before they are handed in."))
    with form.uploaded() as files:
        return services.try_out(challenge, files, user)


def _handed_in(request: HttpRequest, handed_in: HandedIn) -> HttpResponse:
    if handed_in.note:
        messages.info(request, handed_in.note)
    submission = handed_in.submission
    return redirect("job", number=submission.job_id) if submission.job_id else redirect("query", submission.commit)


def _why_closed(challenge: Challenge, user: User) -> str:
    try:
        services.check_open(challenge, user)
    except services.NotTaken as error:
        return error.message
    return ""


@login_required
@require_safe
def job(request: HttpRequest, number: uuid.UUID) -> HttpResponse:
    """Show how far a job is, to whoever asked for it."""
    found = get_object_or_404(Job, pk=number)
    user = cast("User", request.user)
    if not jobs.may_see_log(found, user):
        raise Http404
    known = (found.result or {}).get("submission") if isinstance(found.result, dict) else None
    submission = Submission.objects.filter(pk=known or found.payload.get("submission"), deleted=None).first()
    page = {
        "job": found,
        "submission": submission,
        "position": jobs.position(found),
        "estimate": jobs.estimate(found),
        "workers": jobs.workers(),
        "lines": jobs.log_lines(found, user),
    }
    return render(request, "submissions/job.html", page)


# --- later -----------------------------------------------------------------------------------------------------------

_CHANGES: dict[str, Callable[[Submission, User], object]] = {
    "hide": services.hide,
    "restore": services.restore,
    "delete": services.delete,
    "choose": services.choose,
    "cancel": services.cancel,
    "open": services.open_submission,
    "rescore": services.rescore,
    "baseline": services.mark_baseline,
    "no-baseline": lambda submission, by: services.mark_baseline(submission, by, is_baseline=False),
}
_FOR_GOOD = ("delete", "open")
"""Nothing leads back from these: people tick a box first."""
_DONE_LATER = {
    "open": gettext_lazy("Its files will be there for everybody in a moment."),
    "rescore": gettext_lazy("It will be scored again in a moment."),
}


@login_required
@require_POST
def change(request: HttpRequest, number: int, action: str) -> HttpResponse:
    """Do one thing with a submission, and show it as it is then."""
    rows = Submission.objects.select_related("challenge", "submitter", "team", "phase", "job")
    submission, user = get_object_or_404(rows, pk=number), cast("User", request.user)
    if action not in _CHANGES or not Viewer(user).may_see_submission(submission):
        raise Http404
    if action in _FOR_GOOD and "sure" not in request.POST:
        messages.error(request, _("Nothing has changed: tick the box that says you are sure."))
        return redirect("submission", number)
    try:
        _CHANGES[action](submission, user)
        messages.success(request, _DONE_LATER.get(action) or _("Done."))
    except services.NotTaken as error:
        messages.error(request, error.message)
    if submission.deleted is not None:
        return redirect("challenge-submissions", submission.challenge.slug)
    return redirect("submission", number)


VERDICTS = {"accept": True, "reject": False, "undecided": None}


@login_required
@require_POST
def judge(request: HttpRequest, number: int, verdict: str) -> HttpResponse:
    """Accept or reject a tag, as organisers do."""
    rows = Submission.objects.select_related("challenge", "submitter", "team", "phase")
    submission, user = get_object_or_404(rows, pk=number), cast("User", request.user)
    viewer = Viewer(user)
    if verdict not in VERDICTS or not viewer.may_see_submission(submission):
        raise Http404
    if not viewer.organises(submission.challenge):
        raise Http404
    try:
        name = request.POST.get("tag", "")[:64].replace("\0", "")
        services.judge_tag(submission, name, user, accepted=VERDICTS[verdict])
        messages.success(request, _("Done."))
    except services.NotTaken as error:
        messages.error(request, error.message)
    return redirect("submission", number)


# --- references ------------------------------------------------------------------------------------------------------


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Ask for the digits that a paper cites, and go to what they stand for."""
    form = ReferenceForm(request.GET or None)
    if form.is_valid():
        digits = queries.read_reference(form.cleaned_data["reference"])
        if digits is not None:
            return redirect("query", digits)
        form.add_error("reference", _("Give 4 to 40 hexadecimal digits."))
    return render(request, "submissions/reference.html", {"form": form})


@require_safe
def query(request: HttpRequest, digits: str) -> HttpResponse:
    """Show the submissions that these digits stand for."""
    if queries.read_reference(digits) != digits.lower():
        raise Http404
    viewer = viewer_of(request)
    found = queries.by_reference(viewer, digits)
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
