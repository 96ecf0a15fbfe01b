"""Challenges for programs: lists, tests, phases."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Query, Router, Schema, Status
from pydantic import Field

from probierz.web.accounts.api_access import MayRead
from probierz.web.challenges import queries
from probierz.web.challenges.models import Challenge, Disclosure, ItemLevel, Phase
from probierz.web.challenges.phases import open_phase
from probierz.web.challenges.visibility import Visitor, tells_in_steps, visitor_of
from probierz.web.http.api_errors import ApiError
from probierz.web.http.api_shapes import Line, PageAsked, PageOfList, page_of

router = Router(tags=["challenges"])

PartName = Annotated[str, Field(description="of a divided test: public or private; empty: the whole test")]
VariantQuota = Annotated[int, Field(description="outputs of one submission scored on a hidden test; 0: no limit")]


class PhaseOut(Schema):
    """A time in which submissions are taken, and what it shows of hidden tests.

    digits: of rounded scores; None where these have as many as the lines of a test justify, which `in_steps` says.
    """

    name: str
    position: int
    opens: datetime | None
    closes: datetime | None
    is_open: bool
    disclosure: Disclosure
    digits: int | None
    in_steps: bool = Field(False, description="scores are shown in steps, as finely as the lines of the test justify")
    disclosed_from: datetime | None
    decides: bool
    items: ItemLevel
    items_from: datetime | None


class TestOut(Schema):
    """A metric on a split. scheme: as in config.txt. priority: 1 stands on the board."""

    __test__ = False

    split: str
    scheme: str
    name: str
    priority: int
    higher_is_better: bool
    is_hidden: bool
    lines: int
    part: PartName = ""


class ChallengeOut(Schema):
    """A challenge. version: empty until one is published. commit: of the public part."""

    slug: str
    title: str
    summary: str
    tags: list[str]
    is_starred: bool
    is_published: bool
    is_archived: bool
    team: str | None
    version: str
    commit: str
    created: datetime
    takes_submissions: bool
    daily_quota: int = Field(
        description="outputs of a person or team scored on a hidden test a day, each variant counted; 0: no limit"
    )
    total_quota: int = Field(description="the same in all; 0: no limit")
    variant_quota: VariantQuota


class ChallengePage(PageOfList):
    """Challenges."""

    items: list[ChallengeOut]


class ChallengesAsked(PageAsked):
    """Which challenges are wanted."""

    words: Line = Field("", max_length=200, description="in slug, title or summary")
    tag: list[Line] = Field([], max_length=10, description="all of these")
    archived: bool = False


def challenge_of(request: HttpRequest, slug: str) -> Challenge:
    """Return a challenge that the caller may see. Raises ApiError."""
    found = queries.find(visitor_of(request), slug)
    if found is None:
        raise ApiError(404, "unknown", _("There is no such challenge."))
    return found


def challenge_data(challenge: Challenge, viewer: Visitor) -> dict[str, Any]:
    """Return a challenge as data."""
    shown = (
        "slug", "title", "summary", "is_starred", "is_published", "created", "daily_quota", "total_quota",
        "variant_quota",
    )  # fmt: skip
    current = challenge.current
    is_open = open_phase(challenge, viewer.now) is not None
    return {
        **{name: getattr(challenge, name) for name in shown},
        "tags": sorted(tag.name for tag in challenge.tags.all()),
        "is_archived": challenge.archived is not None,
        "team": challenge.team.slug if challenge.team else None,
        "version": current.number if current else "",
        "commit": current.commit if current else "",
        "takes_submissions": is_open and current is not None and challenge.archived is None,
    }


@router.get("/challenges", response=ChallengePage, auth=MayRead())
def list_challenges(request: HttpRequest, asked: Query[ChallengesAsked]) -> Any:
    """List challenges: starred first, then the newest."""
    viewer = visitor_of(request)
    found = queries.listed(viewer, words=asked.words, tags=asked.tag, archived=asked.archived)
    rows = found.select_related("current", "team")
    return Status(200, page_of(rows, asked, lambda challenge: challenge_data(challenge, viewer)))


@router.get("/challenges/{slug:slug}", response=ChallengeOut, auth=MayRead())
def get_challenge(request: HttpRequest, slug: str) -> Any:
    """Return a challenge."""
    return Status(200, challenge_data(challenge_of(request, slug), visitor_of(request)))


@router.get("/challenges/{slug:slug}/tests", response=list[TestOut], auth=MayRead())
def get_tests(request: HttpRequest, slug: str) -> Any:
    """List the tests of the current version."""
    current = challenge_of(request, slug).current
    return Status(200, list(current.tests.order_by("split", "position", "-part")) if current else [])


@router.get("/challenges/{slug:slug}/phases", response=list[PhaseOut], auth=MayRead())
def get_phases(request: HttpRequest, slug: str) -> Any:
    """List the phases in order."""
    challenge, now = challenge_of(request, slug), visitor_of(request).now
    current = open_phase(challenge, now)
    tests = challenge.current.tests.all() if challenge.current else ()
    has_steps = any(tells_in_steps(challenge, test) for test in tests)
    return Status(
        200, [_phase_data(one, is_open=one == current, has_steps=has_steps) for one in challenge.phases.all()]
    )


def _phase_data(phase: Phase, *, is_open: bool, has_steps: bool) -> dict[str, Any]:
    shown = ("name", "position", "opens", "closes", "disclosed_from", "items", "items_from")
    digits = phase.digits if phase.disclosure == Disclosure.ROUNDED else None
    in_steps = has_steps and phase.disclosure != Disclosure.HIDDEN
    return {
        **{name: getattr(phase, name) for name in shown},
        "disclosure": Disclosure.ROUNDED if in_steps else phase.disclosure,
        "digits": digits,
        "in_steps": in_steps,
        "is_open": is_open,
        "decides": phase.shows_private,
    }
