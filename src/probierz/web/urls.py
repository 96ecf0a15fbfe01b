"""All addresses of the platform."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, path

__all__ = ["urlpatterns"]


def health(request: HttpRequest) -> HttpResponse:
    """Say that the web process answers."""
    return HttpResponse("ok", content_type="text/plain")


urlpatterns: list[URLPattern | URLResolver] = [path("health", health, name="health")]
