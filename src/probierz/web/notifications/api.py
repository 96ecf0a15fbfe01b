"""Which e-mails the caller gets, for programs."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from ninja import Router, Schema, Status
from pydantic import Field

from probierz.web.accounts.api_access import Allowed
from probierz.web.accounts.requester import person_of
from probierz.web.http.api_shapes import ERRORS
from probierz.web.notifications import services
from probierz.web.notifications.models import Kind

__all__ = ["router"]

router = Router(tags=["people"])


class Notifications(Schema):
    """The kinds of e-mails that somebody gets: a submission was scored or failed, a phase ends, and so on."""

    kinds: list[Kind] = Field(max_length=50)


@router.get("/me/notifications", response={200: Notifications, **ERRORS}, auth=Allowed("read"))
def get_notifications(request: HttpRequest) -> Any:
    """List the kinds of e-mails that the caller gets."""
    return Status(200, {"kinds": sorted(services.chosen(person_of(request)))})


@router.put("/me/notifications", response={200: Notifications, **ERRORS}, auth=Allowed("submit"))
def put_notifications(request: HttpRequest, wanted: Notifications) -> Any:
    """Send the caller e-mails of just these kinds; none come before the address is confirmed."""
    services.save_choices(person_of(request), sorted({str(kind) for kind in wanted.kinds}))
    return get_notifications(request)
