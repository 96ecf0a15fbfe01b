"""What labelling adds to pages of challenges, and to boards of samples."""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.dispatch import receiver
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.events import WaitingWork, deletion_asked, filled_by_platform, state_shown, work_asked
from probierz.web.jobs.models import Job
from probierz.web.labelling.models import LabellingRound
from probierz.web.labelling.queries import left_for
from probierz.web.labelling.services.labels_as_submissions import SYSTEMS
from probierz.web.labelling.told import told_by_boards
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

SECONDS_BETWEEN_LOOKS = 2
"""After so long the page of a board that fills asks anew."""
MOST_ROUNDS_TOLD = 3
"""Of more, their list tells: whoever runs many rounds must not bury somebody's first page."""


@receiver(filled_by_platform)
def is_board_of_sample(challenge: Challenge, **_: Any) -> bool:
    """Say that labels and systems come by themselves onto the board of a sample."""
    return LabellingRound.objects.filter(board=challenge).exclude(challenge=challenge).exists()


@receiver(deletion_asked)
def rounds_keep(challenge: Challenge, **_: Any) -> str:
    """Keep a challenge whose items people label, and the board on which their labels stand."""
    if not LabellingRound.objects.filter(Q(challenge=challenge) | Q(board=challenge)).exists():
        return ""
    return gettext("Rounds of labelling belong to it, so the challenge cannot be deleted.")


@receiver(state_shown)
def show_told(challenge: Challenge, **_: Any) -> str:
    """Tell organisers how much published boards of samples have told of hidden tests."""
    boards = told_by_boards(challenge)
    return render_to_string("labelling/told.html", {"boards": boards}) if boards else ""


@receiver(work_asked)
def rounds_left(user: User, **_: Any) -> list[WaitingWork]:
    """Tell people of the rounds of others in which items wait for them, the newest first."""
    rounds = left_for(user)
    told = [_told(one.round.title, one.decided, one.left, one.round.pk) for one in rounds[:MOST_ROUNDS_TOLD]]
    more = len(rounds[MOST_ROUNDS_TOLD:])
    if more:
        says = ngettext("and %(count)d more round", "and %(count)d more rounds", more) % {"count": more}
        told.append(WaitingWork(says, reverse("labellings")))
    return told


def _told(title: str, decided: int, left: int, number: int) -> WaitingWork:
    if not decided:
        return WaitingWork(gettext("You were let into the round “%(round)s”.") % {"round": title}, _address(number))
    says = ngettext(
        "%(left)d item is left for you in the round “%(round)s”.",
        "%(left)d items are left for you in the round “%(round)s”.",
        left,
    )
    return WaitingWork(says % {"left": left, "round": title}, _address(number))


def _address(number: int) -> str:
    return reverse("labelling", args=[number])


def scoring_note(viewer: Viewer, challenge: Challenge, board: Board) -> SafeString:
    """Say that labels are being scored, and systems on the same items; the page asks anew until all rows are there."""
    rounds = [str(one) for one in LabellingRound.objects.filter(board=challenge).values_list("pk", flat=True)]
    if not rounds or not _is_filling(challenge, rounds):
        return SafeString()
    said = gettext("Labels are being scored; the rows of people and systems come here by themselves.")
    return format_html('<span role="status" data-follow="{}">{}</span>', SECONDS_BETWEEN_LOOKS, said)


def _is_filling(challenge: Challenge, rounds: list[str]) -> bool:
    """Whether rows of labelling are still to come."""
    coming = challenge.submissions.filter(state__in=Submission.UNFINISHED, deleted=None).exclude(row_name="")
    keys = [f"{SYSTEMS}:{number}" for number in rounds]
    return coming.exists() or Job.objects.filter(key__in=keys).exclude(state__in=Job.FINAL).exists()
