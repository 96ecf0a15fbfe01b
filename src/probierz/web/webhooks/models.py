"""Where to send news, and what was sent."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from probierz.web.challenges.models import Challenge

__all__ = ["Delivery", "Webhook"]


class Webhook(models.Model):
    """An address that wants news, of one challenge or (None) of all. secret: signs generic messages (HMAC-SHA256)."""

    class Kind(models.TextChoices):
        """Whose form the message takes."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", "Slack"
        GENERIC = "generic", _("signed JSON")

    challenge = models.ForeignKey(Challenge, models.CASCADE, null=True, blank=True, related_name="webhooks")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    url = models.CharField(max_length=1000)
    secret = models.CharField(max_length=100, blank=True)
    events = models.JSONField(default=list)
    is_active = models.BooleanField(default=True)
    created = models.DateTimeField(auto_now_add=True)


class Delivery(models.Model):
    """A message, and how its delivery went."""

    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=40)
    payload = models.JSONField()
    created = models.DateTimeField(auto_now_add=True)
    delivered = models.DateTimeField(null=True, blank=True)
    status = models.PositiveIntegerField(null=True, blank=True)
    failure = models.CharField(max_length=500, blank=True)
