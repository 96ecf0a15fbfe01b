"""Reading webhooks and what became of their messages, as their organisers and owners may."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.utils.translation import gettext as _

from probierz.web.configuration.limits import hook_transports
from probierz.web.intake.errors import AddressError
from probierz.web.jobs.models import Job
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.news import titles_of
from probierz.web.webhooks.receiver_address import read_hook_address
from probierz.web.webhooks.sending import may_pass
from probierz.web.webhooks.services import delivery_key


class ShownDelivery(NamedTuple):
    """A message in words. why_not: why its last try failed; again: when the next one is."""

    delivery: Delivery
    tells: str
    why_not: str
    again: datetime | None


def shown_deliveries(hook: Webhook, most: int) -> list[ShownDelivery]:
    """Return the newest messages of a webhook, at most so many."""
    found = list(hook.deliveries.select_related("submission")[:most])
    titles, again = titles_of(found), _next_tries(found)
    return [
        ShownDelivery(one, titles.get(one.pk) or one.get_event_display(), _why_not(one), again.get(delivery_key(one)))
        for one in found
    ]


def _next_tries(deliveries: Sequence[Delivery]) -> dict[str, datetime]:
    """When those that failed are tried again, by the keys of their jobs."""
    keys = [delivery_key(one) for one in deliveries if one.failure and not one.is_final]
    waiting = Job.objects.filter(key__in=keys, state=Job.State.QUEUED).values_list("key", "not_before")
    return {key: when for key, when in waiting if when is not None}


def _why_not(delivery: Delivery) -> str:
    if not delivery.failure:
        return ""
    is_broken = delivery.failure == Delivery.Failure.REFUSED and may_pass(delivery.status or 0)
    said = _("it failed") if is_broken else delivery.get_failure_display()
    return _("%(why)s; a test is not repeated") % {"why": said} if delivery.event == Delivery.Event.TEST else said


def shown_address(hook: Webhook) -> str:
    """Return the address without what makes it a secret: where it leads, and its last characters to know it by."""
    try:
        address = read_hook_address(hook.url, hook_transports())
    except AddressError:
        return "…"
    return f"{address.root}/…{address.target[-4:]}" if len(address.target) > 20 else f"{address.root}/…"
