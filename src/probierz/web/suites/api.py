"""Suites for programs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any, Literal
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
from probierz.web.challenges.private_parts import private_parts
from probierz.web.http.api_errors import ApiError, problem_data
from probierz.web.http.api_shapes import Line, ProblemOut, Text
from probierz.web.http.clients import client_gone
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import Handing
from probierz.web.submissions.uploads_on_disk import on_disk
from probierz.web.submissions.visibility import viewer_of
from probierz.web.suites import services
from probierz.web.suites.common_phases import CommonPhase, common_phases, show_now
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.queries import SuiteView, card_of, has_phases_of, read_suite
from probierz.web.suites.shapes import SuiteIn, SuiteToStore
from probierz.web.suites.visibility import is_shown, may_see_suite, organises_all

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


class SuiteLinkOut(Schema):
    """Where results of a published system are printed."""

    title: str
    url: str


class SuiteRowOut(Schema):
    """A system on the board over all tasks. scores: by task, as shown; null where a task is missing or not scored, or
    its score is not shown.

    phase: in which it was handed in, where another one counts now. is_on_whole_test: published, beside parts.
    year: null where its results were published in several; links: where they are printed. outdated: tasks whose score
    is on data that were replaced since. conflicts: by task what another place says instead of a published score.
    undisclosed: by task why a score is not shown. when: it was handed in as an archive; null for what was not.
    description: what its people say of it. is_mixed: it has the best of each task that somebody handed in, which
    may be of several systems. is_counted: a baseline that was counted for the suite.
    mean: as a number; shown_mean: with the digits of the board, empty where there is none. is_rounded: its phases show
    scores rounded, so that the mean has no more digits than these; in steps, one more.
    """

    rank: int | None
    name: str
    team: str
    description: str
    mean: float | None
    shown_mean: str
    is_rounded: bool
    scores: dict[str, str | None]
    is_published_result: bool
    published_kind: str
    is_counted: bool
    is_mixed: bool
    is_on_whole_test: bool
    is_late: bool
    phase: str
    is_mine: bool
    source: str
    year: int | None
    links: list[SuiteLinkOut]
    when: datetime | None
    outdated: list[str]
    conflicts: dict[str, str]
    undisclosed: dict[str, str]


class SuiteOut(Schema):
    """A suite with its board. is_published: whether everybody finds it. description: what its page begins with."""

    name: str
    title: str
    description: str
    is_published: bool
    tasks: list[SuiteTaskOut]
    rows: list[SuiteRowOut]


class ArchiveIn(Schema):
    """What goes with an archive. partial: whether some tasks may be missing."""

    description: Text = Field("", max_length=5000)
    team: Line = Field("", max_length=64, description="slug of the team that hands in")
    partial: bool = False
    inputs: Line = Field(
        "",
        max_length=20_000,
        description="SHA-256 of the inputs that were answered, as TASK/test-A=…, by commas: of each as for a challenge",
    )


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


class SeenArchiveOut(Schema):
    """What a look at an archive found. tasks: that would be scored; unscored: whose expected results are not here.

    late: tasks whose last phase is over, which organisers may still hand in. refused: tasks that take nothing now,
    whatever is in their outputs; why is among the problems.
    """

    tasks: list[str]
    unscored: list[str]
    problems: list[ProblemOut]
    late: list[str]
    refused: list[str]


class TaskPhaseOut(Schema):
    """A phase in one task. disclosed_from: from when everybody sees all scores. shows_all: whether everybody does.

    shows_public: whether everybody sees all but those on private parts. in_steps: whether what everybody sees is told
    in steps, as the challenge has it, since no moment has come from which all is shown. private_parts: none where no
    test is divided, shown, shown at the end of the phase, or never.
    """

    name: str
    challenge: str
    closes: datetime | None
    disclosure: Literal["full", "rounded", "hidden"]
    disclosed_from: datetime | None
    shows_all: bool
    shows_public: bool
    in_steps: bool
    private_parts: Literal["none", "shown", "at-end", "never"]


class SuitePhaseOut(Schema):
    """A phase that all tasks have. may_show_now: scores are kept in some, and it is over in all of these."""

    name: str
    may_show_now: bool
    tasks: list[TaskPhaseOut]


class PhaseIn(Schema):
    """Which phase, by its name."""

    phase: Line = Field(min_length=1, max_length=80)


class ShownOut(Schema):
    """A phase as it is now. tasks: those whose scores were kept before."""

    phase: SuitePhaseOut
    tasks: list[str]


class MemberIn(Schema):
    """Which challenge a task is."""

    challenge: Text


@router.get("/suites/{name}", response=SuiteOut, auth=MayRead())
def read(request: HttpRequest, name: str) -> Any:
    """Return a suite with the board over its tasks."""
    return Status(200, _data(read_suite(viewer_of(request), _seen_suite(request, name))))


@router.put("/suites/{name}", response={200: SuiteOut, 201: SuiteOut}, auth=ORGANISE)
def describe(request: HttpRequest, name: str, card: SuiteToStore) -> Any:
    """Describe a suite: its tasks, and what was published about them. 201: it is new.

    409: a suite of that name has tasks that are missing here, and `replaces` was not said; or people could submit again
    in a phase whose scores everybody knows, and `reopens` was not said.
    """
    suite, is_new = services.describe_suite(
        name, card, by=person_of(request), replaces=card.replaces, reopens=card.reopens, ends_early=card.ends_early
    )
    return Status(201 if is_new else 200, _data(read_suite(viewer_of(request), suite)))


@router.put("/suites/{name}/tasks/{task}", response=SuiteTaskOut, auth=ORGANISE)
def place(request: HttpRequest, name: str, task: str, wanted: MemberIn) -> Any:
    """Say which challenge a task of a suite is."""
    challenge = challenge_of(request, wanted.challenge)
    suite = _suite(name)
    services.add_task(suite, task, challenge, by=person_of(request))
    return Status(200, _task(task, challenge.title, challenge, card_of(suite)))


@router.get("/suites/{name}/phases", response=list[SuitePhaseOut], auth=ORGANISE)
def phases(request: HttpRequest, name: str) -> Any:
    """Return the phases that all tasks of a suite have, as those see them who run every task."""
    return Status(200, [_phase(one) for one in _common_phases(request, name)])


@router.post("/suites/{name}/phases/show-scores", response=ShownOut, auth=ORGANISE)
def show_scores(request: HttpRequest, name: str, wanted: PhaseIn) -> Any:
    """Let everybody see all scores of a phase now, in all tasks or in none, as the button on the suite's page does."""
    there = {one.name: one for one in _common_phases(request, name)}
    if wanted.phase not in there:
        raise ApiError(404, "unknown", _("There is no such phase in all tasks."))
    tasks = show_now(there[wanted.phase], by=person_of(request))
    now = next(one for one in _common_phases(request, name) if one.name == wanted.phase)
    return Status(200, {"phase": _phase(now), "tasks": tasks})


