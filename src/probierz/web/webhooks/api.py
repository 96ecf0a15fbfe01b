"""Webhooks for programs of organisers."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import Field

from probierz.web.accounts.api_access import Allowed
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.api import challenge_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import organising
from probierz.web.http.api_errors import ApiError
from probierz.web.http.api_shapes import Line
from probierz.web.webhooks import services
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.queries import shown_address

router = Router(tags=["webhooks"])
ORGANISE = Allowed("organise")
HOOKS = "/challenges/{slug:slug}/webhooks"
HOOK = f"{HOOKS}/{{int:number}}"
MOST_SHOWN = 100


class WebhookOut(Schema):
    """A webhook. address: only where it leads; the rest of it is kept like a password."""

    id: int
    kind: Webhook.Kind
    address: str
    is_active: bool
    failures: int = Field(description="deliveries in a row that failed")
    created: datetime


class WebhookMade(WebhookOut):
    """A new webhook. secret: with which messages are signed (Standard Webhooks); it is told this once."""

    secret: str


class WebhookIn(Schema):
    """Where news are to go."""

    kind: Webhook.Kind
    url: Line = Field(max_length=1000, description="an https:// address outside private networks")


class WebhookChange(Schema):
    """What to change."""

    is_active: bool


class SecretOut(Schema):
    """A new secret, told this once."""

    secret: str


class DeliveryOut(Schema):
    """A message, and what became of it. status, answer: of the last try; failure: why it did not arrive."""

    id: uuid.UUID
    event: Delivery.Event
    board: str
    submission: int | None = Field(validation_alias="submission_id")
    created: datetime
    attempts: int
    tried: datetime | None
    delivered: datetime | None
    status: int | None
    answer: str
    failure: str
    is_final: bool


def _challenge(request: HttpRequest, slug: str) -> Challenge:
    challenge = challenge_of(request, slug)
    organising(challenge, person_of(request))
    return challenge


def _hook(request: HttpRequest, slug: str, number: int) -> Webhook:
    found = _challenge(request, slug).webhooks.select_related("challenge").filter(pk=number).first()
    if found is None:
        raise ApiError(404, "unknown", _("There is no such webhook."))
    return found


def _data(hook: Webhook) -> dict[str, Any]:
    shown = ("id", "kind", "is_active", "failures", "created")
    return {**{name: getattr(hook, name) for name in shown}, "address": shown_address(hook)}


@router.get(HOOKS, response=list[WebhookOut], auth=ORGANISE)
def list_webhooks(request: HttpRequest, slug: str) -> Any:
    """List a challenge's webhooks."""
    return Status(200, [_data(hook) for hook in _challenge(request, slug).webhooks.all()])


@router.post(HOOKS, response={201: WebhookMade}, auth=ORGANISE)
def make_webhook(request: HttpRequest, slug: str, wanted: WebhookIn) -> Any:
    """Send news of a challenge to an address: a new best on a board, as everybody may see it."""
    challenge = _challenge(request, slug)
    hook, secret = services.make_webhook(challenge, kind=wanted.kind, url=wanted.url, by=person_of(request))
    return Status(201, {**_data(hook), "secret": secret})


@router.patch(HOOK, response=WebhookOut, auth=ORGANISE)
def change_webhook(request: HttpRequest, slug: str, number: int, wanted: WebhookChange) -> Any:
    """Switch a webhook on or off."""
    hook = _hook(request, slug, number)
    services.switch(hook, wanted.is_active, by=person_of(request))
    return Status(200, _data(hook))


@router.delete(HOOK, response={204: None}, auth=ORGANISE)
def remove_webhook(request: HttpRequest, slug: str, number: int) -> Any:
    """Remove a webhook."""
    services.remove_webhook(_hook(request, slug, number), by=person_of(request))
    return Status(204, None)


@router.post(f"{HOOK}/secret", response=SecretOut, auth=ORGANISE)
def renew_secret(request: HttpRequest, slug: str, number: int) -> Any:
    """Make another secret; the old one signs nothing any more."""
    return Status(200, {"secret": services.new_secret(_hook(request, slug, number), by=person_of(request))})


@router.post(f"{HOOK}/test", response={202: DeliveryOut}, auth=ORGANISE)
def test_webhook(request: HttpRequest, slug: str, number: int) -> Any:
    """Send a test message."""
    return Status(202, services.send_test(_hook(request, slug, number), by=person_of(request)))


@router.get(f"{HOOK}/deliveries", response=list[DeliveryOut], auth=ORGANISE)
def list_deliveries(request: HttpRequest, slug: str, number: int) -> Any:
    """List the last messages, the newest first."""
    return Status(200, list(_hook(request, slug, number).deliveries.all()[:MOST_SHOWN]))
