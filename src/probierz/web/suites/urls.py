"""Addresses of suites."""

from __future__ import annotations

from django.urls import path

from probierz.web.suites import views

__all__ = ["urlpatterns"]

urlpatterns = [
    path("suites", views.suites, name="suites"),
    path("suites/<str:name>", views.suite, name="suite"),
    path("suites/<str:name>/board.<slug:ending>", views.export, name="suite-export"),
    path("suites/<str:name>/embed", views.embed, name="suite-embed"),
    path("suites/<str:name>/do/<slug:action>", views.act, name="suite-act"),
    path("suites/<str:name>/phases", views.phases, name="suite-phases"),
    path("suites/<str:name>/submit", views.submit, name="suite-submit"),
    path("suites/<str:name>/tasks/<str:task>", views.task, name="suite-task"),
]
