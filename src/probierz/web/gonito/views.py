"""Gonito's API under its own paths. What changes something is a POST with a token, or with a session's CSRF token."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt

from probierz.errors import ProbierzError
from probierz.web.accounts import queries as people
from probierz.web.accounts.api_access import Allowed, MayRead
from probierz.web.accounts.models import Team
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.board_columns import main_test
from probierz.web.challenges.git_http import clone_address
from probierz.web.challenges.models import Challenge, Part, Tag, Version
from probierz.web.challenges.phases import private_is_out
from probierz.web.challenges.queries import listed
from probierz.web.gonito import shapes
from probierz.web.gonito.finding import challenge_named
from probierz.web.http.addresses import public_root
from probierz.web.http.api_errors import ApiError, api_error_of, error_answer
from probierz.web.intake.metadata import LONGEST_DESCRIPTION
from probierz.web.intake.tags import split_tags
from probierz.web.leaderboards.leading_score import LeadingScores
from probierz.web.leaderboards.queries import board_of, read_board, read_list
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
from probierz.web.submissions.page_cache import remembered_json, unscored
from probierz.web.submissions.queries import cited_by, find, scores_of
from probierz.web.submissions.services import Handing
from probierz.web.submissions.visibility import viewer_of

View = Callable[..., HttpResponse]


def answering(access: Allowed | MayRead, method: str = "GET") -> Callable[[View], View]:
    """Let in whom `access` lets in, with this method; answer refusals in the one shape of errors."""

    def wrap(view: View) -> View:
        @csrf_exempt
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            try:
                if request.method != method and (request.method, method) != ("HEAD", "GET"):
                    raise ApiError(405, "method", _("Send this with %(method)s.") % {"method": method})
                request.auth = access(request)  # type: ignore[attr-defined]
                return view(request, *args, **kwargs)
            except ApiError as refusal:
                answer = error_answer(refusal)
                if refusal.status == 405:
                    answer.headers["Allow"] = method
                return answer
            except ProbierzError as error:
                return error_answer(api_error_of(error))

        return guarded

    return wrap


READ, PERSON, SUBMIT = MayRead(), Allowed("read"), Allowed("submit")


def _json(data: Any) -> HttpResponse:
    return HttpResponse(_dumped(data), content_type="application/json")


def _dumped(data: Any) -> str:
    return json.dumps(data, cls=DjangoJSONEncoder, ensure_ascii=False)


def _text(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="text/plain; charset=utf-8")


# --- challenges ------------------------------------------------------------------------------------------------------


@answering(READ)
def list_challenges(request: HttpRequest, tags: str = "") -> HttpResponse:
    """List challenges; with tags, those that have all of them."""
    viewer = viewer_of(request)
    wanted = tags.replace("\0", "")
    rows = list(listed(viewer, tags=[wanted]).select_related("current").prefetch_related("current__tests", "tests"))
    leading = LeadingScores(viewer, rows)
    return _json([shapes.challenge_data(challenge, leading.of(challenge)) for challenge in rows])


def _challenge(request: HttpRequest, name: str) -> Challenge:
    return challenge_named(viewer_of(request), name)


@answering(READ)
def challenge_info(request: HttpRequest, name: str) -> HttpResponse:
    """Return a challenge."""
    challenge = _challenge(request, name)
    leading = LeadingScores(viewer_of(request), [challenge])
    return _json(shapes.challenge_data(challenge, leading.of(challenge)))


@answering(READ)
def challenge_repo(request: HttpRequest, name: str) -> HttpResponse:
    """Say where the public part is cloned from."""
    challenge = _challenge(request, name)
    return _json({"url": clone_address(public_root(request), challenge.slug), "branch": "master"})


@answering(READ)
def challenge_readme(request: HttpRequest, name: str) -> HttpResponse:
    """Return the README as it is written."""
    current = _challenge(request, name).current
    return _text(current.readme if current else "")


@answering(READ)
def challenge_image(request: HttpRequest, name: str) -> HttpResponse:
    """Say that there is no image."""
    _challenge(request, name)
    return HttpResponse(status=202)


@answering(READ)
def version_info(request: HttpRequest, commit: str) -> HttpResponse:
    """Return the version with this commit."""
    rows = Version.objects.filter(challenge__in=viewer_of(request).challenges()).select_related("challenge")
    found = None
    if re.fullmatch(r"[0-9a-f]{40,64}", commit):
        found = rows.filter(gold_commit=commit).first() or rows.filter(commit=commit).first()
    if found is None:
        raise ApiError(404, "unknown", _("There is no such version."))
    return _json(shapes.version_data(found))


@answering(READ)
def leaderboard(request: HttpRequest, name: str) -> HttpResponse:
    """Return the first board."""
    challenge, viewer = _challenge(request, name), viewer_of(request)
    board = board_of(challenge)
    assert board is not None  # without one there is the usual one

    def make() -> str:
        return _dumped(shapes.leaderboard_data(read_board(viewer, challenge, board), viewer))

    return remembered_json(viewer, challenge, "gonito board", {}, make)


@answering(READ)
def all_submissions(request: HttpRequest, name: str) -> HttpResponse:
    """Return all submissions that the caller may see."""
    return _submissions(request, name, own=False)


@answering(PERSON)
def my_submissions(request: HttpRequest, name: str) -> HttpResponse:
    """Return the caller's submissions."""
    return _submissions(request, name, own=True)


