"""Rounds: making one, and who labels in it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from probierz.challenges.candidates import read_candidates
from probierz.errors import ProbierzError, Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.queries import takes_invitations_of
from probierz.web.accounts.services import audit, person_to_let_in
from probierz.web.accounts.services.throttle import try_once
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Challenge, Test
from probierz.web.challenges.readme import render
from probierz.web.challenges.visibility import Visitor
from probierz.web.html.engine_words import in_this_language
from probierz.web.html.plain_text import on_one_line
from probierz.web.labelling.active_order import uncertain_first
from probierz.web.labelling.candidates import JUDGEMENTS, judged_by_question
from probierz.web.labelling.checks import why_unreadable
from probierz.web.labelling.items import labelled_splits, sampled
from probierz.web.labelling.models import ItemLabel, Labeller, LabellingRound
from probierz.web.labelling.queries import LabellingSeat

MOST_ITEMS = 2000
MOST_ROUNDS = 5
"""Not handed in yet, of one person; organisers have no limit."""
MOST_LABELLERS = 100


def create_round(
    challenge: Challenge, *, by: User, split: str, size: int, seed: int, title: str, labels: Sequence[str] = (),
    instructions: str = "", unsure_first: bool = False, output: Path | None = None,
) -> LabellingRound:  # fmt: skip
    """Make a round of random items of a split; who makes it labels, too. labels: empty where people shall type.

    unsure_first: those come first of which systems are unsure, see `active_order`; output: by that one.

    Of a hidden test only organisers make one: its board tells of expected results. Of a divided test only public lines
    are drawn: a board of others would tell private scores before the phase ends. Raises Refused.
    """
    visitor = Visitor(by)
    if not visitor.may_see(challenge):
        raise Refused(_("There is no such challenge."), "unknown")
    splits = labelled_splits(challenge)
    if split not in splits:
        raise Refused(_("There is no such test with inputs."), "split")
    organises = visitor.organises(challenge)
    if splits[split] and not organises:
        raise Refused(_("Only organisers of the challenge may do this with a hidden test."), "forbidden")
    _check_room(challenge, by)
    version = challenge.current
    assert version is not None  # it has splits
    test = version.tests.filter(split=split).select_related("division")[:1].get()
    if not 1 <= size <= MOST_ITEMS:
        raise Refused(_("Between 1 and %(most)d items can be labelled.") % {"most": MOST_ITEMS}, "size")
    made = LabellingRound(
        challenge=challenge, version=version, split=split, title=title.strip() or split, instructions=instructions,
        labels=_checked(labels), lines=sampled(_drawn_from(test), size, seed), of_lines=test.all_lines, seed=seed,
        creator=by, instructions_html=render(instructions, challenge.slug, has_title=False).html,
    )  # fmt: skip
    if why := why_unreadable(made, made.labels):
        raise Refused(_("No metric of the test reads this label: %(why)s.") % {"why": why}, "labels")
    if unsure_first or output is not None:
        made.lines, made.order = uncertain_first(made, output)
    return _begun(made)


def create_candidate_round(
    challenge: Challenge, *, by: User, table: Path, seed: int, title: str, instructions: str = ""
) -> LabellingRound:
    """Make a round in which people judge the passages of a table, see `read_candidates`. Raises Refused."""
    if not Visitor(by).may_see(challenge) or challenge.current is None:
        raise Refused(_("There is no such challenge."), "unknown")
    _check_room(challenge, by)
    try:
        candidates = read_candidates(table, MOST_ITEMS)
    except ProbierzError as error:
        raise Refused(in_this_language(str(error).replace(str(table), _("the table"))), "table") from error
    made = LabellingRound(
        challenge=challenge, version=challenge.current, split="", title=title, instructions=instructions,
        labels=list(JUDGEMENTS), lines=judged_by_question(candidates, seed), of_lines=len(candidates), seed=seed,
        creator=by, instructions_html=render(instructions, challenge.slug, has_title=False).html,
        candidates=[list(one) for one in candidates],
    )  # fmt: skip
    return _begun(made)


@transaction.atomic
def _begun(made: LabellingRound) -> LabellingRound:
    by = made.creator
    made.save()
    made.labellers.create(user=by, number=1)
    about = {"split": made.split, "items": len(made.lines), "seed": made.seed}
    audit(by, "labelling.create", made.challenge, round=made.pk, **about)
    return made


def _check_room(challenge: Challenge, by: User) -> None:
    if Visitor(by).organises(challenge):
        return
    if LabellingRound.objects.filter(creator=by, closed=None).count() >= MOST_ROUNDS:
        raise Refused(_("You have %(number)d open rounds; hand one in first.") % {"number": MOST_ROUNDS}, "quota")
    if wait := try_once(round=str(by.pk)):
        message = _("You have made very many rounds just now. Come back in %(number)d min.")
        raise Refused(message % {"number": -(-wait // 60)}, "busy")


def _drawn_from(test: Test) -> Sequence[int]:
    """Return the numbers of the lines that may be in a sample, from 1."""
    if test.division is None:
        return range(1, test.all_lines + 1)
    return sorted(public_lines(test.division.lines, bytes(test.division.public)))


def check_public(found: LabellingRound) -> None:
    """Refuse a sample with lines that are private in the version of now: it may be older than their division.

    Raises Refused.
    """
    if found.is_whole:
        return  # scored on the challenge itself, in its two parts
    challenge = Challenge.objects.select_related("current").get(pk=found.challenge_id)
    tests = challenge.tests.filter(versions=challenge.current, split=found.split).exclude(division=None)
    test = tests.select_related("division").first()
    if test is not None and not set(found.lines) <= set(_drawn_from(test)):
        why = _("The test was divided since, and private lines are among these items; make a new round.")
        raise Refused(why, "divided")


def _checked(labels: Sequence[str]) -> list[str]:
    kept = list(dict.fromkeys(one for label in labels if (one := on_one_line(label))))
    if len(kept) == 1:
        raise Refused(_("Give two labels at least, or none where people shall type."), "labels")
    return kept


@transaction.atomic
def let_in(seat: LabellingSeat, login: str) -> Labeller:
    """Let somebody label. Raises Refused."""
    check_running(seat)
    found = LabellingRound.objects.select_for_update(of=("self",)).get(pk=seat.round.pk)
    user = person_to_let_in(login)
    if user != seat.user and not takes_invitations_of(user, seat.user):
        message = _("%(login)s takes no invitations; who wants to label allows them on the page of the account.")
        raise Refused(message % {"login": login}, "forbidden")
    if found.labellers.filter(user=user).exists():
        raise Refused(_("%(login)s labels here already.") % {"login": login}, "known")
    if found.closed is not None:
        raise Refused(_("The labels were handed in; nothing changes any more."), "state")
    if found.labellers.count() >= MOST_LABELLERS:
        raise Refused(_("At most %(number)d people label the same items.") % {"number": MOST_LABELLERS}, "quota")
    last = found.labellers.aggregate(last=Max("number"))["last"] or 0
    made = found.labellers.create(user=user, number=last + 1)
    audit(seat.user, "labelling.let-in", found.challenge, round=found.pk, login=user.username)
    return made


@transaction.atomic
def let_go(seat: LabellingSeat, labeller: Labeller) -> None:
    """Take somebody out who has decided nothing yet: leaving labels out chooses what is scored. Raises Refused."""
    check_running(seat)
    if labeller.given.filter(is_decided=True).exists():
        raise Refused(_("They decided items already: their labels count, or the sample would be chosen."), "state")
    audit(seat.user, "labelling.let-go", seat.round.challenge, round=seat.round.pk, login=labeller.user.username)
    labeller.delete()
    if seat.round.closed is None:
        _number_anew(seat.round)


@transaction.atomic
def leave_round(seat: LabellingSeat) -> None:
    """Leave a round that somebody else runs; one's own labels go along while they are not handed in.

    Who runs a round leaves it as they take others out: their leaving would choose what is scored. Raises Refused.
    """
    found = LabellingRound.objects.select_for_update(of=("self",)).get(pk=seat.round.pk)
    labeller = found.labellers.filter(user=seat.user).first()
    if labeller is None:
        raise Refused(_("You do not label here."), "unknown")
    if found.closed is not None:
        raise Refused(_("The labels were handed in; nothing changes any more."), "state")
    if seat.runs and labeller.given.filter(is_decided=True).exists():
        raise Refused(_("They decided items already: their labels count, or the sample would be chosen."), "state")
    audit(seat.user, "labelling.leave", found.challenge, round=found.pk)
    labeller.delete()
    _number_anew(found)


def _number_anew(found: LabellingRound) -> None:
    """Close the gap that somebody left: no board names people by their numbers yet."""
    for number, labeller in enumerate(found.labellers.order_by("number"), 1):
        Labeller.objects.filter(pk=labeller.pk).update(number=number)


@transaction.atomic
def delete_round(seat: LabellingSeat) -> None:
    """Delete a round in which nothing is decided: afterwards the sample would be chosen. Raises Refused."""
    check_running(seat)
    found = LabellingRound.objects.select_for_update(of=("self",)).get(pk=seat.round.pk)
    if found.closed is not None or ItemLabel.objects.filter(labeller__round=found, is_decided=True).exists():
        raise Refused(_("Items were decided already: this round stays."), "state")
    audit(seat.user, "labelling.delete", found.challenge, round=found.pk)
    found.delete()


def check_running(seat: LabellingSeat) -> None:
    """Refuse everybody who does not run the round. Raises Refused."""
    if not seat.runs:
        raise Refused(_("Only organisers of the challenge, or who made the round, may do this."), "forbidden")
