"""The pages of errors; programs get the same as data."""

from __future__ import annotations

from collections.abc import Sequence
from http import HTTPStatus

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.http import Http404, HttpRequest, HttpResponse
from django.middleware.csrf import REASON_BAD_ORIGIN
from django.shortcuts import render
from django.utils.translation import gettext as _

from probierz.archives.limits import MIB
from probierz.web.html.forms import sent_fields
from probierz.web.http.api_errors import ApiError, error_answer


class Closed(Http404):
    """A page that was closed to somebody who handed something in there; it says so to nobody else."""


OPEN_FORMS = frozenset({"login", "register", "invitation", "password-reset", "set-language", None})
"""Names of the routes whose forms are there for everybody."""
MOST_KEPT = 100_000
"""Characters of a form that a page repeats: more would make a page of megabytes of what costs nothing to send."""


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that makes no sense."""
    if isinstance(exception, RequestDataTooBig):
        return too_large(request, settings.DATA_UPLOAD_MAX_MEMORY_SIZE // MIB)
    return _error(request, 400, _("The request could not be read."), _("Go back and try again."))


def too_large(request: HttpRequest, most_mb: int) -> HttpResponse:
    """Answer a request that is larger than so many MiB."""
    what = _("What you sent is larger than %(most)d MiB.") % {"most": most_mb}
    advice = _("Nothing of it was taken. Go back, where what you typed still stands, and send less of it, or in parts.")
    return _error(request, 413, what, advice)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for something that others may do."""
    return _error(
        request, 403, _("You may not see this page."), _("Log in with an account that may, or ask its owner.")
    )


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that was not ours, or waited too long; one of a person whose login is lost is told so."""
    sent = _sent_again(request, reason)
    if _has_lost_login(request):
        advice = (
            _(
                "Your login ended, or the cookies of this site were cleared. What you typed is kept on this page: log "
                "in in another tab, then send it from here."
            )
            if sent
            else _(
                "Your login ended, or the cookies of this site were cleared. Log in in another tab, then go back: what "
                "you typed still stands there. Should it be refused again, reload that page."
            )
        )
        return _error(request, 403, _("You were logged out."), advice, door=request.path, sent=sent)
    advice = (
        _("You logged in meanwhile, or cookies were cleared. What you typed is kept on this page: send it from here.")
        if sent
        else _("Cookies may be switched off, or you logged in meanwhile. Go back, reload the page, and send it again.")
    )
    return _error(request, 403, _("This form is out of date."), advice, sent=sent)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for what is not there, or not for this person."""
    if isinstance(exception, Closed):
        advice = _(
            "Its organisers limited the challenge to a team that you are not in. What you handed in stays yours: the "
            "pages of your submissions, with their scores, are open to you."
        )
        return _error(request, 404, _("This challenge is closed to you now."), advice, is_closed=True)
    return _error(
        request, 404, _("There is no such page."), _("It may have moved, or you may have to log in to see it.")
    )


def too_many(request: HttpRequest, seconds: int) -> HttpResponse:
    """Answer somebody who tries too often; they may come back after so many seconds."""
    minutes = -(-seconds // 60)
    advice = _("Wait %(minutes)d min, then try again.") % {"minutes": minutes}
    response = _error(request, 429, _("Too many attempts."), advice)
    response["Retry-After"] = str(seconds)
    return response


def too_busy(request: HttpRequest) -> HttpResponse:
    """Answer a form with a password while too many others are looked at."""
    advice = _("Nothing was done. Wait a few seconds, then send it again.")
    response = _error(request, 429, _("Too many people log in at this moment."), advice)
    response["Retry-After"] = "5"
    return response


def no_room(request: HttpRequest) -> HttpResponse:
    """Say that the server's disk is full."""
    advice = _("Nothing was kept of what you sent. Try again in a while; the administrators find this in the log.")
    return _error(request, 507, _("The server has no room left."), advice)


def broken(request: HttpRequest) -> HttpResponse:
    """Say that something of ours broke. The page needs neither the database nor a person."""
    if _is_api(request):
        return error_answer(ApiError(500, "broken", "something broke on the server"))
    return render(None, "errors/500.html", {"platform_contact": settings.PROBIERZ["PROBIERZ_CONTACT"]}, status=500)


def _has_lost_login(request: HttpRequest) -> bool:
    """Whether a form comes from nobody that only somebody who is logged in is shown."""
    route = request.resolver_match.url_name if request.resolver_match else None
    return not request.user.is_authenticated and route not in OPEN_FORMS


def _sent_again(request: HttpRequest, reason: str) -> list[tuple[str, str]]:
    """Return what a refused form sent, if it came from a page of ours, as browsers say, and may wait for a click more.

    What another site had somebody send may not, nor what deletes; a password stands on no page, and nothing long.
    reason: why it was refused.
    """
    origin = request.headers.get("Origin")
    if origin is None or reason == REASON_BAD_ORIGIN % origin or request.path_info.endswith("/delete"):
        return []
    sent = sent_fields(request)
    is_kept = sum(len(name) + len(value) for name, value in sent) <= MOST_KEPT
    return sent if is_kept and not any("password" in name and value for name, value in sent) else []


def _error(
    request: HttpRequest,
    status: int,
    what: str,
    advice: str,
    *,
    door: str = "",
    is_closed: bool = False,
    sent: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """Answer with a page, or with data. door: where a login leads to that the page offers; empty for none.

    is_closed: whether the page leads to one's own submissions. sent: names and values of a form that it sends again.
    """
    if _is_api(request):
        return error_answer(ApiError(status, HTTPStatus(status).phrase.lower(), what))
    about = {"status": status, "what": what, "advice": advice, "door": door, "is_closed": is_closed, "sent": sent}
    response = render(request, "errors/error.html", about, status=status)
    if sent:
        response["Cache-Control"] = "no-store"
    return response


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")
