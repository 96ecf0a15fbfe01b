"""Addresses of suites."""

from __future__ import annotations

from django.urls import path

from probierz.web.suites.views import archives, pages, phases, tasks

urlpatterns = [
    path("suites", pages.suites, name="suites"),
    path("suites/<str:name>", pages.suite, name="suite"),
    path("suites/<str:name>/board.<slug:ending>", pages.export, name="suite-export"),
    path("suites/<str:name>/embed", pages.embed, name="suite-embed"),
    path("suites/<str:name>/do/<slug:action>", pages.act, name="suite-act"),
    path("suites/<str:name>/phases", phases.phases, name="suite-phases"),
    path("suites/<str:name>/submit", archives.submit, name="suite-submit"),
    path("suites/<str:name>/tasks/<str:task>", tasks.task, name="suite-task"),
]
