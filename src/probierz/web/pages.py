"""The first page, the pages of errors, and the page that shows every part of a page."""

from __future__ import annotations

from datetime import timedelta
from http import HTTPStatus

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.web.accounts.models import User
from probierz.web.html.tables import Column, Table
from probierz.web.http.refusals import Refusal, error_answer
from probierz.web.submissions.visibility import Viewer

__all__ = ["bad_request", "broken", "forbidden", "home", "not_found", "stale_form", "style", "too_many"]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the challenges; where there are none yet, welcome people."""
    if Viewer(request.user if isinstance(request.user, User) else None).challenges().exists():
        return redirect("challenges")
    return render(request, "home.html")


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request that makes no sense."""
    return _error(request, 400, _("The request could not be read."), _("Go back and try again."))


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for something that others may do."""
    return _error(
        request, 403, _("You may not see this page."), _("Log in with an account that may, or ask its owner.")
    )


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form that was not ours, or waited too long."""
    advice = _("Cookies may be switched off, or you logged in meanwhile. Go back, reload the page, and send it again.")
    return _error(request, 403, _("This form is out of date."), advice)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    """Answer a request for what is not there, or not for this person."""
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


def broken(request: HttpRequest) -> HttpResponse:
    """Say that something of ours broke. The page needs neither the database nor a person."""
    if _is_api(request):
        return error_answer(Refusal(500, "broken", "something broke on the server"))
    return render(None, "errors/500.html", {"platform_contact": settings.PROBIERZ["PROBIERZ_CONTACT"]}, status=500)


def _error(request: HttpRequest, status: int, what: str, advice: str) -> HttpResponse:
    if _is_api(request):
        return error_answer(Refusal(status, HTTPStatus(status).phrase.lower(), what))
    return render(request, "errors/error.html", {"status": status, "what": what, "advice": advice}, status=status)


def _is_api(request: HttpRequest) -> bool:
    return request.path_info.startswith("/api/")


# --- the style page --------------------------------------------------------------------------------------------------

HOSTILE = "<script>alert(1)</script> \"'><img src=x onerror=alert(1)> \u202eevil"


@require_safe
def style(request: HttpRequest) -> HttpResponse:
    """Show every part of a page, for looking at; only where PROBIERZ_DEBUG is on."""
    if not settings.DEBUG:
        raise Http404
    from probierz.web.accounts.forms import RegisterForm

    now = timezone.now()
    rows = [
        {"name": f"Team {number}", "score": f"0.{973 - 7 * number}", "low": 0.9, "high": 0.99, "value": -number,
         "when": now - timedelta(hours=number**2)}
        for number in range(120)
    ]  # fmt: skip
    rows[1]["name"] = HOSTILE
    columns = [
        Column(_("Name"), "name", lambda row: row["name"]),
        Column(_("Score"), "score", lambda row: row["value"], is_number=True),
        Column(_("When"), "when", lambda row: row["when"]),
        Column(""),
    ]
    table = Table(
        request, columns, lambda words: [row for row in rows if words in str(row["name"])], sort="-score", per_page=10
    )
    for level in (messages.INFO, messages.SUCCESS, messages.WARNING, messages.ERROR):
        messages.add_message(request, level, f"A message. {HOSTILE}")
    form = RegisterForm(data={"username": "Not a login", "email": "x"})
    return render(
        request, "style.html", {"table": table, "form": form, "hostile": HOSTILE, "later": now + timedelta(days=2)}
    )
