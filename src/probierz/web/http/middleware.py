"""What every answer carries, and the door of a platform that is not public."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from probierz.web.accounts.api_access import holds_token
from probierz.web.http.refusals import Refusal, error_answer

__all__ = ["BodyLimit", "LoginWhereClosed", "SecurityHeaders"]

Answer = Callable[[HttpRequest], HttpResponse]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class SecurityHeaders:
    """Nothing runs or loads that is not ours; a view may set a policy of its own (an embedded board, a report)."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer with the headers."""
        response = self.get_response(request)
        response.headers.setdefault("Content-Security-Policy", POLICY)
        response.headers.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        return response


class BodyLimit:
    """Nothing larger than an upload may be is read; a body without a length is read by nobody but git's view."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, or refuse by the length that the request tells of."""
        most = (settings.PROBIERZ["PROBIERZ_UPLOAD_MB"] + 1) * 2**20
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal() or int(length) > most:
            detail = f"the request is larger than {settings.PROBIERZ['PROBIERZ_UPLOAD_MB']} MB; compress or split it"
            return error_answer(Refusal(413, "TooLarge", detail))
        return self.get_response(request)


OPEN_VIEWS = frozenset(
    {
        "login", "register", "invitation", "password-reset", "set-language", "health", "ready", "git",
        "trigger", "trigger-simple", "trigger-webhook", "open-log", "openid_connect_login", "openid_connect_callback",
        "socialaccount_login_cancelled", "socialaccount_login_error", "account_inactive",
    }
)  # fmt: skip
"""Names of the routes that a closed platform answers without login."""


class LoginWhereClosed:
    """Where PROBIERZ_PUBLIC is no, everything but the door asks for a login."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer, once the view is known."""
        return self.get_response(request)

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Stop people who have not logged in; tokens are read by the API itself."""
        match = request.resolver_match
        if settings.PROBIERZ["PROBIERZ_PUBLIC"] or request.user.is_authenticated or match is None:
            return None
        if match.url_name in OPEN_VIEWS:
            return None
        if request.path_info.startswith("/api/"):
            return None if holds_token(request) else error_answer(Refusal(401, "login", _("Log in, or send a token.")))
        return redirect(f"{reverse('login')}?{urlencode({'next': request.path})}")
