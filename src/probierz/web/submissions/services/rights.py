"""Who may do something with a submission: its submitter alone or team, and, with most of it, organisers."""

from __future__ import annotations

from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer


def check_own(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused unless it is theirs or their team's; who may not even see it hears that there is none."""
    _check_seen(submission, viewer)
    if not viewer.acts_for(submission):
        raise Refused(_left(submission, viewer) or _("Only those who handed it in may do this."), "forbidden")


def check_own_or_organised(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused for anybody but those who handed it in and those who run the challenge."""
    _check_seen(submission, viewer)
    if not viewer.acts_for(submission) and not viewer.organises(submission.challenge):
        raise Refused(_left(submission, viewer) or _for_organisers_too(), "forbidden")


def check_source(submission: Submission, viewer: Viewer) -> None:
    """Raise Refused for who may not see what was handed in; who did may, also when they have left its team."""
    _check_seen(submission, viewer)
    if not viewer.may_see_source(submission):
        raise Refused(_for_organisers_too(), "forbidden")


def _for_organisers_too() -> str:
    return _("Only those who handed it in and organisers of the challenge may do this.")


def _left(submission: Submission, viewer: Viewer) -> str:
    """What whoever handed it in is told who has left its team; empty for anybody else."""
    if submission.team is None or not viewer.submitted(submission):
        return ""
    return _("It belongs to the team %(team)s: only its members may do this.") % {"team": submission.team.name}


def _check_seen(submission: Submission, viewer: Viewer) -> None:
    if not viewer.may_see_submission(submission):
        raise Refused(_("There is no such submission."), "unknown")
