"""People, their tokens and teams, invitations, and the audit log."""

from __future__ import annotations

from typing import ClassVar

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

slug_validator = RegexValidator(
    r"\A[a-z0-9][-a-z0-9]{0,63}\Z", _("Use small letters, digits and hyphens; begin with a letter or digit.")
)


class User(AbstractUser):
    """A person. The login stands in addresses and never changes; `is_staff` makes an administrator.

    confirmed_email: the address of which its owner said that it is theirs; news go to no other.
    name: what others see; the login where it is empty. is_anonymous_entry: boards show no name at all.
    language, theme: empty where the browser decides.
    is_invitable: whether invitations to teams are shown, and others may
    take them into labelling; blocked: people who may not. Who invites to a team is not told.
    """

    class Theme(models.TextChoices):
        """How pages look."""

        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    username = models.CharField(_("login"), max_length=64, unique=True, validators=[slug_validator])
    email = models.EmailField(_("e-mail"), blank=True)
    confirmed_email = models.EmailField(blank=True, default="")
    name = models.CharField(_("name"), max_length=120, blank=True)
    is_anonymous_entry = models.BooleanField(_("hide my name on boards"), default=False)
    language = models.CharField(_("language"), max_length=2, blank=True)
    theme = models.CharField(_("colours"), max_length=5, choices=Theme.choices, blank=True)
    is_invitable = models.BooleanField(_("show me invitations to teams"), default=True)
    blocked = models.ManyToManyField("self", symmetrical=False, related_name="blocked_by")
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]

    REQUIRED_FIELDS: ClassVar[list[str]] = []

    @property
    def is_reachable(self) -> bool:
        """Whether news may be sent: the address is there and was confirmed."""
        return bool(self.email) and self.email == self.confirmed_email

    @property
    def shown_name(self) -> str:
        """What everybody may see of this person's name."""
        return str(_("anonymous")) if self.is_anonymous_entry else self.own_name

    @property
    def own_name(self) -> str:
        """How those call this person who work with them, also where boards hide the name."""
        return self.name or self.username

    @property
    def name_and_login(self) -> str:
        """The same with the login behind it, where there is room."""
        return f"{self.name} ({self.username})" if self.name else self.username


class Team(models.Model):
    """People who submit together; a board has one row for them. The slug never changes."""

    slug = models.CharField(max_length=64, unique=True, validators=[slug_validator])
    name = models.CharField(_("name"), max_length=120)
    created = models.DateTimeField(auto_now_add=True)
    members = models.ManyToManyField(User, through="Membership", related_name="teams")

    def __str__(self) -> str:
        """Return the name."""
        return self.name


class Membership(models.Model):
    """A person in a team; captains invite, name captains, and remove."""

    team = models.ForeignKey(Team, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, models.CASCADE, related_name="memberships")
    is_captain = models.BooleanField(default=False)
    joined = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["team", "user"], name="one_membership")]


class Token(models.Model):
    """A personal token: shown once, kept as a hash. `prefix` lets its owner, and secret scanners, tell it apart.

    scopes: of "read", "submit", "organise". Tokens look like `prb_<prefix>_<secret>`.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(max_length=12, unique=True)
    digest = models.CharField(max_length=64)
    scopes = models.JSONField(default=list)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField(null=True, blank=True)
    last_used = models.DateTimeField(null=True, blank=True)
    revoked = models.DateTimeField(null=True, blank=True)


class Invitation(models.Model):
    """A link that works once: to make an account, to set a new password, or to join a team. Kept as a hash.

    user: whose password it sets. addressee: the login that may join the team. It is kept as it was typed, whether or
    not anybody has it, so that inviting somebody says nothing about who has an account. declined: when that person
    turned it down, which captains see. begins: the first letters of its key, by which who made many links tells them
    apart.
    """

    class Kind(models.TextChoices):
        """What the link is for."""

        ACCOUNT = "account"
        ADMINISTRATOR = "administrator"
        PASSWORD = "password"
        TEAM = "team"

    kind = models.CharField(max_length=16, choices=Kind.choices)
    digest = models.CharField(max_length=64, unique=True)
    begins = models.CharField(max_length=8, blank=True, default="")
    created_by = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="invitations_made")
    user = models.ForeignKey(User, models.CASCADE, null=True, blank=True, related_name="invitations")
    team = models.ForeignKey(Team, models.CASCADE, null=True, blank=True, related_name="invitations")
    addressee = models.CharField(max_length=64, blank=True)
    created = models.DateTimeField(auto_now_add=True)
    expires = models.DateTimeField()
    used = models.DateTimeField(null=True, blank=True)
    declined = models.DateTimeField(null=True, blank=True)


class Attempt(models.Model):
    """Somebody tried a login, or another thing that is slowed down; `key` is a hash of what and from where."""

    key = models.CharField(max_length=64)
    when = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["key", "when"], name="attempt_key")]


class Spent(models.Model):
    """So much of something was used, such as bytes of uploads; `key` is as in `Attempt`. It counts until then."""

    key = models.CharField(max_length=64)
    amount = models.BigIntegerField()
    until = models.DateTimeField(db_index=True)

    class Meta:
        indexes: ClassVar = [models.Index(fields=["key", "until"], name="spent_key")]


class AuditEntry(models.Model):
    """Who did what to what, and when. Never changed, never holds a secret or a line of hidden data."""

    when = models.DateTimeField(auto_now_add=True, db_index=True)
    actor = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    action = models.CharField(max_length=64, db_index=True)
    object_type = models.CharField(max_length=32, blank=True)
    object_id = models.CharField(max_length=64, blank=True)
    details = models.JSONField(default=dict)
