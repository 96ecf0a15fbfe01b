"""Numbers that a form sends in a hidden field or with a button, or that stand in an address."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict

_MOST_DIGITS = 9


def asked_number(request: HttpRequest, name: str, default: int) -> int:
    """Return the number that was sent under a name; what is none, or longer than any there is, counts as `default`."""
    return number_in(request.POST, name, default)


def number_in(data: QueryDict, name: str, default: int) -> int:
    """Return the number that stands under a name, as `asked_number` does."""
    text = data.get(name, "")
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else default
