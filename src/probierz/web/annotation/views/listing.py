"""The list of records, narrowed as its address says; one of broken rules leads from each record to the next of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode

from probierz.suites.sqad.types import QUESTION_TYPES
from probierz.web.annotation import queries
from probierz.web.annotation.models import AnnotatedRecord
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.words import RULES

State = AnnotatedRecord.State
LISTED = ("type", "state", "rule", "filter", "sort")
"""What of an address says which records are listed, and how."""
_REMEMBERED = "annotation-list"


def remember_list(request: HttpRequest, slug: str) -> None:
    """Keep which records somebody mends: those in the list that they opened last, if it is one of broken rules."""
    asked = asked_of(request)
    kept = {slug: asked} if asked.get("rule") else {}
    if request.session.get(_REMEMBERED, {}) != kept:
        request.session[_REMEMBERED] = kept


def remembered_list(request: HttpRequest, slug: str) -> Mapping[str, str]:
    """Return what that list asks for; nothing where no rule was asked for."""
    found: Mapping[str, str] = request.session.get(_REMEMBERED, {}).get(slug, {})
    return found


def next_in_list(request: HttpRequest, seat: Seat, name: str) -> str:
    """Return the name of the next record of that list, after this one; empty behind the last."""
    asked = remembered_list(request, seat.project.slug)
    following = listed(asked, seat).filter(name__gt=name) if asked else AnnotatedRecord.objects.none()
    return following.order_by("name").values_list("name", flat=True).first() or ""


def neighbours_alone(seat: Seat, name: str) -> tuple[str, str]:
    """Return the names of the records before and after one, for who works alone; empty where there is none."""
    if not seat.project.folder:
        return "", ""
    names = chosen_records({}, seat).values_list("name", flat=True)
    before = names.filter(name__lt=name).order_by("-name").first()
    return before or "", names.filter(name__gt=name).order_by("name").first() or ""


def asked_of(request: HttpRequest) -> Mapping[str, str]:
    """Return what an address, or a form, says of a list."""
    asked = request.GET if request.method != "POST" else request.POST
    return {name: asked[name].replace("\0", "") for name in LISTED if asked.get(name)}


def chosen_records(asked: Mapping[str, str], seat: Seat) -> QuerySet[AnnotatedRecord]:
    """Return the records that are asked for: of a type, in a state, that break a rule."""
    records = queries.records_for(seat)
    if asked.get("type") in QUESTION_TYPES:
        owed = queries.awaited_answers(seat).values("record")  # their types are asked
        records = records.filter(question_type=asked["type"]).exclude(pk__in=owed)
    if asked.get("state") in State.values:
        records = records.filter(state=asked["state"])
    else:
        records = records.exclude(state=State.WITHDRAWN)
    rule = asked.get("rule", "")
    if rule == "any":
        return records.exclude(rules=[])
    if rule in RULES:
        return records.filter(pk__in=[number for number, rules in records.values_list("pk", "rules") if rule in rules])
    return records


def listed(asked: Mapping[str, str], seat: Seat) -> QuerySet[AnnotatedRecord]:
    """Return the records that a list shows on all its pages: those that are asked for, with the words in it."""
    return with_words(chosen_records(asked, seat), asked.get("filter", "").replace("\0", "")[:200], seat)


def list_address(asked: Mapping[str, str], slug: str) -> str:
    """Return where that list is."""
    return f"{reverse('annotation', args=[slug])}?{urlencode(asked)}#records"


SHOWN, ANSWERED = ("name", "question", "author__username", "author__name"), ("answer", "selection", "url")


def with_words(records: QuerySet[AnnotatedRecord], words: str, seat: Seat) -> QuerySet[AnnotatedRecord]:
    """Return those that have all words; who owes an answer finds no record by what it answers."""
    owed = queries.awaited_answers(seat).values("record")
    for word in words.split():
        condition = _has(SHOWN, word) | (_has(ANSWERED, word) & ~Q(pk__in=owed))
        records = records.filter(condition)
    return records


def _has(fields: Iterable[str], word: str) -> Q:
    return reduce(or_, (Q(**{f"{field}__icontains": word}) for field in fields))
