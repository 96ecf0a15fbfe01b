"""What organisers say of a board."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from probierz.web.challenges.board_columns import ANY_PRIORITY, all_columns
from probierz.web.challenges.models import Challenge
from probierz.web.html.plain_text import PlainField
from probierz.web.leaderboards.models import PLAIN_TITLE, Board, Group


class BoardForm(forms.ModelForm):  # type: ignore[type-arg]
    """A board of a challenge."""

    columns = forms.MultipleChoiceField(
        label=_("Columns"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("None: all that do not begin with dev-."),
    )
    main = forms.ChoiceField(
        label=_("Ranked by"), required=False, help_text=_("This column is shown also where it is not chosen above.")
    )

    keeps_plain = forms.BooleanField(
        label=_("Keep the board that there is, the best of each person or team, beside this one"),
        required=False,
        initial=True,
        help_text=_("Else this one takes its place."),
    )

    class Meta:
        model = Board
        field_classes: ClassVar = dict.fromkeys(("title", "slug", "parameter", "tag"), PlainField)
        fields: ClassVar = [
            "title", "slug", "position", "rule", "group", "parameter", "phase", "tag", "columns", "main",
            "shows_intervals", "shows_clusters",
        ]  # fmt: skip
        widgets: ClassVar = {"slug": forms.TextInput(attrs={"data-named-by": "title", "data-else": "board"})}
        labels: ClassVar = {
            "slug": _("Name in addresses"),
            "position": _("Place among the boards"),
            "rule": _("Which submission counts"),
            "group": _("One row for each"),
            "parameter": _("Parameter"),
            "phase": _("Only of the phase"),
            "tag": _("Only with the tag"),
            "shows_intervals": _("Show intervals"),
            "shows_clusters": _("Show groups that the test set cannot tell apart"),
        }

    def __init__(self, challenge: Challenge, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.instance.challenge = challenge
        others = challenge.boards.exclude(pk=self.instance.pk).values_list("slug", flat=True)
        self.fields["slug"].widget.attrs["data-taken"] = " ".join(others)
        self.fields["parameter"].widget.attrs["data-fits"] = f"group={Group.PARAMETER}"
        titles = [column.title for column in all_columns(challenge, most_priority=ANY_PRIORITY)]
        self.fields["columns"].choices = [(title, title) for title in titles]  # type: ignore[attr-defined]
        self.fields["main"].choices = [("", _("the last column")), *((title, title) for title in titles)]  # type: ignore[attr-defined]
        self.fields["phase"].queryset = challenge.phases.all()  # type: ignore[attr-defined]
        self.fields["phase"].empty_label = _("all phases")  # type: ignore[attr-defined]
        if challenge.boards.exists():
            del self.fields["keeps_plain"]

    @property
    def is_plain_kept(self) -> bool:
        """Whether the board that every challenge has is to stand beside the first one that is made."""
        return bool(self.cleaned_data.get("keeps_plain"))

    def clean(self) -> dict[str, Any]:
        """Check what depends on two fields."""
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("group") == Group.PARAMETER and not cleaned.get("parameter"):
            self.add_error("parameter", _("Say which parameter."))
        slug, title = cleaned.get("slug"), cleaned.get("title", "")
        others = self.instance.challenge.boards.exclude(pk=self.instance.pk)
        titles = [*others.values_list("title", flat=True), *([PLAIN_TITLE] if self.is_plain_kept else [])]
        if title.casefold() in {str(one).casefold() for one in titles}:
            self.add_error("title", ValidationError(_("Another board has this title; choose another one.")))
        if others.filter(slug=slug).exists():
            self.add_error(
                "slug", ValidationError(_("Another board has this name in its address; choose another one."))
            )
        return cleaned
