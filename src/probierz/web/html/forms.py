"""What a page does with what was sent to it: check a form, do what it asks, say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render

from probierz.errors import Refused

Made = TypeVar("Made")


def sent(request: HttpRequest) -> QueryDict | None:
    """Return what was typed, None where the form is only shown: the first argument of every form."""
    return request.POST if request.method == "POST" else None


def taken(
    request: HttpRequest, form: BaseForm, act: Callable[[], object], done: str = "", *, field: str | None = None
) -> bool:
    """Return whether a form was sent, is right, and `act` did what it asks; then say that it is done.

    Why a service refused stands on the form, beside `field` or above all.
    """
    if request.method != "POST" or not form.is_valid():
        return False
    try:
        act()
    except Refused as refusal:
        form.add_error(field, refusal.message)
        return False
    if done:
        messages.success(request, done)
    return True


def remember_shown(form: BaseForm) -> None:
    """Let a form send along what it showed, so that it is known what was changed in it; see `changed_here`.

    One that was sent without it, by no page of ours, is compared with what is stored.
    """
    if form.is_bound and not _remembers(form):
        return
    for field in form.fields.values():
        field.show_hidden_initial = True


def _remembers(form: BaseForm) -> bool:
    return any(name.startswith("initial-") for name in form.data)


def changed_here(form: BaseForm, now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form in which only what was changed in it is new; the others are as they are now.

    So another tab, or another organiser, whose form was saved meanwhile, loses nothing that was not typed here.
    """
    changed = form.changed_data if _remembers(form) else form.cleaned_data
    return {name: value if name in changed else now[name] for name, value in form.cleaned_data.items()}


def changed_in_both(form: BaseForm, names: Iterable[str]) -> list[str]:
    """Return which of these fields were changed in a form, and meanwhile elsewhere to something else.

    The form then takes what is stored now for what it showed: sent once more, it is saved.
    """
    if not _remembers(form):
        return []
    found = [name for name in names if name in form.changed_data and _is_stale(form, name)]
    fresh = {form[name].html_initial_name: _as_sent(form, name) for name in found}
    if found:
        form.data = {**{name: form.data.get(name) for name in form.data}, **fresh}
    return found


def _is_stale(form: BaseForm, name: str) -> bool:
    """Whether a field showed something else than is stored now, which is also not what was typed."""
    field, now = form.fields[name], form[name].initial
    return field.has_changed(now, form.data.get(form[name].html_initial_name)) and field.has_changed(
        now, form.data.get(form[name].html_name)
    )


def _as_sent(form: BaseForm, name: str) -> str:
    field = form.fields[name]
    return str(field.hidden_widget().format_value(field.prepare_value(form[name].initial)) or "")


def asked_first(request: HttpRequest, question: str, button: str, back: str) -> HttpResponse | None:
    """Return a page that asks whether that is meant, where no script asked; None once it was said.

    button: what the button says. back: the address to which one goes without doing it.
    """
    if "asked" in request.POST:
        return None
    about = {"question": question, "button": button, "back": back, "sent": sent_fields(request)}
    return render(request, "parts/asked_first.html", about)


def sent_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return the names and values that a form sent, for a page that sends them again; files are not among them."""
    sent = ((name, value) for name, values in request.POST.lists() for value in values)
    return [(name, value) for name, value in sent if name != "csrfmiddlewaretoken"]


def made_or_told(request: HttpRequest, act: Callable[[], Made]) -> Made | None:
    """Return what something made; None where it was refused, and say why."""
    try:
        return act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return None


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say that it is done, or why it was refused; return whether it was done."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, done)
    return True
