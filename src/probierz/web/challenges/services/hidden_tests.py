"""What people see of hidden tests while a phase lasts: a public part, and scores in steps or sure improvements."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit, changes
from probierz.web.challenges.division import new_rule
from probierz.web.challenges.models import Challenge, Ladder
from probierz.web.challenges.services.divisions import seed_kept
from probierz.web.challenges.services.making import changed, has_entries, organising
from probierz.web.challenges.services.versions import InvalidChallenge, divide_current

MOST_SELECTIONS = 2


def save_division(
    challenge: Challenge,
    *,
    is_divided: bool,
    share: float,
    by_what: str,
    column: int,
    strata: str,
    strata_column: int,
    by: User,
) -> bool:
    """Divide hidden tests into a public and a private part, or no longer; return whether it holds at once.

    It does before anything is handed in, whatever is published; later the next version is published so. A rule by which
    the challenge was divided before has the seed that it had then. Raises Refused where a test of the current version
    cannot be divided; then nothing is changed.
    """
    organising(challenge, by)
    rule = None
    if is_divided:
        rule = new_rule(share=share, by=by_what, column=column, strata=strata, strata_column=strata_column)
        rule = seed_kept(challenge, rule)
    at_once = challenge.current_id is None or not has_entries(challenge)
    try:
        with transaction.atomic():
            before = Challenge.objects.select_for_update().get(pk=challenge.pk).division
            Challenge.objects.filter(pk=challenge.pk).update(division=rule.as_dict() if rule else {})
            challenge.refresh_from_db()
            divide_current(challenge)
            audit(by, "challenge.divide", challenge, **changes(_told(before), _told(challenge.division)))
            changed(challenge)
    except InvalidChallenge as error:
        challenge.refresh_from_db()  # as it was before: nothing of this was kept
        said = (f"{problem.path}: {problem.message}; {problem.remedy}." for problem in error.problems)
        raise Refused(" ".join(said)) from error
    return at_once


def _told(division: Mapping[str, Any]) -> dict[str, Any]:
    """What the audit log may hold of a division: all but its seed; of none, that it divides nothing."""
    values = {name: value for name, value in division.items() if name != "seed"}
    if values.get("by") != "document":  # a column that is not looked at
        values.pop("column", None)
    if values.get("strata") != "column":
        values.pop("strata_column", None)
    return {"divided": bool(division), **values}


def division_holds(challenge: Challenge) -> bool:
    """Whether the hidden tests of the current version are as the challenge's rule says; else the next one's will be."""
    if challenge.current is None:
        return True
    hidden = challenge.current.tests.filter(is_hidden=True).select_related("division")
    return all((test.division.rule if test.division else {}) == challenge.division for test in hidden)


def save_reporting(challenge: Challenge, *, selections: int, ladder: str, ladder_step: float | None, by: User) -> None:
    """Set how many submissions people select for the private part, and which scores are shown. Raises Refused."""
    organising(challenge, by)
    if not 1 <= selections <= MOST_SELECTIONS:
        raise Refused(_("People select one submission or two."))
    if ladder not in Ladder.values:
        raise Refused(_("Choose which scores are shown."))
    if ladder == Ladder.STEP and not (ladder_step is not None and 0 < ladder_step < float("inf")):
        raise Refused(_("Say how large a step is, above zero."))
    values = {"selections": selections, "ladder": ladder, "ladder_step": ladder_step}
    with transaction.atomic():
        stored = Challenge.objects.select_for_update().get(pk=challenge.pk)
        Challenge.objects.filter(pk=challenge.pk).update(**values)
        audit(by, "challenge.reporting", challenge, **changes(vars(stored), values))
        changed(challenge)
    challenge.refresh_from_db()
