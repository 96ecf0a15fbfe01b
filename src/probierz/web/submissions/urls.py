"""Addresses of handing in, of jobs and of references."""

from __future__ import annotations

from django.urls import path

from probierz.web.submissions import views

__all__ = ["urlpatterns"]

urlpatterns = [
    path("challenge/<slug:slug>/submit", views.submit, name="submit"),
    path("jobs/<uuid:number>", views.job, name="job"),
    path("submission/<int:number>/<slug:action>", views.change, name="submission-change"),
    path("submission/<int:number>/tags/<slug:verdict>", views.judge, name="submission-tag"),
    path("q", views.reference, name="reference"),
    path("q/<str:digits>", views.query, name="query"),
]
