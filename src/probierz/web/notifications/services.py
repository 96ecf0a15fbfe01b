"""Choosing what to hear of, and queueing it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from django.core import signing
from django.db import transaction
from django.db.models import Count
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.counted_submissions import from_people
from probierz.web.challenges.models import Challenge, Phase, Version
from probierz.web.jobs.models import Job
from probierz.web.jobs.services import enqueue
from probierz.web.notifications.models import Channel, Choice, Kind, Notice
from probierz.web.submissions.models import Submission
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.services import deliver_later

__all__ = [
    "BEATEN", "DEADLINE", "LOST", "MOVED", "REPAIRED", "SEND", "chosen", "deadline_later", "is_wanted",
    "look_for_beaten_later", "own_webhook", "people_of", "people_to_tell", "read_stop_token", "save_choices", "stop",
    "stop_token", "tell", "tell_changes_later",
]  # fmt: skip

SEND, DEADLINE, BEATEN, REPAIRED = "send-notice", "tell-deadline", "find-beaten", "tell-repair"
LOST = "lost"
"""What a notice is about that tells of a score or rank that a version took; the others of its kind, that one moved."""
MOVED = "moved"
"""What a notice is about that tells of an end that was moved; the others of its kind tell that a phase ends soon."""
BEFORE_DEADLINE = timedelta(days=1)
MOST_ATTEMPTS = 6
_MANY_TRIES = 10_000
MOST_NOTICES_A_DAY = {
    Kind.SCORED: 100, Kind.FAILED: 100, Kind.DEADLINE: 2, Kind.GOLD: 3, Kind.BEATEN: 3, Kind.ANNOUNCED: 5,
}  # fmt: skip
"""Messages of a kind that a person gets about one challenge by one channel."""
OF_SUBMISSIONS = {Kind.SCORED, Kind.FAILED, Kind.BEATEN}
"""Kinds whose number is that of a submission."""
_SALT = "probierz.notifications.stop"


# --- choosing --------------------------------------------------------------------------------------------------------


def chosen(user: User, channel: Channel = Channel.EMAIL) -> list[str]:
    """Return the kinds that somebody wants to hear of by a channel."""
    return list(Choice.objects.filter(user=user, channel=channel).values_list("kind", flat=True))


@transaction.atomic
def save_choices(user: User, kinds: Collection[str], channel: Channel = Channel.EMAIL) -> None:
    """Tell somebody of just these kinds by a channel."""
    Choice.objects.filter(user=user, channel=channel).exclude(kind__in=kinds).delete()
    for kind in kinds:
        Choice.objects.get_or_create(user=user, kind=kind, channel=channel)
    audit(user, "notifications.choose", user, kinds=sorted(kinds), channel=channel)


def own_webhook(user: User) -> Webhook | None:
    """Return the webhook that somebody's notifications go to."""
    return Webhook.objects.filter(user=user).first()


def stop_token(user: User, kind: str) -> str:
    """Return what stands in the address that ends e-mails of a kind: signed, for ever good, good for nothing else."""
    return signing.dumps([user.pk, kind], salt=_SALT)


def read_stop_token(token: str) -> tuple[int, str] | None:
    """Return the person and the kind that a token is for; None for one that is not ours."""
    try:
        number, kind = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return (number, kind) if isinstance(number, int) and kind in Kind.values else None


def stop(number: int, kind: str) -> None:
    """End e-mails of a kind for somebody; again does nothing."""
    if Choice.objects.filter(user=number, kind=kind, channel=Channel.EMAIL).delete()[0]:
        audit(User.objects.get(pk=number), "notifications.stop", kind=kind)


# --- telling ---------------------------------------------------------------------------------------------------------


def tell(people: Iterable[User], kind: Kind, challenge: Challenge, about: str, number: int) -> int:
    """Queue a message to those of these people who want it and were not told of it; return how many.

    Of one challenge nobody gets more than `MOST_NOTICES_A_DAY` of a kind: neither organisers nor rivals fill others'
    letter boxes. Who had as many looks at the page instead.
    """
    active = [person for person in people if person.is_active]
    by_email = (person for person in active if person.is_reachable)
    with_hook = set(Webhook.objects.filter(user__in=active, is_active=True).values_list("user_id", flat=True))
    by_webhook = (person for person in active if person.pk in with_hook)
    found = Notice(kind=kind, challenge=challenge, about=about, number=number)
    return _tell(by_email, found, Channel.EMAIL) + _tell(by_webhook, found, Channel.WEBHOOK)