def _common_phases(request: HttpRequest, name: str) -> list[CommonPhase]:
    suite, viewer = _seen_suite(request, name), viewer_of(request)
    if not organises_all(viewer, suite):
        raise ApiError(403, "forbidden", _("Only who runs every task of the suite can do this."))
    return common_phases(suite, viewer.now)


def _phase(phase: CommonPhase) -> dict[str, Any]:
    hiding = phase.hiding
    parts = {task: private_parts(one, phase.now) for task, one in phase.of_tasks.items()}
    tasks = [
        {
            "name": task, "challenge": one.challenge.slug, "closes": one.closes, "disclosure": one.disclosure,
            "disclosed_from": one.disclosed_from, "shows_all": task not in hiding and not parts[task].are_kept,
            "shows_public": task not in hiding, "in_steps": task in phase.in_steps, "private_parts": parts[task],
        }
        for task, one in phase.of_tasks.items()
    ]  # fmt: skip
    return {"name": phase.name, "may_show_now": phase.may_show_now, "tasks": tasks}


@router.post("/suites/{name}/archives", response={202: ArchiveOut}, auth=Allowed("submit"))
def hand_in(request: HttpRequest, name: str, form: Form[ArchiveIn], archive: File[UploadedFile]) -> Any:
    """Hand in outputs for all tasks of a suite as one .zip: all or nothing is taken. 202: a job scores each task."""
    suite, person, gone = _seen_suite(request, name), person_of(request), client_gone(request)
    handing = Handing(person, own_team(person, form.team), form.description, (), Submission.Source.API)
    with _faults_told(), on_disk([archive]) as (laid,):
        taken = services.hand_in_archive(suite, laid.path, laid.name, handing, gone, partial=form.partial)
    made = taken.archive.submissions.select_related("challenge__suite_task").order_by("pk")
    tasks = [_archived(one) for one in made]
    notes = [*services.old_inputs_of(suite, person, form.inputs), *taken.doubts]
    return Status(202, {"tasks": tasks, "unscored": taken.unscored, "notes": list(map(problem_data, notes))})


