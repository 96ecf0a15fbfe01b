"""What people type to hand in an archive."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from probierz.suites.klej.archive import prediction_file
from probierz.web.accounts.models import User
from probierz.web.challenges.early_ends import early_scores
from probierz.web.challenges.forms import EndsEarly, Moment, Reopens, refuse_changed_in_both
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import known_since
from probierz.web.html.forms import remember_shown
from probierz.web.html.plain_text import PlainField
from probierz.web.submissions.forms import TeamField, offer_teams, phases_told, refuse_gone_phases
from probierz.web.submissions.services import Handing
from probierz.web.suites.common_phases import MOMENTS, CommonPhase, ends_of_tasks


class ArchiveForm(forms.Form):
    """An archive with a file for each task."""

    archive = forms.FileField(label=_("Archive of predictions"))
    description = PlainField(
        label=_("Description"),
        required=False,
        max_length=5000,
        help_text=_("Which system it is. Of archives with one description the newest stands on the board."),
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    team = TeamField()
    partial = forms.BooleanField(label=_("Some tasks are missing, and may be"), required=False)

    def __init__(
        self,
        *args: Any,
        user: User,
        challenges: Iterable[Challenge],
        lines: Mapping[str, int | None],
        is_klej: bool,
        **kwargs: Any,
    ) -> None:
        """lines: those of each task's output; None for a task that is not scored here, whose file may be missing."""
        super().__init__(*args, **kwargs)
        said = (
            gettext("A .zip with these files, each with the header target and so many lines below it: %(files)s.")
            if is_klej
            else gettext("A .zip with these files, each as its challenge takes it as out.tsv: %(files)s.")
        )
        files = [_file_with_lines(prediction_file(task) if is_klej else f"{task}.tsv", lines[task]) for task in lines]
        self.fields["archive"].help_text = escape(said % {"files": ", ".join(files)})
        self._user = user
        self.meant = phases_told(self.data, challenges)
        offer_teams(self, user)

    def clean(self) -> dict[str, Any]:
        """Refuse a form of a phase that there is no more."""
        refuse_gone_phases(self.data, self.meant)
        return super().clean() or {}

    @property
    def of_files(self) -> list[forms.BoundField]:
        """The fields of the archive."""
        return [self["archive"], self["partial"]]

    @property
    def about(self) -> list[forms.BoundField]:
        """The fields that say whose it is, and what."""
        return [self[name] for name in ("description", "team") if name in self.fields]

    @property
    def handing(self) -> Handing:
        """Who hands in what beside predictions."""
        data = self.cleaned_data
        return Handing(self._user, data.get("team"), data["description"], meant=self.meant)


def _file_with_lines(name: str, lines: int | None) -> str:
    if lines is None:
        return gettext("%(name)s (not scored here)") % {"name": name}
    said = ngettext("%(name)s (%(lines)d line)", "%(name)s (%(lines)d lines)", lines)
    return said % {"name": name, "lines": lines}


class CommonPhaseForm(forms.Form):
    """When a phase of all tasks is, and from when its scores are shown."""

    phase = PlainField(widget=forms.HiddenInput)
    opens = Moment(_("Opens"), _("Empty: it is open from the start."))
    closes = Moment(_("Closes"), _("Empty: it has no end."))
    disclosed_from = Moment(_("All scores are shown from"), _("Empty: never, if scores are hidden or rounded."))
    reopens = Reopens()
    ends_early = EndsEarly()

    def __init__(self, data: Any, phase: CommonPhase) -> None:
        self._phase = phase
        super().__init__(data, initial={"phase": phase.name, **phase.moments}, auto_id=f"phase-{phase.number}-%s")
        remember_shown(self)
        self.fields["phase"].show_hidden_initial = False
        if not phase.can_hide:
            del self.fields["disclosed_from"]
        if not any(known_since(one, phase.now) for one in phase.of_tasks.values()):
            del self.fields["reopens"]
        if not self.is_bound:
            del self.fields["ends_early"]

    def clean(self) -> dict[str, Any]:
        """Ask where the end comes before submissions that are there, or is past; or scores come, and no end."""
        values = super().clean() or {}
        refuse_changed_in_both(self, self._phase.moments)
        asked = ends_of_tasks(self._phase, values.get("closes")) if "closes" in self.changed_data else []
        if asked:
            asked = [*asked, gettext("Tick below that this end is meant, or set another one.")]
        elif {"closes", "disclosed_from"} & set(self.changed_data):
            asked = self._early_scores(values)
        if asked and not values.get("ends_early"):
            self.add_error(None, " ".join(asked))
        elif not asked:
            del self.fields["ends_early"]
        return values

    def _early_scores(self, values: Mapping[str, Any]) -> list[str]:
        """What is asked of scores that a task would show while it has no end; the same of each."""
        new = {name: values.get(name) for name in ("closes", "disclosed_from") if name in self.changed_data}
        told = {
            early_scores(
                disclosure=one.disclosure,
                closes=new.get("closes", one.closes),
                disclosed_from=new.get("disclosed_from", one.disclosed_from),
            )
            for one in self._phase.of_tasks.values()
        }
        return sorted(told - {""})

    @property
    def changes(self) -> dict[str, datetime | None]:
        """The moments that were typed anew; the others stay, also where the tasks differ in them."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name in MOMENTS}
