"""What an organiser looks after in the challenges of a suite: how each stands, in one table."""

from __future__ import annotations

from typing import NamedTuple

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.phases import open_phase
from probierz.web.challenges.services import division_holds
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.queries import SuiteView

__all__ = ["LookedAfter", "looked_after"]


class LookedAfter(NamedTuple):
    """A task as its organisers see it. phase: that is open now. waits: a division begins or ends with a new version."""

    task: str
    challenge: Challenge
    phase: Phase | None
    waits: bool

    @property
    def people(self) -> int:
        """How many run it."""
        return self.challenge.organisers.count()


def looked_after(view: SuiteView, viewer: Viewer) -> list[LookedAfter]:
    """Return the tasks of a suite whose challenges this viewer organises."""
    return [
        LookedAfter(task, challenge, open_phase(challenge, viewer.now), not division_holds(challenge))
        for task, challenge in view.challenges.items()
        if viewer.organises(challenge)
    ]
