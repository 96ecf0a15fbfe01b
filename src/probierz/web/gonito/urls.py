"""Addresses that clients of Gonito know."""

from __future__ import annotations

from django.urls import path

from probierz.web.gonito import logs, triggers

__all__ = ["urlpatterns"]

urlpatterns = [
    path("trigger-remotely", triggers.remotely, name="trigger"),
    path(
        "trigger-remotely-simple/<str:token>/<str:challenge>/<str:url>/<str:branch>",
        triggers.remotely_simple,
        name="trigger-simple",
    ),
    path("trigger-by-webhook/<str:token>/<str:challenge>", triggers.by_webhook, name="trigger-webhook"),
    path("open-view-progress/<str:job>", logs.open_log, name="open-log"),
    path("view-progress/<str:job>", logs.log, name="log"),
]