def _submissions(request: HttpRequest, name: str, *, own: bool) -> HttpResponse:
    challenge, viewer = _challenge(request, name), viewer_of(request)

    def make() -> str:
        return _dumped(shapes.submissions_data(read_list(viewer, challenge, own=own), viewer))

    return remembered_json(viewer, challenge, "gonito list", {"own": str(own), "unscored": unscored(challenge)}, make)


@answering(READ)
def query(request: HttpRequest, prefix: str) -> HttpResponse:
    """Return what these digits stand for."""
    viewer = viewer_of(request)
    return _json([shapes.query_data(found, viewer) for found in cited_by(viewer, prefix)])


_SCORE = re.compile(r"(?P<prefix>[0-9a-fA-F]{4,40})(?:-(?P<metric>.+))?")


@answering(READ)
def text_score(request: HttpRequest, reference: str) -> HttpResponse:
    """Return one score as text, for papers that read it into their tables."""
    match = _SCORE.fullmatch(reference)
    if match is None:
        return _text("NONE")
    viewer = viewer_of(request)
    found = cited_by(viewer, match["prefix"])
    named = {output.sha1 for one in found for output in one.outputs}
    commits = {one.submission.commit for one in found if not one.outputs}
    if len(named) + len(commits) > 1:
        return _text("AMBIGUOUS ARGUMENT")
    if not found or len(found[0].variants) != 1:
        return _text("NONE")
    newest = found[0]
    rows = [row for row in scores_of(viewer, newest) if not newest.outputs or row.score.output in newest.outputs]
    # A number in a paper is the same for all who look: the private part's once everybody knows it, else the public's.
    other = Part.PUBLIC if private_is_out(newest.submission.phase, viewer.now) else Part.PRIVATE
    rows = [row for row in rows if row.score.test.part != other]
    tests = [row.score.test for row in rows if match["metric"] in (None, row.score.test.name, row.score.test.scheme)]
    wanted = main_test(tests) if match["metric"] is None else next(iter(reversed(tests)), None)
    return _text(next((row.shown.text for row in rows if row.score.test == wanted), "NONE"))


# --- people ----------------------------------------------------------------------------------------------------------


@answering(READ)
def list_tags(request: HttpRequest) -> HttpResponse:
    """List the vocabulary."""
    return _json([shapes.tag_data(tag) for tag in Tag.objects.order_by("name")])


@answering(PERSON)
def my_teams(request: HttpRequest) -> HttpResponse:
    """List the caller's teams."""
    places = people.teams_of(person_of(request))
    return _json([{"ident": place.team.slug, "members": _members(place.team)} for place in places])


