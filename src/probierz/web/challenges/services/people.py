"""Who runs a challenge. Owners name organisers and other owners; there is always an owner."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge, Organiser


def add_organiser(challenge: Challenge, login: str, role: str, *, by: User) -> Organiser:
    """Make somebody an organiser or owner, or change which of both they are. Raises Refused."""
    _owning(challenge, by)
    user = User.objects.filter(username=login, is_active=True).first()
    if user is None:
        raise Refused(_("Nobody has the login %(login)s.") % {"login": login})
    with transaction.atomic():
        if role != Organiser.Role.OWNER:
            _refuse_last_owner(challenge, user)
        organiser, _created = Organiser.objects.update_or_create(
            challenge=challenge, user=user, defaults={"role": role}
        )
        audit(by, "challenge.organiser", challenge, person=user.pk, role=role)
    return organiser


def remove_organiser(challenge: Challenge, user: User, *, by: User) -> None:
    """Take somebody's role away; organisers may also go by themselves."""
    if user.pk != by.pk:
        _owning(challenge, by)
    with transaction.atomic():
        _refuse_last_owner(challenge, user)
        challenge.organisers.filter(user=user).delete()
        audit(by, "challenge.remove-organiser", challenge, person=user.pk)


def _owning(challenge: Challenge, user: User) -> None:
    if not user.is_staff and not challenge.organisers.filter(user=user, role=Organiser.Role.OWNER).exists():
        raise Refused(_("Only an owner of the challenge can do this."))


def _refuse_last_owner(challenge: Challenge, user: User) -> None:
    owners = challenge.organisers.select_for_update().filter(role=Organiser.Role.OWNER)
    if {owner.user_id for owner in owners} == {user.pk}:
        raise Refused(_("This is the last owner. Name another one first."))
