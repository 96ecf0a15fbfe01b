"""Addresses of handing in, of submissions, of jobs and of what papers cite."""

from __future__ import annotations

from django.urls import path

from probierz.web.http.moved import moved_to
from probierz.web.submissions.views import changing, cited, handing_in, output_files, page

urlpatterns = [
    path("challenges/<slug:slug>/submit", handing_in.submit, name="submit"),
    path("challenges/<slug:slug>/outputs.zip", output_files.all_outputs, name="all-outputs"),
    path("challenges/<slug:slug>/my-outputs.zip", output_files.own_outputs, name="own-outputs"),
    path("submissions/<int:number>/outputs.zip", output_files.outputs, name="submission-outputs"),
    path("jobs/<uuid:number>", cited.job, name="job"),
    path("submissions/<int:number>", page.submission, name="submission"),
    path("submissions/<int:number>/variants/<int:variant>", page.submission, name="variant"),
    path("submissions/<int:number>/edit", changing.edit, name="submission-edit"),
    path("submissions/<int:number>/<slug:action>", changing.change, name="submission-change"),
    path("submissions/<int:number>/tags/<slug:verdict>", changing.judge, name="submission-tag"),
    path("q", cited.citation, name="reference"),
    path("q/<str:digits>", cited.query, name="query"),
    # As they were up to 0.2: links in e-mails, scripts and open pages go on to work.
    path("challenge/<slug:slug>/submit", moved_to("submit")),
    path("submission/<int:number>/<slug:action>", moved_to("submission-change")),
    path("submission/<int:number>/tags/<slug:verdict>", moved_to("submission-tag")),
]
