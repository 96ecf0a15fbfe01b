"""A record with its history and remarks, and what can be done with it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from probierz.errors import Refused
from probierz.suites.sqad.drafts import draft_of
from probierz.suites.sqad.mending import mend_record
from probierz.web.annotation import services
from probierz.web.annotation.files import article_of, record_of
from probierz.web.annotation.models import AnnotatedRecord, RecordRemark, RecordRevision, SecondAnswer
from probierz.web.annotation.queries import (
    Seat,
    awaited_answers,
    is_own_before_others,
    next_to_review,
    record_findings,
    record_in,
    seat_in,
)
from probierz.web.annotation.second_answers import other_answers
from probierz.web.annotation.views.drafts import shown_finding
from probierz.web.annotation.views.listing import (
    asked_of,
    list_address,
    listed,
    neighbours_alone,
    next_in_list,
    remembered_list,
)  # fmt: skip
from probierz.web.annotation.views.numbers import asked_number
from probierz.web.annotation.views.reviewing import after_accepting
from probierz.web.annotation.words import FIELDS, shown_ease
from probierz.web.html.forms import made_or_told, tell
from probierz.web.http.form_addresses import require_POST

State = AnnotatedRecord.State


@never_cache
@login_required
@require_safe
def record(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Show a record."""
    seat = seat_in(request, slug)
    row = record_in(seat, name)
    asked = awaited_answers(seat).filter(record=row).first()
    if asked is not None:
        return _own_answer_first(request, slug, asked)
    whole = record_of(row)
    typed = draft_of(whole)
    findings = record_findings(seat.project, whole, but=row.pk)
    revisions, remarks = row.revisions.select_related("author").defer("files"), row.remarks.select_related("author")
    history: list[RecordRevision | RecordRemark] = [*revisions, *(one for one in remarks if one.verdict)]
    about = {
        "asks_own": is_own_before_others(seat, row),
        "seat": seat, "project": seat.project, "record": row, "may_change": seat.may_change(row),
        "fields": [(words.label, getattr(typed, field)) for field, words in FIELDS.items() if getattr(typed, field)],
        "findings": [shown_finding(one) for one in findings],
        "has_errors": any(one.level == "error" for one in findings),
        "can_mend": bool(findings and mend_record(whole)[1]), "ease": shown_ease(services.told_ease(row) or {}),
        "revisions": revisions, "remarks": remarks, "next_record": next_to_review(seat, name),
        "neighbours": neighbours_alone(seat, name),
        "next_listed": next_in_list(request, seat, name), "list": _list_back(request, slug),
        "history": sorted(history, key=lambda one: one.created, reverse=True),
        "may_send_back": row.state == State.RETURNED and row.author_id == seat.user.pk,
        "article": article_of(row.article) if row.article is not None else None, "selection": typed.selection,
        "others": other_answers(row) if seat.reviews else [],
    }  # fmt: skip
    return render(request, "annotation/record.html", about)


def _list_back(request: HttpRequest, slug: str) -> str:
    """Where the list of broken rules is from which somebody came; empty where they came from none."""
    asked = remembered_list(request, slug)
    return list_address(asked, slug) if asked else ""


def _own_answer_first(request: HttpRequest, slug: str, asked: SecondAnswer) -> HttpResponse:
    """Lead somebody who is asked for a second answer to it, before they see the first."""
    messages.info(request, _("Answer this question yourself first; then you see the record."))
    return redirect("annotation-second-answer", slug, asked.pk)


@login_required
@require_POST
def correct(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Open a record in the form."""
    seat = seat_in(request, slug)
    row = record_in(seat, name)
    asked = awaited_answers(seat).filter(record=row).first()
    if asked is not None:
        return _own_answer_first(request, slug, asked)
    draft = made_or_told(request, lambda: services.correct(seat, row))
    return redirect("annotation-draft", slug, draft.pk) if draft else redirect("annotation-record", slug, name)


@login_required
@require_POST
def mend(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Mend a record by rule."""
    seat = seat_in(request, slug)
    back_to = reverse("annotation-record", args=[slug, name])
    return _mended(request, lambda: services.mend(seat, [record_in(seat, name)]), back_to)


@login_required
@require_POST
def mend_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Mend all records of the list that break the rule that was asked for, and lead back to that list."""
    seat = seat_in(request, slug)
    asked = asked_of(request)
    chosen = listed(asked, seat).exclude(rules=[]).select_related("article", "project").defer(None)
    return _mended(request, lambda: services.mend(seat, chosen), list_address(asked, slug))


def _mended(request: HttpRequest, act: Callable[[], int], back_to: str) -> HttpResponse:
    count = made_or_told(request, act)
    if count is not None:
        said = ngettext("%(n)d record is mended.", "%(n)d records are mended.", count) % {"n": count}
        none = _("Nothing could be mended by rule; a person has to look at it.")
        (messages.success if count else messages.warning)(request, said if count else none)
    return redirect(back_to)


@login_required
@require_POST
def remark(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Keep a remark, and a verdict if there is one."""
    seat = seat_in(request, slug)
    row = record_in(seat, name)
    verdict = request.POST.get("verdict", "")
    text = request.POST.get("text", "").replace("\0", "")[:5000]
    if verdict == State.DONE:
        done = _("The record waits for review again, with your remark.")
        tell(request, lambda: services.send_back(seat, row, text), done)
        return redirect("annotation-record", slug, name)
    if verdict == State.ACCEPTED:
        return _accepted(request, seat, row, text)
    done = _("Your remark is kept.")
    if verdict == State.RETURNED:
        text_for = _("The record is returned to %(author)s, who reads it on their first page.")
        done = text_for % {"author": row.author.own_name}
    tell(request, lambda: services.remark(seat, row, text, State.RETURNED if verdict == State.RETURNED else ""), done)
    return redirect("annotation-record", slug, name)


def _accepted(request: HttpRequest, seat: Seat, row: AnnotatedRecord, text: str) -> HttpResponse:
    try:
        services.remark(seat, row, text, State.ACCEPTED)
    except Refused as refusal:
        messages.error(request, refusal.message)
        return redirect("annotation-record", seat.project.slug, row.name)
    return after_accepting(request, seat, row.name)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Take a record out, or back in."""
    seat = seat_in(request, slug)
    row = record_in(seat, name)
    is_out = row.state != State.WITHDRAWN
    done = _("The record is withdrawn; its history stays.") if is_out else _("The record is back.")
    tell(request, lambda: services.withdraw(seat, row, is_withdrawn=is_out), done)
    return redirect("annotation-record", slug, name)


@login_required
@require_POST
def back(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Bring an earlier state back."""
    seat = seat_in(request, slug)
    row = record_in(seat, name)
    number = asked_number(request, "revision", 0)
    tell(request, lambda: services.bring_back(seat, row, number), _("The earlier state is back."))
    return redirect("annotation-record", slug, name)
