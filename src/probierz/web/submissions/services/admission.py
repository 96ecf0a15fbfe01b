"""Whether a submission is taken now: the challenge, its phases, and the quota."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import ended, is_over, nearest_phase, next_phase, open_phase
from probierz.web.html.looks import moment_text
from probierz.web.submissions.services.quota import check_quota
from probierz.web.submissions.visibility import Viewer

MOVED = "moved"
"""The code of a refusal that asks whether something may go into another phase than it was meant for."""


def check_open(challenge: Challenge, user: User, team: Team | None = None, now: datetime | None = None) -> Phase | None:
    """Return the phase in which a submission handed in now counts. Raises Refused.

    Organisers may hand in before and after, for baselines; neither phases nor quotas hold them back.
    """
    now = now or timezone.now()
    viewer = Viewer(user, now)
    if not viewer.may_see(challenge):
        raise Refused(_("There is no such challenge."), "unknown")
    if challenge.archived is not None:
        raise Refused(_("The challenge is archived; it takes no more submissions."), "archived")
    if challenge.current is None:
        raise Refused(_("The challenge has no published version yet."), "closed")
    if team is not None and not team.members.filter(pk=user.pk).exists():
        raise Refused(_("You are not in this team."), "team")
    phase = open_phase(challenge, now)
    if viewer.organises(challenge):
        return phase or nearest_phase(challenge, now)
    if phase is None:
        raise Refused(_closed(challenge, now), "closed")
    check_quota(challenge, user, team, now)
    return phase


def ask_of_phase(meant: Collection[Phase], phase: Phase | None) -> str:
    """Ask whether what was meant for a phase that is over may go into another one; empty where nothing is to be asked.

    meant: the phases that were open when somebody began, of several challenges at most one each; phase: in which it
    would count now.
    """
    began = phase and next((one for one in meant if one.challenge_id == phase.challenge_id), None)
    if not (phase and began) or began == phase or not is_over(began, timezone.now()):
        return ""
    names = {"ended": began.name, "phase": phase.name}
    return _("The phase “%(ended)s” is over. Hand in to the phase “%(phase)s”?") % names


def why_closed(challenge: Challenge, user: User, team: Team | None = None) -> Refused | None:
    """Return why nothing of theirs would be taken now; None where something would."""
    try:
        check_open(challenge, user, team)
    except Refused as error:
        return error
    return None


def _closed(challenge: Challenge, now: datetime) -> str:
    coming = next_phase(challenge, now)
    if coming is None:
        over = ended(challenge, now)
        if over is None:
            return _("The challenge has no phase; it takes no submissions.")
        message = _("The deadline has passed, on %(when)s; the challenge takes no more submissions.")
        return message % {"when": moment_text(over)}
    assert coming.opens is not None
    return _("No phase is open now; the next one opens on %(when)s.") % {"when": moment_text(coming.opens)}
