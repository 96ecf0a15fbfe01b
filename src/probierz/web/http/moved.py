"""Addresses that have changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import resolve_url


def moved_to(name: str) -> Callable[..., HttpResponse]:
    """Return a view that sends people, and programs with what they post, to the address of this name for good."""

    def moved(request: HttpRequest, **parts: Any) -> HttpResponse:
        query = request.META.get("QUERY_STRING", "")
        target = resolve_url(name, **parts) + (f"?{query}" if query else "")
        return HttpResponsePermanentRedirect(target, preserve_request=request.method not in ("GET", "HEAD"))

    return moved
