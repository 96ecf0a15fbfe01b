"""The way in: login, registration, links that work once, lost passwords; and the language of pages."""

from __future__ import annotations

from django.conf import settings
from django.contrib import auth, messages
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views import i18n
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from probierz.errors import Refused
from probierz.web.accounts import services
from probierz.web.accounts.forms import LoginForm, RegisterForm, ResetForm
from probierz.web.accounts.models import Invitation, User
from probierz.web.accounts.views.password_room import hashes_passwords
from probierz.web.html.context import sends_email
from probierz.web.html.forms import sent, tell
from probierz.web.http.addresses import client_network, public_root
from probierz.web.http.background import later
from probierz.web.http.error_pages import too_many
from probierz.web.http.form_addresses import readable_address, require_POST

BACKEND = "django.contrib.auth.backends.ModelBackend"
shows_or_takes = require_http_methods(["GET", "HEAD", "POST"])


@sensitive_post_parameters("password")
@never_cache
@shows_or_takes
@hashes_passwords
def login(request: HttpRequest) -> HttpResponse:
    """Log in. Too many attempts are stopped before the password is looked at, right or wrong."""
    following = _following(request)
    if request.user.is_authenticated:
        return redirect(following)
    if request.method != "POST":
        return _login_page(request, LoginForm(request))
    name, network = request.POST.get("username", "").strip().lower(), client_network(request)
    held = {"login-here": f"{name} {network}", "login": name}
    wait = services.try_once(**held, address=network)
    if wait:
        return too_many(request, wait)
    form = LoginForm(request, data=request.POST)
    if not form.is_valid():
        return _login_page(request, form)
    services.forget_attempts(**held)
    return _enter(request, form.get_user(), following)


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Log out."""
    auth.logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@sensitive_post_parameters("password", "again")
@never_cache
@shows_or_takes
@hashes_passwords
def register(request: HttpRequest) -> HttpResponse:
    """Make an account, where everybody may."""
    if settings.PROBIERZ["PROBIERZ_REGISTRATION"] != "open":
        return render(request, "accounts/closed.html", status=403)
    return _register(request, None)


@sensitive_post_parameters("password", "again", "new_password1", "new_password2")
@never_cache
@shows_or_takes
@hashes_passwords
def invitation(request: HttpRequest, key: str) -> HttpResponse:
    """Open a link that works once. One that does not work looks the same whatever the reason."""
    link = services.find_link(key)
    if link is None:
        return render(request, "accounts/dead_link.html", status=404)
    if link.kind == Invitation.Kind.TEAM:
        return _join(request, link)
    if link.kind == Invitation.Kind.PASSWORD:
        return _new_password(request, link)
    return _register(request, link)


@never_cache
@shows_or_takes
def password_reset(request: HttpRequest) -> HttpResponse:
    """Send a link to somebody who lost a password. The answer and its time are the same for everybody."""
    form = ResetForm(request.POST or None)
    if not sends_email() or request.method != "POST" or not form.is_valid():
        return render(request, "accounts/password_reset.html", {"form": form})
    who, root = form.cleaned_data["who"], public_root(request)
    wait = services.try_once(reset=client_network(request)) or services.try_once(reset=who)
    if wait:
        return too_many(request, wait)
    later(lambda: services.send_password_link(who, root=root))
    messages.info(request, _("If there is such an account with an e-mail address, a link is on its way."))
    return redirect("login")


@require_POST
def set_language(request: HttpRequest) -> HttpResponse:
    """Switch the language of pages, for this browser and for the account."""
    response = i18n.set_language(request)
    if "Location" in response:
        response["Location"] = readable_address(response["Location"])
    chosen = request.POST.get("language", "")
    if chosen in dict(settings.LANGUAGES) and isinstance(request.user, User):
        User.objects.filter(pk=request.user.pk).update(language=chosen)
    return response


def _register(request: HttpRequest, link: Invitation | None) -> HttpResponse:
    if request.user.is_authenticated:
        messages.info(request, _("You have an account. Log out to make another one."))
        return redirect("home")
    form = RegisterForm(sent(request))
    if request.method == "POST":
        network = client_network(request)  # of a whole class at times: what fails counts, and very many accounts
        wait = services.try_once(register=network)
        if not wait and link is None and form.is_valid():
            wait = services.spend_account(network)
        if wait:
            return too_many(request, wait)
        person = _registered(form, link)
        if person:
            services.take_back(register=network)
            messages.success(request, _("Your account is made, and you are logged in."))
            if person.name != form.cleaned_data["name"]:
                messages.info(
                    request,
                    _("Somebody here has your name, so your login stands beside it: %(name)s.") % {"name": person.name},
                )
            return _enter(request, person, _following(request))
    return render(request, "accounts/register.html", {"form": form, "link": link, "next": _wanted(request)})


def _registered(form: RegisterForm, link: Invitation | None) -> User | None:
    """Return the account made of a form; None if the form has something to mend, which it then shows."""
    values = form.cleaned_data if form.is_valid() else {}
    if not values:
        _check_login_too(form, link)
        return None
    try:
        return services.register(
            login=values["username"],
            password=values["password"],
            name=values["name"],
            email=values["email"],
            link=link,
            language=get_language() or "",
        )
    except Refused as refusal:
        form.add_error("name" if refusal.code == "name" else "username", refusal.message)
    except ValidationError as error:
        form.add_error(None if hasattr(error, "error_dict") else "password", error)
    return None


def _check_login_too(form: RegisterForm, link: Invitation | None) -> None:
    """Say of the login of a form that is refused anyway whether it can be had, so that all is mended at once."""
    login = form.cleaned_data.get("username")
    if login:
        try:
            services.check_new_login(login, link)
        except Refused as refusal:
            form.add_error("username", refusal.message)


def _new_password(request: HttpRequest, link: Invitation) -> HttpResponse:
    person = link.user
    if person is None:
        return render(request, "accounts/dead_link.html", status=404)
    form = SetPasswordForm(person, sent(request))
    if request.method == "POST" and form.is_valid():
        password = form.cleaned_data["new_password1"]
        if tell(
            request,
            lambda: services.change_password(person, password, link=link),
            _("Your password is changed. Log in with it."),
        ):
            auth.logout(request) if request.user.pk == person.pk else None
            return redirect("login")
    return render(request, "accounts/new_password.html", {"form": form, "person": person})


def _join(request: HttpRequest, link: Invitation) -> HttpResponse:
    if not isinstance(request.user, User):
        return redirect_to_login(request.path)
    person, team = request.user, link.team
    if team is None or link.addressee != person.username:
        # What the team is called is for the invited alone.
        return render(request, "accounts/dead_link.html", status=404)
    if request.method == "POST":
        tell(request, lambda: services.join(link, person), _("You are in the team now."))
        return redirect("team", slug=team.slug)
    return render(request, "accounts/join.html", {"team": team, "link": link})


def _enter(request: HttpRequest, person: User, following: str) -> HttpResponse:
    """Open a session, whose key is new, and speak the person's language."""
    auth.login(request, person, backend=BACKEND)
    response = redirect(following)
    if person.language:
        response.set_cookie(settings.LANGUAGE_COOKIE_NAME, person.language, samesite="Lax")
    return response


def _login_page(request: HttpRequest, form: LoginForm) -> HttpResponse:
    about = {"form": form, "next": _following(request), "wanted": _wanted(request)}
    return render(request, "accounts/login.html", about)


def _following(request: HttpRequest) -> str:
    """Return where to go after login or registration."""
    return _wanted(request) or reverse(settings.LOGIN_REDIRECT_URL)


def _wanted(request: HttpRequest) -> str:
    """Return the page that somebody came for: a path of ours, never another site; "" where there is none."""
    wanted = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return readable_address(wanted) if is_ours else ""
