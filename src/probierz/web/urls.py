"""All addresses of the platform."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, URLResolver, include, path

from probierz.web import pages
from probierz.web.api import api
from probierz.web.challenges import git_http
from probierz.web.http import error_pages


def health(request: HttpRequest) -> HttpResponse:
    """Say that the web process answers."""
    return HttpResponse("ok", content_type="text/plain")


def ready(request: HttpRequest) -> HttpResponse:
    """Say whether the platform can do its work: whether the database answers."""
    from django.db import DatabaseError, connection

    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1 FROM django_migrations LIMIT 1")
    except DatabaseError:
        return HttpResponse("the database does not answer", status=503, content_type="text/plain")
    return HttpResponse("ready", content_type="text/plain")


urlpatterns: list[URLPattern | URLResolver] = [
    path("", pages.home, name="home"),
    path("health", health, name="health"),
    path("ready", ready, name="ready"),
    path("git/<slug:slug>.git/<path:rest>", git_http.repository, name="git"),
    path("", include("probierz.web.accounts.urls")),
    path("", include("probierz.web.gonito.urls")),
    path("api/v1/", api.urls),
    path("", include("probierz.web.notifications.urls")),
    path("", include("probierz.web.annotation.urls")),
    path("", include("probierz.web.labelling.urls")),
    path("", include("probierz.web.leaderboards.urls")),
    path("", include("probierz.web.suites.urls")),
    path("", include("probierz.web.submissions.urls")),
    path("", include("probierz.web.webhooks.urls")),
    path("", include("probierz.web.challenges.urls")),
]
if settings.SSO:
    urlpatterns.append(path("sso/", include("probierz.web.accounts.sso")))
if settings.DEBUG:
    urlpatterns.append(path("style", pages.style, name="style"))

handler400 = error_pages.bad_request
handler403 = error_pages.forbidden
handler404 = error_pages.not_found
handler500 = error_pages.broken
