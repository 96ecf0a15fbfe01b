"""The page for handing in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from probierz.errors import ProbierzError, Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import ended, open_phase, stretches
from probierz.web.challenges.views.frame import challenge_of
from probierz.web.http.clients import client_gone
from probierz.web.intake.errors import IntakeError
from probierz.web.submissions import services
from probierz.web.submissions.forms import SubmitForm, to_hand_in_again
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.handing_in import Faulty, HandedIn
from probierz.web.submissions.services.quota import quota_left, quotas_of_teams
from probierz.web.submissions.services.trying_out import TryOut
from probierz.web.submissions.test_makers import has_maker, teams_with_maker
from probierz.web.submissions.visibility import viewer_of

LOGGED_OUT = "logged-out"
"""In an address: that something was sent there by somebody who was not logged in any more."""


# --- handing in ------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def submit(request: HttpRequest, slug: str) -> HttpResponse:
    """Hand in, or only look whether outputs fit the input."""
    if not request.user.is_authenticated:
        return _to_log_in(request)
    challenge, user = challenge_of(request, slug), person_of(request)
    data = (request.POST, request.FILES) if request.method == "POST" else (None, None)
    like = _like(request, challenge)
    form = SubmitForm(
        *data, challenge=challenge, user=user, initial=to_hand_in_again(like) if like is not None else None
    )
    tried: TryOut | None = None
    why_not, has_faults, is_asked = "", False, False
    if request.method == "POST" and form.is_valid():
        try:
            if "try" in request.POST:
                tried = _try_out(challenge, form, user, client_gone(request))
            else:
                handed = _hand_in(challenge, form, is_sure="sure" in request.POST)
                return _answered(request, handed)
        except Faulty as error:
            for problem in error.problems:
                form.add_error("outputs", str(problem))
        except ProbierzError as error:
            if "try" in request.POST:
                why_not, has_faults = str(error), isinstance(error, IntakeError)
            else:
                form.add_error(None, str(error))
                is_asked = isinstance(error, Refused) and error.code == services.MOVED
    has_faults |= tried is not None and tried.has_faults
    closed = services.why_closed(challenge, user)
    organises = viewer_of(request).organises(challenge)
    page = {"challenge": challenge, "form": form, "tried": tried, "why_not": why_not, "organises": organises}
    page["has_faults"] = has_faults
    page["closed"] = closed.message if closed is not None else ""
    page["is_over"] = closed is not None and closed.code != "quota"
    page["was_logged_out"] = request.method != "POST" and LOGGED_OUT in request.GET
    now = timezone.now()
    page["is_late"] = closed is None and ended(challenge, now) is not None
    phase = open_phase(challenge, now)
    page["stretches"], page["phase"] = stretches(challenge, now), phase
    moved = services.ask_of_phase([form.meant] if form.meant else (), phase)
    page["moved"], page["is_asked"], page["meant"] = moved, is_asked, form.meant if moved and not is_asked else None
    page["made_test"], page["teams_with_maker"] = has_maker(challenge, user), teams_with_maker(challenge, user)
    page["quota"], page["quotas_of_teams"] = quota_left(challenge, user), quotas_of_teams(challenge, user)
    return render(request, "submissions/submit.html", page, status=400 if form.errors else 200)


def _to_log_in(request: HttpRequest) -> HttpResponse:
    """Lead to the login and back; who sent a file is told then that it did not arrive."""
    query = request.GET.copy()
    if request.method == "POST":
        query[LOGGED_OUT] = "1"
    return redirect_to_login(f"{request.path}?{query.urlencode()}" if query else request.path)


def _hand_in(challenge: Challenge, form: SubmitForm, *, is_sure: bool) -> HandedIn:
    """is_sure: whether they were shown what looks odd, and said that it is meant; else the worker asks."""
    data, handing = form.cleaned_data, replace(form.handing, asks=not is_sure, refuses_faulty=True)
    if data["url"]:
        return services.submit_git(challenge, data["url"], data["branch"], handing)
    with form.uploaded() as files:
        return services.submit_files(challenge, files, handing)


def _try_out(challenge: Challenge, form: SubmitForm, user: User, gone: Callable[[], bool]) -> TryOut:
    if form.cleaned_data["url"]:
        raise Refused(_("Only files can be looked at before they are handed in."), "files")
    with form.uploaded() as files:
        return services.try_out(challenge, files, user, gone)


def _answered(request: HttpRequest, handed: HandedIn) -> HttpResponse:
    if handed.note:
        messages.info(request, handed.note)
    submission = handed.submission
    return redirect("job", number=submission.job_id) if submission.job_id else redirect("query", submission.commit)


def _like(request: HttpRequest, challenge: Challenge) -> Submission | None:
    """What is submitted again: one of theirs, of this challenge; anything else fills in nothing."""
    number, viewer = request.GET.get("like", ""), viewer_of(request)
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        return None
    found = challenge.submissions.filter(pk=number, deleted=None).first()
    return found if found is not None and viewer.submitted(found) else None
