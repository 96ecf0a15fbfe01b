"""The words of messages, by e-mail and by webhook: in the reader's language, of what they may see as it is sent."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from probierz.web.challenges.models import Announcement, Phase, Version
from probierz.web.challenges.phases import is_over
from probierz.web.challenges.services import repairs_data
from probierz.web.html import looks
from probierz.web.html.engine_words import in_this_language
from probierz.web.html.plain_text import JOINER, on_one_line
from probierz.web.http.addresses import public_root
from probierz.web.notifications.models import Kind, Notice
from probierz.web.notifications.services import LOST, MOVED, is_wanted, stop_token
from probierz.web.submissions.models import Submission
from probierz.web.submissions.queries import FoundSubmission, scores_of
from probierz.web.submissions.visibility import Viewer
from probierz.web.webhooks.models import Delivery, Webhook
from probierz.web.webhooks.news import challenge_data, tells, titles

MOST_SCORES = 20
LONGEST_TITLE = 100


class ToldNotice(NamedTuple):
    """A message in words; address: where its reader sees more."""

    subject: str
    text: str
    address: str


@tells(Delivery.Event.NOTICE)
def news_of_notice(delivery: Delivery) -> dict[str, Any] | None:
    """Return what its owner's webhook is told, in the words of the e-mail; None as there, or if it is not wanted."""
    found = Notice.objects.select_related("user", "challenge").filter(pk=delivery.about.get("notice")).first()
    if found is None or not is_wanted(found):
        return None
    is_read_by_people = delivery.webhook.kind != Webhook.Kind.GENERIC
    with override(found.user.language or settings.LANGUAGE_CODE):
        told = _told(found, _no_link if is_read_by_people else on_one_line)
    if told is None:
        return None
    return {
        "event": found.kind,
        "challenge": challenge_data(found.challenge),
        "title": on_one_line(told.subject, kept=JOINER),
        "text": told.text.strip(),
        "url": told.address,
    }


@titles(Delivery.Event.NOTICE)
def titles_of_notices(deliveries: Sequence[Delivery]) -> dict[UUID, str]:
    """Return of which kind notifications are, and of which challenge where their reader still sees it."""
    numbers = {one.pk: one.about.get("notice") for one in deliveries}
    notices = Notice.objects.select_related("user", "challenge").in_bulk(set(numbers.values()) - {None})
    return {pk: _kind_of(notices[number]) for pk, number in numbers.items() if number in notices}


def _kind_of(notice: Notice) -> str:
    kind = str(Kind(notice.kind).label)
    return f"{notice.challenge.title}: {kind}" if Viewer(notice.user).may_see(notice.challenge) else kind


def message_of(notice: Notice) -> EmailMessage | None:
    """Return the e-mail; None where its reader may not see any more what it tells of."""
    with override(notice.user.language or settings.LANGUAGE_CODE):
        told = _told(notice, _no_link)
        if told is None:
            return None
        stop = public_root() + reverse("notifications-stop", args=[stop_token(notice.user, notice.kind)])
        chosen = public_root() + reverse("notifications")
        ending = _(
            "You asked for e-mails of this kind. To get no more of them: %(stop)s\nAll kinds of e-mails: %(chosen)s"
        )
        body = f"{told.text}\n{told.address}\n\n-- \n{ending % {'stop': stop, 'chosen': chosen}}\n"
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    headers |= {"Auto-Submitted": "auto-generated", "Precedence": "bulk"}
    return EmailMessage(on_one_line(told.subject), body, None, [notice.user.email], headers=headers)


def _no_link(name: str) -> str:
    """A name that no mail program makes a link of: whoever chooses one writes a word into letters to others."""
    return re.sub(r"([.:/@])(?=\S)", rf"\1{JOINER}", on_one_line(name))


Naming = Callable[[str], str]
"""Writes a name that somebody chose into a message."""


def _told(notice: Notice, name: Naming) -> ToldNotice | None:
    viewer = Viewer(notice.user)
    if not viewer.may_see(notice.challenge):
        return None
    title = name(notice.challenge.title[:LONGEST_TITLE])
    if notice.kind == Kind.DEADLINE:
        return _deadline(notice, title, name)
    if notice.kind == Kind.GOLD:
        return _gold(notice, title)
    if notice.kind == Kind.ANNOUNCED:
        return _announced(notice, title, name)
    return _of_submission(notice, viewer, title, name)


