"""The forms of organisers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, ClassVar, cast

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.utils import timezone
from django.utils.html import escape
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import Team, User, slug_validator
from probierz.web.accounts.short_names import ShortNameField
from probierz.web.challenges.early_ends import early_end, early_scores
from probierz.web.challenges.gathering import LIMITS
from probierz.web.challenges.models import RESERVED, Challenge, Disclosure, Ladder, Organiser, Phase
from probierz.web.challenges.phases import deciding_phase, first_opening, is_over, known_since
from probierz.web.challenges.usual_quotas import smallest_hidden, usual_quotas
from probierz.web.html.forms import changed_here, changed_in_both, remember_shown
from probierz.web.html.looks import moment_text
from probierz.web.html.plain_text import PlainField

QUOTA_HELP = _(
    "Outputs of a person or team scored on a hidden test, each variant counted; a submission costs as many as it has "
    "on the hidden test where it has most, and one where it has none. 0: no limit, and with enough outputs every "
    "hidden result can be computed from the scores."
)
FITS = {
    "url": "source=git", "branch": "source=git", "archive": "source=upload", "path": "source=folder",
    "hidden_url": "hidden=git", "hidden_branch": "hidden=git", "hidden_archive": "hidden=upload",
}  # fmt: skip
"""Which fields of an import are shown, by what is chosen; what was typed into the others is kept."""
NEEDED = ("url", "branch", "archive", "path", "hidden_archive")
"""Those of them that have to be filled in where they are shown."""
PLAIN = {"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}


class NewChallengeForm(forms.Form):
    """The name of a new challenge, and its files in an archive."""

    slug = ShortNameField(
        label=_("Short name"),
        reserved=RESERVED,
        help_text=_("It stands in addresses and never changes. Small letters, digits and hyphens."),
        widget=forms.TextInput(attrs=PLAIN),
    )
    archive = forms.FileField(
        label=_("Archive (.zip or .tar.gz)"),
        required=False,
        help_text=_(
            "Drop it on this field, or choose it. Without one, say on the next page where the files are: a git "
            "repository, a folder."
        ),
    )

    def clean_archive(self) -> UploadedFile[Any] | None:
        """Refuse what is too large."""
        file: UploadedFile[Any] | None = self.cleaned_data["archive"]
        if file is not None and (file.size or 0) > LIMITS.packed_bytes:
            raise ValidationError(_("The file is too large."))
        return file


class ImportForm(forms.Form):
    """Where the files of a new version come from."""

    source = forms.ChoiceField(
        label=_("Where the challenge is"),
        choices=[("upload", _("an archive to upload")), ("git", _("a git repository")), ("folder", _("a folder here"))],
    )
    url = PlainField(
        label=_("Address of the repository"), max_length=1000, required=False, widget=forms.TextInput(attrs=PLAIN)
    )
    branch = PlainField(label=_("Branch"), max_length=200, required=False, widget=forms.TextInput(attrs=PLAIN))
    archive = forms.FileField(label=_("Archive (.zip or .tar.gz)"), required=False)
    path = PlainField(
        label=_("Folder on the server"), max_length=1000, required=False, widget=forms.TextInput(attrs=PLAIN)
    )
    hidden = forms.ChoiceField(
        label=_("Where the hidden expected results are"),
        help_text=_("What the platform can fetch from a public address, anybody can. An upload is safer."),
        choices=[
            ("none", _("in the archive or folder itself, or nothing is hidden")),
            ("upload", _("an archive to upload")),
            ("git", _("a git repository")),
            ("kept", _("as in the current version, or new ones in the archive")),
        ],
    )
    hidden_url = PlainField(
        label=_("Address of the hidden repository"),
        help_text=_("Empty: the same repository."),
        max_length=1000,
        required=False,
        widget=forms.TextInput(attrs=PLAIN),
    )
    hidden_branch = PlainField(
        label=_("Hidden branch"), max_length=200, required=False, widget=forms.TextInput(attrs=PLAIN)
    )
    hidden_archive = forms.FileField(label=_("Archive with the hidden results"), required=False)
    tests_are_open = forms.BooleanField(
        label=_("Expected results of test sets in the public part are meant to be there"), required=False
    )
    change = forms.ChoiceField(
        label=_("How large the change is"),
        choices=[
            ("patch", _("patch: a repair; what was handed in is scored again if tests changed")),
            ("minor", _("minor: tests were added; what was handed in is scored again")),
            ("major", _("major: another task; earlier scores stay below")),
        ],
    )
    description = PlainField(
        label=_("What has changed"),
        help_text=_("Everybody reads it on the challenge's pages."),
        max_length=2000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def __init__(self, *args: Any, challenge: Challenge, person: User, **options: Any) -> None:
        initial = {
            "url": challenge.source_url, "branch": challenge.source_branch or "main",
            "hidden_url": challenge.gold_url, "hidden_branch": challenge.gold_branch or "dont-peek",
            "hidden": "git" if challenge.gold_url else "kept" if challenge.current_id else "none",
            "source": "git" if challenge.source_url else "upload",
        }  # fmt: skip
        super().__init__(*args, **{**options, "initial": {**initial, **options.get("initial", {})}})
        for name, fits in FITS.items():
            self.fields[name].widget.attrs["data-fits"] = fits
        for name in NEEDED:
            self.fields[name].is_needed = True  # type: ignore[attr-defined]  # parts/field.html looks
        if challenge.current_id is None:
            self._leave_out("hidden", "kept")
            del self.fields["change"], self.fields["description"]
        if not person.is_staff:
            self._leave_out("source", "folder")
            del self.fields["path"]

    def _leave_out(self, name: str, value: str) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        choices = cast("list[tuple[str, Any]]", list(cast("Iterable[Any]", field.choices)))
        field.choices = [choice for choice in choices if choice[0] != value]

    def clean(self) -> dict[str, Any]:
        """Ask for what the chosen places need."""
        values = super().clean() or {}
        needed = {"git": "url", "upload": "archive", "folder": "path"}.get(values.get("source", ""))
        if needed and not values.get(needed):
            self.add_error(needed, _("Say where it is."))
        if values.get("hidden") == "upload" and not values.get("hidden_archive"):
            self.add_error("hidden_archive", _("Say where it is."))
        if values.get("hidden") == "git" and not values.get("hidden_url") and values.get("source") != "git":
            self.add_error("hidden_url", _("Say where it is."))
        if values.get("archive") and values.get("source") != "upload":
            self.add_error("archive", _("You chose a file, and another place above: choose the upload there."))
        if values.get("hidden_archive") and values.get("hidden") != "upload":
            self.add_error("hidden_archive", _("You chose a file, and another place above: choose the upload there."))
        for name in ("archive", "hidden_archive"):
            self._refuse_large(name, values.get(name))
        return values

    def _refuse_large(self, name: str, file: UploadedFile[Any] | None) -> None:
        if file is not None and (file.size or 0) > LIMITS.packed_bytes:
            self.add_error(name, _("The file is too large."))


def _total_help(challenge: Challenge) -> str:
    """What the quota in all means, and why it is as it is where nobody chose it."""
    said = _("Counted as those of a day. 0: no limit.")
    smallest = smallest_hidden(challenge.current.tests.select_related("division")) if challenge.current else None
    if smallest is None:
        return str(said)
    usual: str = ngettext(
        "Usual: %(usual)d, one for ten lines of the smallest hidden test, which has %(lines)d line, but at least 10 "
        "and at most 100. Below stands what your number could tell of the test.",
        "Usual: %(usual)d, one for ten lines of the smallest hidden test, which has %(lines)d lines, but at least 10 "
        "and at most 100. Below stands what your number could tell of the test.",
        smallest.lines,
    )
    if smallest.is_part:
        usual = gettext(
            "Usual: %(usual)d, one for ten lines of the public part of the smallest hidden test, which has about "
            "%(lines)d lines, but at least 5 and at most 100. Below stands what your number could tell of the test."
        )
    shared = _("Its %(metrics)d metrics share these lines.") if smallest.metrics > 1 else ""
    usually = usual_quotas(challenge.current.tests.select_related("division"))["total_quota"]  # type: ignore[union-attr]
    told = f"{said} {usual % {'usual': usually, 'lines': smallest.lines}}"
    return f"{told} {shared % {'metrics': smallest.metrics}}" if shared else told


class RulesForm(forms.ModelForm):  # type: ignore[type-arg]
    """How often somebody may hand in, and who may see the challenge."""

    daily_quota = forms.IntegerField(
        label=_("Scored outputs a day"), min_value=0, max_value=10**6, help_text=QUOTA_HELP
    )
    total_quota = forms.IntegerField(
        label=_("Scored outputs in all"),
        min_value=0,
        max_value=10**6,
        help_text=_("Counted as those of a day. 0: no limit."),
    )
    variant_quota = forms.IntegerField(
        label=_("Variants of a submission"),
        min_value=0,
        max_value=10**6,
        help_text=_("So many outputs of one submission are scored on a hidden test; 0: no limit."),
    )
    near_quota = forms.IntegerField(
        label=_("Nearly equal outputs a day"),
        min_value=0,
        max_value=10**6,
        help_text=_(
            "Of a person or team: those that differ from an earlier one in at most a hundredth of the lines of a "
            "hidden test, or of the scores of its lines, so that scores tell of single lines; 0: no limit."
        ),
    )
    open_submissions = forms.BooleanField(label=_("Open every submission to everybody at once"), required=False)
    team = forms.ModelChoiceField(
        Team.objects.none(), label=_("Only for this team"), required=False, empty_label=_("everybody")
    )
    aliases = PlainField(
        label=_("Other names"),
        required=False,
        max_length=1000,
        help_text=_("Names of folders under which submissions from the command line arrive, by commas."),
        widget=forms.TextInput(attrs=PLAIN),
    )

    class Meta:
        model = Challenge
        fields = ("daily_quota", "total_quota", "variant_quota", "near_quota", "open_submissions", "team")

    def __init__(self, *args: Any, person: User, **options: Any) -> None:
        super().__init__(*args, **options)
        remember_shown(self)
        self.initial["aliases"] = ", ".join(self.instance.aliases)
        self.fields["total_quota"].help_text = _total_help(self.instance)
        teams = Team.objects.all() if person.is_staff else Team.objects.filter(members=person)
        if self.instance.team_id:
            teams = teams | Team.objects.filter(pk=self.instance.team_id)
        field = self.fields["team"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = teams.distinct().order_by("name")

    def clean_aliases(self) -> list[str]:
        """Read names by commas."""
        names = [name.strip() for name in self.cleaned_data["aliases"].split(",") if name.strip()]
        for name in names:
            slug_validator(name)
        if Challenge.objects.exclude(pk=self.instance.pk).filter(slug__in=names).exists():
            raise ValidationError(_("Another challenge has this name."))
        return names


class DivisionForm(forms.Form):
    """How hidden tests are divided into a public and a private part."""

    is_divided = forms.BooleanField(
        label=_("Divide hidden tests into a public and a private part"),
        required=False,
        help_text=_(
            "Participants see scores on the public part; those on the private part are shown when a phase ends, and "
            "decide. A phase without an end never shows them."
        ),
    )
    share = forms.FloatField(
        label=_("Share of public lines, in percent"), min_value=1, max_value=99, initial=30, widget=forms.NumberInput
    )
    by_what = forms.ChoiceField(
        label=_("What is divided"),
        choices=[("line", _("lines")), ("document", _("documents: lines with the same value in a column"))],
    )
    column = forms.IntegerField(label=_("Column of the document"), min_value=1, max_value=1000, initial=1)
    strata = forms.ChoiceField(
        label=_("The same share of each"),
        required=False,
        choices=[("", _("nothing: at random")), ("expected", _("expected result")), ("column", _("value in a column"))],
    )
    strata_column = forms.IntegerField(label=_("Column of that value"), min_value=1, max_value=1000, initial=1)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        also = {"column": " by_what=document", "strata_column": " strata=column"}
        for name in self.fields.keys() - {"is_divided"}:
            self.fields[name].widget.attrs["data-fits"] = f"is_divided=on{also.get(name, '')}"

    def clean_share(self) -> float:
        """Turn percent into a share."""
        return float(self.cleaned_data["share"]) / 100


class ReportingForm(forms.ModelForm):  # type: ignore[type-arg]
    """Which scores on hidden tests people see, and what the private part decides among."""

    selections = forms.IntegerField(
        label=_("Submissions that people select for the private part"), min_value=1, max_value=2
    )
    ladder_step = forms.FloatField(
        label=_("The step"), required=False, help_text=_("In the unit of the metric, such as 0.01 of an accuracy.")
    )

    class Meta:
        model = Challenge
        fields = ("selections", "ladder", "ladder_step")
        labels: ClassVar = {"ladder": _("A new score is shown")}
        help_texts: ClassVar = {
            "ladder": _(
                "As finely as lines justify: in steps of at most an eighth of the usual confidence interval, 0.02 for "
                "an accuracy on 100 lines, and wider ones on fewer. With all digits, an output can be written whose "
                "score spells twenty expected results. "
                "Sure improvements: else people read “no sure improvement”, which tells far less of the expected "
                "results. More than chance is a p-value of at most 0.05 / k² at the k-th comparison of the same people "
                "on a test, so that about one in twenty sees a false improvement, however often they try."
            )
        }

    def __init__(self, *args: Any, is_divided: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if not is_divided:
            del self.fields["selections"]
        remember_shown(self)


class WordsForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a challenge is called and how lists describe it."""

    title = PlainField(
        label=_("Title"),
        max_length=300,
        required=False,
        help_text=_("Empty: title and summary are those of the README."),
    )
    summary = PlainField(label=_("Summary"), max_length=2000, required=False, widget=forms.Textarea(attrs={"rows": 3}))

    class Meta:
        model = Challenge
        fields = ("title", "summary")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        remember_shown(self)


