"""Making, changing and removing webhooks of challenges and of people; queueing news and tests."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services.making import organising
from probierz.web.configuration.limits import hook_transports
from probierz.web.intake.errors import AddressError, CredentialsInAddress, PrivateHost
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import enqueue
from probierz.web.submissions.models import Submission
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.receiver_address import HookAddress, read_hook_address
from probierz.web.webhooks.signing import new_salt, secret_of

__all__ = [
    "DELIVER", "NEWS", "deliver_later", "delivery_key", "make_own_webhook", "make_webhook", "new_secret",
    "news_later", "remove_webhook", "send_test", "switch",
]  # fmt: skip

NEWS, DELIVER = "find-news", "deliver-message"
MOST_WEBHOOKS = 10
MOST_ATTEMPTS = 7
MOST_KEPT = 100
"""Deliveries of a webhook that are remembered."""


# --- organisers and owners -------------------------------------------------------------------------------------------


def make_webhook(challenge: Challenge, *, kind: str, url: str, by: User) -> tuple[Webhook, str]:
    """Make a webhook; return it with the secret that signs its messages, which is shown this once. Raises Refused."""
    organising(challenge, by)
    if kind not in Webhook.Kind.values:
        raise Refused(_("Choose what receives the messages."))
    address = _address(url)
    with transaction.atomic():
        Challenge.objects.select_for_update().get(pk=challenge.pk)
        if challenge.webhooks.count() >= MOST_WEBHOOKS:
            raise Refused(_("A challenge has at most %(number)d webhooks.") % {"number": MOST_WEBHOOKS})
        hook = Webhook.objects.create(challenge=challenge, kind=kind, url=address.url, salt=new_salt())
        audit(by, "webhook.make", challenge, webhook=hook.pk, kind=kind, host=address.host)
    return hook, secret_of(hook.salt)


@transaction.atomic
def make_own_webhook(person: User, *, kind: str, url: str) -> tuple[Webhook, str]:
    """Make the webhook of a person, of which there is one; return it with its secret, see above. Raises Refused."""
    if kind not in Webhook.Kind.values:
        raise Refused(_("Choose what receives the messages."))
    address = _address(url)
    User.objects.select_for_update().get(pk=person.pk)
    if Webhook.objects.filter(user=person).exists():
        raise Refused(_("You have a webhook. Remove it first."))
    hook = Webhook.objects.create(user=person, kind=kind, url=address.url, salt=new_salt())
    audit(person, "webhook.make", person, webhook=hook.pk, kind=kind, host=address.host)
    return hook, secret_of(hook.salt)


def _changing(hook: Webhook, by: User) -> None:
    """Let its owner, or the challenge's organisers. Raises Refused."""
    if hook.challenge is not None:
        organising(hook.challenge, by)
    elif hook.user_id != by.pk:
        raise Refused(_("There is no such webhook."), "unknown")


def _address(url: str) -> HookAddress:
    try:
        return read_hook_address(url, hook_transports())
    except PrivateHost as error:
        raise Refused(_("The address leads into a network that is not public.")) from error
    except CredentialsInAddress as error:
        raise Refused(_("The address holds a user name or a password. Give one without.")) from error
    except AddressError as error:
        raise Refused(_("Give the https:// address that the other service shows.")) from error


@transaction.atomic
def switch(hook: Webhook, is_active: bool, *, by: User) -> None:
    """Switch a webhook on or off."""
    _changing(hook, by)
    hook.is_active, hook.failures = is_active, 0
    hook.save(update_fields=["is_active", "failures"])
    audit(by, "webhook.on" if is_active else "webhook.off", hook.whose, webhook=hook.pk)


@transaction.atomic
def new_secret(hook: Webhook, *, by: User) -> str:
    """Make another secret and return it, which is shown this once; the old one signs nothing any more."""
    _changing(hook, by)
    hook.salt = new_salt()
    hook.save(update_fields=["salt"])
    audit(by, "webhook.secret", hook.whose, webhook=hook.pk)
    return secret_of(hook.salt)


@transaction.atomic
def remove_webhook(hook: Webhook, *, by: User) -> None:
    """Remove a webhook with what is remembered of its deliveries."""
    _changing(hook, by)
    audit(by, "webhook.remove", hook.whose, webhook=hook.pk)
    hook.delete()


def send_test(hook: Webhook, *, by: User) -> Delivery:
    """Queue a test message. Raises Refused while one is under way, or when the webhook is off."""
    _changing(hook, by)
    if not hook.is_active:
        raise Refused(_("The webhook is off. Switch it on first."))
    with transaction.atomic():
        Webhook.objects.select_for_update().get(pk=hook.pk)
        if hook.deliveries.filter(event=Delivery.Event.TEST, is_final=False).exists():
            raise Refused(_("A test is under way. Wait until it has ended."))
        delivery = Delivery.objects.create(webhook=hook, event=Delivery.Event.TEST)
        deliver_later(delivery)
        audit(by, "webhook.test", hook.whose, webhook=hook.pk)
    return delivery


# --- the platform ----------------------------------------------------------------------------------------------------


def news_later(submission: Submission) -> None:
    """Queue the search for news that a scored submission makes, where anybody wants them."""
    if Webhook.objects.filter(challenge=submission.challenge_id, is_active=True).exists():
        enqueue(NEWS, {"submission": submission.pk}, key=f"{NEWS}:{submission.pk}", limited=False)


def delivery_key(delivery: Delivery) -> str:
    """Return the key of the job that delivers a message."""
    return f"{DELIVER}:{delivery.pk}"


def deliver_later(delivery: Delivery) -> Job:
    """Queue a delivery, and forget the oldest ones of the webhook. A test is tried once: somebody waits for it."""
    old = delivery.webhook.deliveries.filter(is_final=True).values_list("pk", flat=True)[MOST_KEPT:]
    Delivery.objects.filter(pk__in=list(old)).delete()
    most = 1 if delivery.event == Delivery.Event.TEST else MOST_ATTEMPTS
    payload = {"delivery": str(delivery.pk)}
    return enqueue(DELIVER, payload, key=delivery_key(delivery), most_attempts=most, limited=False)
