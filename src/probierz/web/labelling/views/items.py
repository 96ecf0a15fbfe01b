"""An item at a time: its input, and buttons or a field for its label."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import Refused
from probierz.web.labelling import services
from probierz.web.labelling.candidates import choices_of
from probierz.web.labelling.items import item_cells
from probierz.web.labelling.queries import LabellingSeat, label_at, next_open_place, seat_in
from probierz.web.labelling.services.labels import MOST_LETTERS


def _labelling(request: HttpRequest, number: int) -> LabellingSeat:
    seat = seat_in(request, number)
    if not seat.labels:
        raise Http404
    return seat


@login_required
@require_safe
def go_on(request: HttpRequest, number: int) -> HttpResponse:
    """Lead to the first item that they have not decided."""
    return _next(_labelling(request, number), 0)


def _next(seat: LabellingSeat, place: int) -> HttpResponseRedirect:
    found = None if seat.round.closed else next_open_place(seat, place)
    if found is None:
        return HttpResponseRedirect(reverse("labelling", args=[seat.round.pk]))
    return HttpResponseRedirect(reverse("labelling-item", args=[seat.round.pk, found]))


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def item(request: HttpRequest, number: int, place: int) -> HttpResponse:
    """Show an item; take its label, or what is typed of one.

    act: "decide", with the label; "skip" leaves it for later; "keep", sent by the page with every pause. Scripts are
    answered in JSON: where to go next, or why not.
    """
    seat = _labelling(request, number)
    if not 1 <= place <= len(seat.round.lines):
        raise Http404
    line = seat.round.lines[place - 1]
    if request.method != "POST":
        return render(request, "labelling/item.html", _about(seat, place, line))
    act, text = request.POST.get("act", "decide"), request.POST.get("label", "")
    try:
        kept = services.keep_label(seat, line, "" if act == "skip" else text, is_decided=act == "decide")
    except Refused as refusal:
        if _by_script(request):
            return JsonResponse({"refused": refusal.message}, status=422)
        messages.error(request, refusal.message)
        return render(request, "labelling/item.html", {**_about(seat, place, line), "typed": text}, status=422)
    if act == "keep":
        return JsonResponse({"kept": kept.text})
    if next_open_place(seat) is None:
        messages.success(request, _("You have decided all items. Thank you."))
    after = _next(seat, place)
    return JsonResponse({"next": after.url}) if _by_script(request) else after


def _by_script(request: HttpRequest) -> bool:
    """Whether a page sent this that stays where it is until it has an answer."""
    return request.headers.get("Accept") == "application/json"


def _about(seat: LabellingSeat, place: int, line: int) -> dict[str, Any]:
    found = seat.round
    known = label_at(seat, line)
    assert seat.labeller is not None
    decided = seat.labeller.given.filter(is_decided=True).count()
    return {
        "round": found, "seat": seat, "place": place,
        "cells": item_cells(found, line), "choices": choices_of(found),
        "known": known, "typed": known.text if known else "", "decided": decided, "count": len(found.lines),
        "before": place - 1 if place > 1 else None, "after": place + 1 if place < len(found.lines) else None,
        "most": MOST_LETTERS,
    }  # fmt: skip
