"""Who may do something with a submission: its submitter or team, and, with most of it, organisers."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

__all__ = ["check_own", "check_own_or_organised"]


def check_own(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused unless it is theirs or their team's; who may not even see it hears that there is none."""
    _check_seen(submission, viewer)
    if not viewer.submitted(submission):
        raise Refused(_("Only those who handed it in may do this."), "forbidden")


def check_own_or_organised(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused for anybody but those who handed it in and those who run the challenge."""
    _check_seen(submission, viewer)
    if not viewer.submitted(submission) and not viewer.organises(submission.challenge):
        raise Refused(_("Only those who handed it in and organisers of the challenge may do this."), "forbidden")


def _check_seen(submission: Submission, viewer: Viewer) -> None:
    if not viewer.may_see_submission(submission):
        raise Refused(_("There is no such submission."), "unknown")
