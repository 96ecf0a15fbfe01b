"""What is read of labelling: who sits where, what they said, how far they are."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple

from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404, HttpRequest

from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import may_create
from probierz.web.challenges.visibility import Visitor
from probierz.web.labelling.agreement import LabelledItem, labelled_items
from probierz.web.labelling.models import ItemLabel, Labeller, LabellingRound


@dataclass(frozen=True)
class LabellingSeat:
    """Somebody in a round. labeller: None for those who do not label."""

    round: LabellingRound
    user: User
    labeller: Labeller | None

    @cached_property
    def runs(self) -> bool:
        """Whether they invite, see what all say, and hand in: organisers, and who made a round of an open split."""
        visitor = Visitor(self.user)
        if visitor.organises(self.round.challenge):
            return True
        is_maker = self.round.creator_id == self.user.pk and visitor.may_see(self.round.challenge)
        return is_maker and not is_hidden(self)

    @property
    def labels(self) -> bool:
        """Whether they label."""
        return self.labeller is not None and self.user.is_active


class LabellerProgress(NamedTuple):
    """How far somebody is: items decided, items skipped, and when they did something last."""

    labeller: Labeller
    decided: int
    skipped: int
    last: datetime | None


def is_hidden(seat: LabellingSeat) -> bool:
    """Whether the items are of a hidden test."""
    return seat.round.version.tests.filter(split=seat.round.split, is_hidden=True).exists()


def may_make_board(user: User, challenge: Challenge) -> bool:
    """Whether somebody may put a sample of the challenge on a board of its own, which is a challenge."""
    return may_create(user) or Visitor(user).organises(challenge)


def rounds_for(user: User) -> QuerySet[LabellingRound]:
    """Return the rounds in which somebody labels, or that they made."""
    found = LabellingRound.objects.filter(Q(labellers__user=user) | Q(creator=user)).distinct()
    return found.select_related("challenge")


class OpenRound(NamedTuple):
    """A round in which items wait for somebody, and how many they decided."""

    round: LabellingRound
    decided: int

    @property
    def left(self) -> int:
        """How many wait."""
        return len(self.round.lines) - self.decided


def left_for(user: User) -> list[OpenRound]:
    """Return the rounds of others in which items wait for somebody, the newest first."""
    places = Labeller.objects.filter(user=user, round__closed=None).exclude(round__creator=user)
    counted = places.annotate(decided=Count("given", filter=Q(given__is_decided=True))).select_related("round")
    found = [OpenRound(one.round, one.decided) for one in counted.order_by("-pk")]
    return [one for one in found if one.left]


def rounds_of(challenge: Challenge, user: User | None) -> list[LabellingRound]:
    """Return the rounds of a challenge that somebody may open."""
    if user is None:
        return []
    rounds = challenge.labelling_rounds.select_related("challenge", "version", "board")
    if not Visitor(user).organises(challenge):
        rounds = rounds.filter(Q(labellers__user=user) | Q(creator=user)).distinct()
    return list(rounds)


def seat_in(request: HttpRequest, number: int) -> LabellingSeat:
    """Return who asks, in the round of that number. Raises Http404 for everybody who has no part in it."""
    user = person_of(request)
    found = LabellingRound.objects.select_related("challenge", "version__challenge", "board").filter(pk=number).first()
    if found is None:
        raise Http404
    seat = LabellingSeat(found, user, found.labellers.filter(user=user).first())
    if not (seat.labels or seat.runs):
        raise Http404
    return seat


def label_at(seat: LabellingSeat, line: int) -> ItemLabel | None:
    """Return what somebody said, or began to say, of a line."""
    return None if seat.labeller is None else seat.labeller.given.filter(line=line).first()


def next_open_place(seat: LabellingSeat, after: int = 0) -> int | None:
    """Return the place, from 1, of the next item that somebody has not decided; skipped ones come last. None: all are.

    after: the place at which they are.
    """
    assert seat.labeller is not None
    given = dict(seat.labeller.given.values_list("line", "is_decided"))
    places = list(enumerate(seat.round.lines, 1))
    turned = places[after:] + places[:after]
    fresh = [place for place, line in turned if line not in given]
    skipped = [place for place, line in turned if given.get(line) is False]
    return next(iter(fresh + skipped), None)


def progress_of(found: LabellingRound) -> list[LabellerProgress]:
    """Return how far each person is, by their numbers."""
    counted = found.labellers.select_related("user").annotate(
        decided=Count("given", filter=Q(given__is_decided=True)),
        skipped=Count("given", filter=Q(given__is_decided=False)),
        last=Max("given__changed"),
    )
    return [LabellerProgress(one, one.decided, one.skipped, one.last) for one in counted]


def items_of(found: LabellingRound) -> list[LabelledItem]:
    """Return all items of a round with what people decided, in the order of the file."""
    given: dict[int, dict[int, str]] = {}
    decided = ItemLabel.objects.filter(labeller__round=found, is_decided=True)
    for line, number, text in decided.values_list("line", "labeller__number", "text"):
        given.setdefault(line, {})[number] = text
    return labelled_items(sorted(found.lines), given, found.seed)
