"""What people type to hand in."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Any, ClassVar

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import Team, User
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.html.plain_text import PlainField
from probierz.web.intake.metadata import LONGEST_DESCRIPTION
from probierz.web.intake.tags import split_tags
from probierz.web.submissions.models import HUMAN, Submission
from probierz.web.submissions.output_checks import splits_of
from probierz.web.submissions.services import Handing, tags_there_are
from probierz.web.submissions.services.handing_in import Uploaded
from probierz.web.submissions.uploads_on_disk import MOST_FILES, on_disk


class _Files(forms.ClearableFileInput):
    allow_multiple_selected = True


class FilesField(forms.FileField):
    """Any number of files."""

    widget = _Files

    def clean(self, data: Any, initial: Any = None) -> list[UploadedFile[Any]]:
        """Return them all."""
        given = data if isinstance(data, (list, tuple)) else [data] if data else []
        if len(given) > MOST_FILES:
            raise forms.ValidationError(_("Pack so many files into an archive."))
        return [super(FilesField, self).clean(one, initial) for one in given]


class TeamField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """The team for which somebody hands in; nothing where it is their own submission. Needs `offer_teams`."""

    default_error_messages: ClassVar = {
        "invalid_choice": _("You are no longer in this team. Choose for whom you hand in, and submit again.")
    }

    def __init__(self) -> None:
        super().__init__(Team.objects.none(), label=_("Team"), required=False, empty_label=_("only me"))


def offer_teams(form: forms.Form, user: User) -> None:
    """Let somebody choose one of their teams. Whoever names one without being in any is told so, too."""
    field = form.fields["team"]
    assert isinstance(field, TeamField)
    teams = user.teams.order_by("name")
    field.queryset = teams
    if not form["team"].data and not teams.exists():
        del form.fields["team"]


class DescriptionForm(forms.Form):
    """What is said of a submission."""

    description = PlainField(
        label=_("Description"), required=False, max_length=LONGEST_DESCRIPTION, widget=forms.Textarea(attrs={"rows": 2})
    )
    tags = PlainField(label=_("Tags"), required=False, max_length=500)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = tags_there_are()
        if names:
            told = gettext("Separated by commas. There are: %(names)s") % {"names": escape(", ".join(names))}
            self.fields["tags"].help_text = told
        else:
            del self.fields["tags"]

    @property
    def tag_names(self) -> tuple[str, ...]:
        """The tags that were typed, once the form is found right."""
        return tuple(split_tags(self.cleaned_data.get("tags", "")))


def phases_told(data: Mapping[str, str], challenges: Iterable[Challenge]) -> tuple[Phase, ...]:
    """Return the phases of these challenges that were open when a form was opened, as it tells them."""
    told = data.get("phase", "").split(",")
    return tuple(phase for challenge in challenges for phase in challenge.phases.all() if str(phase.pk) in told)


def refuse_gone_phases(data: Mapping[str, str], found: Collection[Phase]) -> None:
    """Raise ValidationError where a form was opened in a phase that there is no more; found: those that there are."""
    if len(set(filter(None, data.get("phase", "").split(",")))) > len(found):
        message = _(
            "The challenge does not have the phase in which this form was opened. Open the page again, and submit."
        )
        raise forms.ValidationError(message)


class SubmitForm(DescriptionForm):
    """Files, or the address of a repository."""

    outputs = FilesField(
        label=_("Files"),
        required=False,
        help_text=_(
            "An archive (.zip, .tar.gz) with test-A/out.tsv and so on, or outputs of one test whose names end in .tsv "
            "or .jsonl; rename a .txt file."
        ),
    )
    test = forms.ChoiceField(
        label=_("Test"), required=False, help_text=_("Which test single outputs are for; an archive says it itself.")
    )
    url = PlainField(
        label=_("Address of the repository"),
        required=False,
        max_length=1000,
        help_text=_("The https address of a public repository."),
        widget=forms.TextInput(attrs={"inputmode": "url", "placeholder": "https://example.org/me/challenge.git"}),
    )
    branch = PlainField(label=_("Branch"), required=False, max_length=250, initial="main")
    team = TeamField()

    def __init__(self, *args: Any, challenge: Challenge, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user, self._challenge = user, challenge
        splits = splits_of(challenge)
        self.fields["test"].choices = [(split, split) for split in reversed(splits)]  # type: ignore[attr-defined]
        offer_teams(self, user)

    def clean(self) -> dict[str, Any]:
        """Ask for one way, and refuse a form of a phase that the challenge does not have."""
        data = super().clean() or {}
        refuse_gone_phases(self.data, self._meant)
        if bool(data.get("outputs")) == bool(data.get("url")) and not self.errors:
            raise forms.ValidationError(_("Choose files, or give the address of a repository: one of the two."))
        if data.get("url") and not data.get("branch"):
            self.add_error("branch", _("Give the branch with your outputs."))
        return data

    @property
    def of_files(self) -> list[forms.BoundField]:
        """The fields of files."""
        return [self["outputs"], self["test"]]

    @property
    def of_git(self) -> list[forms.BoundField]:
        """The fields of a repository."""
        return [self["url"], self["branch"]]

    @property
    def is_from_git(self) -> bool:
        """Whether the address of a repository was typed."""
        return bool(self["url"].value())

    @property
    def about(self) -> list[forms.BoundField]:
        """The fields that each way has."""
        return [self[name] for name in ("description", "tags", "team") if name in self.fields]

    @property
    def is_described(self) -> bool:
        """Whether the fields that each way has were filled in: that stays, also where nothing can be handed in."""
        return self.is_bound and any(field.data for field in self.about)

    @property
    def meant(self) -> Phase | None:
        """The phase in which the form was opened, where one was open."""
        return next(iter(self._meant), None)

    @property
    def _meant(self) -> tuple[Phase, ...]:
        return phases_told(self.data, [self._challenge])

    @property
    def handing(self) -> Handing:
        """Who hands in what beside outputs."""
        data = self.cleaned_data
        return Handing(self._user, data.get("team"), data["description"], self.tag_names, meant=self._meant)

    def uploaded(self) -> AbstractContextManager[list[Uploaded]]:
        """Put the files on disk while they are needed."""
        return on_disk(self.cleaned_data["outputs"], self.cleaned_data["test"] or None)


def to_hand_in_again(submission: Submission) -> dict[str, Any]:
    """Return what somebody typed to hand in a submission, all but its files, to be handed in again."""
    known = submission.tags.exclude(name=HUMAN).order_by("name").values_list("name", flat=True)
    return {
        "description": submission.description,
        "tags": ", ".join(submission.form.get("tags") or known),
        "team": submission.team_id,
        "url": submission.url,
        "branch": submission.branch or "main",
    }


class CitationForm(forms.Form):
    """The digits that a paper cites."""

    reference = PlainField(
        label=_("Reference"),
        max_length=42,
        help_text=_("4 to 40 digits of a commit or of an output's SHA-1, such as {53ed07}."),
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false"}),
    )
