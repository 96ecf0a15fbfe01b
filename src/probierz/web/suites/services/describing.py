"""Describing a suite, showing it, and saying which challenge a task of it is."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import ChallengeError, Refused
from probierz.look_alikes.likeness import likeness, title_likenesses
from probierz.suites.averaging import why_no_average
from probierz.suites.catalogue import suites as declared_suites
from probierz.suites.phases import check_phases
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import check_may_create
from probierz.web.configuration.turns import one_at_a_time
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import PlatformSuite, SuiteMember
from probierz.web.suites.planned_phases import arrange_phases, check_ends, check_reopening
from probierz.web.suites.queries import card_of
from probierz.web.suites.shapes import SuiteIn
from probierz.web.suites.visibility import runs_suite

_SUITES = "suites"
"""Their names and titles are looked at and saved `one_at_a_time`."""


def describe_suite(
    name: str, card: SuiteIn, *, by: User, replaces: bool = False, reopens: bool = False, ends_early: bool = False
) -> tuple[PlatformSuite, bool]:
    """Store what is shown of a suite; return it, and whether it is new. Raises Refused.

    replaces: whether tasks that were there may be missing now; another suite of that name would lose its page.
    reopens: whether a phase that is over and whose scores everybody knows may be open again. ends_early: whether one
    may end in the past, or before something that was handed in.
    """
    with one_at_a_time(_SUITES):
        known = PlatformSuite.objects.filter(name=name).first()
        if known is None:
            check_may_create(by)
            _refuse_name_like_others(name, by)
        if known is not None and known.owner_id != by.pk and not by.is_staff:
            raise Refused(_("The name is taken; choose another."), "forbidden")
        if known is None and not by.is_staff:
            _check_name(name, card)
        _check_card(name, card)
        before = card_of(known) if known is not None else None
        if before is not None and not replaces:
            _check_tasks_stay(name, card, before)
        if known is not None and before is not None and not reopens:
            check_reopening(known, card, before)
        if known is not None and before is not None and not ends_early:
            check_ends(known, card, before)
        suite = known or PlatformSuite(name=name, owner=by)
        if before is not None and before.is_shown:
            card.is_shown = True  # what people have found is not hidden by the way
        _refuse_title_like_others(suite, card, before)
        suite.card = card.model_dump(mode="json", exclude={"replaces", "reopens", "ends_early"})
        try:
            suite.full_clean()
        except ValidationError as error:
            raise Refused(" ".join(error.messages), "suite") from error
        suite.save()
        audit(by, "suite.describe", suite)
        for member in suite.tasks.select_related("challenge"):
            arrange_phases(member.challenge, card, before, by=by)
        return suite, known is None


def _check_name(name: str, card: SuiteIn) -> None:
    """Refuse another suite under the name of one that Probierz ships or an installed package declares."""
    declared = next((suite for suite in declared_suites() if suite.name == name), None)
    if declared is not None and {task.name for task in card.tasks} != {task.name for task in declared.tasks}:
        raise Refused(_("The name is taken; choose another."), "forbidden")


def _refuse_name_like_others(name: str, by: User) -> None:
    """Refuse a name that a reader may take for that of a suite of somebody else: `k1ej`."""
    names = PlatformSuite.objects.exclude(owner=by).exclude(name=name).values_list("name", flat=True)
    if likeness(name) in map(likeness, names):
        raise Refused(_("There is a suite whose name looks like this one. Choose another."), "name")


def _refuse_title_like_others(suite: PlatformSuite, card: SuiteIn, before: SuiteIn | None = None) -> None:
    """Refuse a suite that is to be shown under a title which looks like that of a suite that others show.

    before: what was shown of it, which keeps its title.
    """
    known = _looks(before) if before is not None and before.is_shown else set()
    if not card.is_shown or _looks(card) <= known:
        return
    others = map(card_of, PlatformSuite.objects.exclude(pk=suite.pk).exclude(owner=suite.owner))
    if any(_looks(card) & _looks(other) for other in others if other.is_shown):
        raise Refused(_("There is a suite whose title looks like this one. Choose another."), "title")


def _looks(card: SuiteIn) -> set[str]:
    return set().union(*(title_likenesses(title) for title in (card.title, card.title_pl) if title))


def publish_suite(suite: PlatformSuite, *, by: User) -> None:
    """Let everybody find the suite; its challenges are shown each by itself. Raises Refused."""
    _set_shown(suite, True, "suite.publish", by)


def unpublish_suite(suite: PlatformSuite, *, by: User) -> None:
    """Show the suite to its organisers only; its challenges are hidden each by itself. Raises Refused."""
    _set_shown(suite, False, "suite.unpublish", by)


def _set_shown(suite: PlatformSuite, is_shown: bool, action: str, by: User) -> None:
    if not runs_suite(Viewer(by), suite):
        raise Refused(_("Only who runs the suite, or all of its challenges, may do this."), "forbidden")
    with one_at_a_time(_SUITES):
        stored = PlatformSuite.objects.select_for_update().get(pk=suite.pk)
        stored.card = {**stored.card, "is_shown": is_shown}
        _refuse_title_like_others(stored, card_of(stored))
        stored.save(update_fields=["card", "changed"])
        audit(by, action, stored)
    suite.refresh_from_db()


def _check_tasks_stay(name: str, card: SuiteIn, before: SuiteIn) -> None:
    """Refuse a card without tasks of the one that is there."""
    missing = [task.name for task in before.tasks if card.task(task.name) is None]
    if missing:
        text = _("A suite %(name)s is here already, with tasks that are not among these: %(tasks)s.")
        raise Refused(text % {"name": name, "tasks": ", ".join(missing)}, "replaces")


def _check_card(name: str, card: SuiteIn) -> None:
    """Refuse a card with tasks of one name, with a mean that mixes scales, or with phases that overlap."""
    names = [task.name for task in card.tasks]
    if len(set(names)) < len(names):
        raise Refused(_("Two tasks have the same name."), "suite")
    reason = why_no_average([task.scale for task in card.tasks])
    if card.has_average and not card.has_mean:
        raise Refused(_("The tasks cannot be averaged: %(reason)s.") % {"reason": reason}, "suite")
    try:
        check_phases([one.declared for one in card.phases], name)
    except ChallengeError as error:
        raise Refused(str(error), "suite") from error


def add_task(suite: PlatformSuite, name: str, challenge: Challenge, *, by: User) -> SuiteMember:
    """Say which challenge a task of a suite is. Raises Refused."""
    viewer = Viewer(by)
    if (suite.owner_id != by.pk and not by.is_staff) or not viewer.organises(challenge):
        raise Refused(_("Only who runs both the suite and the challenge can do this."), "forbidden")
    if card_of(suite).task(name) is None:
        raise Refused(_("The suite has no task %(name)s.") % {"name": name}, "unknown")
    with transaction.atomic():
        SuiteMember.objects.filter(challenge=challenge).exclude(suite=suite, name=name).delete()
        member, _made = SuiteMember.objects.update_or_create(suite=suite, name=name, defaults={"challenge": challenge})
        arrange_phases(challenge, card_of(suite), None, by=by)
    return member
