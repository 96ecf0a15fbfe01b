"""The first page, and the page that shows every part of a page."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.web.accounts.models import User
from probierz.web.accounts.queries import invitations_of
from probierz.web.annotation.views.alone import own_page
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.queries import failed_import, unpublished
from probierz.web.challenges.services import may_create
from probierz.web.events import waiting_work
from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.leaderboards.first_page import LATELY, lately_ended, newest, running
from probierz.web.submissions.visibility import viewer_of

INVITATIONS = 3
"""So many stand on the first page, the others under Teams."""


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is running, what has just ended, and what is new; where there is nothing yet, what comes next."""
    viewer = viewer_of(request)
    if settings.IS_ALONE:
        return own_page() if viewer.user is not None else redirect("login")
    now, later, more = running(viewer)
    invitations = [] if viewer.user is None else list(invitations_of(viewer.user))
    context = {
        "running": now, "later": later, "more": more, "news": newest(viewer),
        "work": [] if viewer.user is None else waiting_work(viewer.user),
        "invitations": invitations[:INVITATIONS], "more_invitations": len(invitations[INVITATIONS:]),
        "drafts": [] if now or viewer.user is None else _drafts(viewer.user),
        "over": lately_ended(viewer, within=LATELY if now else None),
        "may_create": viewer.user is not None and may_create(viewer.user),
    }  # fmt: skip
    return render(request, "home.html", context)


def _drafts(user: User) -> list[tuple[Challenge, bool]]:
    """The challenges that somebody has still to publish, with whether one has no files, as its import failed."""
    found = unpublished(user)[:INVITATIONS]
    return [(one, one.current_id is None and failed_import(one) is not None) for one in found]


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
        TableColumn(_("Name"), "name", lambda row: row["name"]),
        TableColumn(_("Score"), "score", lambda row: row["value"], is_number=True),
        TableColumn(_("When"), "when", lambda row: row["when"]),
        TableColumn(""),
    ]
    table = PageTable(
        request, columns, lambda words: [row for row in rows if words in str(row["name"])], sort="-score", per_page=10
    )
    for level in (messages.INFO, messages.SUCCESS, messages.WARNING, messages.ERROR):
        messages.add_message(request, level, f"A message. {HOSTILE}")
    form = RegisterForm(data={"username": "Not a login", "email": "x"})
    return render(
        request, "style.html", {"table": table, "form": form, "hostile": HOSTILE, "later": now + timedelta(days=2)}
    )
