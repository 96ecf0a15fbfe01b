"""What people type: records, projects, who works in them."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.translation import gettext_lazy as _

from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES
from probierz.web.annotation.words import FIELDS

__all__ = ["ProjectForm", "RecordForm"]

_ROWS = {"question": 2, "selection": 3, "context": 2}


def _choices(names: Any, empty: str = "") -> list[tuple[str, str]]:
    return [("", empty or "–"), *((name, name) for name in names)]


class RecordForm(forms.Form):
    """A record's texts; what is wrong with them the rules say, so that everything is kept as it is typed."""

    url = forms.CharField(required=False)
    question = forms.CharField(required=False)
    extraction = forms.CharField(required=False)
    selection = forms.CharField(required=False)
    answer = forms.CharField(required=False)
    context = forms.CharField(required=False)
    question_type = forms.ChoiceField(required=False, choices=_choices(QUESTION_TYPES))
    answer_type = forms.ChoiceField(required=False, choices=_choices(ANSWER_TYPES))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, words in FIELDS.items():
            field = self.fields[name]
            field.label = str(words.label)
            field.help_text = format_html('{} <i lang="cs">{}</i>', words.hint, words.example)
            if name in _ROWS:
                field.widget = forms.Textarea(attrs={"rows": _ROWS[name]})
            if not name.endswith("_type"):
                field.widget.attrs |= {"lang": "cs", "autocomplete": "off"}


class ProjectForm(forms.Form):
    """A new project."""

    title = forms.CharField(label=_("Title"), max_length=200)
    slug = forms.SlugField(
        label=_("Short name"), max_length=64, help_text=_("Stands in addresses: small letters, digits and hyphens.")
    )

    def clean_slug(self) -> str:
        """Refuse addresses of the platform's own pages."""
        slug: str = self.cleaned_data["slug"]
        if slug in ("new", "alone"):
            raise forms.ValidationError(_("This short name is taken."))
        return slug
