"""What somebody wants to hear of."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from probierz.web.notifications.models import Kind

__all__ = ["ChoicesForm"]


class ChoicesForm(forms.Form):
    """Which e-mails somebody wants."""

    kinds = forms.MultipleChoiceField(
        label=_("Send me an e-mail when"),
        choices=Kind.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
