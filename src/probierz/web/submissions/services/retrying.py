"""Evaluating again what failed: by those who handed it in, or by organisers."""

from __future__ import annotations

from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.answered_inputs import has_same_inputs
from probierz.web.challenges.services import changed
from probierz.web.jobs.services import QueueFull, enqueue
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services.admission import check_open
from probierz.web.submissions.services.handing_in import EVALUATE, MOST_ATTEMPTS
from probierz.web.submissions.services.rights import check_own_or_organised
from probierz.web.submissions.visibility import Viewer

State = Submission.State


def may_be_tried_again(submission: Submission, viewer: Viewer) -> bool:
    """Whether this viewer may have it evaluated again now."""
    try:
        _check(submission, viewer)
    except Refused:
        return False
    return True


def _check(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused where this viewer may not have it evaluated again now.

    Its evaluation failed or was cancelled, and told nothing of the expected results. See `retry` for when.
    """
    check_own_or_organised(submission, viewer)
    organises = viewer.organises(submission.challenge)
    if submission.state not in (State.FAILED, State.CANCELLED) or submission.is_reference:
        raise Refused(_("Only what failed can be tried again."), "state")
    if submission.counts:
        message = _("It was compared with hidden results, or used up a limit, and counts. Hand in another one.")
        raise Refused(message, "state")
    current = submission.challenge.current
    if current is not None and not has_same_inputs(current, submission.version):
        raise Refused(_("The test has other inputs now. Hand in outputs for these."), "state")
    counts_anew = not organises or not submission.commit
    if counts_anew and check_open(submission.challenge, submission.submitter, submission.team) != submission.phase:
        raise Refused(_("The phase in which it was handed in is over. Hand it in again."), "closed")


def retry(submission: Submission, by: User) -> None:
    """Queue the evaluation of a submission again. Raises Refused.

    For those who handed it in it is as if they handed it in now: the phase must be open, quotas hold, and they count
    today. Organisers may at any time, and it counts as it came; but what was not fetched in time stays out.
    """
    viewer = Viewer(by)
    _check(submission, viewer)
    organises = viewer.organises(submission.challenge)
    with transaction.atomic():
        values = {"state": State.WAITING, "failure": None, **({} if organises else {"created": timezone.now()})}
        try:
            with transaction.atomic():
                waiting = Submission.objects.filter(pk=submission.pk, state=submission.state).update(**values)
            if not waiting:
                raise Refused(_("Only what failed can be tried again."), "state")
            key = f"submission:{submission.pk}"
            job = enqueue(
                EVALUATE, _payload(submission), user=submission.submitter, key=key, most_attempts=MOST_ATTEMPTS
            )
        except QueueFull as error:
            raise Refused(str(error), "queue") from error
        except IntegrityError as error:
            raise Refused(_("The same commit was handed in since."), "state") from error
        Submission.objects.filter(pk=submission.pk).update(job=job)
        changed(submission.challenge)
        audit(by, "submission.retry", submission)
    submission.refresh_from_db()


def _payload(submission: Submission) -> dict[str, Any]:
    """What was asked about is confirmed by this; what failed for another reason may still have to be asked about."""
    asks = submission.job is not None and submission.job.payload.get("asks", False)
    return {"submission": submission.pk} | ({"asks": True} if asks and not submission.is_doubtful else {})
