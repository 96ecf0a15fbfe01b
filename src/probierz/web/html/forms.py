"""What a page does with what was sent to it: check a form, do what it asks, say what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

from probierz.errors import Refused

__all__ = ["changed_here", "remember_shown", "sent", "taken", "tell"]


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
    """Let a form send along what it showed, so that it is known what was changed in it; see `changed_here`."""
    for field in form.fields.values():
        field.show_hidden_initial = True


def changed_here(form: BaseForm, now: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a form in which only what was changed in it is new; the others are as they are now.

    So another tab, or another organiser, whose form was saved meanwhile, loses nothing that was not typed here.
    """
    remembers = any(name.startswith("initial-") for name in form.data)
    changed = form.changed_data if remembers else form.cleaned_data
    return {name: value if name in changed else now[name] for name, value in form.cleaned_data.items()}


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say that it is done, or why it was refused; return whether it was done."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, done)
    return True
