"""What somebody wants to hear of, and what they were told."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge


class Kind(models.TextChoices):
    """What people are told, by each channel."""

    SCORED = "scored", _("a submission of mine was scored")
    FAILED = "failed", _("the evaluation of a submission of mine failed")
    DEADLINE = "deadline", _("a phase in which I take part ends within a day, or its end was moved")
    GOLD = "gold", _("a new version of a challenge moved or took a score or rank of mine")
    BEATEN = "beaten", _("somebody else has taken the first place from me")
    ANNOUNCED = "announced", _("organisers of a challenge in which I take part announce something")


class Channel(models.TextChoices):
    """How people are told."""

    EMAIL = "email", _("e-mail")
    WEBHOOK = "webhook", _("webhook")


class Choice(models.Model):
    """That somebody wants to hear of a kind by a channel; without a row they are told nothing."""

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices, default=Channel.EMAIL)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["user", "kind", "channel"], name="one_choice")]


class Notice(models.Model):
    """A message, sent or to be sent. about: of what, such as `submission 12`; nobody is told of it by a channel twice.

    Its text is made as it is sent, of what its reader may see at that moment.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    channel = models.CharField(max_length=8, choices=Channel.choices, default=Channel.EMAIL)
    challenge = models.ForeignKey(Challenge, models.CASCADE, related_name="+")
    about = models.CharField(max_length=100)
    number = models.BigIntegerField()
    created = models.DateTimeField(auto_now_add=True)
    sent = models.DateTimeField(null=True, blank=True)  # by e-mail; a webhook's deliveries know it themselves

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "kind", "about", "channel"], name="one_notice")
        ]
