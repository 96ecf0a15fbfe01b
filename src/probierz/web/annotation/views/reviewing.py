"""Where a reviewer is led: from one record to the next that waits for them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from probierz.web.annotation.queries import Seat, next_to_review


def after_accepting(request: HttpRequest, seat: Seat, name: str) -> HttpResponse:
    """Tell that a record is accepted, and lead to the next one that waits for review; where none does, back to it."""
    following = next_to_review(seat, name)
    done = _("Record %(name)s is accepted; this is the next one to review.")
    last = _("Record %(name)s is accepted; no other one waits for review.")
    messages.success(request, (done if following else last) % {"name": name})
    return redirect("annotation-record", seat.project.slug, following or name)
