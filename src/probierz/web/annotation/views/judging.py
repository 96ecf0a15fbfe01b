"""Many records accepted, or sent back, at once: how many is asked before, and undone is it from the same page."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from probierz.web.annotation import services
from probierz.web.annotation.models import AnnotatedRecord, RecordRemark
from probierz.web.annotation.queries import Seat, seat_in, to_judge
from probierz.web.annotation.services.judging import JudgedRecords
from probierz.web.annotation.views.listing import asked_of, list_address, listed
from probierz.web.annotation.views.numbers import number_in
from probierz.web.html.forms import made_or_told

State = AnnotatedRecord.State
MOST_NAMED = 50
"""Records that the question names; of the others it says how many there are."""


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def judge(request: HttpRequest, slug: str) -> HttpResponse:
    """Ask whether the chosen records shall get a verdict, and give it to them."""
    seat = seat_in(request, slug)
    if not seat.reviews:
        raise PermissionDenied
    if request.method == "POST":
        return _judged(request, seat)
    verdict = State.DONE if request.GET.get("verdict") == State.DONE else State.ACCEPTED
    rows = list(_chosen(request, seat, verdict).order_by("name"))
    if not rows:  # those that were chosen may be judged by now, as where somebody goes back to the question
        if not request.GET.getlist("record") and request.GET.get("which") not in ("fine", "before"):
            messages.warning(request, _("Choose records first: tick them in the list."))
        return redirect(list_address(asked_of(request), slug))
    about = {
        "seat": seat, "project": seat.project, "verdict": verdict.value, "rows": rows[:MOST_NAMED],
        "count": len(rows), "others": max(0, len(rows) - MOST_NAMED), "broken": sum(bool(one.rules) for one in rows),
        "shown": " ".join(f"{one.pk}:{one.revision}" for one in rows), "back_to": list_address(asked_of(request), slug),
        "listed": asked_of(request),
    }  # fmt: skip
    return render(request, "annotation/judge.html", about)


def _chosen(request: HttpRequest, seat: Seat, verdict: str) -> QuerySet[AnnotatedRecord]:
    """The records that are ticked; those of the list in which no rule finds anything; or those judged together before.

    The last ones are named by the numbers of their remarks, `first` and `last`.
    """
    rows = to_judge(seat, verdict).defer("files")
    which = request.GET.get("which")
    if which == "fine":
        return rows.filter(pk__in=listed(asked_of(request), seat).values("pk"), rules=[])
    if which == "before":
        first, last = number_in(request.GET, "first", 0), number_in(request.GET, "last", 0)
        said = RecordRemark.objects.filter(author=seat.user, pk__gte=first, pk__lte=last, verdict=State.ACCEPTED)
        return rows.filter(pk__in=said.values("record"))
    return rows.filter(pk__in=[int(one) for one in request.GET.getlist("record") if _is_number(one)])


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 18


def _judged(request: HttpRequest, seat: Seat) -> HttpResponse:
    verdict = request.POST.get("verdict", "")
    found = made_or_told(request, lambda: services.judge_many(seat, _shown(request.POST.get("shown", "")), verdict))
    if found:
        _tell(request, seat, found, verdict)
    return redirect(list_address(asked_of(request), seat.project.slug))


def _shown(said: str) -> Mapping[int, int]:
    """The revision of each record, by its number, as `12:1 13:4` says it."""
    pairs = [one.partition(":")[::2] for one in said.split()]
    return {int(number): int(revision) for number, revision in pairs if _is_number(number) and _is_number(revision)}


def _tell(request: HttpRequest, seat: Seat, found: JudgedRecords, verdict: str) -> None:
    if found.judged and verdict == State.ACCEPTED:
        said = ngettext("%(n)d record is accepted.", "%(n)d records are accepted.", found.judged) % {"n": found.judged}
        undo: dict[str, str | int] = {
            "verdict": State.DONE,
            "which": "before",
            "first": found.first,
            "last": found.last,
        }
        address = f"{reverse('annotation-judge', args=[seat.project.slug])}?{urlencode(undo)}"
        messages.success(request, format_html('{} <a href="{}">{}</a>', said, address, _("Undo")))
    elif found.judged:
        said = ngettext("%(n)d record waits for review again.", "%(n)d records wait for review again.", found.judged)
        messages.success(request, said % {"n": found.judged})
    if found.left:
        said = ngettext(
            "%(n)d record was changed or judged by somebody else meanwhile, and stays as it is.",
            "%(n)d records were changed or judged by somebody else meanwhile, and stay as they are.",
            found.left,
        )
        messages.warning(request, said % {"n": found.left})
