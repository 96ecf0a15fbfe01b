"""Asking whether a submission differs from others by more than chance."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from probierz.web.accounts.requester import person_of
from probierz.web.http.form_addresses import require_POST
from probierz.web.jobs.services import QueueFull
from probierz.web.leaderboards.pair_tests import compare_submission_later
from probierz.web.submissions.views.page import submission_of
from probierz.web.submissions.visibility import viewer_of


@login_required
@require_POST
def compare(request: HttpRequest, number: int) -> HttpResponse:
    """Ask for the tests of differences that were not made yet."""
    found = submission_of(viewer_of(request), number)
    try:
        compare_submission_later(found, person_of(request))
        messages.success(
            request,
            _("The comparison is on its way. Reload the page in a while: its results stand beside the differences."),
        )
    except QueueFull as error:
        messages.error(request, str(error))
    return redirect(f"{reverse('submission', kwargs={'number': number})}?compared=1")  # which opens all scores
