"""Numbers that a form sends in a hidden field or with a button."""

from __future__ import annotations

from django.http import HttpRequest

__all__ = ["asked_number"]

_MOST_DIGITS = 9


def asked_number(request: HttpRequest, name: str, default: int) -> int:
    """Return the number that was sent under a name; what is none, or longer than any there is, counts as `default`."""
    text = request.POST.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else default
