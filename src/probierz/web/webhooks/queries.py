"""Reading webhooks as their organisers may."""

from __future__ import annotations

from probierz.web.configuration.limits import hook_transports
from probierz.web.intake.errors import AddressError
from probierz.web.webhooks.models import Webhook
from probierz.web.webhooks.receiver_address import read_hook_address

__all__ = ["shown_address"]


def shown_address(hook: Webhook) -> str:
    """Return the address without what makes it a secret: where it leads, and its last characters to know it by."""
    try:
        address = read_hook_address(hook.url, hook_transports())
    except AddressError:
        return "…"
    return f"{address.root}/…{address.target[-4:]}" if len(address.target) > 20 else f"{address.root}/…"
