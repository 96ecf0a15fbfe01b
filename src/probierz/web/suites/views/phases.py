"""The page on which organisers set the phases of all tasks at once."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from probierz.web.accounts.requester import person_of
from probierz.web.html.forms import asked_first, taken, tell
from probierz.web.submissions.visibility import viewer_of
from probierz.web.suites.common_phases import (
    CommonPhase,
    change_in_all_tasks,
    close_now,
    common_phases,
    show_now,
    what_closing_brings,
)
from probierz.web.suites.forms import CommonPhaseForm
from probierz.web.suites.queries import card_of
from probierz.web.suites.views.frame import page_language, suite_shown
from probierz.web.suites.visibility import organises_all


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def phases(request: HttpRequest, name: str) -> HttpResponse:
    """Set when a phase of all tasks is, and from when its scores are shown; others than organisers find no page."""
    found, viewer = suite_shown(request, name), viewer_of(request)
    if not organises_all(viewer, found):
        raise Http404
    rows = []
    for one in common_phases(found, viewer.now):
        is_meant = request.POST.get("phase") == one.name
        if is_meant and "now" in request.POST:
            _show_now(request, one)
            return redirect("suite", name)
        if is_meant and "close" in request.POST:
            return _closed_now(request, one) or redirect("suite-phases", name)
        form = CommonPhaseForm(request.POST if is_meant else None, one)
        if _is_saved(request, one, form):
            return redirect("suite-phases", name)
        rows.append((one, form, what_closing_brings(one)))
    page = {"suite": found, "title": card_of(found).titled(page_language())[0], "phases": rows}
    has_errors = any(form.errors for _one, form, _brings in rows)
    return render(request, "suites/phases.html", page, status=400 if has_errors else 200)


def _is_saved(request: HttpRequest, phase: CommonPhase, form: CommonPhaseForm) -> bool:
    done = gettext("The phase is saved in all tasks.")

    def change() -> None:
        reopens = form.cleaned_data.get("reopens", False)
        change_in_all_tasks(phase, form.changes, by=person_of(request), reopens=reopens)

    return taken(request, form, change, done)


def _show_now(request: HttpRequest, phase: CommonPhase) -> None:
    done = gettext("Everybody sees all scores of the phase “%(name)s” now.") % {"name": phase.name}
    tell(request, lambda: show_now(phase, by=person_of(request)), done)


def _closed_now(request: HttpRequest, phase: CommonPhase) -> HttpResponse | None:
    """Close a phase in all tasks; a page that asks first, where nobody said that it is meant."""
    if phase.open_in:
        question = f"{what_closing_brings(phase)} {gettext('Close it now?')}"
        asked = asked_first(request, question, gettext("Close now in all tasks"), request.path)
        if asked is not None:
            return asked
    done = gettext("The phase is closed.")
    tell(request, lambda: close_now(phase, by=person_of(request)), done)
    return None
