"""How the audit log is shown: what was done in words, and what it was done to by its name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from probierz.web.accounts.audit_details import noted
from probierz.web.accounts.models import AuditEntry

DONE = {
    "account.administrator": gettext_lazy("made an administrator"),
    "account.change": gettext_lazy("changed an account"),
    "account.confirm-email": gettext_lazy("confirmed an e-mail address"),
    "account.deactivate": gettext_lazy("closed an account"),
    "account.no-administrator": gettext_lazy("took administration away"),
    "account.password": gettext_lazy("changed a password"),
    "account.reactivate": gettext_lazy("opened an account again"),
    "account.register": gettext_lazy("made an account"),
    "annotation.archive": gettext_lazy("archived an annotation project"),
    "annotation.challenge": gettext_lazy("made a challenge of records"),
    "annotation.create": gettext_lazy("made an annotation project"),
    "annotation.guidelines": gettext_lazy("changed guidelines of annotation"),
    "annotation.rename": gettext_lazy("gave an annotation project another title"),
    "annotation.member": gettext_lazy("changed who annotates"),
    "annotation.out": gettext_lazy("took records out"),
    "annotation.quotas": gettext_lazy("changed quotas of annotation"),
    "annotation.second": gettext_lazy("changed second answers"),
    "annotation.unarchive": gettext_lazy("took an annotation project out of the archive"),
    "board.remove": gettext_lazy("removed a board"),
    "board.save": gettext_lazy("saved a board"),
    "challenge.add-phase": gettext_lazy("added a phase"),
    "challenge.announce": gettext_lazy("announced something"),
    "challenge.archive": gettext_lazy("archived a challenge"),
    "challenge.cancel-import": gettext_lazy("stopped an import"),
    "challenge.change-phase": gettext_lazy("changed a phase"),
    "challenge.create": gettext_lazy("made a challenge"),
    "challenge.delete": gettext_lazy("deleted a challenge"),
    "challenge.delete-import": gettext_lazy("deleted an import that failed"),
    "challenge.discard-import": gettext_lazy("threw a draft away"),
    "challenge.divide": gettext_lazy("changed the division of a test"),
    "challenge.download": gettext_lazy("downloaded all outputs of a challenge"),
    "challenge.edit-announcement": gettext_lazy("edited an announcement"),
    "challenge.import": gettext_lazy("published a version"),
    "challenge.look-at-import": gettext_lazy("looked at files to import"),
    "challenge.organiser": gettext_lazy("made somebody an organiser"),
    "challenge.publish": gettext_lazy("published a challenge"),
    "challenge.remove-organiser": gettext_lazy("removed an organiser"),
    "challenge.remove-phase": gettext_lazy("removed a phase"),
    "challenge.reporting": gettext_lazy("changed what is told of scores"),
    "challenge.rules": gettext_lazy("changed rules of a challenge"),
    "challenge.set-phases": gettext_lazy("set all phases"),
    "challenge.star": gettext_lazy("changed the star of a challenge"),
    "challenge.tags": gettext_lazy("changed tags of a challenge"),
    "challenge.unarchive": gettext_lazy("took a challenge out of the archive"),
    "challenge.unpublish": gettext_lazy("took a challenge back"),
    "challenge.withdraw-announcement": gettext_lazy("withdrew an announcement"),
    "challenge.words": gettext_lazy("changed title and description"),
    "invitations.block": gettext_lazy("blocked invitations of somebody"),
    "invitations.unblock": gettext_lazy("let somebody invite again"),
    "labelling.create": gettext_lazy("made a round of labelling"),
    "labelling.delete": gettext_lazy("deleted a round of labelling"),
    "labelling.hand-in": gettext_lazy("handed in labels"),
    "labelling.leave": gettext_lazy("left a labelling round"),
    "labelling.let-go": gettext_lazy("let somebody go who labelled"),
    "labelling.let-in": gettext_lazy("let somebody label"),
    "link.account": gettext_lazy("made a link for an account"),
    "link.administrator": gettext_lazy("made a link for an administrator"),
    "link.password": gettext_lazy("made a link for a new password"),
    "link.team": gettext_lazy("invited somebody to a team"),
    "link.withdraw": gettext_lazy("withdrew a link"),
    "link.withdraw-all": gettext_lazy("withdrew all links"),
    "notifications.choose": gettext_lazy("chose notifications"),
    "notifications.stop": gettext_lazy("stopped notifications"),
    "submission.baseline": gettext_lazy("changed what is a baseline"),
    "submission.choose": gettext_lazy("selected a submission"),
    "submission.correct-reference": gettext_lazy("corrected a published result"),
    "submission.delete": gettext_lazy("deleted a submission"),
    "submission.download": gettext_lazy("downloaded the outputs of somebody's submission"),
    "submission.edit": gettext_lazy("changed a description"),
    "submission.hide": gettext_lazy("hid a submission"),
    "submission.judge-tag": gettext_lazy("judged a tag"),
    "submission.open": gettext_lazy("opened a submission"),
    "submission.reference": gettext_lazy("entered a published result"),
    "submission.rescore": gettext_lazy("scored again"),
    "submission.restore": gettext_lazy("showed a submission again"),
    "submission.retry": gettext_lazy("tried a submission again"),
    "submission.unchoose": gettext_lazy("took a selection back"),
    "suite.describe": gettext_lazy("described a suite"),
    "suite.publish": gettext_lazy("published a suite"),
    "suite.unpublish": gettext_lazy("took a suite back"),
    "team.captain": gettext_lazy("changed the captain of a team"),
    "team.create": gettext_lazy("made a team"),
    "team.decline": gettext_lazy("declined an invitation"),
    "team.join": gettext_lazy("joined a team"),
    "team.leave": gettext_lazy("left a team"),
    "team.remove": gettext_lazy("removed somebody from a team"),
    "team.rename": gettext_lazy("renamed a team"),
    "team.withdraw-invitation": gettext_lazy("withdrew an invitation to a team"),
    "token.make": gettext_lazy("made a token"),
    "token.revoke": gettext_lazy("revoked a token"),
    "webhook.make": gettext_lazy("made a webhook"),
    "webhook.off": gettext_lazy("switched a webhook off"),
    "webhook.on": gettext_lazy("switched a webhook on"),
    "webhook.remove": gettext_lazy("removed a webhook"),
    "webhook.secret": gettext_lazy("changed the secret of a webhook"),
    "webhook.test": gettext_lazy("tried a webhook"),
}
"""Actions as they are stored, and what somebody did; one of an earlier version that is not here shows as its name."""


OBJECTS = {
    "annotationproject": pgettext_lazy("audit log", "annotation project"),
    "challenge": pgettext_lazy("audit log", "challenge"),
    "invitation": pgettext_lazy("audit log", "link"),
    "platformsuite": pgettext_lazy("audit log", "suite"),
    "submission": pgettext_lazy("audit log", "submission"),
    "team": pgettext_lazy("audit log", "team"),
    "token": pgettext_lazy("audit log", "token"),
    "user": pgettext_lazy("audit log", "person"),
}


PAGES = {"challenge": ("challenge-versions", "slug"), "submission": ("submission", "pk")}
"""Where things are shown, and by what."""


@dataclass(frozen=True)
class ShownEntry:
    """An entry of the audit log. names: of things, by their kind and number, as far as they are still there."""

    of: AuditEntry
    names: Mapping[tuple[str, str], str]

    @property
    def done(self) -> str:
        """What was done, in the language of the page."""
        return str(DONE.get(self.of.action, self.of.action))

    @property
    def kind(self) -> str:
        """The kind of what it was done to, in the language of the page."""
        return str(OBJECTS.get(self.of.object_type, self.of.object_type))

    @property
    def called(self) -> str:
        """The name of what it was done to, else its number."""
        return self.names.get((self.of.object_type, self.of.object_id), self.of.object_id)

    @property
    def address(self) -> str:
        """Where it is shown; empty for what has no page, or is gone."""
        name, key = PAGES.get(self.of.object_type, ("", ""))
        if not name or (self.of.object_type, self.of.object_id) not in self.names:
            return ""
        return reverse(name, args=[self.called if key == "slug" else self.of.object_id])

    @property
    def noted(self) -> list[tuple[str, str]]:
        """What is noted beside, in pairs of words."""
        told = {name: value for name, value in self.of.details.items() if name != "slug" or value != self.called}
        return noted(told, {number: name for (kind, number), name in self.names.items() if kind == "user"})
