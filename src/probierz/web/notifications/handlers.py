"""What workers do for notifications: find whom to tell, and send e-mails."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from probierz.web.accounts.models import User
from probierz.web.challenges.counted_submissions import from_people, on_boards
from probierz.web.challenges.models import Phase, Version
from probierz.web.challenges.phases import is_over
from probierz.web.jobs.registry import JobFailed, handler
from probierz.web.jobs.running_job import Running
from probierz.web.leaderboards.rank_changes import BoardMoves, board_moves
from probierz.web.notifications.messages import message_of
from probierz.web.notifications.models import Kind, Notice
from probierz.web.notifications.services import (
    BEATEN,
    DEADLINE,
    LOST,
    REPAIRED,
    SEND,
    is_wanted,
    people_of,
    people_to_tell,
    tell,
)
from probierz.web.submissions.models import Submission
from probierz.web.submissions.queries import FoundSubmission, scores_of
from probierz.web.submissions.rescoring import has_jobs
from probierz.web.submissions.visibility import Viewer
from probierz.web.webhooks.news import new_bests

WAITING_SECONDS = 30
"""Between two looks whether all is scored again."""
WAITS = (60, 600, 3600, 6 * 3600)


@handler(SEND, waits=WAITS)
def send_notice(running: Running) -> dict[str, Any]:
    """Send an e-mail, unless its reader wants none any more or may not see what it tells."""
    related = ("user", "challenge")
    notice = Notice.objects.select_related(*related).filter(pk=running.payload["notice"], sent=None).first()
    if notice is None or not is_wanted(notice):
        return _done(running, "unwanted")
    message = message_of(notice)
    if message is None:
        return _done(running, "withdrawn")
    _send(message)
    with running.completing() as job:
        Notice.objects.filter(pk=notice.pk).update(sent=timezone.now())
        job.result = {"sent": True}
    return {"sent": True}


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except OSError as error:  # smtplib's errors are such
        said = "the e-mail could not be sent"
        raise JobFailed(said, kind="NotSent", fault="platform", operator=repr(error), is_retried=True) from error


def _done(running: Running, why: str) -> dict[str, Any]:
    with running.completing() as job:
        job.result = {"sent": False, "why": why}
    return {"sent": False, "why": why}


@handler(DEADLINE)
def tell_deadline(running: Running) -> dict[str, Any]:
    """Tell those who take part in a phase that it ends, if it still ends then."""
    phase = Phase.objects.select_related("challenge").filter(pk=running.payload["phase"]).first()
    closes = parse_datetime(running.payload["closes"])
    told = 0
    with running.completing() as job:
        if closes is not None and phase is not None and phase.closes == closes and not is_over(phase, timezone.now()):
            about = f"phase {phase.pk} {closes.isoformat()}"
            told = tell(people_to_tell(phase.challenge), Kind.DEADLINE, phase.challenge, about, phase.pk)
        job.result = {"told": told}
    return {"told": told}


@handler(BEATEN)
def find_beaten(running: Running) -> dict[str, Any]:
    """Tell those from whom a submission took the first place of a board, as everybody sees it."""
    related = Submission.objects.select_related("challenge", "submitter", "team", "phase")
    submission = related.filter(pk=running.payload["submission"]).first()
    found = [] if submission is None else new_bests(submission)
    told = 0
    with running.completing() as job:
        for best in found:
            assert submission is not None
            beaten = best.previous.submission if best.previous is not None else None
            if beaten is None or beaten.is_reference or beaten.is_baseline:
                continue
            own = {person.pk for person in people_of(submission)}
            people = [person for person in people_of(beaten) if person.pk not in own]
            told += tell(people, Kind.BEATEN, submission.challenge, f"submission {submission.pk}", submission.pk)
        job.result = {"told": told}
    return {"told": told}


@handler(REPAIRED, waits=(WAITING_SECONDS,))
def tell_changes(running: Running) -> dict[str, Any]:
    """Tell those whose score or rank a version with other tests took, or a repair moved, when all is scored again."""
    version = Version.objects.select_related("challenge").get(pk=running.payload["version"])
    if has_jobs(version):
        raise JobFailed("not all is scored again; this waits for it", fault="platform", is_retried=True)
    moves = board_moves(version)
    losers = {person.pk: person for one in _standing(moves.lost) for person in people_of(one)}
    others = _moved_people(moves) if version.moves_scores else {}
    others = {number: person for number, person in others.items() if number not in losers}
    with running.completing() as job:
        told = tell(losers.values(), Kind.GOLD, version.challenge, f"{LOST} {version.pk}", version.pk)
        told += tell(others.values(), Kind.GOLD, version.challenge, f"version {version.pk}", version.pk)
        job.result = {"told": told}
    return {"told": told}


def _standing(numbers: Iterable[int]) -> QuerySet[Submission]:
    """Those of these submissions that people handed in, and neither deleted nor hid since."""
    related = Submission.objects.select_related("challenge", "phase", "submitter", "team")
    return related.filter(from_people(), on_boards(), pk__in=numbers)


def _moved_people(moves: BoardMoves) -> dict[int, User]:
    """Return those whose score or rank a repair moved, by number, and who may not see one of theirs.

    Nobody learns by an e-mail whether a hidden score moved.
    """
    return {
        person.pk: person
        for submission in _standing(moves.moved | moves.unmoved)
        for person in people_of(submission)
        if submission.pk in moves.moved or _is_hidden_from(person, submission)
    }


def _is_hidden_from(person: User, submission: Submission) -> bool:
    return any(not row.shown.is_disclosed for row in scores_of(Viewer(person), FoundSubmission(submission)))
