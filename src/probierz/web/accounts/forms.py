"""What people type on the pages of accounts and teams."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import Team, User, slug_validator
from probierz.web.html.plain_text import PlainField

MOST_LINKS = 100
"""Links for new accounts that are made at once: a class, or a large lecture in parts."""


class LoginField(PlainField):
    """A login as people type it: capitals and blanks around it do not matter."""

    def to_python(self, value: Any) -> str:
        """Return it as it is kept."""
        return str(super().to_python(value) or "").strip().lower()


class LoginForm(AuthenticationForm):
    """Login and password. The answer to a login that nobody has is that to a wrong password."""

    username = LoginField(
        label=_("Login"),
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none", "autofocus": True}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        wrong = {"invalid_login": _("The login or the password is wrong.")}
        self.error_messages = {**self.error_messages, **wrong}


class RegisterForm(forms.Form):
    """A new account."""

    username = LoginField(
        label=_("Login"),
        max_length=64,
        validators=[slug_validator],
        help_text=_("It stands in addresses and never changes. Small letters, digits and hyphens."),
        widget=forms.TextInput(attrs={"autocomplete": "username", "autocapitalize": "none"}),
    )
    name = PlainField(
        label=_("Name"),
        max_length=120,
        required=False,
        help_text=_("What others see on boards."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    email = forms.EmailField(
        label=_("E-mail"),
        required=False,
        help_text=_("Seen by administrators only."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    password = forms.CharField(
        label=_("Password"),
        help_text=_("At least 10 characters; a sentence is fine."),
        strip=False,
        max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    again = forms.CharField(
        label=_("Password again"),
        strip=False,
        max_length=500,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def clean_again(self) -> str:
        """Check that both are the same."""
        again = str(self.cleaned_data["again"])
        if again != self.cleaned_data.get("password"):
            raise ValidationError(_("The two passwords differ."))
        return again

    def clean(self) -> dict[str, Any]:
        """Check the password by the rules, so that they stand beside whatever else is to be mended."""
        cleaned = super().clean() or {}
        if password := cleaned.get("password"):
            person = User(**{name: cleaned.get(name, "") for name in ("username", "name", "email")})
            try:
                validate_password(password, person)
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned


class ResetForm(forms.Form):
    """Whose password is lost."""

    who = LoginField(
        label=_("Login or e-mail"), max_length=254, widget=forms.TextInput(attrs={"autocomplete": "username"})
    )


class AccountForm(forms.ModelForm):  # type: ignore[type-arg]
    """What people change of their own account; for another e-mail address they say their password."""

    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        choices=[("", _("as the browser says")), *settings.LANGUAGES],
        help_text=_(
            "In Czech are the pages of annotation, labelling, login and account; others stay as the platform has them."
        ),
    )
    theme = forms.ChoiceField(
        label=_("Colours"), required=False, choices=[("", _("as the browser says")), *User.Theme.choices]
    )
    password = forms.CharField(
        label=_("Your password"),
        required=False,
        strip=False,
        help_text=_("Only for another e-mail address: links for a lost password go there."),
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta:
        model = User
        field_classes: ClassVar = {"name": PlainField}
        fields = ("name", "is_anonymous_entry", "is_invitable", "language", "theme", "email")
        labels: ClassVar = {
            "name": _("Name"), "is_anonymous_entry": _("Hide my name on boards"), "email": _("E-mail"),
            "is_invitable": _("Show me invitations to teams, and let others take me into labelling"),
        }  # fmt: skip
        help_texts: ClassVar = {
            "name": _("What others see on boards; empty: your login."),
            "is_invitable": _(
                "Who invites you to a team is not told where it is off; a link that they send you works all the same."
            ),
        }

    def clean(self) -> dict[str, Any]:
        """Ask for the password where the address changes."""
        cleaned = super().clean() or {}
        if "email" in self.changed_data and not self.instance.check_password(cleaned.get("password") or ""):
            self.add_error("password", _("Type your password to change the e-mail address."))
        return cleaned


class TokenForm(forms.Form):
    """A personal token."""

    name = PlainField(label=_("What it is for"), max_length=80)
    scopes = forms.MultipleChoiceField(
        label=_("It may"),
        initial=["read", "submit"],
        widget=forms.CheckboxSelectMultiple,
        choices=[
            ("read", _("read what you may read")),
            ("submit", _("submit for you")),
            ("organise", _("change challenges that you organise")),
        ],
    )
    days = forms.TypedChoiceField(
        label=_("It works for"),
        coerce=int,
        initial=365,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("a year")), (0, _("without an end"))],
    )

    @property
    def expires(self) -> datetime | None:
        """When the token stops working."""
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


class TeamForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new team."""

    class Meta:
        model = Team
        field_classes: ClassVar = {"name": PlainField, "slug": PlainField}
        fields = ("name", "slug")
        labels: ClassVar = {"name": _("Name"), "slug": _("Short name")}
        error_messages: ClassVar = {"slug": {"unique": _("This short name is taken.")}}
        help_texts: ClassVar = {
            "slug": _("It stands in addresses and never changes. Small letters, digits and hyphens.")
        }


class RenameForm(forms.ModelForm):  # type: ignore[type-arg]
    """Another name of a team."""

    class Meta:
        model = Team
        field_classes: ClassVar = {"name": PlainField}
        fields = ("name",)
        labels: ClassVar = {"name": _("Name")}


class AccountLinksForm(forms.Form):
    """How many people an administrator lets in."""

    count = forms.IntegerField(
        label=_("How many people"), min_value=1, max_value=MOST_LINKS, initial=1,
        help_text=_("Each of them gets a link of their own."),
    )  # fmt: skip
    sent = PlainField(required=False, max_length=40, widget=forms.HiddenInput)


class InviteForm(forms.Form):
    """Whom a captain invites."""

    login = LoginField(
        label=_("Login"), max_length=64, widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none"})
    )
