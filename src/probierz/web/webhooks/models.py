"""Where to send news, and what was sent."""

from __future__ import annotations

import uuid
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.submissions.models import Submission


class Webhook(models.Model):
    """An address that wants news of a challenge, or notifications of a user, its owner: of one or the other.

    salt: the secret that signs messages is made from it, see signing.py.
    failures: deliveries in a row that failed; after a number of them it is switched off.
    """

    class Kind(models.TextChoices):
        """Whose form the message takes."""

        DISCORD = "discord", "Discord"
        SLACK = "slack", _("Slack (also Mattermost, Rocket.Chat)")
        GENERIC = "generic", _("signed JSON")

    challenge = models.ForeignKey(Challenge, models.CASCADE, null=True, blank=True, related_name="webhooks")
    user = models.OneToOneField(User, models.CASCADE, null=True, blank=True, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    url = models.CharField(max_length=1000)
    salt = models.CharField(max_length=64)
    is_active = models.BooleanField(default=True)
    failures = models.PositiveIntegerField(default=0)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering: ClassVar = ["pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(challenge=None, user__isnull=False) | models.Q(challenge__isnull=False, user=None),
                name="webhook_of_a_challenge_or_a_person",
            )
        ]

    @property
    def whose(self) -> Challenge | User:
        """The challenge or the person it belongs to."""
        found = self.challenge or self.user
        assert found is not None
        return found


class Delivery(models.Model):
    """A message, and how its delivery went. Its id is that of the message, the same in every try.

    about: which scores or which notification it tells of; its text is made anew for every try, so that nothing is
    sent that was hidden since.
    tried: when the last try was; status, answer: what the other side said then; failure: why there was no good answer.
    """

    class Event(models.TextChoices):
        """What it tells."""

        NEW_BEST = "new-best", _("a new best")
        NOTICE = "notice", _("a notification")
        TEST = "test", _("a test")

    class Failure(models.TextChoices):
        """Why it did not arrive."""

        PRIVATE = "private", _("the address leads into a network that is not public")
        UNKNOWN_HOST = "unknown-host", _("the host has no address")
        UNREACHABLE = "unreachable", _("the host does not answer")
        CERTIFICATE = "certificate", _("its certificate is not valid")
        TOO_SLOW = "too-slow", _("it did not answer in time")
        BROKEN = "broken", _("its answer could not be read")
        REFUSED = "refused", _("it refused the message")
        REDIRECTED = "redirected", _("it has moved; messages do not follow")
        WITHDRAWN = "withdrawn", _("what it tells of is not shown, or not wanted, any more")
        SWITCHED_OFF = "switched-off", _("the webhook was switched off")
        ADDRESS = "address", _("nothing may be sent to this address")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    webhook = models.ForeignKey(Webhook, models.CASCADE, related_name="deliveries")
    event = models.CharField(max_length=20, choices=Event.choices)
    board = models.CharField(max_length=64, blank=True)
    submission = models.ForeignKey(Submission, models.CASCADE, null=True, blank=True, related_name="+")
    about = models.JSONField(default=dict)
    created = models.DateTimeField(auto_now_add=True)
    attempts = models.PositiveIntegerField(default=0)
    tried = models.DateTimeField(null=True, blank=True)
    delivered = models.DateTimeField(null=True, blank=True)
    status = models.PositiveIntegerField(null=True, blank=True)
    answer = models.CharField(max_length=300, blank=True)
    failure = models.CharField(max_length=20, choices=Failure.choices, blank=True)
    is_final = models.BooleanField(default=False)

    class Meta:
        ordering: ClassVar = ["-created"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["webhook", "board", "submission"], condition=models.Q(event="new-best"), name="one_new_best"
            )
        ]
