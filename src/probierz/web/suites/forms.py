"""What people type to hand in an archive."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from probierz.web.accounts.models import User
from probierz.web.challenges.forms import EndsEarly, Moment, Reopens, refuse_changed_in_both
from probierz.web.challenges.phases import known_since
from probierz.web.html.forms import remember_shown
from probierz.web.html.plain_text import PlainField
from probierz.web.submissions.forms import TeamField, offer_teams
from probierz.web.submissions.services import Handing
from probierz.web.suites.common_phases import MOMENTS, CommonPhase, ends_of_tasks

__all__ = ["ArchiveForm", "CommonPhaseForm"]


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

    def __init__(self, *args: Any, user: User, tasks: Sequence[str], is_klej: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        files = ", ".join(f"{task}.tsv" for task in tasks)
        self.fields["archive"].help_text = (
            _("A .zip with test_pred_TASK.tsv for each task, with the header target.")
            if is_klej
            else _("A .zip with %(files)s; each is what its challenge takes as out.tsv.") % {"files": files}
        )
        self._user = user
        offer_teams(self, user)

    @property
    def handing(self) -> Handing:
        """Who hands in what beside predictions."""
        data = self.cleaned_data
        return Handing(self._user, data.get("team"), data["description"])


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
        """Ask where the end comes before submissions that are there, or is past."""
        values = super().clean() or {}
        refuse_changed_in_both(self, self._phase.moments)
        asked = ends_of_tasks(self._phase, values.get("closes")) if "closes" in self.changed_data else []
        if asked and not values.get("ends_early"):
            self.add_error(None, " ".join([*asked, gettext("Tick below that this end is meant, or set another one.")]))
        elif not asked:
            del self.fields["ends_early"]
        return values

    @property
    def changes(self) -> dict[str, datetime | None]:
        """The moments that were typed anew; the others stay, also where the tasks differ in them."""
        return {name: self.cleaned_data[name] for name in self.changed_data if name in MOMENTS}
