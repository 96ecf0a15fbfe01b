"""What a page does with what was sent to it: check a form, do what it asks, say what came of it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest, QueryDict

from probierz.errors import Refused

__all__ = ["sent", "taken", "tell"]


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


def tell(request: HttpRequest, act: Callable[[], object], done: str) -> bool:
    """Do something and say that it is done, or why it was refused; return whether it was done."""
    try:
        act()
    except Refused as refusal:
        messages.error(request, refusal.message)
        return False
    messages.success(request, done)
    return True
