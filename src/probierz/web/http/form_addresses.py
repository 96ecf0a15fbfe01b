"""Addresses that only take what a form sends: nobody can look at them, so nobody is led there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.http import HttpResponseBase
from django.urls import Resolver404, resolve
from django.views.decorators import http

View = TypeVar("View", bound=Callable[..., HttpResponseBase])
_MARK = "only_takes_forms"


def require_POST(view: View) -> View:  # noqa: N802 (as Django calls it)
    """Let a view answer POST alone, as Django's own does, and mark it for `readable_address`."""
    only_post = http.require_POST(view)
    setattr(only_post, _MARK, True)  # decorators around it keep it: functools.wraps copies attributes
    return only_post


def readable_address(address: str) -> str:
    """Return an address of this platform if its page can be looked at, else that of the nearest page above it."""
    path = urlsplit(address).path or "/"
    if _is_readable(path):
        return address
    while path != "/":
        path = path.rstrip("/").rpartition("/")[0] or "/"
        if _is_readable(path):
            break
    return path


def _is_readable(path: str) -> bool:
    try:
        view: Any = resolve(path).func
    except Resolver404:
        return False
    return not getattr(view, _MARK, False)
