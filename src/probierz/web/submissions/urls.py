"""Addresses of handing in, of submissions, of jobs and of references."""

from __future__ import annotations

from django.urls import path

from probierz.web.http.moved import moved_to
from probierz.web.submissions.views import handing_in, page

__all__ = ["urlpatterns"]

urlpatterns = [
    path("challenges/<slug:slug>/submit", handing_in.submit, name="submit"),
    path("jobs/<uuid:number>", handing_in.job, name="job"),
    path("submissions/<int:number>", page.submission, name="submission"),
    path("submissions/<int:number>/variants/<int:variant>", page.submission, name="variant"),
    path("submissions/<int:number>/<slug:action>", handing_in.change, name="submission-change"),
    path("submissions/<int:number>/tags/<slug:verdict>", handing_in.judge, name="submission-tag"),
    path("q", handing_in.reference, name="reference"),
    path("q/<str:digits>", handing_in.query, name="query"),
    # As they were before 0.2: links in e-mails, scripts and open pages go on to work.
    path("challenge/<slug:slug>/submit", moved_to("submit")),
    path("submission/<int:number>/<slug:action>", moved_to("submission-change")),
    path("submission/<int:number>/tags/<slug:verdict>", moved_to("submission-tag")),
]
