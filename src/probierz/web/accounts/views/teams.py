"""Teams. People outside a team get the same answer as for a team that does not exist."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from probierz.errors import Refused
from probierz.web.accounts import queries, services
from probierz.web.accounts.forms import InviteForm, RenameForm, TeamForm
from probierz.web.accounts.models import Team, User
from probierz.web.accounts.requester import person_of
from probierz.web.html.forms import sent, taken, tell
from probierz.web.http.addresses import public_root
from probierz.web.http.form_addresses import require_POST


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def teams(request: HttpRequest) -> HttpResponse:
    """Show one's teams, and make one."""
    person = person_of(request)
    form = TeamForm(sent(request))
    if taken(request, form, lambda: services.create_team(person, **form.cleaned_data), field="slug"):
        return redirect("team", slug=form.cleaned_data["slug"])
    return render(
        request,
        "accounts/teams.html",
        {"form": form, "places": queries.teams_of(person), "invitations": queries.invitations_of(person)},
    )


@login_required
@require_safe
def team(request: HttpRequest, slug: str) -> HttpResponse:
    """Show a team to its members."""
    return _page(request, _found(request, slug))


@login_required
@require_POST
def rename(request: HttpRequest, slug: str) -> HttpResponse:
    """Give a team another name."""
    found, person = _found(request, slug), person_of(request)
    form = RenameForm(request.POST, instance=Team.objects.get(pk=found.pk))
    if not form.is_valid():
        return _page(request, found, rename_form=form)
    name = form.cleaned_data["name"]
    tell(request, lambda: services.rename_team(found, name, by=person), _("The team has another name."))
    return redirect("team", slug=slug)


@never_cache
@login_required
@require_POST
def invite(request: HttpRequest, slug: str) -> HttpResponse:
    """Invite somebody, and show once the link that they may be sent."""
    found, form = _found(request, slug), InviteForm(request.POST)
    if not form.is_valid():
        return _page(request, found, invite_form=form)
    login = form.cleaned_data["login"]
    try:
        key = services.invite(found, login, by=person_of(request))
    except Refused as refusal:
        form.add_error("login", refusal.message)
        return _page(request, found, invite_form=form)
    return _page(request, found, fresh=services.link_address(key, public_root(request)), invited=login)


@login_required
@require_POST
def leave(request: HttpRequest, slug: str) -> HttpResponse:
    """Leave a team."""
    found, person = _found(request, slug), person_of(request)
    if tell(request, lambda: services.leave(found, person), _("You have left the team.")):
        return redirect("teams")
    return redirect("team", slug=slug)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, login: str) -> HttpResponse:
    """Take somebody out of a team."""
    found, other = _found(request, slug), _member(slug, login)
    tell(
        request,
        lambda: services.remove_member(found, other, by=person_of(request)),
        _("%(login)s is out of the team.") % {"login": login},
    )
    return redirect("team", slug=slug)


@login_required
@require_POST
def captain(request: HttpRequest, slug: str, login: str) -> HttpResponse:
    """Name another captain."""
    found, other = _found(request, slug), _member(slug, login)
    tell(
        request,
        lambda: services.name_captain(found, other, by=person_of(request)),
        _("%(login)s is a captain now.") % {"login": login},
    )
    return redirect("team", slug=slug)


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Make an invitation void."""
    found = _found(request, slug)
    link = get_object_or_404(queries.open_invitations(found), pk=number)
    tell(
        request,
        lambda: services.withdraw_invitation(found, link, by=person_of(request)),
        _("The invitation is withdrawn."),
    )
    return redirect("team", slug=slug)


@login_required
@require_POST
def accept(request: HttpRequest, number: int) -> HttpResponse:
    """Join a team that one is invited to."""
    person = person_of(request)
    link = get_object_or_404(queries.invitations_of(person), pk=number)
    if link.team is not None and tell(request, lambda: services.join(link, person), _("You are in the team now.")):
        return redirect("team", slug=link.team.slug)
    return redirect("teams")


@login_required
@require_POST
def decline(request: HttpRequest, number: int) -> HttpResponse:
    """Turn an invitation down."""
    person = person_of(request)
    link = get_object_or_404(queries.invitations_of(person), pk=number)
    tell(request, lambda: services.decline(link, person), _("The invitation is declined."))
    return redirect("teams")


@login_required
@require_POST
def decline_all(request: HttpRequest) -> HttpResponse:
    """Turn down all that one is invited to."""
    count = services.decline_all(person_of(request))
    text = ngettext("%(count)d invitation is declined.", "%(count)d invitations are declined.", count)
    messages.success(request, text % {"count": count})
    return redirect("teams")


@login_required
@require_POST
def block(request: HttpRequest, number: int) -> HttpResponse:
    """Show no invitations any more of whoever made this one."""
    person = person_of(request)
    link = get_object_or_404(queries.invitations_of(person), pk=number)
    tell(
        request,
        lambda: services.block(link, person),
        _("Invitations of this person are not shown to you any more. Your account page takes that back."),
    )
    return redirect("teams")


def _found(request: HttpRequest, slug: str) -> Team:
    found = queries.team_of(person_of(request), slug)
    if found is None:
        raise Http404
    return found


def _member(slug: str, login: str) -> User:
    return get_object_or_404(User, username=login, teams__slug=slug)


def _page(
    request: HttpRequest,
    found: Team,
    *,
    rename_form: RenameForm | None = None,
    invite_form: InviteForm | None = None,
    fresh: str = "",
    invited: str = "",
) -> HttpResponse:
    people = list(queries.members(found))
    mine = next((place for place in people if place.user_id == person_of(request).pk), None)
    leads = person_of(request).is_staff or (mine is not None and mine.is_captain)
    return render(
        request,
        "accounts/team.html",
        {
            "team": found,
            "people": people,
            "mine": mine,
            "leads": leads,
            "invitations": queries.open_invitations(found) if leads else [],
            "declined": queries.declined_invitations(found) if leads else [],
            "is_last_captain": mine is not None and mine.is_captain and sum(one.is_captain for one in people) == 1,
            "rename_form": rename_form or RenameForm(instance=found),
            "invite_form": invite_form or InviteForm(),
            "fresh": fresh,
            "invited": invited,
        },
    )