def _of_submission(notice: Notice, viewer: Viewer, title: str, name: Naming) -> ToldNotice | None:
    related = ("challenge", "phase", "submitter", "team", "version")
    submission = Submission.objects.select_related(*related).filter(pk=notice.number).first()
    if submission is None or not viewer.may_see_submission(submission):
        return None
    words, address = {"title": title, "number": submission.pk}, _address("submission", submission.pk)
    if notice.kind == Kind.BEATEN:
        words["who"] = name(viewer.name_of(submission))
        text = _("%(who)s has taken first place in %(title)s.")
        return ToldNotice(_("%(title)s: somebody else is first now") % words, text % words, address)
    if notice.kind == Kind.FAILED:
        reason = in_this_language(" ".join(str((submission.failure or {}).get("message", "")).split()))
        text = _("The evaluation of submission %(number)d failed: %(reason)s")
        return ToldNotice(
            _("%(title)s: submission %(number)d failed") % words, text % {**words, "reason": reason}, address
        )
    text = _("Submission %(number)d has been scored:\n%(scores)s")
    scores = "\n".join(_scores(submission, viewer))
    return ToldNotice(
        _("%(title)s: submission %(number)d has been scored") % words, text % {**words, "scores": scores}, address
    )


def _scores(submission: Submission, viewer: Viewer) -> list[str]:
    rows = scores_of(viewer, FoundSubmission(submission))[:MOST_SCORES]
    return [f"{row.score.test.split} {row.score.test.name} {looks.number(row.shown.for_people)}" for row in rows]


def _deadline(notice: Notice, title: str, name: Naming) -> ToldNotice | None:
    phase = Phase.objects.filter(pk=notice.number).first()
    if phase is not None and notice.about.startswith(f"{MOVED} "):
        return _moved(notice, title, phase, name)
    if phase is None or phase.closes is None or is_over(phase, timezone.now()):
        return None
    when = looks.moment_text(phase.closes)
    words = {"title": title, "phase": name(phase.name), "when": when}
    text = _("The phase %(phase)s of %(title)s ends on %(when)s.")
    return ToldNotice(_("%(title)s: the phase ends soon") % words, text % words, _challenge(notice))


def _moved(notice: Notice, title: str, phase: Phase, name: Naming) -> ToldNotice:
    """When a phase ends now, whatever it was as the notice was made: of several moves the last one holds."""
    when = looks.moment_text(phase.closes) if phase.closes else ""
    words = {"title": title, "phase": name(phase.name), "when": when}
    if not when:
        text = _("The phase %(phase)s of %(title)s has no end any more.")
    elif is_over(phase, timezone.now()):
        text = _("The end of the phase %(phase)s of %(title)s was moved: it ended on %(when)s.")
    else:
        text = _("The end of the phase %(phase)s of %(title)s was moved: it now ends on %(when)s.")
    return ToldNotice(_("%(title)s: the end of a phase was moved") % words, text % words, _challenge(notice))


def _gold(notice: Notice, title: str) -> ToldNotice | None:
    version = Version.objects.filter(pk=notice.number).first()
    if version is None:
        return None
    words = {"title": title, "version": version.number}
    if notice.about.startswith(f"{LOST} "):
        text = _(
            "Version %(version)s of %(title)s has other tests. What you handed in before has no score there, "
            "or no rank any more. To stand on the board again, hand in outputs for this version."
        )
        subject = _("%(title)s: a new version took your score or rank")
        return ToldNotice(subject % words, text % words, _address("challenge-how-to", notice.challenge.slug))
    redivided = version.redivided()
    if redivided and not repairs_data(version):
        return _divided(notice, words, is_divided=any(redivided.values()))
    text = _("Version %(version)s of %(title)s has other expected results. Your submissions were scored again.")
    return ToldNotice(_("%(title)s: expected results were repaired") % words, text % words, _challenge(notice))


def _divided(notice: Notice, words: Mapping[str, str], *, is_divided: bool) -> ToldNotice:
    if is_divided:
        text = _(
            "Version %(version)s of %(title)s divides its test: scores are now those on the public part, and the "
            "private part decides. The expected results are the same. Your submissions were scored again."
        )
    else:
        text = _(
            "Version %(version)s of %(title)s divides its test no longer: scores are now those on all lines. The "
            "expected results are the same. Your submissions were scored again."
        )
    return ToldNotice(_("%(title)s: the test was divided anew") % words, text % words, _challenge(notice))


def _announced(notice: Notice, title: str, name: Naming) -> ToldNotice | None:
    found = Announcement.objects.filter(pk=notice.number).first()
    if found is None:
        return None
    address = _address("challenge-announcements", notice.challenge.slug)
    return ToldNotice(f"{title}: {name(found.title)}", f"{found.text}\n", f"{address}#announcement-{found.pk}")


def _challenge(notice: Notice) -> str:
    return _address("challenge", notice.challenge.slug)


def _address(name: str, *about: object) -> str:
    return public_root() + reverse(name, args=about)
