"""Addresses of pages of webhooks."""

from __future__ import annotations

from django.urls import path

from probierz.web.webhooks import views

_HOOKS = "challenges/<slug:slug>/organise/webhooks"

urlpatterns = [
    path("account/webhook", views.own_webhook, name="own-webhook"),
    path("account/webhook/secret", views.own_secret, name="own-webhook-secret"),
    path("account/webhook/<slug:action>", views.act_on_own, name="own-webhook-act"),
    path(_HOOKS, views.webhooks, name="challenge-webhooks"),
    path(f"{_HOOKS}/<int:number>", views.webhook, name="challenge-webhook"),
    path(f"{_HOOKS}/<int:number>/secret", views.secret, name="challenge-webhook-secret"),
    path(f"{_HOOKS}/<int:number>/<slug:action>", views.act, name="challenge-webhook-act"),
]
