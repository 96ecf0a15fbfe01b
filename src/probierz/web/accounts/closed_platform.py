"""The door of a platform that is not public."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.deprecation import MiddlewareMixin
from django.utils.translation import gettext as _

from probierz.web.accounts.api_access import holds_token
from probierz.web.accounts.requester import may_enter, user_of
from probierz.web.http.api_errors import ApiError, error_answer

OPEN_VIEWS = frozenset(
    {
        "login", "register", "invitation", "invitation-of-before", "password-reset", "set-language", "health", "ready",
        "git", "trigger", "trigger-simple", "trigger-webhook", "open-log", "openid_connect_login",
        "openid_connect_callback", "notifications-stop", "socialaccount_login_cancelled",
        "socialaccount_login_error", "account_inactive",
    }
)  # fmt: skip
"""Names of the routes that a closed platform answers without login."""


class LoginWhereClosed(MiddlewareMixin):
    """Where PROBIERZ_PUBLIC is no, everything but the door asks for a login."""

    def process_view(self, request: HttpRequest, view: object, args: object, kwargs: object) -> HttpResponse | None:
        """Stop people who have not logged in; tokens are read by the API itself."""
        match = request.resolver_match
        if may_enter(user_of(request)) or match is None or match.url_name in OPEN_VIEWS:
            return None
        if request.path_info.startswith("/api/"):
            return None if holds_token(request) else error_answer(ApiError(401, "login", _("Log in, or send a token.")))
        return redirect(f"{reverse('login')}?{urlencode({'next': request.path})}")
