"""People for programs: who calls, their teams and tokens."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router, Schema, Status
from pydantic import Field

from probierz.web.accounts import queries, services
from probierz.web.accounts.api_access import Allowed, bearer
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.accounts.requester import person_of
from probierz.web.http.api_errors import ApiError
from probierz.web.http.api_shapes import Line

router = Router(tags=["people"])


class TeamOut(Schema):
    """A team. is_captain: whether the caller is a captain of it."""

    slug: str
    name: str
    is_captain: bool


class MemberOut(Schema):
    """Somebody in a team."""

    login: str
    name: str
    is_captain: bool


class TeamWithMembers(TeamOut):
    """A team and who is in it."""

    members: list[MemberOut]


class MeOut(Schema):
    """The caller."""

    login: str
    name: str
    is_administrator: bool
    is_anonymous_entry: bool
    teams: list[TeamOut]


class TokenOut(Schema):
    """A personal token, without its secret."""

    prefix: str
    name: str
    scopes: list[str]
    created: datetime
    expires: datetime | None
    last_used: datetime | None


class TokenIn(Schema):
    """A token to make."""

    name: Line = Field(min_length=1, max_length=80)
    scopes: list[Literal["read", "submit", "organise"]] = Field(min_length=1, max_length=3)
    expires: datetime | None = None


class NewToken(Schema):
    """A token that was made. It is never shown again."""

    token: str


@router.get("/me", response=MeOut, auth=Allowed("read"))
def get_me(request: HttpRequest) -> Any:
    """Say who calls."""
    user = person_of(request)
    return Status(
        200,
        {
            "login": user.username,
            "name": user.name,
            "is_administrator": user.is_staff,
            "is_anonymous_entry": user.is_anonymous_entry,
            "teams": [_team_data(place) for place in queries.teams_of(user)],
        },
    )


def _team_data(place: Membership) -> dict[str, Any]:
    return {"slug": place.team.slug, "name": place.team.name, "is_captain": place.is_captain}


@router.get("/me/teams", response=list[TeamWithMembers], auth=Allowed("read"))
def get_my_teams(request: HttpRequest) -> Any:
    """List the caller's teams, with who is in them."""
    places = queries.teams_of(person_of(request))
    return Status(200, [{**_team_data(place), "members": _members(place.team)} for place in places])


def _members(team: Team) -> list[dict[str, Any]]:
    return [
        {"login": place.user.username, "name": place.user.name, "is_captain": place.is_captain}
        for place in queries.members(team)
    ]


# --- tokens ----------------------------------------------------------------------------------------------------------


def _logged_in(request: HttpRequest) -> User:
    """Who logged in: a token that leaked must not make others."""
    if bearer(request) is not None:
        raise ApiError(403, "token", _("Tokens are looked after by people who logged in, not by tokens."))
    return person_of(request)


@router.get("/me/tokens", response=list[TokenOut], auth=Allowed("read"))
def get_my_tokens(request: HttpRequest) -> Any:
    """List the caller's tokens."""
    return Status(200, list(queries.tokens_of(_logged_in(request))))


@router.post("/me/tokens", response={201: NewToken}, auth=Allowed("read"))
def make_my_token(request: HttpRequest, wanted: TokenIn) -> Any:
    """Make a token."""
    user = _logged_in(request)
    expires = wanted.expires
    if expires is not None:
        expires = timezone.make_aware(expires) if timezone.is_naive(expires) else expires
        if expires <= timezone.now():
            raise ApiError(422, "expires", _("The token would have ended already."))
    token = services.make_token(user, name=wanted.name, scopes=wanted.scopes, expires=expires)
    return Status(201, {"token": token})


@router.delete("/me/tokens/{slug:prefix}", response={204: None}, auth=Allowed("read"))
def revoke_my_token(request: HttpRequest, prefix: str) -> Any:
    """Make a token useless, for good."""
    user = _logged_in(request)
    token = queries.tokens_of(user).filter(prefix=prefix).first()
    if token is None:
        raise ApiError(404, "unknown", _("There is no such token."))
    services.revoke_token(token, by=user)
    return Status(204, None)
