"""Triggers: a client says where a branch is, and reads a plain log. They take a token, never a cookie."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from probierz.errors import ProbierzError
from probierz.web.accounts.models import User
from probierz.web.accounts.services import user_of_token
from probierz.web.gonito.finding import challenge_named
from probierz.web.http.api_errors import ApiError, api_error_of
from probierz.web.jobs.models import Job
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing, submit_git
from probierz.web.submissions.visibility import Viewer

PLAIN = "text/plain; charset=utf-8"
View = Callable[..., HttpResponse]


def plain_text(text: str, status: int = 200) -> HttpResponse:
    """Return an answer that a client prints as it is."""
    answer = HttpResponse(text.rstrip("\n") + "\n", content_type=PLAIN, status=status)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def refused(refusal: ApiError) -> HttpResponse:
    """Return a refusal in words: old clients print the text and do not look at the status."""
    return plain_text(f"ERROR: {refusal.message}", refusal.status)


def _trigger(view: View) -> View:
    """POST alone changes anything; whatever is refused is refused in plain text."""

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.method != "POST":
            answer = refused(ApiError(405, "method", _("Send this with POST.")))
            answer.headers["Allow"] = "POST"
            return answer
        try:
            return view(request, *args, **kwargs)
        except ApiError as refusal:
            return refused(refusal)
        except ProbierzError as error:
            return refused(api_error_of(error))

    return guarded


@_trigger
def remotely(request: HttpRequest) -> HttpResponse:
    """Take the form of `geval --submit`."""
    form = request.POST
    if form.get("git-annex-remote", "").strip():
        raise ApiError(422, "git-annex", _("Outputs are not fetched by git-annex here; commit them to the branch."))
    job = _submit(form.get("token", ""), form.get("challenge", ""), form.get("url", ""), form.get("branch", "master"))
    # Relative: a proxy may have put the platform below a path that nobody here knows.
    return _see_log(f"open-view-progress/{job.pk}")


@_trigger
def remotely_simple(request: HttpRequest, token: str, challenge: str, url: str, branch: str) -> HttpResponse:
    """Take everything from the path, where `SLASH` stands for a slash in the address."""
    job = _submit(token, challenge, url.replace("SLASH", "/"), branch.replace("SLASH", "/"))
    return _see_log(reverse("open-log", args=[job.pk]))


@_trigger
def by_webhook(request: HttpRequest, token: str, challenge: str) -> HttpResponse:
    """Take the news of a push from GitHub, GitLab, Gitea, Forgejo or Gogs."""
    _owner(token)  # strangers are not told what else is wrong
    url, branch = _pushed(request.body)
    job = _submit(token, challenge, url, branch)
    return _see_log(reverse("open-log", args=[job.pk]))


ADDRESSES = ("clone_url", "git_http_url", "ssh_url", "git_ssh_url")


def _pushed(body: bytes) -> tuple[str, str]:
    try:
        news = json.loads(body)
        repository, ref = news["repository"], news["ref"]
        url = next(repository[name] for name in ADDRESSES if repository.get(name))
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration, RecursionError):
        raise ApiError(422, "webhook", _("This is no message of a push; send pushes as JSON.")) from None
    if not isinstance(url, str) or not isinstance(ref, str) or not ref.startswith("refs/heads/"):
        raise ApiError(422, "webhook", _("Only pushes to branches are taken."))
    return url, ref.removeprefix("refs/heads/")


def _owner(token: str) -> User:
    user = user_of_token(token.strip(), "submit")
    if user is None:
        text = _("The token is unknown, has ended, or does not allow submitting; make one on the page of your account.")
        raise ApiError(401, "token", text)
    return user


def _submit(token: str, challenge: str, url: str, branch: str) -> Job:
    user = _owner(token)
    found = challenge_named(Viewer(user), challenge)
    handed = submit_git(found, url, branch, Handing(user, source=Submission.Source.TRIGGER))
    assert handed.submission.job is not None
    return handed.submission.job


def _see_log(location: str) -> HttpResponse:
    answer = plain_text(_("Read the log at %(address)s") % {"address": location}, 303)
    answer.headers["Location"] = location
    return answer
