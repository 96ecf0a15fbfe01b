"""What the caller hears of, for programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from probierz.web.accounts.api_access import Allowed
from probierz.web.accounts.requester import person_of
from probierz.web.notifications import services
from probierz.web.notifications.models import Channel, Kind

router = Router(tags=["people"])


class Notifications(Schema):
    """The kinds of messages that somebody gets: a submission was scored or failed, a phase ends, and so on."""

    kinds: list[Kind] = Field(max_length=50, description="by e-mail")
    webhook_kinds: list[Kind] = Field(max_length=50, description="by the caller's own webhook")


class NotificationsIn(Schema):
    """What to change; without webhook_kinds, those stay."""

    kinds: list[Kind] = Field(max_length=50)
    webhook_kinds: list[Kind] | None = Field(None, max_length=50)


@router.get("/me/notifications", response=Notifications, auth=Allowed("read"))
def get_notifications(request: HttpRequest) -> Any:
    """List the kinds of messages that the caller gets by e-mail and by webhook."""
    person = person_of(request)
    by_webhook = sorted(services.chosen(person, Channel.WEBHOOK))
    return Status(200, {"kinds": sorted(services.chosen(person)), "webhook_kinds": by_webhook})


@router.put("/me/notifications", response=Notifications, auth=Allowed("submit"))
def put_notifications(request: HttpRequest, wanted: NotificationsIn) -> Any:
    """Tell the caller of just these kinds; no e-mail comes before the address is confirmed."""
    person = person_of(request)
    services.save_choices(person, sorted(set(wanted.kinds)))
    if wanted.webhook_kinds is not None:
        services.save_choices(person, sorted(set(wanted.webhook_kinds)), Channel.WEBHOOK)
    return get_notifications(request)
