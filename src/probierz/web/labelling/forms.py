"""What people type: a new round, who labels, the name of a sample's board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.short_names import ShortNameField
from probierz.web.challenges.models import RESERVED
from probierz.web.html.plain_text import PlainField, on_one_line
from probierz.web.labelling.services.rounds import MOST_ITEMS


class RoundForm(forms.Form):
    """A new round. splits: from which items are drawn."""

    title = PlainField(label=_("Title"), max_length=200)
    split = forms.ChoiceField(label=_("Test"))
    size = forms.IntegerField(
        label=_("Items"), min_value=1, max_value=MOST_ITEMS, initial=50,
        help_text=_("Drawn at random before anybody labels; of a shorter test, all."),
    )  # fmt: skip
    seed = forms.IntegerField(
        label=_("Seed"), min_value=0, max_value=2**53, initial=1, help_text=_("The same seed draws the same items.")
    )
    labels = PlainField(
        label=_("Labels"), required=False, max_length=20_000, widget=forms.Textarea(attrs={"rows": 4}),
        help_text=_("One on each line, as the test expects them; they become buttons. Empty: people type."),
    )  # fmt: skip
    instructions = PlainField(
        label=_("Instructions"), required=False, max_length=20_000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In Markdown; they stand above every item."),
    )  # fmt: skip
    unsure_first = forms.BooleanField(
        label=_("The least certain ones first"), required=False,
        help_text=_("The sample stays random; its order follows how unsure outputs are, and how far they differ."),
    )  # fmt: skip
    output = forms.FileField(
        label=_("Output of a system"), required=False,
        help_text=_(
            "Best with probabilities, such as yes:0.7 no:0.3 on each line. Without it, outputs count that were handed "
            "in here and are open or yours; of a hidden test none."
        ),
    )  # fmt: skip

    def __init__(self, *args: Any, splits: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["split"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in splits]

    def clean_labels(self) -> list[str]:
        """Return the labels."""
        return [label for line in self.cleaned_data["labels"].splitlines() if (label := on_one_line(line))]


class CandidatesForm(forms.Form):
    """Passages of a retriever that people shall judge."""

    title = PlainField(label=_("Title"), max_length=200)
    table = forms.FileField(
        label=_("Passages that were found"),
        help_text=_("A TSV with the columns question, place and passage, as probierz index search prints it."),
    )  # fmt: skip
    seed = forms.IntegerField(
        label=_("Seed"), min_value=0, max_value=2**53, initial=1, help_text=_("The same seed draws the same order.")
    )
    instructions = PlainField(
        label=_("Instructions"), required=False, max_length=20_000, widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("In Markdown; they stand above every item."),
    )  # fmt: skip


class LabellerForm(forms.Form):
    """Somebody who shall label."""

    login = PlainField(label=_("Login"), max_length=64)


class BoardNameForm(forms.Form):
    """The short name of the challenge that a sample becomes."""

    slug = ShortNameField(
        label=_("Short name of its board"), reserved=RESERVED,
        help_text=_("Stands in addresses: small letters, digits and hyphens."),
    )  # fmt: skip
