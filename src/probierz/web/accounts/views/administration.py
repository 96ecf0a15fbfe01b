"""Pages of administrators: people, links for them, the audit log."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from probierz.web.accounts import queries, services
from probierz.web.accounts.audit_words import ShownEntry
from probierz.web.accounts.forms import AccountLinksForm
from probierz.web.accounts.models import Invitation, User
from probierz.web.accounts.requester import administrators_only, person_of
from probierz.web.html.forms import tell
from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.http.addresses import public_root
from probierz.web.http.form_addresses import require_POST

SENT = "account-links-sent"
"""Where a session keeps which form made its last links: a reload of the answer sends it once more."""

CHANGES: dict[str, tuple[Callable[..., None], object]] = {
    "deactivate": (services.deactivate, gettext_lazy("The account of %(login)s is closed.")),
    "reactivate": (services.reactivate, gettext_lazy("The account of %(login)s is open again.")),
    "administrator": (services.make_administrator, gettext_lazy("%(login)s is an administrator now.")),
    "no-administrator": (
        services.take_administration_away,
        gettext_lazy("%(login)s is not an administrator any more."),
    ),
}


@administrators_only
@require_safe
def people(request: HttpRequest) -> HttpResponse:
    """List everybody."""
    return _people(request)


@never_cache
@administrators_only
@require_POST
def account_link(request: HttpRequest) -> HttpResponse:
    """Make links for new accounts, as many as people are to come, and show them once."""
    count, sent = AccountLinksForm(request.POST), request.POST.get("sent", "")
    if request.POST.get("count") and not count.is_valid():
        return _people(request, links=count)
    if sent and request.session.get(SENT) == sent:
        messages.info(request, _("These links were made already, and are shown once. Withdraw them if they are lost."))
        return redirect("people")
    request.session[SENT] = sent
    keys = [
        services.make_link(Invitation.Kind.ACCOUNT, by=person_of(request))
        for _number in range(count.cleaned_data["count"] if count.is_valid() else 1)
    ]
    return _people(request, fresh=[services.link_address(key, public_root(request)) for key in keys])


@administrators_only
@require_POST
def withdraw_links(request: HttpRequest) -> HttpResponse:
    """Make all open links for new accounts void."""
    tell(request, lambda: services.withdraw_account_links(by=person_of(request)), _("All open links are withdrawn."))
    return redirect("people")


@administrators_only
@require_POST
def withdraw_link(request: HttpRequest, number: int) -> HttpResponse:
    """Make a link for a new account void."""
    link = get_object_or_404(queries.open_account_links(), pk=number)
    tell(request, lambda: services.withdraw_account_link(link, by=person_of(request)), _("The link is withdrawn."))
    return redirect("people")


@never_cache
@administrators_only
@require_POST
def password_link(request: HttpRequest, login: str) -> HttpResponse:
    """Make a link for somebody's new password, and show it once."""
    person = get_object_or_404(User, username=login, is_active=True)
    key = services.make_link(Invitation.Kind.PASSWORD, by=person_of(request), user=person)
    return _people(request, fresh=[services.link_address(key, public_root(request))], whose=login)


@administrators_only
@require_POST
def change(request: HttpRequest, login: str, action: str) -> HttpResponse:
    """Close or open an account, give or take administration."""
    if action not in CHANGES:
        raise Http404
    act, done = CHANGES[action]
    person = get_object_or_404(User, username=login)
    tell(request, lambda: act(person, by=person_of(request)), str(done) % {"login": login})
    return redirect("people")


@administrators_only
@require_safe
def audit_log(request: HttpRequest) -> HttpResponse:
    """Show who did what."""
    columns = [
        TableColumn(_("When")),
        TableColumn(_("Who")),
        TableColumn(_("What")),
        TableColumn(_("To what")),
        TableColumn(_("Details")),
    ]
    table = PageTable(request, columns, queries.audit_entries, per_page=100)
    entries = list(table.rows)
    names = queries.names_of_objects(entries)
    shown = [ShownEntry(one, names) for one in entries]
    return render(request, "accounts/audit.html", {"table": table, "entries": shown})


def _links_form() -> AccountLinksForm:
    return AccountLinksForm(initial={"sent": secrets.token_urlsafe(8)})


def _people(
    request: HttpRequest, *, fresh: Sequence[str] = (), whose: str = "", links: AccountLinksForm | None = None
) -> HttpResponse:
    columns = [
        TableColumn(_("Login"), "login", "username"),
        TableColumn(_("Name"), "name", "name"),
        TableColumn(_("E-mail"), "email", "email"),
        TableColumn(_("Teams"), "teams", "team_count", is_number=True),
        TableColumn(_("Last login"), "last", "last_login"),
        TableColumn(_("State")),
        TableColumn(_("Actions")),
    ]
    table = PageTable(request, columns, queries.people, sort="login")
    about = {
        "table": table, "fresh": "\n".join(fresh), "whose": whose, "links": links or _links_form(),
        "open_links": queries.open_account_links(), "is_list": len(fresh) > 1,
    }  # fmt: skip
    return render(request, "accounts/people.html", about)
