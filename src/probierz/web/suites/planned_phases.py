"""How the challenges of a suite get the phases of its plan, and what such a change is asked about first."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.suites.phases import has_ended
from probierz.web.accounts.models import User
from probierz.web.challenges.early_ends import what_end_brings
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import known_since
from probierz.web.challenges.services import has_entries, set_phases
from probierz.web.html.looks import moment_text
from probierz.web.submissions.final_selection import is_divided
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import has_phases_of, phases_of
from probierz.web.suites.shapes import SuiteIn, SuitePhaseIn


def arrange_phases(challenge: Challenge, card: SuiteIn, before: SuiteIn | None, *, by: User) -> None:
    """Give a challenge the phases of its suite, unless somebody arranged others on the platform.

    before: the card that was there until now; phases that are still those of it follow the card. Raises Refused where
    a phase would go in which something was handed in.
    """
    if _follows(challenge, card, before):
        set_phases(challenge, _stored(card.phases), by=by, tells_deciding=card.tells_deciding)


def _stored(planned: Sequence[SuitePhaseIn]) -> list[Phase]:
    """The phases of a plan for a challenge. One alone decides, if none says so the last.

    What a trial before it would tell of private parts is nobody's to know yet.
    """
    deciding = next((one for one in planned if one.decides), planned[-1])
    return [Phase(**one.model_dump(exclude={"decides"}), shows_private=one is deciding) for one in planned]


def check_reopening(suite: PlatformSuite, card: SuiteIn, before: SuiteIn) -> None:
    """Refuse a card by which people could hand in again in a phase that is over and whose scores everybody knows."""
    planned, now = {one.name: one for one in card.phases}, timezone.now()
    for member in suite.tasks.select_related("challenge"):
        there = phases_of(member.challenge) if _follows(member.challenge, card, before) else []
        for stored in there:
            known = known_since(stored, now)
            if known is not None and stored.name in planned and not has_ended(planned[stored.name].closes, now):
                about = {"task": member.name, "name": stored.name, "moment": moment_text(known)}
                text = _(
                    "%(task)s: everybody knows the scores of the phase “%(name)s” since %(moment)s, and people could "
                    "submit in it again."
                )
                raise Refused(text % about, "reopens")


def check_ends(suite: PlatformSuite, card: SuiteIn, before: SuiteIn) -> None:
    """Refuse a card by which a phase would end in the past, or before something that was handed in."""
    planned = {one.name: one for one in card.phases}
    for member in suite.tasks.select_related("challenge"):
        challenge = member.challenge
        for stored in challenge.phases.all() if _follows(challenge, card, before) else []:
            closes = planned[stored.name].closes if stored.name in planned else None
            decides = stored.shows_private and is_divided(challenge)
            if brings := what_end_brings(stored, closes, shows_private=decides):
                raise Refused(f"{member.name}, {stored.name}: {brings}", "ends_early")


def _follows(challenge: Challenge, card: SuiteIn, before: SuiteIn | None) -> bool:
    """Whether a challenge gets other phases by the card."""
    if not card.phases or has_phases_of(challenge, card):
        return False
    if before is not None and before.phases and has_phases_of(challenge, before):
        return True
    there = phases_of(challenge)
    is_fresh = len(there) == 1 and not there[0].opens and not there[0].closes
    return is_fresh and not has_entries(challenge)
