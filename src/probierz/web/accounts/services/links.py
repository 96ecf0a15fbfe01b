"""Links that work once: for a new account, a new password, a place in a team."""

from __future__ import annotations

import hashlib
import secrets
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import Invitation, Team, User
from probierz.web.accounts.services.audit import audit
from probierz.web.http.addresses import public_root

Kind = Invitation.Kind

SHOWN = 6
"""So many letters of a key are kept as they are; what is left cannot be guessed."""

VALID = {
    Kind.ACCOUNT: timedelta(days=7),
    Kind.ADMINISTRATOR: timedelta(days=1),
    Kind.PASSWORD: timedelta(days=1),
    Kind.TEAM: timedelta(days=1),
}
"""How long a link of each kind works."""


def make_link(
    kind: Invitation.Kind,
    *,
    by: User | None = None,
    user: User | None = None,
    team: Team | None = None,
    addressee: str = "",
) -> str:
    """Make a link and return its key, which is kept nowhere: whoever loses it needs another link.

    A new link for a password makes the earlier ones of the same person void.
    """
    key = secrets.token_urlsafe(32)
    with transaction.atomic():
        if kind == Kind.PASSWORD:
            _void(Q(kind=kind, user=user))
        link = Invitation.objects.create(
            kind=kind,
            digest=_digest(key),
            begins=key[:SHOWN],
            created_by=by,
            user=user,
            team=team,
            addressee=addressee,
            expires=timezone.now() + VALID[kind],
        )
        audit(by, f"link.{kind.value}", team or user or link)
    return key


def find_link(key: str) -> Invitation | None:
    """Return the link of a key while it works: unused, in time, for somebody who is not shut out."""
    link = (
        Invitation.objects.select_related("user", "team", "created_by").filter(digest=_digest(key), used=None).first()
    )
    if link is None or link.expires <= timezone.now() or (link.user and not link.user.is_active):
        return None
    return link


def use_link(link: Invitation) -> None:
    """Spend a link; call it in the transaction of what the link is for. Raises Refused if another was quicker."""
    now = timezone.now()
    if not Invitation.objects.filter(pk=link.pk, used=None, expires__gt=now).update(used=now):
        raise Refused(_("This link does not work any more. Ask for a new one."))


def void_link(link: Invitation) -> None:
    """Make a link stop working before its time; whoever calls this asks whether it may be done."""
    _void(Q(pk=link.pk))


def link_address(key: str, root: str) -> str:
    """Return the full address under which a link is opened; root: see `addresses.public_root`."""
    return root + reverse("invitation", args=[key])


def first_administrator_link() -> str | None:
    """Return the address where the first administrator makes an account; None once there is one.

    Earlier links of this kind stop working, so that only what the server printed last opens the door.
    """
    if User.objects.filter(is_staff=True, is_active=True).exists():
        return None
    _void(Q(kind=Kind.ADMINISTRATOR))
    return link_address(make_link(Kind.ADMINISTRATOR), public_root())


def _void(which: Q) -> None:
    Invitation.objects.filter(which, used=None).update(used=timezone.now())


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
