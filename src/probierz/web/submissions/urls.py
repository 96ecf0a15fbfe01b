"""Addresses of handing in, of jobs and of references."""

from __future__ import annotations

from django.urls import path

from probierz.web.submissions.views import handing_in

__all__ = ["urlpatterns"]

urlpatterns = [
    path("challenge/<slug:slug>/submit", handing_in.submit, name="submit"),
    path("jobs/<uuid:number>", handing_in.job, name="job"),
    path("submission/<int:number>/<slug:action>", handing_in.change, name="submission-change"),
    path("submission/<int:number>/tags/<slug:verdict>", handing_in.judge, name="submission-tag"),
    path("q", handing_in.reference, name="reference"),
    path("q/<str:digits>", handing_in.query, name="query"),
]
