"""Accounts that come from an OpenID Connect provider, and the pages of that way in. Needs the extra `sso`."""

from __future__ import annotations

import re
from typing import Any

from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.openid_connect import views
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from probierz.errors import Refused
from probierz.look_alikes.likeness import likeness
from probierz.web.accounts.models import User
from probierz.web.accounts.names import claims_a_role, looks_of_names, name_that_is_free
from probierz.web.accounts.services import audit
from probierz.web.html.plain_text import on_one_line
from probierz.web.http.form_addresses import require_POST


class Adapter(DefaultSocialAccountAdapter):  # type: ignore[misc]
    """The provider decides who has an account; the login is made of its `preferred_username`."""

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Whoever the provider lets in gets an account, on platforms by invitation too."""
        return True

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        """Take login, name and e-mail from what the provider says."""
        person: User = sociallogin.user
        email = str(data.get("email") or "")
        person.email = email[:254]
        vouched = {one.email for one in getattr(sociallogin, "email_addresses", ()) if one.verified}
        person.confirmed_email = person.email if person.email in vouched else ""
        person.username = free_login(str(data.get("username") or email.partition("@")[0]))
        name = on_one_line(str(data.get("name") or ""))[:120]
        try:
            person.name = name and name_that_is_free(name, person.username)
        except Refused:
            person.name = ""
        person.language = get_language() or ""
        return person

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        """Make the account; it has no password here."""
        person: User = sociallogin.user
        person.set_unusable_password()
        with transaction.atomic():
            sociallogin.save(request)
            audit(person, "account.register", person, administrator=False, by="sso")
        return person

    def on_authentication_error(self, request: HttpRequest, provider: Any, *args: Any, **kwargs: Any) -> None:
        """Go back to the login, which says so; what went wrong in detail is not for the person."""
        raise ImmediateHttpResponse(refused(request))


def free_login(wanted: str) -> str:
    """Return a login like the wanted one that nobody's looks like: `anna-nowak`, `anna-nowak-2`, and so on."""
    start = re.sub(r"[^a-z0-9]+", "-", wanted.lower()).strip("-")[:56].rstrip("-") or "person"
    start = "person" if claims_a_role(start) else start
    taken = looks_of_names()
    number = 2
    login = start
    while likeness(login) in taken:
        login, number = f"{start}-{number}", number + 1
    return login


@never_cache
@require_POST
def start(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Send the browser to the provider: by a page, since our policy keeps forms from ending on another site."""
    answer: HttpResponse = views.login(request, provider_id)
    if answer.status_code != 302:
        return answer
    return render(request, "accounts/to_provider.html", {"address": answer.headers["Location"]})


def refused(request: HttpRequest) -> HttpResponse:
    """Say that this way in did not work."""
    messages.error(request, _("Your organisation did not let you in, or your account here is closed."))
    return redirect("login")


def account(request: HttpRequest) -> HttpResponse:
    """Go to the account page."""
    return redirect("account")


# django-allauth looks for these names.
urlpatterns = [
    path("<slug:provider_id>/login", start, name="openid_connect_login"),
    path("<slug:provider_id>/callback", views.callback, name="openid_connect_callback"),
    path("refused", refused, name="socialaccount_login_cancelled"),
    path("refused/error", refused, name="socialaccount_login_error"),
    path("refused/shut", refused, name="account_inactive"),
    path("refused/signup", refused, name="socialaccount_signup"),
    path("account", account, name="socialaccount_connections"),
]
