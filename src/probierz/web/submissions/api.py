"""Submissions for programs: handing in, trying out, reading, and what may be done with them later."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import File, Form, Query, Router, Status, UploadedFile

from probierz.web.accounts.api_access import Allowed, MayRead
from probierz.web.accounts.models import Team, User
from probierz.web.accounts.queries import own_team
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.api import challenge_of
from probierz.web.challenges.models import Challenge
from probierz.web.http.api_errors import ApiError, problem_data
from probierz.web.http.api_shapes import page_of
from probierz.web.http.clients import client_gone
from probierz.web.intake.tags import split_tags
from probierz.web.submissions import services
from probierz.web.submissions.api_data import submission_data, with_all_that_is_shown
from probierz.web.submissions.api_schemas import (
    BaselineIn,
    EditedOut,
    EditIn,
    FilesIn,
    GitIn,
    HandedInOut,
    JobStarted,
    QuotaAsked,
    QuotaOut,
    ReferenceIn,
    ReferencesIn,
    ReferencesOut,
    SubmissionOut,
    SubmissionPage,
    SubmissionsAsked,
    TagIn,
    TriedOut,
)
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import HandedIn, Handing
from probierz.web.submissions.uploads_on_disk import MOST_FILES, on_disk
from probierz.web.submissions.visibility import viewer_of

router = Router(tags=["submissions"])


# --- reading ---------------------------------------------------------------------------------------------------------


@router.get("/challenges/{slug:slug}/submissions", response=SubmissionPage, auth=MayRead(), by_alias=True)
def list_submissions(request: HttpRequest, slug: str, asked: Query[SubmissionsAsked]) -> Any:
    """List submissions to a challenge, the newest first."""
    viewer = viewer_of(request)
    rows = viewer.submissions(challenge_of(request, slug))
    if asked.mine:
        rows = rows.filter(pk__in=_own(rows, viewer.user)) if viewer.user else rows.none()
    rows = with_all_that_is_shown(rows).order_by("-created", "-pk")
    return Status(200, page_of(rows, asked, lambda row: submission_data(row, viewer)))


def _own(rows: Any, user: User) -> Any:
    teams = user.memberships.values("team_id")
    return (rows.filter(submitter=user) | rows.filter(team__in=teams)).values("pk")


@router.get("/submissions/{int:number}", response=SubmissionOut, auth=MayRead(), by_alias=True)
def get_submission(request: HttpRequest, number: int) -> Any:
    """Return a submission with its scores."""
    return Status(200, _shown(request, _submission(request, number)))


def _submission(request: HttpRequest, number: int) -> Submission:
    found = with_all_that_is_shown(Submission.objects.filter(pk=number)).first()
    if found is None or not viewer_of(request).may_see_submission(found):
        raise ApiError(404, "unknown", _("There is no such submission."))
    return found


def _shown(request: HttpRequest, submission: Submission) -> dict[str, Any]:
    return submission_data(submission, viewer_of(request))


def _now(request: HttpRequest, submission: Submission) -> dict[str, Any]:
    """The submission as it is after a change."""
    return _shown(request, with_all_that_is_shown(Submission.objects.filter(pk=submission.pk)).get())


# --- handing in ------------------------------------------------------------------------------------------------------

HANDED_IN = {200: HandedInOut, 202: HandedInOut}


@router.post("/challenges/{slug:slug}/submissions", response=HANDED_IN, auth=Allowed("submit"), by_alias=True)
def submit_files(request: HttpRequest, slug: str, form: Form[FilesIn], files: File[list[UploadedFile]]) -> Any:
    """Hand in outputs: archives with folders of tests, or single files with `test`. 202: a job scores them now."""
    challenge = challenge_of(request, slug)
    tags = tuple(split_tags(form.tags))
    with on_disk(_few(files), form.test or None) as uploaded:
        handing = Handing(
            person_of(request), own_team(person_of(request), form.team), form.description, tags, Submission.Source.API
        )
        handed = services.submit_files(challenge, uploaded, handing)
    old = [f"{one.path}: {one.message}" for one in services.old_inputs(challenge, form.inputs)]
    return _answered(request, handed, [services.tell_unknown_tags(tags), *old])


@router.post("/challenges/{slug:slug}/submissions/git", response=HANDED_IN, auth=Allowed("submit"), by_alias=True)
def submit_git(request: HttpRequest, slug: str, wanted: GitIn) -> Any:
    """Hand in a branch of a repository. 202: a job fetches and scores it."""
    challenge = challenge_of(request, slug)
    team = own_team(person_of(request), wanted.team)
    handing = Handing(
        person_of(request), team, wanted.description, tuple(wanted.tags), Submission.Source.API, asks=not wanted.sure
    )
    handed = services.submit_git(challenge, wanted.url, wanted.branch, handing)
    return _answered(request, handed, [services.tell_unknown_tags(handing.tags)])


def _few(files: list[UploadedFile]) -> list[UploadedFile]:
    if len(files) > MOST_FILES:
        raise ApiError(413, "TooManyFiles", _("These are too many files; pack them into an archive."))
    return files


def _answered(request: HttpRequest, handed: HandedIn, more: Sequence[str]) -> Any:
    """more: sentences beside the note that it has, some of them empty."""
    note = " ".join(filter(None, [handed.note, *more]))
    data = {"submission": _now(request, handed.submission), "is_new": handed.is_new, "note": note}
    return Status(202 if handed.is_new else 200, data)


@router.get("/challenges/{slug:slug}/quota", response=QuotaOut, auth=Allowed("submit"))
def get_quota(request: HttpRequest, slug: str, asked: Query[QuotaAsked]) -> Any:
    """Say how many more outputs of the caller are scored on hidden tests."""
    challenge, person = challenge_of(request, slug), person_of(request)
    return Status(200, _quota(challenge, person, own_team(person, asked.team)))


def _quota(challenge: Challenge, person: User, team: Team | None) -> dict[str, int | None]:
    left = services.quota_left(challenge, person, team)
    return {
        "left_today": left.today, "left_in_all": left.ever, "daily": challenge.daily_quota,
        "total": challenge.total_quota, "variants": challenge.variant_quota,
    }  # fmt: skip


@router.post("/challenges/{slug:slug}/check", response=TriedOut, auth=Allowed("submit"))
def try_out(request: HttpRequest, slug: str, form: Form[FilesIn], files: File[list[UploadedFile]]) -> Any:
    """Look at outputs without handing them in: no expected result is opened, no quota used, nothing is kept."""
    challenge, person = challenge_of(request, slug), person_of(request)
    team = own_team(person, form.team)
    with on_disk(_few(files), form.test or None) as uploaded:
        found = services.try_out(challenge, uploaded, person, client_gone(request))
    closed = services.why_closed(challenge, person, team)
    unknown = services.unknown_tag_problems(split_tags(form.tags))
    problems = [*services.old_inputs(challenge, form.inputs), *unknown, *found.problems]
    return Status(200, {
        "outputs": found.outputs, "problems": [problem_data(problem) for problem in problems],
        "left_out": found.left_out, "closed": closed.message if closed else "",
        "quota": _quota(challenge, person, team),
    })  # fmt: skip


# --- later -----------------------------------------------------------------------------------------------------------


@router.patch("/submissions/{int:number}", response=EditedOut, auth=Allowed("submit"), by_alias=True)
def edit_submission(request: HttpRequest, number: int, wanted: EditIn) -> Any:
    """Change description or tags."""
    found = _submission(request, number)
    unknown = services.edit(found, person_of(request), description=wanted.description, tags=wanted.tags)
    return Status(200, {"submission": _now(request, found), "unknown_tags": unknown})


@router.delete("/submissions/{int:number}", response={204: None}, auth=Allowed("submit"))
def delete_submission(request: HttpRequest, number: int) -> Any:
    """Take a submission away for good; the quota it used stays used."""
    services.delete(_submission(request, number), person_of(request))
    return Status(204, None)


Verb = Callable[[Submission, User], object]


def _offer(name: str, verb: Verb, says: str) -> None:
    """Add an endpoint that does one thing to a submission and returns it."""

    def act(request: HttpRequest, number: int) -> Any:
        found = _submission(request, number)
        verb(found, person_of(request))
        return Status(200, _now(request, found))

    act.__name__, act.__doc__ = f"{name}_submission", says
    path = f"/submissions/{{int:number}}/{name}"
    router.post(path, response=SubmissionOut, auth=Allowed("submit"), by_alias=True)(act)


_offer("cancel", services.cancel, "Stop its evaluation; where that has ended, this is an error.")
_offer("hide", services.hide, "Take it off lists and boards.")
_offer("restore", services.restore, "Show a hidden one again.")
_offer("choose", services.select, "Make it stand for its submitter in its phase, or select it for the private part.")
_offer("unchoose", services.deselect, "Select it no longer.")
_offer("retry", services.retry, "Evaluate again what failed.")


@router.post("/submissions/{int:number}/open", response={202: JobStarted}, auth=Allowed("submit"))
def open_submission(request: HttpRequest, number: int) -> Any:
    """Publish all that was handed in, for everybody and for good."""
    job = services.open_submission(_submission(request, number), person_of(request))
    return Status(202, {"job": job.pk})


# --- organisers ------------------------------------------------------------------------------------------------------

ORGANISE = Allowed("organise")


@router.post("/submissions/{int:number}/baseline", response=SubmissionOut, auth=ORGANISE, by_alias=True)
def mark_baseline(request: HttpRequest, number: int, wanted: BaselineIn) -> Any:
    """Mark it as a baseline, or not."""
    found = _submission(request, number)
    services.mark_baseline(found, person_of(request), is_baseline=wanted.is_baseline)
    return Status(200, _now(request, found))


@router.post("/submissions/{int:number}/tags", response=SubmissionOut, auth=ORGANISE, by_alias=True)
def judge_tag(request: HttpRequest, number: int, wanted: TagIn) -> Any:
    """Accept or reject a tag of a submission."""
    found = _submission(request, number)
    services.judge_tag(found, wanted.name, person_of(request), accepted=wanted.accepted)
    return Status(200, _now(request, found))


@router.post("/submissions/{int:number}/rescore", response={202: JobStarted}, auth=ORGANISE)
def rescore(request: HttpRequest, number: int) -> Any:
    """Score the kept outputs again, on the current version."""
    job = services.rescore(_submission(request, number), person_of(request))
    return Status(202, {"job": job.pk})


@router.post("/challenges/{slug:slug}/references", response={201: SubmissionOut}, auth=ORGANISE, by_alias=True)
def add_reference(request: HttpRequest, slug: str, wanted: ReferenceIn) -> Any:
    """Add a result that a paper tells of."""
    challenge = challenge_of(request, slug)
    by = person_of(request)
    made = services.add_reference(challenge, by, wanted.row, url=wanted.url, title=wanted.title, is_sure=wanted.is_sure)
    return Status(201, _now(request, made))


@router.put("/challenges/{slug:slug}/references", response=ReferencesOut, auth=ORGANISE)
def put_references(request: HttpRequest, slug: str, wanted: ReferencesIn) -> Any:
    """Make the results of one source those given: add what is new, correct what differs, take away what is gone."""
    challenge = challenge_of(request, slug)
    rows = [one.row for one in wanted.rows]
    done = services.put_references(
        challenge, person_of(request), rows, url=wanted.url, title=wanted.title, hold=wanted.hold
    )
    return Status(200, vars(done))
