"""Suites for programs."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import File, Form, Router, Schema, Status, UploadedFile
from pydantic import Field

from probierz.web.accounts.api_access import Allowed, MayRead
from probierz.web.accounts.queries import own_team
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.api import challenge_of
from probierz.web.challenges.models import Challenge
from probierz.web.http.api_errors import ApiError, problem_data
from probierz.web.http.api_shapes import ERRORS, Line, ProblemOut, Text
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing
from probierz.web.submissions.uploads import on_disk
from probierz.web.submissions.visibility import viewer_of
from probierz.web.suites import services
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import SuiteView, card_of, may_see_suite, phases_of, read_suite
from probierz.web.suites.shapes import SuiteIn, SuiteToStore

__all__ = ["router"]

router = Router(tags=["suites"])
ORGANISE = Allowed("organise")


class SuiteTaskOut(Schema):
    """A task. challenge: its short name here; None where it is not here.

    has_other_phases: somebody arranged its phases on the platform, so they are not those of the suite.
    """

    name: str
    title: str
    challenge: str | None
    has_other_phases: bool = False


class SuiteRowOut(Schema):
    """A system on the board over all tasks. scores: by task, as shown; None where a task is missing, or not scored.

    phase: in which it was handed in, where another one counts now. is_on_whole_tests: published, beside private parts.
    """

    rank: int | None
    name: str
    mean: float | None
    scores: dict[str, str | None]
    is_published: bool
    published_kind: str
    is_on_whole_tests: bool
    is_late: bool
    phase: str
    is_mine: bool
    source: str
    year: int


class SuiteOut(Schema):
    """A suite with its board."""

    name: str
    title: str
    tasks: list[SuiteTaskOut]
    rows: list[SuiteRowOut]


class ArchiveIn(Schema):
    """What goes with an archive. partial: whether some tasks may be missing."""

    description: Text = Field("", max_length=5000)
    team: Line = Field("", max_length=64, description="slug of the team that hands in")
    partial: bool = False


class ArchivedTaskOut(Schema):
    """A task of an archive: its challenge, the submission that it became, and the job that scores it."""

    name: str
    challenge: str
    submission: int
    job: UUID | None


class ArchiveOut(Schema):
    """An archive that was taken. unscored: tasks whose expected results are not here. notes: what looks odd in it."""

    tasks: list[ArchivedTaskOut]
    unscored: list[str]
    notes: list[ProblemOut]


class MemberIn(Schema):
    """Which challenge a task is."""

    challenge: Text


@router.get("/suites/{name}", response={200: SuiteOut, **ERRORS}, auth=MayRead())
def read(request: HttpRequest, name: str) -> Any:
    """Return a suite with the board over its tasks."""
    suite, viewer = _suite(name), viewer_of(request)
    if not may_see_suite(viewer, suite):
        raise _unknown()
    return Status(200, _data(read_suite(viewer, suite)))


@router.put("/suites/{name}", response={200: SuiteOut, 201: SuiteOut, **ERRORS}, auth=ORGANISE)
def describe(request: HttpRequest, name: str, card: SuiteToStore) -> Any:
    """Describe a suite: its tasks, and what was published about them. 201: it is new.

    409: a suite of that name has tasks that are missing here, and `replaces` was not said.
    """
    suite, is_new = services.describe_suite(name, card, by=person_of(request), replaces=card.replaces)
    return Status(201 if is_new else 200, _data(read_suite(viewer_of(request), suite)))


@router.put("/suites/{name}/tasks/{task}", response={200: SuiteTaskOut, **ERRORS}, auth=ORGANISE)
def place(request: HttpRequest, name: str, task: str, wanted: MemberIn) -> Any:
    """Say which challenge a task of a suite is."""
    challenge = challenge_of(request, wanted.challenge)
    suite = _suite(name)
    services.add_task(suite, task, challenge, by=person_of(request))
    return Status(200, _task(task, challenge.title, challenge, card_of(suite)))


@router.post("/suites/{name}/archives", response={202: ArchiveOut, **ERRORS}, auth=Allowed("submit"))
def hand_in(request: HttpRequest, name: str, form: Form[ArchiveIn], archive: File[UploadedFile]) -> Any:
    """Hand in outputs for all tasks of a suite as one .zip: all or nothing is taken. 202: a job scores each task."""
    suite, person = _suite(name), person_of(request)
    if not may_see_suite(viewer_of(request), suite):
        raise _unknown()
    handing = Handing(person, own_team(person, form.team), form.description, (), Submission.Source.API)
    with on_disk([archive]) as (laid,):
        try:
            taken = services.hand_in_archive(suite, laid.path, laid.name, handing, partial=form.partial)
        except services.ArchiveRefused as error:
            raise ApiError(422, error.code, error.message, [problem_data(one) for one in error.problems]) from error
    made = taken.archive.submissions.select_related("challenge__suite_task").order_by("pk")
    tasks = [_archived(one) for one in made]
    return Status(202, {"tasks": tasks, "unscored": taken.unscored, "notes": list(map(problem_data, taken.doubts))})


def _archived(submission: Submission) -> dict[str, Any]:
    challenge = submission.challenge
    name = challenge.suite_task.name
    return {"name": name, "challenge": challenge.slug, "submission": submission.pk, "job": submission.job_id}


def _suite(name: str) -> PlatformSuite:
    found = PlatformSuite.objects.filter(name=name).first()
    if found is None:
        raise _unknown()
    return found


def _unknown() -> ApiError:
    return ApiError(404, "unknown", _("There is no such suite."))


def _task(name: str, title: str, challenge: Challenge | None, card: SuiteIn) -> dict[str, Any]:
    has_other = challenge is not None and bool(card.phases) and phases_of(challenge) != card.phases
    return {
        "name": name, "title": title, "challenge": challenge.slug if challenge else None, "has_other_phases": has_other,
    }  # fmt: skip


def _data(view: SuiteView) -> dict[str, Any]:
    names = [task.name for task in view.card.tasks]
    tasks = [_task(task.name, task.title, challenge, view.card) for task, challenge in view.tasks]
    rows = [
        {
            "rank": row.rank, "name": row.name, "mean": row.mean, "is_published": row.is_published,
            "published_kind": row.kind, "is_on_whole_tests": row.is_on_whole_tests, "is_late": row.is_late,
            "phase": row.phase, "is_mine": row.is_own, "source": row.source, "year": row.year,
            "scores": {
                name: cell.text if cell and not cell.state else None
                for name, cell in zip(names, row.cells, strict=True)
            },
        }
        for row in view.rows
    ]  # fmt: skip
    return {"name": view.suite.name, "title": view.card.title, "tasks": tasks, "rows": rows}
