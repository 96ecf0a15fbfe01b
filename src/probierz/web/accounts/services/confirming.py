"""Confirming that an e-mail address is one's own: whoever types somebody else's sends them one letter, and no news."""

from __future__ import annotations

from django.core import signing
from django.core.mail import send_mail
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from probierz.web.accounts.models import User
from probierz.web.accounts.services.audit import audit
from probierz.web.accounts.services.throttle import try_once

_SALT = "probierz.accounts.confirm-email"
VALID_SECONDS = 24 * 3600


def send_confirmation(person: User, *, root: str) -> int:
    """Send a link to the address of an account; return after how many seconds to come back, 0 when it is sent.

    What the letter says was typed by nobody, and few go to one address, whichever accounts name it.
    """
    wait = try_once(**{"confirm": str(person.pk), "confirm-to": person.email})
    if wait:
        return wait
    address = root + reverse("confirm-email", args=[signing.dumps([person.pk, person.email], salt=_SALT)])
    send_mail(
        _("Is this your address?"),
        _("The account %(login)s was given this e-mail address.\n\nIf it is yours, confirm it here within a day:\n"
          "%(address)s\n\nIf it is not, ignore this e-mail: no more will come.\n")
        % {"login": person.username, "address": address},
        None,
        [person.email],
    )  # fmt: skip
    return 0


def person_to_confirm(token: str) -> User | None:
    """Return whose address a token confirms; None for one that is not ours, is old, or is of an earlier address."""
    try:
        number, email = signing.loads(token, salt=_SALT, max_age=VALID_SECONDS)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    return User.objects.filter(pk=number, email=email, is_active=True).first()


@transaction.atomic
def confirm_email(person: User) -> None:
    """Let news go to the address of an account."""
    User.objects.filter(pk=person.pk).update(confirmed_email=person.email)
    audit(person, "account.confirm-email", person)
