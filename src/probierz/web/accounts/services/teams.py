"""Teams: made, joined by invitation, left. Who may do what is asked here, not in the pages."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.db.models import ProtectedError, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import Invitation, Membership, Team, User, slug_validator
from probierz.web.accounts.names import NAMES, check_name, check_short_name
from probierz.web.accounts.queries import invitations_of
from probierz.web.accounts.services.audit import audit, changes
from probierz.web.accounts.services.links import make_link, use_link, void_link
from probierz.web.configuration.limits import most_teams, open_invitations_of_one
from probierz.web.configuration.turns import one_at_a_time


def create_team(user: User, *, slug: str, name: str) -> Team:
    """Make a team whose captain is `user`.

    Raises Refused if the short name is taken, the name is somebody else's or the person has too many,
    ValidationError for a name that is broken.
    """
    slug_validator(slug)
    if user.memberships.count() >= most_teams():
        raise Refused(_("You are in %(number)d teams. Leave one first.") % {"number": user.memberships.count()})
    if User.objects.filter(username=slug).exclude(pk=user.pk).exists():  # it stands beside names as a login does
        raise Refused(_("This short name is taken."), "slug")
    try:
        with one_at_a_time(NAMES):
            if not Team.objects.filter(slug=slug).exists():
                check_short_name(slug, person=user)
            check_name(name, slug, person=user)
            team = Team.objects.create(slug=slug, name=name)
            Membership.objects.create(team=team, user=user, is_captain=True)
            audit(user, "team.create", team, slug=slug)
    except IntegrityError as error:
        raise Refused(_("This short name is taken.")) from error
    return team


def rename_team(team: Team, name: str, *, by: User) -> None:
    """Give a team another name; the short name in addresses stays. Raises Refused for one others are known by."""
    _captain(team, by)
    with one_at_a_time(NAMES):
        check_name(name, team.slug, person=by, team=team)
        audit(by, "team.rename", team, **changes({"name": team.name}, {"name": name}))
        team.name = name
        team.save(update_fields=["name"])


def invite(team: Team, login: str, *, by: User) -> str:
    """Return the key of a link by which the owner of a login joins, within a day.

    A login that nobody has gets a key as well: a captain cannot find out who has an account. An earlier invitation of
    the same login to the team is void. Raises Refused for anybody but a captain, and where too many are open.
    """
    _captain(team, by)
    if team.memberships.filter(user__username=login).exists():
        raise Refused(_("%(login)s is in the team.") % {"login": login})
    if not team.memberships.exists():
        raise Refused(_("Nobody is in this team any more."))
    with transaction.atomic():
        _void_all(team.invitations.filter(addressee=login))
        pending = Invitation.objects.filter(kind=Invitation.Kind.TEAM, created_by=by, used=None)
        count = pending.filter(expires__gt=timezone.now()).count()
        if count >= open_invitations_of_one():
            raise Refused(_("You have %(number)d open invitations to teams. Withdraw one first.") % {"number": count})
        return make_link(Invitation.Kind.TEAM, by=by, team=team, addressee=login)


def withdraw_invitation(team: Team, link: Invitation, *, by: User) -> None:
    """Make an invitation to a team void before its time."""
    _captain(team, by)
    with transaction.atomic():
        void_link(link)
        audit(by, "team.withdraw-invitation", team)


def join(link: Invitation, user: User) -> Team:
    """Join the team that a link invites to. Raises Refused for anybody but the person who was invited."""
    team = link.team
    if team is None or link.addressee != user.username:
        raise Refused(_("This invitation is for somebody else."))
    with transaction.atomic():
        _locked(team)
        if not team.memberships.exists():
            raise Refused(_("Nobody is in this team any more."))
        _answer(link)
        Membership.objects.get_or_create(team=team, user=user)
        audit(user, "team.join", team)
    return team


def decline(link: Invitation, user: User) -> None:
    """Make an invitation void that one does not want. Raises Refused for anybody but the person who was invited."""
    if link.team is None or link.addressee != user.username:
        raise Refused(_("This invitation is for somebody else."))
    with transaction.atomic():
        _answer(link)
        Invitation.objects.filter(pk=link.pk).update(declined=timezone.now())
        audit(user, "team.decline", link.team)


def decline_all(user: User) -> int:
    """Decline every invitation that one sees; return how many."""
    with transaction.atomic():
        found = list(invitations_of(user))
        for link in found:
            decline(link, user)
    return len(found)


def block(link: Invitation, user: User) -> User | None:
    """Show no invitations any more of whoever made this one; they are not told. Return who that is. Raises Refused."""
    if link.team is None or link.addressee != user.username:
        raise Refused(_("This invitation is for somebody else."))
    if link.created_by is not None:
        with transaction.atomic():
            user.blocked.add(link.created_by)
            audit(user, "invitations.block", link.created_by)
    return link.created_by


def unblock(person: User, user: User) -> None:
    """Show somebody's invitations again to `user`."""
    with transaction.atomic():
        user.blocked.remove(person)
        audit(user, "invitations.unblock", person)


def leave(team: Team, user: User) -> None:
    """Leave a team. The last captain names another first.

    Where nobody is left, open invitations are withdrawn, and the team goes unless it handed something in.
    Raises Refused.
    """
    with transaction.atomic():
        _locked(team)
        everybody = list(Membership.objects.select_for_update().filter(team=team).order_by("pk"))
        others = [membership for membership in everybody if membership.user_id != user.pk]
        if others and not any(other.is_captain for other in others):
            raise Refused(_("You are the last captain. Name another one first."))
        _membership(team, user).delete()
        audit(user, "team.leave", team)
        if not others:
            _void_all(team.invitations.all())
            _remove_empty(team)


def remove_member(team: Team, person: User, *, by: User) -> None:
    """Take a person out of a team; captains leave by themselves. Raises Refused."""
    _captain(team, by)
    membership = _membership(team, person)
    if membership.is_captain:
        raise Refused(_("A captain cannot be removed."))
    with transaction.atomic():
        membership.delete()
        audit(by, "team.remove", team, person=person.pk)


def name_captain(team: Team, person: User, *, by: User) -> None:
    """Make a member a captain, beside the others."""
    _captain(team, by)
    membership = _membership(team, person)
    with transaction.atomic():
        Membership.objects.filter(pk=membership.pk).update(is_captain=True)
        audit(by, "team.captain", team, person=person.pk)


def _answer(link: Invitation) -> None:
    """Spend an invitation, and with it the other ones of the same person to the same team."""
    use_link(link)
    _void_all(Invitation.objects.filter(team=link.team, addressee=link.addressee))


def _void_all(links: QuerySet[Invitation]) -> None:
    for link in links.filter(used=None):
        void_link(link)


def _locked(team: Team) -> None:
    """Let nobody join or leave meanwhile: a team that the last one leaves must not get somebody without a captain."""
    Team.objects.select_for_update().filter(pk=team.pk).first()


def _remove_empty(team: Team) -> None:
    try:
        with transaction.atomic():
            team.delete()
    except ProtectedError:
        pass  # its submissions stay on boards, under its name


def _captain(team: Team, user: User) -> None:
    if not user.is_staff and not team.memberships.filter(user=user, is_captain=True).exists():
        raise Refused(_("Only a captain can do this."))


def _membership(team: Team, user: User) -> Membership:
    found = team.memberships.filter(user=user).first()
    if found is None:
        raise Refused(_("%(login)s is not in the team.") % {"login": user.username})
    return found