def _tell(people: Iterable[User], what: Notice, channel: Channel) -> int:
    """Queue a message like `what` by a channel, which reaches these people, to those of them who chose it."""
    wanted = set(Choice.objects.filter(kind=what.kind, channel=channel).values_list("user_id", flat=True))
    had = _had_today(what, channel)
    told = 0
    for person in people:
        if person.pk not in wanted or had[person.pk] >= MOST_NOTICES_A_DAY[Kind(what.kind)]:
            continue
        notice, is_new = Notice.objects.get_or_create(
            user=person, kind=what.kind, about=what.about, channel=channel,
            defaults={"challenge": what.challenge, "number": what.number},
        )  # fmt: skip
        if is_new:
            _send_later(notice)
            told += 1
    return told


def _send_later(notice: Notice) -> None:
    if notice.channel == Channel.WEBHOOK:
        hook = Webhook.objects.get(user=notice.user)
        is_of_submission = notice.kind in OF_SUBMISSIONS
        submission = Submission.objects.filter(pk=notice.number).first() if is_of_submission else None
        about = {"notice": notice.pk}
        deliver_later(
            Delivery.objects.create(webhook=hook, event=Delivery.Event.NOTICE, submission=submission, about=about)
        )
        return
    key = f"{SEND}:{notice.pk}"
    enqueue(SEND, {"notice": notice.pk}, key=key, priority=-1, most_attempts=MOST_ATTEMPTS, limited=False)


def _had_today(what: Notice, channel: Channel) -> Counter[int]:
    """How many messages of a kind, about such a thing, each person was sent about a challenge within a day."""
    recent = Notice.objects.filter(kind=what.kind, challenge=what.challenge, channel=channel)
    recent = recent.filter(created__gt=timezone.now() - timedelta(days=1))
    recent = recent.filter(about__startswith=f"{what.about.partition(' ')[0]} ")
    return Counter(dict(recent.values_list("user").annotate(Count("pk")).values_list("user", "pk__count")))


def is_wanted(notice: Notice) -> bool:
    """Whether its reader still wants it by its channel, and can be told."""
    if not notice.user.is_active or (notice.channel == Channel.EMAIL and not notice.user.is_reachable):
        return False
    return Choice.objects.filter(user=notice.user, kind=notice.kind, channel=notice.channel).exists()


def people_of(submission: Submission) -> list[User]:
    """Return those whose submission it is."""
    if submission.team is None:
        return [submission.submitter]
    return list(submission.team.members.order_by("pk"))


def people_to_tell(challenge: Challenge) -> list[User]:
    """Return everybody who handed something in, or whose team did."""
    found = challenge.submissions.filter(from_people())
    alone = User.objects.filter(submissions__in=found.filter(team=None))
    together = User.objects.filter(memberships__team__submissions__in=found)
    return list((alone | together).distinct().order_by("pk"))


# --- jobs for later --------------------------------------------------------------------------------------------------


def deadline_later(phase: Phase) -> None:
    """Queue what tells that a phase ends, a day before; what was queued for another end does nothing then."""
    if phase.closes is None:
        return
    moment = phase.closes - BEFORE_DEADLINE
    job = enqueue(DEADLINE, {"phase": phase.pk, "closes": phase.closes.isoformat()},
                  key=_deadline_key(phase.pk, phase.closes), priority=-1, limited=False)  # fmt: skip
    Job.objects.filter(pk=job.pk, state=Job.State.QUEUED).update(not_before=moment)


def _deadline_key(number: int, closes: datetime) -> str:
    return f"{DEADLINE}:{number}:{closes.isoformat()}"


def look_for_beaten_later(submission: Submission) -> None:
    """Queue the look for whom a submission beat, where anybody wants to know."""
    if Choice.objects.filter(kind=Kind.BEATEN).exists():
        enqueue(BEATEN, {"submission": submission.pk}, key=f"{BEATEN}:{submission.pk}", priority=-2, limited=False)


def tell_changes_later(version: Version) -> None:
    """Queue what tells whose scores or ranks other tests moved or took, after all is scored again; where one asks."""
    if Choice.objects.filter(kind=Kind.GOLD).exists():
        key = f"{REPAIRED}:{version.pk}"
        enqueue(REPAIRED, {"version": version.pk}, key=key, priority=-3, most_attempts=_MANY_TRIES, limited=False)