def _members(team: Team) -> list[dict[str, Any]]:
    return [{"name": place.user.username, "isCaptain": place.is_captain} for place in people.members(team)]


@answering(PERSON)
def user_info(request: HttpRequest) -> HttpResponse:
    """Return the caller's login."""
    return _json(person_of(request).username)


@answering(PERSON)
def full_user_info(request: HttpRequest) -> HttpResponse:
    """Return the caller."""
    user = person_of(request)
    return _json({"ident": user.username, "name": user.name or None, "localId": None, "individualKey": None})


@answering(PERSON)
def trigger_token(request: HttpRequest) -> HttpResponse:
    """Say where tokens come from: they are shown once, and not kept."""
    text = _("Tokens are shown only when they are made; make one at %(address)s.")
    raise ApiError(410, "token", text % {"address": public_root(request) + reverse("tokens")})


# --- submissions -----------------------------------------------------------------------------------------------------


@answering(SUBMIT, "POST")
def submit(request: HttpRequest, name: str) -> HttpResponse:
    """Take f1 description, f2 tags, f3 address, f4 branch, f5 git-annex remote, f6 team; answer a job's id."""
    challenge, form, user = _challenge(request, name), request.POST, person_of(request)
    description, tags, url, branch, annex, team = (form.get(f"f{n}", "").strip() for n in range(1, 7))
    if not url or not branch:
        raise ApiError(422, "request", _("Give the address of the repository as f3 and the branch as f4."))
    if annex:
        raise ApiError(422, "git-annex", _("Outputs are not fetched by git-annex here; commit them to the branch."))
    if any("\0" in text for text in form.values()):
        raise ApiError(422, "request", _("The request holds a character that cannot be kept."))
    text = description[:LONGEST_DESCRIPTION]
    handing = Handing(user, people.own_team(user, team), text, tuple(split_tags(tags)), Submission.Source.API)
    return _json(str(services.submit_git(challenge, url, branch, handing).submission.job_id))


def _submission(request: HttpRequest, number: int) -> Submission:
    found = find(viewer_of(request), number)
    if found is None:
        raise ApiError(404, "unknown", _("There is no such submission."))
    return found


@answering(SUBMIT, "POST")
def make_public(request: HttpRequest, number: int) -> HttpResponse:
    """Publish a submission; answer a job's id."""
    return _json(str(services.open_submission(_submission(request, number), person_of(request)).pk))


@answering(SUBMIT, "POST")
def delete_submission(request: HttpRequest, number: int) -> HttpResponse:
    """Take a submission away."""
    services.delete(_submission(request, number), person_of(request))
    return _text("Submission deleted")


@answering(SUBMIT, "POST")
def edit_submission(request: HttpRequest, number: int, tags: str, description: str) -> HttpResponse:
    """Change description and tags, which are named by their numbers."""
    if not re.fullmatch(r"([0-9]{1,15}(,[0-9]{1,15})*)?", tags) or "\0" in description:
        raise ApiError(422, "request", _("Give numbers of tags by commas."))
    numbers = [int(one) for one in tags.split(",") if one]
    names = Tag.objects.filter(pk__in=numbers).values_list("name", flat=True)
    services.edit(_submission(request, number), person_of(request), description=description, tags=names)
    return _text("Submission changed")


# --- time ------------------------------------------------------------------------------------------------------------


@answering(READ)
def current_time(request: HttpRequest) -> HttpResponse:
    """Return the time here."""
    return _json(timezone.now())


@answering(READ)
def local_time(request: HttpRequest, utc: str) -> HttpResponse:
    """Return a time as the clocks of the platform show it."""
    try:
        when = datetime.fromisoformat(utc)
        local = timezone.localtime(when if when.tzinfo else when.replace(tzinfo=UTC))
    except (ValueError, OverflowError):
        raise ApiError(422, "request", _("Give a time such as 2026-01-31T12:00:00Z.")) from None
    return _json(local.strftime("%Y-%m-%d %H:%M"))
