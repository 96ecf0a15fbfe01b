"""Who calls the API: a person who logged in, or a program with a personal token."""

from __future__ import annotations

from typing import ClassVar, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from probierz.web.accounts.models import User
from probierz.web.accounts.requester import Caller, may_enter
from probierz.web.accounts.services import user_of_token
from probierz.web.accounts.services.tokens import SCOPES
from probierz.web.http.api_errors import ApiError

SAFE = ("GET", "HEAD", "OPTIONS")


def bearer(request: HttpRequest) -> str | None:
    """Return the token that a request brings, or None if it brings none."""
    kind, _blank, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else None


def holds_token(request: HttpRequest) -> bool:
    """Whether a token came that holds, whatever it allows."""
    token = bearer(request)
    return token is not None and _holds(token)


def _holds(token: str) -> bool:
    return any(user_of_token(token, scope) for scope in SCOPES)


class _Access(AuthBase):
    """A token counts before a cookie; a cookie changes something only with a CSRF token beside it."""

    openapi_type: ClassVar[str] = "http"
    openapi_scheme: ClassVar[str] = "bearer"
    scope: str

    def who(self, request: HttpRequest) -> User | None:
        """Return who calls, or None for anybody. Raises ApiError for a token that does not do."""
        token = bearer(request)
        if token is not None:
            return self._owner(token)
        user = request.user
        if not isinstance(user, User) or not user.is_authenticated:
            return None
        if request.method not in SAFE and check_csrf(request) is not None:
            raise ApiError(403, "csrf", _("Send the CSRF token of your session, or a personal token."))
        return user

    def _owner(self, token: str) -> User:
        owner = user_of_token(token, self.scope)
        if owner is None:
            raise ApiError(401, "token", self._why(token))
        return owner

    def _why(self, token: str) -> str:
        if _holds(token):
            text = _("The token does not allow %(scope)s; make one that does on the page of your account.")
            return text % {"scope": self.scope}
        return _("The token is unknown or has ended; make one on the page of your account.")


class Allowed(_Access):
    """Only people who logged in, and tokens with this scope."""

    def __init__(self, scope: Literal["read", "submit", "organise"]) -> None:
        self.scope = scope
        super().__init__()

    def __call__(self, request: HttpRequest) -> Caller:
        """Return who calls. Raises ApiError."""
        user = self.who(request)
        if user is None:
            raise ApiError(401, "login", _("Log in, or send a personal token."))
        return Caller(user)


class MayRead(_Access):
    """Everybody, where the platform is public; else as with the scope "read"."""

    scope = "read"

    def __call__(self, request: HttpRequest) -> Caller:
        """Return who calls. Raises ApiError."""
        user = self.who(request)
        if not may_enter(user):
            raise ApiError(401, "login", _("Log in, or send a personal token."))
        return Caller(user)
