"""The texts of e-mails, each in its reader's language and of what they may see as it is sent."""

from __future__ import annotations

import re

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from probierz.web.challenges.models import Announcement, Phase, Version
from probierz.web.challenges.phases import is_over
from probierz.web.html import looks
from probierz.web.html.engine_words import in_this_language
from probierz.web.html.plain_text import on_one_line
from probierz.web.http.addresses import public_root
from probierz.web.notifications.models import Kind, Notice
from probierz.web.notifications.services import MOVED, stop_token
from probierz.web.submissions.models import Submission
from probierz.web.submissions.queries import FoundSubmission, scores_of
from probierz.web.submissions.visibility import Viewer

__all__ = ["message_of"]

MOST_SCORES = 20
LONGEST_TITLE = 100


def message_of(notice: Notice) -> EmailMessage | None:
    """Return the e-mail; None where its reader may not see any more what it tells of."""
    with override(notice.user.language or settings.LANGUAGE_CODE):
        told = _told(notice)
        if told is None:
            return None
        subject, text = told
        stop = public_root() + reverse("notifications-stop", args=[stop_token(notice.user, notice.kind)])
        chosen = public_root() + reverse("notifications")
        ending = _(
            "You asked for e-mails of this kind. To get no more of them: %(stop)s\nAll kinds of e-mails: %(chosen)s"
        )
        body = f"{text}\n\n-- \n{ending % {'stop': stop, 'chosen': chosen}}\n"
    headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    headers |= {"Auto-Submitted": "auto-generated", "Precedence": "bulk"}
    return EmailMessage(on_one_line(subject), body, None, [notice.user.email], headers=headers)


def _no_link(name: str) -> str:
    """A name that no mail program makes a link of: whoever chooses one writes a word into letters to others."""
    return re.sub(r"([.:/@])(?=\S)", "\\1\N{WORD JOINER}", " ".join(name.split()))


def _told(notice: Notice) -> tuple[str, str] | None:
    viewer = Viewer(notice.user)
    if not viewer.may_see(notice.challenge):
        return None
    title = _no_link(notice.challenge.title[:LONGEST_TITLE])
    if notice.kind == Kind.DEADLINE:
        return _deadline(notice, title)
    if notice.kind == Kind.GOLD:
        return _gold(notice, title)
    if notice.kind == Kind.ANNOUNCED:
        return _announced(notice, title)
    return _of_submission(notice, viewer, title)


def _of_submission(notice: Notice, viewer: Viewer, title: str) -> tuple[str, str] | None:
    related = ("challenge", "phase", "submitter", "team", "version")
    submission = Submission.objects.select_related(*related).filter(pk=notice.number).first()
    if submission is None or not viewer.may_see_submission(submission):
        return None
    words = {"title": title, "number": submission.pk, "address": _address("submission", submission.pk)}
    if notice.kind == Kind.BEATEN:
        words["who"] = _no_link(viewer.name_of(submission))
        text = _("%(who)s has taken first place in %(title)s:\n%(address)s")
        return _("%(title)s: somebody else is first now") % words, text % words
    if notice.kind == Kind.FAILED:
        reason = in_this_language(" ".join(str((submission.failure or {}).get("message", "")).split()))
        text = _("The evaluation of submission %(number)d failed: %(reason)s\n%(address)s")
        return _("%(title)s: submission %(number)d failed") % words, text % {**words, "reason": reason}
    text = _("Submission %(number)d has been scored:\n%(scores)s\n%(address)s")
    scores = "\n".join(_scores(submission, viewer))
    return _("%(title)s: submission %(number)d has been scored") % words, text % {**words, "scores": scores}


def _scores(submission: Submission, viewer: Viewer) -> list[str]:
    rows = scores_of(viewer, FoundSubmission(submission))[:MOST_SCORES]
    return [f"{row.score.test.split} {row.score.test.name} {looks.number(row.shown.for_people)}" for row in rows]


def _deadline(notice: Notice, title: str) -> tuple[str, str] | None:
    phase = Phase.objects.filter(pk=notice.number).first()
    if phase is not None and notice.about.startswith(f"{MOVED} "):
        return _moved(notice, title, phase)
    if phase is None or phase.closes is None or is_over(phase, timezone.now()):
        return None
    when = looks.moment_text(phase.closes)
    words = {"title": title, "phase": _no_link(phase.name), "when": when, "address": _challenge(notice)}
    text = _("The phase %(phase)s of %(title)s ends on %(when)s.\n%(address)s")
    return _("%(title)s: the phase ends soon") % words, text % words


def _moved(notice: Notice, title: str, phase: Phase) -> tuple[str, str]:
    """When a phase ends now, whatever it was as the notice was made: of several moves the last one holds."""
    when = looks.moment_text(phase.closes) if phase.closes else ""
    words = {"title": title, "phase": _no_link(phase.name), "when": when, "address": _challenge(notice)}
    if not when:
        text = _("The phase %(phase)s of %(title)s has no end any more.\n%(address)s")
    elif is_over(phase, timezone.now()):
        text = _("The end of the phase %(phase)s of %(title)s was moved: it ended on %(when)s.\n%(address)s")
    else:
        text = _("The end of the phase %(phase)s of %(title)s was moved: it now ends on %(when)s.\n%(address)s")
    return _("%(title)s: the end of a phase was moved") % words, text % words


def _gold(notice: Notice, title: str) -> tuple[str, str] | None:
    version = Version.objects.filter(pk=notice.number).first()
    if version is None:
        return None
    words = {"title": title, "version": version.number, "address": _challenge(notice)}
    text = _(
        "Version %(version)s of %(title)s has other expected results. Your submissions were scored again.\n%(address)s"
    )
    return _("%(title)s: expected results were repaired") % words, text % words


def _announced(notice: Notice, title: str) -> tuple[str, str] | None:
    found = Announcement.objects.filter(pk=notice.number).first()
    if found is None:
        return None
    address = _address("challenge-announcements", notice.challenge.slug)
    return f"{title}: {_no_link(found.title)}", f"{found.text}\n\n{address}#announcement-{found.pk}"


def _challenge(notice: Notice) -> str:
    return _address("challenge", notice.challenge.slug)


def _address(name: str, *about: object) -> str:
    return public_root() + reverse(name, args=about)
