"""One's own account: what others see, the password, tokens."""

from __future__ import annotations

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from probierz.errors import Refused
from probierz.web.accounts import queries, services
from probierz.web.accounts.forms import AccountForm, TokenForm
from probierz.web.accounts.models import User
from probierz.web.accounts.requester import person_of
from probierz.web.accounts.views.password_room import hashes_passwords
from probierz.web.html.context import sends_email
from probierz.web.html.forms import sent, taken, tell
from probierz.web.http.addresses import public_root
from probierz.web.http.error_pages import too_many
from probierz.web.http.form_addresses import require_POST

shows_or_takes = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters("password")
@login_required
@shows_or_takes
@hashes_passwords
def account(request: HttpRequest) -> HttpResponse:
    """Show and change what others see of a person, the language and the colours."""
    person = User.objects.get(pk=person_of(request).pk)  # the form changes it before it is known to be valid
    form = AccountForm(sent(request), instance=person)
    if request.method == "POST":
        wait = services.try_once(password=person.username) if request.POST.get("password") else 0
        if wait:
            return too_many(request, wait)
        if taken(request, form, lambda: services.save_preferences(person), field="name"):
            with override(person.language or get_language()):
                messages.success(request, _("Your account is changed."))
            response = redirect("account")
            if person.language:
                response.set_cookie(settings.LANGUAGE_COOKIE_NAME, person.language, samesite="Lax")
            return response
    page = {"form": form, "person": person, "blocked": person.blocked.order_by("username")}
    return render(request, "accounts/account.html", page)


@login_required
@require_POST
def unblock(request: HttpRequest, login: str) -> HttpResponse:
    """Show somebody's invitations again."""
    person = person_of(request)
    other = get_object_or_404(person.blocked, username=login)
    services.unblock(other, person)
    messages.success(request, _("Invitations of %(login)s are shown again.") % {"login": login})
    return redirect("account")


@login_required
@require_POST
def ask_to_confirm(request: HttpRequest) -> HttpResponse:
    """Send a letter to one's own address, whose link says that it is read there."""
    person = person_of(request)
    if not person.email or not sends_email():
        messages.error(request, _("No letter can be sent."))
        return redirect("notifications")
    wait = services.send_confirmation(person, root=public_root(request))
    if wait:
        return too_many(request, wait)
    messages.success(request, _("A letter is on its way to %(address)s. Open its link.") % {"address": person.email})
    return redirect("notifications")


@never_cache
@shows_or_takes
def confirm_email(request: HttpRequest, token: str) -> HttpResponse:
    """Say that an address is one's own: looking at the letter's link asks, sending the form does it."""
    person = services.person_to_confirm(token)
    if person is None:
        return render(request, "accounts/dead_link.html", status=404)
    if request.method == "POST":
        services.confirm_email(person)
        messages.success(request, _("Your e-mail address is confirmed."))
        return redirect("notifications")
    return render(request, "accounts/confirm_email.html", {"person": person})


@sensitive_post_parameters()
@login_required
@shows_or_takes
@hashes_passwords
def password(request: HttpRequest) -> HttpResponse:
    """Change the password; this session stays, all others end."""
    person = person_of(request)
    form = PasswordChangeForm(person, sent(request))
    if request.method == "POST":
        wait = services.try_once(password=person.username)
        if wait:
            return too_many(request, wait)
        if form.is_valid():
            services.change_password(person, form.cleaned_data["new_password1"])
            services.forget_attempts(password=person.username)
            auth.update_session_auth_hash(request, person)
            messages.success(request, _("Your password is changed. All other sessions and your tokens have ended."))
            return redirect("account")
    return render(request, "accounts/password.html", {"form": form})


@never_cache
@login_required
@shows_or_takes
def tokens(request: HttpRequest) -> HttpResponse:
    """Show tokens and make one; its text is in this one answer and nowhere else."""
    person, fresh = person_of(request), ""
    form = TokenForm(sent(request))
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        try:
            fresh = services.make_token(person, name=values["name"], scopes=values["scopes"], expires=form.expires)
            form = TokenForm()
        except Refused as refusal:
            form.add_error(None, refusal.message)
    found = {"form": form, "tokens": queries.tokens_of(person), "fresh": fresh}
    return render(request, "accounts/tokens.html", found)


@login_required
@require_POST
def revoke(request: HttpRequest, prefix: str) -> HttpResponse:
    """Make one of one's own tokens useless."""
    person = person_of(request)
    token = get_object_or_404(person.tokens, prefix=prefix)
    tell(request, lambda: services.revoke_token(token, by=person), _("The token is revoked."))
    return redirect("tokens")
