"""What organisers say of a webhook."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from probierz.web.html.plain_text import PlainField
from probierz.web.webhooks.models import Webhook


class WebhookForm(forms.Form):
    """Where news go."""

    kind = forms.ChoiceField(label=_("What receives the messages"), choices=Webhook.Kind.choices)
    url = PlainField(
        label=_("Address"),
        max_length=1000,
        help_text=_("The https:// address that the other service shows. Keep it like a password."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )
