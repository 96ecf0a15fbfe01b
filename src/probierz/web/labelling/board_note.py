"""What stands above the board of a sample while its rows are scored."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from probierz.web.challenges.models import Challenge
from probierz.web.jobs.models import Job
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.services.labels_as_submissions import SYSTEMS
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

__all__ = ["scoring_note"]

SECONDS = 2
"""After so long the page asks anew."""


def scoring_note(viewer: Viewer, challenge: Challenge, board: Board) -> SafeString:
    """Say that labels are being scored, and systems on the same items; the page asks anew until all rows are there."""
    rounds = [str(one) for one in LabellingRound.objects.filter(board=challenge).values_list("pk", flat=True)]
    if not rounds or not _is_filling(challenge, rounds):
        return SafeString()
    said = _("Labels are being scored; the rows of people and systems come here by themselves.")
    return format_html('<span role="status" data-follow="{}">{}</span>', SECONDS, said)


def _is_filling(challenge: Challenge, rounds: list[str]) -> bool:
    """Whether rows of labelling are still to come."""
    coming = challenge.submissions.filter(state__in=Submission.UNFINISHED, deleted=None).exclude(row_name="")
    keys = [f"{SYSTEMS}:{number}" for number in rounds]
    return coming.exists() or Job.objects.filter(key__in=keys).exclude(state__in=Job.FINAL).exists()
