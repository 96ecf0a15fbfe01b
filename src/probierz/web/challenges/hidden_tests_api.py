"""Rules of hidden tests, for programs: their public and private part, and which scores people see.

The endpoints join those of `probierz.web.challenges.api`, as an address belongs to one router.
"""

from __future__ import annotations

from typing import Any, Literal

from django.http import HttpRequest
from ninja import Schema, Status
from pydantic import Field

from probierz.web.accounts.requester import person_of
from probierz.web.challenges import services
from probierz.web.challenges.division import DivisionRule, read_rule
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.organising_api import ORGANISE, organised, router

__all__ = ["router"]

LARGEST_COLUMN = 1000
USUAL_SHARE = 0.3


class DivisionIn(Schema):
    """How hidden tests are divided into a public and a private part; the private one decides when a phase ends.

    Columns are those of the input, counted from 1.
    """

    is_divided: bool
    share: float = Field(USUAL_SHARE, gt=0, lt=1, description="of public lines")
    by: Literal["line", "document"] = Field("line", description="document: lines with the same value in `column`")
    column: int = Field(1, ge=1, le=LARGEST_COLUMN)
    strata: Literal["", "expected", "column"] = Field("", description="what each part has the same share of")
    strata_column: int = Field(1, ge=1, le=LARGEST_COLUMN)


class DivisionOut(DivisionIn):
    """How hidden tests are divided. holds_now: false where that waits for the next version."""

    holds_now: bool


class ReportingIn(Schema):
    """Which new scores on hidden tests people see, and how many submissions they select for the private part.

    ladder: `lines` for all, as finely as the lines of the test justify; empty for all with all digits; `paired`: those
    better than their best by more than chance; `step`: better by `ladder_step`.
    """

    selections: int = Field(2, ge=1, le=services.MOST_SELECTIONS)
    ladder: Literal["lines", "", "paired", "step"] = "lines"
    ladder_step: float | None = Field(None, gt=0, description="in the unit of the metric; for `step` alone")


@router.get("/challenges/{slug:slug}/division", response=DivisionOut, auth=ORGANISE)
def get_division(request: HttpRequest, slug: str) -> Any:
    """Say how hidden tests are divided."""
    return Status(200, _division(organised(request, slug)))


@router.put("/challenges/{slug:slug}/division", response=DivisionOut, auth=ORGANISE)
def put_division(request: HttpRequest, slug: str, wanted: DivisionIn) -> Any:
    """Divide hidden tests, or no longer; after something was handed in it holds from the next version on."""
    challenge = organised(request, slug)
    values = wanted.model_dump()
    services.save_division(challenge, by_what=values.pop("by"), by=person_of(request), **values)
    return Status(200, _division(challenge))


def _division(challenge: Challenge) -> dict[str, Any]:
    rule = read_rule(challenge.division)
    shown = (rule or DivisionRule(USUAL_SHARE)).as_dict()
    shown.pop("seed")  # whoever knew it could compute which lines are public
    return {**shown, "is_divided": rule is not None, "holds_now": services.division_holds(challenge)}


@router.get("/challenges/{slug:slug}/reporting", response=ReportingIn, auth=ORGANISE)
def get_reporting(request: HttpRequest, slug: str) -> Any:
    """Say which new scores people see, and how many submissions they select."""
    return Status(200, organised(request, slug))


@router.put("/challenges/{slug:slug}/reporting", response=ReportingIn, auth=ORGANISE)
def put_reporting(request: HttpRequest, slug: str, wanted: ReportingIn) -> Any:
    """Set which new scores people see, and how many submissions they select."""
    challenge = organised(request, slug)
    services.save_reporting(challenge, **wanted.model_dump(), by=person_of(request))
    return Status(200, challenge)
