"""Addresses of notifications."""

from __future__ import annotations

from django.urls import path

from probierz.web.notifications import views

urlpatterns = [
    path("account/notifications", views.choices, name="notifications"),
    path("notifications/stop/<str:token>", views.stop, name="notifications-stop"),
]
