"""What is read of people, teams and the audit log."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import timedelta
from functools import reduce
from operator import or_

from django.apps import apps
from django.db.models import Count, Exists, Max, Model, OuterRef, Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.audit_details import NAMES
from probierz.web.accounts.audit_words import DONE
from probierz.web.accounts.models import AuditEntry, Invitation, Membership, Team, Token, User

DECLINED_SHOWN = timedelta(days=7)
"""How long captains see that somebody declined."""


def tokens_of(user: User) -> QuerySet[Token]:
    """Return a person's tokens, newest first; those that were revoked are gone from view."""
    return user.tokens.filter(revoked=None).order_by("-created", "-pk")


def teams_of(user: User) -> QuerySet[Membership]:
    """Return a person's places in teams, each with the team and how many are in it."""
    places = Membership.objects.filter(user=user).select_related("team")
    return places.annotate(size=Count("team__memberships")).order_by("team__name")


def team_of(viewer: User, slug: str) -> Team | None:
    """Return a team if this person may see who is in it: members and administrators may."""
    team = Team.objects.filter(slug=slug).first()
    if team is None or viewer.is_staff or team.memberships.filter(user=viewer).exists():
        return team
    return None


def own_team(person: User, slug: str) -> Team | None:
    """Return the team of that name for which somebody acts; None for no name. Raises Refused if they are not in it."""
    if not slug:
        return None
    team = Team.objects.filter(slug=slug, members=person).first()
    if team is None:
        raise Refused(_("You are not in this team."), "team")
    return team


def members(team: Team) -> QuerySet[Membership]:
    """Return the people of a team, captains first."""
    return team.memberships.select_related("user").order_by("-is_captain", "user__username")


def open_invitations(team: Team) -> QuerySet[Invitation]:
    """Return the team's links that still work."""
    return team.invitations.filter(used=None, expires__gt=timezone.now()).order_by("expires")


def declined_invitations(team: Team) -> QuerySet[Invitation]:
    """Return what people declined lately who were not invited again, the newest first."""
    again = team.invitations.filter(addressee=OuterRef("addressee"), pk__gt=OuterRef("pk"))
    declined = team.invitations.filter(declined__gt=timezone.now() - DECLINED_SHOWN).exclude(Exists(again))
    return declined.exclude(addressee__in=team.members.values("username")).order_by("-declined")


def invitations_of(user: User) -> QuerySet[Invitation]:
    """Return the open invitations to teams that this person sees on their pages: one a team, the newest first.

    Those made before the account was are answered by their link alone: whoever registers a login that somebody
    mistyped learns nothing of the team. None of people whom this person blocked, and none at all where they are not
    invitable.
    """
    if not user.is_invitable:
        return Invitation.objects.none()
    found = Invitation.objects.filter(kind=Invitation.Kind.TEAM, addressee=user.username, used=None)
    found = found.filter(expires__gt=timezone.now(), created__gte=user.date_joined).exclude(team__members=user)
    found = found.exclude(created_by__in=user.blocked.all())
    newest = found.values("team").annotate(newest=Max("pk")).values("newest")
    return Invitation.objects.filter(pk__in=newest).select_related("team", "created_by").order_by("-created", "-pk")


def takes_invitations_of(person: User, other: User) -> bool:
    """Whether somebody lets another person take them into something."""
    return person.is_invitable and not person.blocked.filter(pk=other.pk).exists()


def open_account_links() -> QuerySet[Invitation]:
    """Return the links for new accounts that still work, the newest first."""
    found = Invitation.objects.filter(kind=Invitation.Kind.ACCOUNT, used=None, expires__gt=timezone.now())
    return found.select_related("created_by").order_by("-created", "-pk")


def people(words: str = "") -> QuerySet[User]:
    """Return all accounts whose login, name or e-mail has these words, for administrators."""
    found = User.objects.annotate(team_count=Count("memberships"))
    for word in words.split():
        found = found.filter(Q(username__icontains=word) | Q(name__icontains=word) | Q(email__icontains=word))
    return found


def names_of_objects(entries: Iterable[AuditEntry]) -> dict[tuple[str, str], str]:
    """Return the names of what entries are about and name, by kind and number, as far as it is still there."""
    models = _models()
    numbers = defaultdict(set)
    for entry in entries:
        if entry.object_type in models and entry.object_id:
            numbers[entry.object_type].add(entry.object_id)
        if person := entry.details.get("person"):
            numbers["user"].add(str(person))
    return {
        (kind, str(thing.pk)): _called(thing)
        for kind, found in numbers.items()
        for thing in models[kind]._default_manager.filter(pk__in=found)
    }


def _called(thing: Model) -> str:
    names = (getattr(thing, name, "") for name in ("slug", "username", "name", "title", "number"))
    own = next((str(name) for name in names if name), f"#{thing.pk}")
    of = getattr(getattr(thing, "challenge", None), "slug", "")
    return f"{of}: {own}" if of else own


def audit_entries(words: str = "") -> QuerySet[AuditEntry]:
    """Return the audit log, newest first; words look at the action and at what is noted beside, also as pages say it,
    the actor, and the object by name and number.
    """
    found = AuditEntry.objects.select_related("actor").order_by("-when", "-pk")
    found = found.alias(noted=Cast("details", TextField()))
    for word in words.split():
        about = Q(object_type__icontains=word) | Q(object_id=word.removeprefix("#")) | _named(word)
        actor = Q(actor__username__icontains=word) | Q(actor__name__icontains=word)
        said = [action for action, words in DONE.items() if word.casefold() in str(words).casefold()]
        found = found.filter(Q(action__icontains=word) | Q(action__in=said) | actor | about | _noted(word))
    return found


def _noted(word: str) -> Q:
    """The condition that an entry notes something of that name, or with that word; a number is one of a thing."""
    found = Q(pk__in=())
    if not word.isdecimal():  # letters beyond ASCII are escaped in SQLite
        found = Q(noted__icontains=word) | Q(noted__icontains=json.dumps(word)[1:-1])
    for name, called in NAMES.items():
        if word.casefold() in str(called).casefold():
            found |= Q(noted__contains=f'"{name}": ')
    return found


_NAMES = ("slug", "username", "name", "title")
"""The fields by which people know a thing."""
MOST_NAMED = 200


def _named(word: str) -> Q:
    """The condition that an entry is about a thing of that name, or notes such a person beside."""
    found = Q()
    for model in _models().values():
        fields = [name for name in _NAMES if name in {field.name for field in model._meta.concrete_fields}]
        asked = [Q(**{f"{name}__icontains": word}) for name in fields]
        if not asked:
            continue
        things = model._default_manager.filter(reduce(or_, asked)).values_list("pk", flat=True)[:MOST_NAMED]
        numbers = [str(number) for number in things]
        if numbers:
            found |= Q(object_type=model._meta.model_name, object_id__in=numbers)
        if numbers and model is User:
            found |= Q(details__person__in=[int(number) for number in numbers])
    return found


def _models() -> dict[str, type[Model]]:
    models = (model for model in apps.get_models() if model.__module__.startswith("probierz."))
    return {str(model._meta.model_name): model for model in models}
