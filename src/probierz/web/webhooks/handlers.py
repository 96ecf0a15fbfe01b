"""What workers do for webhooks: find news, deliver messages."""

from __future__ import annotations

from typing import Any

from django.db.models import F
from django.utils import timezone

from probierz.version import __version__
from probierz.web.accounts.services import audit
from probierz.web.configuration.limits import hook_transports
from probierz.web.html.plain_text import on_one_line
from probierz.web.intake.errors import AddressError
from probierz.web.jobs.models import Job
from probierz.web.jobs.registry import JobFailed, handler
from probierz.web.jobs.running_job import Running
from probierz.web.submissions.models import Submission
from probierz.web.webhooks.messages import body_of
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.news import new_bests, news_of
from probierz.web.webhooks.receiver_address import read_hook_address
from probierz.web.webhooks.sending import HookAnswer, NotSent, may_pass, post
from probierz.web.webhooks.services import DELIVER, NEWS, deliver_later
from probierz.web.webhooks.signing import secret_of, signed_headers

WAITS = (10, 60, 600, 3600, 6 * 3600, 24 * 3600)
"""Seconds between tries: a service that is down for a day misses nothing."""
MOST_FAILURES = 10
"""Failed deliveries in a row after which a webhook is switched off."""
LONGEST_ANSWER = 200
Failure = Delivery.Failure


@handler(NEWS)
def find_news(running: Running) -> None:
    """Queue a message to each webhook for each board on which a submission is the new best."""
    related = Submission.objects.select_related("challenge", "submitter", "team", "phase")
    submission = related.filter(pk=running.payload["submission"]).first()
    found = [] if submission is None else new_bests(submission)
    with running.completing() as job:
        count = 0
        for hook in Webhook.objects.filter(challenge=submission.challenge, is_active=True) if submission else ():
            for best in found:
                about = {"score": best.score.pk, "previous": best.previous.pk if best.previous else None}
                delivery, is_new = Delivery.objects.get_or_create(
                    webhook=hook,
                    event=Delivery.Event.NEW_BEST,
                    board=best.board.slug,
                    submission=submission,
                    defaults={"about": about},
                )
                if is_new:
                    deliver_later(delivery)
                    count += 1
        job.result = {"messages": count}


# --- delivering ------------------------------------------------------------------------------------------------------


def _ended(job: Job) -> None:
    """No try went well: after many such messages nobody listens any more."""
    delivery = (
        Delivery.objects.select_related("webhook__challenge", "webhook__user")
        .filter(pk=job.payload["delivery"])
        .first()
    )
    if delivery is None:
        return
    Delivery.objects.filter(pk=delivery.pk).update(is_final=True)
    hook = delivery.webhook
    Webhook.objects.filter(pk=hook.pk).update(failures=F("failures") + 1)
    if Webhook.objects.filter(pk=hook.pk, failures__gte=MOST_FAILURES, is_active=True).update(is_active=False):
        audit(None, "webhook.off", hook.whose, webhook=hook.pk, failures=MOST_FAILURES)


@handler(DELIVER, ended=_ended, waits=WAITS)
def deliver(running: Running) -> dict[str, Any]:
    """Send a message, unless what it tells of is hidden by now; keep what was answered."""
    found = (
        Delivery.objects.select_related("webhook__challenge", "webhook__user")
        .filter(pk=running.payload["delivery"])
        .first()
    )
    if found is None:  # its webhook was removed
        return {}
    news = news_of(found)
    if not found.webhook.is_active or news is None:
        failure = Failure.WITHDRAWN if found.webhook.is_active else Failure.SWITCHED_OFF
        return _finished(running, found, failure=failure)
    with running.writing():  # also a worker that dies meanwhile leaves a trace
        Delivery.objects.filter(pk=found.pk).update(tried=timezone.now(), attempts=F("attempts") + 1)
    try:
        answer = _sent(found, news)
    except NotSent as error:
        raise _failed(running, found, error.reason, may_help=error.may_help) from error
    except AddressError as error:  # the rules became stricter after it was made
        raise _failed(running, found, Failure.ADDRESS, may_help=False) from error
    if 200 <= answer.status < 300:
        return _finished(running, found, answer=answer)
    is_moved = 300 <= answer.status < 400
    failure = Failure.REDIRECTED if is_moved else Failure.REFUSED
    raise _failed(running, found, failure, may_help=may_pass(answer.status), answer=answer)


def _sent(delivery: Delivery, news: dict[str, Any]) -> HookAnswer:
    hook, transports = delivery.webhook, hook_transports()
    address = read_hook_address(hook.url, transports)
    language = hook.user.language if hook.user else ""
    body = body_of(hook.kind, {**news, "id": str(delivery.pk)}, language)
    headers = {"Content-Type": "application/json", "User-Agent": f"Probierz/{__version__}"}
    if hook.kind == Webhook.Kind.GENERIC:
        headers |= signed_headers(secret_of(hook.salt), str(delivery.pk), timezone.now(), body)
    answer = post(address, body, headers, transports)
    # What a host inside the operators' network says is not for those outside.
    return HookAnswer(answer.status, "" if transports.trusts(address.host) else answer.text)


def _finished(
    running: Running, delivery: Delivery, *, answer: HookAnswer | None = None, failure: str = ""
) -> dict[str, Any]:
    result = {"failure": failure, "status": answer.status if answer else None}
    with running.completing() as job:
        delivered = None if failure else timezone.now()
        Delivery.objects.filter(pk=delivery.pk).update(
            is_final=True, delivered=delivered, failure=failure, **_kept(answer)
        )
        if not failure:
            Webhook.objects.filter(pk=delivery.webhook_id).update(failures=0)
        job.result = result
    return result


def _failed(
    running: Running, delivery: Delivery, failure: str, *, may_help: bool, answer: HookAnswer | None = None
) -> JobFailed:
    with running.writing():
        Delivery.objects.filter(pk=delivery.pk).update(failure=failure, **_kept(answer))
    return JobFailed(str(Failure(failure).label), kind="NotDelivered", fault="platform", is_retried=may_help)


def _kept(answer: HookAnswer | None) -> dict[str, Any]:
    if answer is None:
        return {"status": None, "answer": ""}
    return {"status": answer.status, "answer": on_one_line(answer.text[:LONGEST_ANSWER])}
