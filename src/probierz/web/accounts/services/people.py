"""Accounts: made, given a password, closed and opened, raised to administrator."""

from __future__ import annotations

from django.contrib.auth.password_validation import validate_password
from django.core.mail import send_mail
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from probierz.errors import Refused
from probierz.web.accounts.models import Invitation, Team, User
from probierz.web.accounts.names import NAMES, check_name, check_short_name, claims_a_role, name_that_is_free
from probierz.web.accounts.queries import open_account_links
from probierz.web.accounts.services.audit import audit
from probierz.web.accounts.services.links import link_address, make_link, use_link, void_link
from probierz.web.configuration.turns import one_at_a_time


def register(
    *, login: str, password: str, name: str = "", email: str = "", link: Invitation | None = None, language: str = ""
) -> User:
    """Make an account, by invitation where there is a link. Behind a name that others have stands
    the login. Raises Refused if the login is taken or looks like another, the name is one of the platform's own words
    or the link is spent, ValidationError if login or password break a rule.
    """
    user = User(
        username=login,
        name=name,
        email=email,
        language=language,
        is_staff=_makes_an_administrator(link),
    )
    validate_password(password, user)
    user.set_password(password)
    user.clean_fields()
    try:
        with one_at_a_time(NAMES):
            check_new_login(login, link)
            user.name = name and name_that_is_free(name, login)
            if link:
                use_link(link)
            user.save(force_insert=True)
            audit(user, "account.register", user, administrator=user.is_staff)
    except IntegrityError as error:
        raise Refused(_("This login is taken.")) from error
    return user


def check_new_login(login: str, link: Invitation | None = None) -> None:
    """Raise Refused for the login of a new account that is taken, looks like another, or claims a role that the
    invitation does not give. A team's short name is taken: it would stand beside names as one does.
    """
    if Team.objects.filter(slug=login).exists() or User.objects.filter(username=login).exists():
        raise Refused(_("This login is taken."))
    if not (_makes_an_administrator(link) and claims_a_role(login)):
        check_short_name(login)


def _makes_an_administrator(link: Invitation | None) -> bool:
    return link is not None and link.kind == Invitation.Kind.ADMINISTRATOR


def change_password(user: User, password: str, *, link: Invitation | None = None) -> None:
    """Set a password; sessions and tokens of before end, and reset links not used yet stop working.

    Whoever changes a password because somebody else knows it does not think of tokens.
    """
    validate_password(password, user)
    with transaction.atomic():
        if link:
            use_link(link)
        user.set_password(password)
        user.save(update_fields=["password"])
        Invitation.objects.filter(kind=Invitation.Kind.PASSWORD, user=user, used=None).delete()
        user.tokens.filter(revoked=None).update(revoked=timezone.now())
        audit(user, "account.password", user, by_link=link is not None)


def save_preferences(user: User) -> None:
    """Save what people set on their account page; the login and the rights of the account are not among it.

    Raises Refused for a new name that others are known by.
    """
    with one_at_a_time(NAMES):
        if user.name and not User.objects.filter(pk=user.pk, name=user.name).exists():
            check_name(user.name, user.username, person=user)
        user.save(update_fields=["name", "email", "is_anonymous_entry", "is_invitable", "language", "theme"])
        audit(user, "account.change", user, anonymous=user.is_anonymous_entry)


def send_password_link(login_or_email: str, *, root: str) -> int:
    """Send a link to every active account of this login or e-mail address; return how many were sent.

    Nobody who asks may learn the number, nor how long this took: see `views.door.password_reset`.
    """
    if not login_or_email:
        return 0
    known = Q(username=login_or_email) | Q(email__iexact=login_or_email)
    found = User.objects.filter(known, is_active=True).exclude(email="")[:5]
    people = [person for person in found if person.has_usable_password()]  # others come in by their organisation
    for person in people:
        address = link_address(make_link(Invitation.Kind.PASSWORD, user=person), root)
        with override(person.language or None):
            send_mail(
                _("A new password"),
                _("Hello %(login)s,\n\nyou can set a new password here within a day:\n%(address)s\n\n"
                  "If you did not ask for it, ignore this e-mail: your password stays as it is.\n")
                % {"login": person.username, "address": address},
                None,
                [person.email],
            )  # fmt: skip
    return len(people)


def person_to_let_in(login: str) -> User:
    """Return who has a login, to work on something together. Raises Refused where nobody has it."""
    user = User.objects.filter(username=login.strip(), is_active=True).first()
    if user is None:
        message = _(
            "Nobody here has the login %(login)s. They register, where that is open, or an administrator makes an "
            "invitation for them; then let them in."
        )
        raise Refused(message % {"login": login}, "unknown")
    return user


def deactivate(person: User, *, by: User) -> None:
    """Close an account: sessions and tokens end at once, what it handed in stays.

    Raises Refused for one's own, and for anybody but administrators, as all that follow do.
    """
    if person.pk == by.pk:
        raise Refused(_("You cannot close your own account."))
    _set(person, by, "account.deactivate", is_active=False)


def reactivate(person: User, *, by: User) -> None:
    """Open an account again."""
    _set(person, by, "account.reactivate", is_active=True)


def make_administrator(person: User, *, by: User) -> None:
    """Let a person run the platform."""
    _set(person, by, "account.administrator", is_staff=True)


def take_administration_away(person: User, *, by: User) -> None:
    """Take that right back. Raises Refused for one's own, so that somebody always has it."""
    if person.pk == by.pk:
        raise Refused(_("Another administrator has to take this right from you."))
    _set(person, by, "account.no-administrator", is_staff=False)


def withdraw_account_link(link: Invitation, *, by: User) -> None:
    """Make a link for a new account void before its time."""
    administrating(by)
    with transaction.atomic():
        void_link(link)
        audit(by, "link.withdraw", link)


def withdraw_account_links(*, by: User) -> int:
    """Make all open links for new accounts void; return how many they were."""
    administrating(by)
    with transaction.atomic():
        links = list(open_account_links())
        for link in links:
            void_link(link)
        audit(by, "link.withdraw-all", number=len(links))
    return len(links)


def administrating(user: User) -> None:
    """Raise Refused for anybody who does not run the platform."""
    if not (user.is_staff and user.is_active):
        raise Refused(_("Only an administrator can do this."))


def _set(person: User, by: User, action: str, **values: bool) -> None:
    administrating(by)
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(**values)
        person.refresh_from_db()
        audit(by, action, person)
