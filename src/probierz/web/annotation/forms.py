"""What people type: records, projects, who works in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from django import forms
from django.utils.html import format_html
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from probierz.suites.sqad.types import ANSWER_TYPES, QUESTION_TYPES
from probierz.web.accounts.models import User
from probierz.web.accounts.short_names import ShortNameField
from probierz.web.annotation.models import RESERVED, AnnotationMember
from probierz.web.annotation.queries import Seat
from probierz.web.annotation.services.drafts import MOST_TYPED
from probierz.web.annotation.services.second import UNSAID
from probierz.web.annotation.words import FIELDS
from probierz.web.challenges.models import RESERVED as RESERVED_CHALLENGES
from probierz.web.html.plain_text import DataField, PlainField

_ROWS = {"question": 2, "selection": 3, "context": 2}


def _choices(names: Any, empty: str = "") -> list[tuple[str, str]]:
    return [("", empty or "–"), *((name, name) for name in names)]


class RecordForm(forms.Form):
    """A record's texts; what is wrong with them the rules say, so that everything is kept as it is typed."""

    url = DataField(required=False)
    question = DataField(required=False)
    extraction = DataField(required=False)
    selection = DataField(required=False)
    answer = DataField(required=False)
    context = DataField(required=False)
    question_type = forms.ChoiceField(required=False, choices=_choices(QUESTION_TYPES))
    answer_type = forms.ChoiceField(required=False, choices=_choices(ANSWER_TYPES))

    def __init__(self, *args: Any, is_readonly: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, words in FIELDS.items():
            field = self.fields[name]
            field.label = str(words.label)
            in_czech = "" if get_language() == "cs" else format_html('<b lang="cs">{}</b> · ', words.czech)
            example = format_html(' <i lang="cs">{}</i>', words.example) if words.example else ""
            field.help_text = format_html("{}{}{}", in_czech, words.hint, example)
            if name in _ROWS:
                field.widget = forms.Textarea(attrs={"rows": _ROWS[name]})
            if not name.endswith("_type"):
                field.widget.attrs |= {"lang": "cs", "autocomplete": "off", "maxlength": MOST_TYPED}
                field.widget.attrs["readonly"] = is_readonly


class ProjectForm(forms.Form):
    """A new project."""

    title = PlainField(label=_("Title"), max_length=200)
    slug = ShortNameField(
        label=_("Short name"), reserved=RESERVED,
        help_text=_("Stands in addresses: small letters, digits and hyphens."),
        widget=forms.TextInput(attrs={"data-named-by": "title"}),
    )  # fmt: skip


class ProjectTitleForm(forms.Form):
    """Another title for a project."""

    title = PlainField(label=_("Title"), max_length=200)


class NewMemberForm(forms.Form):
    """Somebody who shall work in a project."""

    login = PlainField(label=_("Login"), max_length=64)
    role = forms.ChoiceField(label=_("Role"), choices=AnnotationMember.Role.choices)


class MemberForm(forms.Form):
    """What a member may do, and shall make."""

    role = forms.ChoiceField(label=_("Role"), choices=AnnotationMember.Role.choices)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in QUESTION_TYPES:
            self.fields[name] = forms.IntegerField(label=name, min_value=0, max_value=100_000, required=False)

    @property
    def quotas(self) -> dict[str, int]:
        """The number for each type; 0 where none was typed."""
        return {name: self.cleaned_data[name] or 0 for name in QUESTION_TYPES}


class SecondSampleForm(forms.Form):
    """Records whose questions somebody else shall answer."""

    size = forms.IntegerField(label=_("Records"), min_value=1, max_value=500, initial=20)
    seed = forms.IntegerField(label=_("Seed"), min_value=0, max_value=2**53, initial=1)


class SecondAnswerForm(forms.Form):
    """An answer to somebody else's question; the sentence is chosen in the article."""

    extraction = DataField(
        label=_("Exact answer"), required=False, max_length=2000, help_text=_("As it stands in the sentence."),
        widget=forms.TextInput(attrs={"lang": "cs", "autocomplete": "off"}),
    )  # fmt: skip
    question_type = forms.ChoiceField(
        label=_("Type of question"), required=False, choices=[*_choices(QUESTION_TYPES), (UNSAID, _("I cannot say"))]
    )
    answer_type = forms.ChoiceField(
        label=_("Type of answer"), required=False, choices=[*_choices(ANSWER_TYPES), (UNSAID, _("I cannot say"))]
    )


class GuidelinesForm(forms.Form):
    """The guidelines of a project."""

    text = PlainField(
        label=_("Guidelines"), required=False, max_length=100_000, widget=forms.Textarea(attrs={"rows": 16}),
        help_text=_("In Markdown."),
    )  # fmt: skip


class RecordArchiveForm(forms.Form):
    """Records that exist already."""

    archive = forms.FileField(
        label=_("File of records"),
        help_text=_(
            "A .zip or .tar.gz of folders such as 000001, as SQAD has them; or JSON lines or SQuAD, as Export makes "
            "them."
        ),
    )
    clash = forms.ChoiceField(
        label=_("Where a number is taken by another record"), required=False, widget=forms.RadioSelect,
        choices=[
            ("keep", _("keep both: the imported one gets the next free number")),
            ("replace", _("replace: it becomes the next state of that record, whose history keeps the one before")),
        ],
    )  # fmt: skip
    author = forms.ChoiceField(
        label=_("Whose work new records are"), required=False,
        help_text=_("In that person's quota they count; of nobody here, they count for the project alone."),
    )  # fmt: skip

    def __init__(self, *args: Any, members: Sequence[User], **kwargs: Any) -> None:
        """members: people to choose from; nobody is asked where there are none."""
        super().__init__(*args, **kwargs)
        cast("forms.ChoiceField", self.fields["author"]).choices = [
            ("", _("nobody's here")), *((one.username, one.name_and_login) for one in members)
        ]  # fmt: skip
        if not members:
            del self.fields["author"]


FormKind = TypeVar("FormKind", bound=forms.Form)


def without_others(seat: Seat, form: FormKind) -> FormKind:
    """Return a form without the questions that somebody who works alone has no use for."""
    if seat.project.folder:
        for name in ("only_accepted", "anonymous"):
            form.fields.pop(name, None)
    return form


class ExportForm(forms.Form):
    """In which form records leave, and which of them."""

    ending = forms.ChoiceField(
        label=_("Format"), widget=forms.RadioSelect, initial="zip",
        choices=[
            ("zip", _("folders of SQAD (.zip)")), ("jsonl", _("JSON lines")), ("squad.json", "SQuAD"), ("csv", "CSV"),
        ],
    )  # fmt: skip
    only_accepted = forms.BooleanField(label=_("Only accepted records"), required=False)
    anonymous = forms.BooleanField(
        label=_("Numbers instead of people's logins"),
        help_text=_("Files of imported records that are no parts of a record are left out, as they may name people."),
        required=False,
    )


class ChallengeForm(forms.Form):
    """A challenge made of records."""

    title = PlainField(label=_("Title"), max_length=200)
    slug = ShortNameField(label=_("Short name"), reserved=RESERVED_CHALLENGES)
    kind = forms.ChoiceField(
        label=_("Task"),
        choices=[
            ("sentences", _("find the sentence with the answer in the article")),
            ("documents", _("find the article that answers the question")),
        ],
    )
    only_accepted = forms.BooleanField(label=_("Only accepted records"), required=False)