class AnnouncementForm(forms.Form):
    """What organisers tell everybody."""

    title = PlainField(label=_("Title"), max_length=200)
    text = PlainField(
        label=_("Text"),
        max_length=20_000,
        help_text=_("In Markdown, as READMEs are."),
        widget=forms.Textarea(attrs={"rows": 8}),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        remember_shown(self)


class TagsForm(forms.Form):
    """The tags of a challenge."""

    tags = PlainField(label=_("Tags, by commas"), max_length=1000, required=False)


class DeletionForm(forms.Form):
    """Asks for the short name of a challenge, so that nobody deletes another one."""

    name = PlainField(label=_("Its short name, to be sure"), max_length=64, widget=forms.TextInput(attrs=PLAIN))

    def __init__(self, challenge: Challenge, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._slug = challenge.slug
        self.fields["name"].help_text = self._what_to_type()

    def clean_name(self) -> str:
        """Refuse any other name."""
        name: str = self.cleaned_data["name"]
        if name != self._slug:
            raise ValidationError(self._what_to_type())
        return name

    def _what_to_type(self) -> str:
        return gettext("Type %(name)s to delete it.") % {"name": self._slug}


class OrganiserForm(forms.Form):
    """Whom an owner names."""

    login = PlainField(label=_("Login"), max_length=64, widget=forms.TextInput(attrs=PLAIN))
    role = forms.ChoiceField(label=_("Role"), choices=Organiser.Role.choices, initial=Organiser.Role.ORGANISER)


class Moment(forms.DateTimeField):
    """A date with a time, as browsers ask for it."""

    def __init__(self, label: Any, help_text: Any = "") -> None:
        widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
        super().__init__(label=label, required=False, help_text=help_text, widget=widget)


def to_the_minute(moment: datetime | None) -> datetime | None:
    """Return a moment as browsers send it."""
    return moment and moment.replace(second=0, microsecond=0)


def refuse_changed_in_both(form: forms.BaseForm, now: Mapping[str, datetime | None]) -> None:
    """Refuse moments that were changed in a form, and meanwhile elsewhere; sent once more they are taken."""
    told = {name: _("no time") if moment is None else moment_text(moment) for name, moment in now.items()}
    refuse_other_words(form, told)


def refuse_other_words(form: forms.BaseForm, now: Mapping[str, object]) -> None:
    """Refuse what was changed in a form, and meanwhile elsewhere. now: what stands there, by field, as people read it.

    Sent once more it is taken.
    """
    for name in changed_in_both(form, [name for name in now if name in form.fields]):
        message = _("This was changed meanwhile; it is now: %(now)s. Save once more if what stands here is meant.")
        form.add_error(name, message % {"now": now[name]})


class Reopens(forms.BooleanField):
    """Whether a phase that is over, and whose scores everybody knows, may be open again."""

    def __init__(self) -> None:
        super().__init__(label=_("People may submit in it again, though everybody knows its scores"), required=False)


class EndsEarly(forms.BooleanField):
    """Whether an end is meant that is past, or before submissions that are there; or scores that come before an end."""

    def __init__(self) -> None:
        super().__init__(label=_("This is meant"), required=False)


_MOMENTS = ("opens", "closes", "disclosed_from", "items_from")


class PhaseForm(forms.ModelForm):  # type: ignore[type-arg]
    """A phase: when it is, and what it shows. is_divided: whether tests have private parts, by which it may decide."""

    opens = Moment(_("Opens"), _("Empty: it is open from the start."))
    closes = Moment(_("Closes"), _("Empty: it has no end."))
    digits = forms.IntegerField(label=_("Digits of rounded scores"), min_value=0, max_value=6, initial=2)
    disclosed_from = Moment(_("All scores are shown from"), _("Empty: never, if scores are hidden or rounded."))
    items_from = Moment(_("Lines are shown from"), _("Empty: at once."))
    reopens = Reopens()
    ends_early = EndsEarly()

    class Meta:
        model = Phase
        field_classes: ClassVar = {"name": PlainField}
        fields = (
            "name", "opens", "closes", "disclosure", "digits", "disclosed_from", "shows_private", "items", "items_from",
        )  # fmt: skip
        labels: ClassVar = {
            "name": _("Name"),
            "disclosure": _("What people see of scores on hidden tests"),
            "shows_private": _("When it ends, private parts of tests decide, and their scores are shown"),
            "items": _("What submitters see of lines of hidden tests"),
        }
        help_texts: ClassVar = {
            "shows_private": _("They too are rounded or hidden until the moment from which all scores are shown.")
        }

    def __init__(self, *args: Any, is_divided: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        if self.instance.pk is not None:
            remember_shown(self)
            self.initial.update({name: to_the_minute(getattr(self.instance, name)) for name in _MOMENTS})
        if known_since(self.instance, timezone.now()) is None:
            del self.fields["reopens"]
        self._is_divided = is_divided
        if not self.is_bound:
            del self.fields["ends_early"]
        if not is_divided:
            decides = self.fields["shows_private"]
            decides.label = _("It decides: phases after it that do not decide take no ranks from it")
            decides.help_text = ""
        if self.instance.pk is None:
            self._begin_after_others()
            self._keep_final_board()
        self.fields["digits"].widget.attrs["data-fits"] = "disclosure=rounded"
        if self.instance.challenge.ladder == Ladder.OFF:
            self.fields["disclosed_from"].widget.attrs["data-fits"] = "disclosure=rounded|hidden"
        elif self.instance.challenge.ladder == Ladder.LINES:
            levels = {**dict(Disclosure.choices), Disclosure.FULL.value: _("scores in steps")}
            self.fields["disclosure"].choices = list(levels.items())  # type: ignore[attr-defined]
            self.fields["disclosed_from"].help_text = (
                _(
                    "Until then scores on hidden tests are told in steps, or not at all, also when the phase is over; "
                    "those on private parts that decide are told when it ends. Empty: for good."
                )
                if is_divided
                else _(
                    "Until then scores on hidden tests are told in steps, or not at all, also when the phase is over. "
                    "Empty: for good."
                )
            )
        self.fields["items_from"].widget.attrs["data-fits"] = "items=aggregates|own-output|items"

    def _begin_after_others(self) -> None:
        """Let a new phase open when all others are over, where each of them has an end."""
        ends = [first_opening(one) for one in self.instance.challenge.phases.all()]
        self.initial["opens"] = None if None in ends else max(filter(None, ends), default=None)

    def _keep_final_board(self) -> None:
        """Let a new phase take the place of one that decided only where that is meant."""
        now = timezone.now()
        decided = deciding_phase(self.instance.challenge, now)
        if decided is None or not is_over(decided, now):
            return
        self.initial["shows_private"] = False
        field = self.fields["shows_private"]
        warning = _("If this is ticked, the final board of “%(phase)s” is no longer shown once the new phase begins.")
        field.help_text = f"{field.help_text} {escape(warning % {'phase': decided.name})}".strip()

    def clean(self) -> dict[str, Any]:
        """Ask where the end comes before submissions that are there, or is past; or scores come, and no end."""
        values = super().clean() or {}
        if self.instance.pk is not None:
            refuse_changed_in_both(self, {name: getattr(self.instance, name) for name in _MOMENTS})
            stored = {name: getattr(self.instance, name) for name in self.Meta.fields}
            values.update(changed_here(self, {**values, **stored}))
        shows_private = self._is_divided and bool(values.get("shows_private"))
        asked = early_end(self.instance, values.get("closes"), shows_private=shows_private)
        if {"closes", "disclosure", "disclosed_from"} & set(self.changed_data):
            asked = asked or early_scores(
                disclosure=values.get("disclosure", ""),
                closes=values.get("closes"),
                disclosed_from=values.get("disclosed_from"),
            )
        if asked and not values.get("ends_early"):
            self.add_error(None, asked)
        elif not asked:
            del self.fields["ends_early"]
        return values

    def validate_unique(self) -> None:
        """Leave it to the service, which knows the challenge."""
