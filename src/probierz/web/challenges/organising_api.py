"""Making challenges, for programs: a new one, its files as an archive, showing it to everybody.

The endpoints join those of `probierz.web.challenges.api`, as an address belongs to one router.
"""

from __future__ import annotations

import uuid
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import File, Form, Schema, Status
from ninja.files import UploadedFile
from pydantic import Field

from probierz.errors import Refused
from probierz.web.accounts.api_access import Allowed
from probierz.web.accounts.requester import person_of
from probierz.web.challenges import services
from probierz.web.challenges.api import ChallengeOut, challenge_data, challenge_of, router
from probierz.web.challenges.gathering import LIMITS
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.visibility import visitor_of
from probierz.web.http.api_errors import ApiError
from probierz.web.http.api_shapes import Line, Text

__all__ = ["ORGANISE", "organised", "router"]

ORGANISE = Allowed("organise")


class NewChallengeIn(Schema):
    """A challenge to make. slug: stands in addresses and never changes; small letters, digits and hyphens."""

    slug: Line = Field(min_length=1, max_length=64)


class FilesOfVersionIn(Schema):
    """What a new version is. tests_are_open: expected results of test sets are meant to be public.

    drops_scores: what was handed in may lose its scores and ranks where a test has another number of lines or other
    inputs now, or is left out; with other inputs, the version is a major one. replaces_results: a patch or
    minor version may replace more than a tenth of a test's expected results (of few lines at least five, or more than
    half), all repairs since the major version together, by which what was handed in is scored again. has_leaks: its
    open splits may have texts of hidden tests of other challenges of the same people with what is expected, and theirs
    those of its own.
    """

    change: Line = Field("patch", description="patch, minor or major")
    description: Text = Field("", max_length=2000)
    tests_are_open: bool = False
    drops_scores: bool = False
    replaces_results: bool = False
    has_leaks: bool = False


class ScoredLinesOut(Schema):
    """A test that has scores of what was handed in: how many lines its outputs have, and how many submissions."""

    split: str
    lines: int
    submissions: int


class InputsOut(Schema):
    """The inputs of a test as they are now; none where their SHA-256 is the known one. expected: that of results."""

    inputs: list[str]
    expected: str
    is_known: bool


class QuotasIn(Schema):
    """Outputs of one person or team that are scored on a hidden test, a day and in all; 0 is no limit."""

    daily_quota: int | None = Field(None, ge=0, le=1_000_000)
    total_quota: int | None = Field(None, ge=0, le=1_000_000)


class QuotasOut(Schema):
    """The quotas as they are now; 0 is no limit."""

    daily_quota: int
    total_quota: int


class ImportStarted(Schema):
    """The job that checks and publishes the files."""

    job: uuid.UUID


@router.post("/challenges", response={201: ChallengeOut}, auth=ORGANISE)
def make_challenge(request: HttpRequest, wanted: NewChallengeIn) -> Any:
    """Make an empty challenge that only its owner sees."""
    person = person_of(request)
    try:
        made = services.create_challenge(services.admit_new(wanted.slug, person))
    except ValidationError as error:
        is_taken = Challenge.objects.filter(slug=wanted.slug).exists()
        raise ApiError(409 if is_taken else 422, "slug", " ".join(error.messages)) from error
    return Status(201, challenge_data(made, visitor_of(request)))


@router.post("/challenges/{slug:slug}/versions", response={202: ImportStarted}, auth=ORGANISE)
def import_archive(request: HttpRequest, slug: str, form: Form[FilesOfVersionIn], archive: File[UploadedFile]) -> Any:
    """Import an archive with a whole challenge; expected results of its test sets stay hidden. 202: a job does it."""
    challenge = organised(request, slug)
    if (archive.size or 0) > LIMITS.packed_bytes:
        raise ApiError(413, "TooLarge", _("The file is too large."))
    part = services.keep_upload(archive.name or "", archive.chunks())
    try:
        job = services.request_import(
            challenge,
            part,
            {"kind": "none"},
            by=person_of(request),
            change=form.change,
            description=form.description,
            tests_are_open=form.tests_are_open,
            drops_scores=form.drops_scores,
            replaces_results=form.replaces_results,
            has_leaks=form.has_leaks,
        )
    except Refused:
        services.discard_upload(part)
        raise
    return Status(202, {"job": job.pk})


@router.get("/challenges/{slug:slug}/scored-lines", response=list[ScoredLinesOut], auth=ORGANISE)
def get_scored_lines(request: HttpRequest, slug: str) -> Any:
    """Say how many lines tests must have so that what was handed in can be scored on them again."""
    return Status(200, services.scored_lines(organised(request, slug)))


@router.get("/challenges/{slug:slug}/inputs", response=InputsOut, auth=ORGANISE)
def get_inputs(request: HttpRequest, slug: str, split: Line = "", known: Line = "") -> Any:
    """Give the inputs of a test of the current version; known: the SHA-256 of those that one has, one a line."""
    lines = services.current_lines(organised(request, slug), split)
    if lines is None:
        raise ApiError(404, "unknown", _("There is no test of this name."))
    is_known = lines.inputs_digest == known
    return Status(200, {"inputs": [] if is_known else lines.inputs, "expected": lines.expected, "is_known": is_known})


@router.put("/challenges/{slug:slug}/quotas", response=QuotasOut, auth=ORGANISE)
def put_quotas(request: HttpRequest, slug: str, wanted: QuotasIn) -> Any:
    """Say how many outputs of a person or team are scored on hidden tests; what is not said stays as it is."""
    challenge = organised(request, slug)
    services.save_quotas(
        challenge, daily_quota=wanted.daily_quota, total_quota=wanted.total_quota, by=person_of(request)
    )
    challenge.refresh_from_db()
    return Status(200, {"daily_quota": challenge.daily_quota, "total_quota": challenge.total_quota})


@router.post("/challenges/{slug:slug}/publish", response=ChallengeOut, auth=ORGANISE)
def publish_challenge(request: HttpRequest, slug: str) -> Any:
    """Let everybody (or the team it is for) see the challenge."""
    challenge = organised(request, slug)
    services.publish(challenge, by=person_of(request))
    return Status(200, challenge_data(challenge, visitor_of(request)))


def organised(request: HttpRequest, slug: str) -> Challenge:
    """Return the challenge, for those who run it. Raises ApiError, Refused."""
    challenge = challenge_of(request, slug)
    services.organising(challenge, person_of(request))
    return challenge