@router.post("/suites/{name}/archives/check", response=SeenArchiveOut, auth=Allowed("submit"))
def try_out(request: HttpRequest, name: str, form: Form[ArchiveIn], archive: File[UploadedFile]) -> Any:
    """Look at an archive without handing it in: nothing is scored, no quota used, nothing is kept."""
    suite, person, gone = _seen_suite(request, name), person_of(request), client_gone(request)
    handing = Handing(person, own_team(person, form.team))
    with _faults_told(), on_disk([archive]) as (laid,):
        seen = services.look_at_archive(suite, laid.path, laid.name, handing, gone, partial=form.partial)
    problems = list(map(problem_data, [*services.old_inputs_of(suite, person, form.inputs), *seen.problems]))
    return Status(200, {**seen._asdict(), "problems": problems})


@contextmanager
def _faults_told() -> Iterator[None]:
    try:
        yield
    except services.ArchiveRefused as error:
        raise ApiError(422, error.code, error.message, list(map(problem_data, error.problems))) from error


def _archived(submission: Submission) -> dict[str, Any]:
    challenge = submission.challenge
    name = challenge.suite_task.name
    return {"name": name, "challenge": challenge.slug, "submission": submission.pk, "job": submission.job_id}


def _seen_suite(request: HttpRequest, name: str) -> PlatformSuite:
    found = _suite(name)
    if not may_see_suite(viewer_of(request), found):
        raise _unknown()
    return found


def _suite(name: str) -> PlatformSuite:
    found = PlatformSuite.objects.filter(name=name).first()
    if found is None:
        raise _unknown()
    return found


def _unknown() -> ApiError:
    return ApiError(404, "unknown", _("There is no such suite."))


def _task(name: str, title: str, challenge: Challenge | None, card: SuiteIn) -> dict[str, Any]:
    has_other = challenge is not None and bool(card.phases) and not has_phases_of(challenge, card)
    return {
        "name": name, "title": title, "challenge": challenge.slug if challenge else None, "has_other_phases": has_other,
    }  # fmt: skip


def _data(view: SuiteView) -> dict[str, Any]:
    names = [task.name for task in view.card.tasks]
    tasks = [_task(task.name, task.title, challenge, view.card) for task, challenge in view.tasks]
    rows = [
        {
            "rank": row.rank, "name": row.name, "team": row.team, "mean": row.mean,
            "shown_mean": row.shown_mean if row.mean is not None else "", "is_rounded": row.is_rounded,
            "is_published_result": row.is_published, "published_kind": row.kind,
            "is_on_whole_test": row.is_on_whole_test, "is_counted": row.is_counted, "is_mixed": row.is_mixed,
            "is_late": row.is_late, "phase": row.phase, "is_mine": row.is_own, "source": row.source,
            "year": row.year or None, "when": row.when, "description": row.description,
            "links": [{"title": one.source, "url": one.link} for one in row.linked],
            "outdated": view.outdated_in(row), "conflicts": view.conflicts_of(row), "undisclosed": view.kept_of(row),
            "scores": {
                name: cell.text if cell and not cell.state and not cell.why_kept else None
                for name, cell in zip(names, row.cells, strict=True)
            },
        }
        for row in view.shown_rows
    ]  # fmt: skip
    shown = is_shown(view.suite)
    about = {"name": view.suite.name, "title": view.card.title, "description": view.card.description}
    return {**about, "is_published": shown, "tasks": tasks, "rows": rows}
