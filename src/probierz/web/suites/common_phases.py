"""Phases that all tasks of a suite have by one name: when they are, and from when their scores are shown, set at once.

Only who runs every task may look after them so, and what one task refuses is changed in none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.challenges.early_ends import what_end_brings
from probierz.web.challenges.forms import to_the_minute
from probierz.web.challenges.models import Challenge, Disclosure, Ladder, Phase
from probierz.web.challenges.phases import is_over, open_phase
from probierz.web.challenges.private_parts import PrivateParts, private_parts_of_all
from probierz.web.challenges.services import change_phase, close_phase
from probierz.web.submissions.final_selection import is_divided
from probierz.web.suites.models import PlatformSuite

MOMENTS = ("opens", "closes", "disclosed_from")


@dataclass(frozen=True)
class CommonPhase:
    """The phases of one name. of_tasks: that of each task, by its name in the suite."""

    name: str
    of_tasks: Mapping[str, Phase]
    now: datetime

    @property
    def number(self) -> int:
        """That of the first task's phase."""
        return next(iter(self.of_tasks.values())).pk

    @property
    def moments(self) -> dict[str, datetime | None]:
        """What the tasks agree on, to the minute, as people type it."""
        return {name: to_the_minute(self._values(name).pop()) for name in MOMENTS if name not in self.differing}

    @property
    def differing(self) -> list[str]:
        """The moments that are not the same in all tasks."""
        return [name for name in MOMENTS if len(self._values(name)) > 1]

    @property
    def opens(self) -> datetime | None:
        """When it opens; None where tasks differ, too."""
        return self.moments.get("opens")

    @property
    def closes(self) -> datetime | None:
        """When it closes; None where tasks differ, too."""
        return self.moments.get("closes")

    @property
    def is_open(self) -> bool:
        """Whether it is the open phase of every task."""
        return len(self.open_in) == len(self.of_tasks)

    @property
    def open_in(self) -> dict[str, Phase]:
        """The phases of the tasks in which it is the open one."""
        return {task: one for task, one in self.of_tasks.items() if open_phase(one.challenge, self.now) == one}

    @property
    def can_hide(self) -> bool:
        """Whether some task does not show all scores in it at once."""
        return any(one.disclosure != Disclosure.FULL for one in self.of_tasks.values())

    @property
    def hides_all(self) -> bool:
        """Whether no scores are seen now, in some task; otherwise what is not shown is rounded."""
        return any(one.disclosure == Disclosure.HIDDEN for one in self.hiding.values())

    @property
    def hides(self) -> bool:
        """Whether people other than organisers see not all scores now, in some task."""
        return bool(self.hiding)

    @property
    def may_show_now(self) -> bool:
        """Whether something is not shown now, and no task waits for the end of the phase before it is."""
        return self.hides and all(one.closes is None or is_over(one, self.now) for one in self.hiding.values())

    @property
    def shown_from(self) -> datetime | None:
        """When the last of what is not shown now will be; None where some of it never is."""
        moments = [one.disclosed_from for one in self.hiding.values()]
        return max(filter(None, moments), default=None) if all(moments) else None

    @property
    def hiding(self) -> dict[str, Phase]:
        """The phases of the tasks in which people other than organisers see not all scores now."""
        kept = {task: one for task, one in self.of_tasks.items() if one.disclosure != Disclosure.FULL}
        return {task: one for task, one in kept.items() if one.disclosed_from is None or one.disclosed_from > self.now}

    @property
    def in_steps(self) -> list[str]:
        """The tasks of which people other than organisers see scores at once, but in steps."""
        at_once = {task: one for task, one in self.of_tasks.items() if one.disclosure == Disclosure.FULL}
        return [
            task
            for task, one in at_once.items()
            if one.challenge.ladder == Ladder.LINES and (one.disclosed_from is None or one.disclosed_from > self.now)
        ]

    @property
    def private_parts(self) -> PrivateParts:
        """What becomes of scores on private parts, where tests are divided."""
        return private_parts_of_all(self.of_tasks.values(), self.now)

    def _values(self, name: str) -> set[datetime | None]:
        return {getattr(one, name) for one in self.of_tasks.values()}


def common_phases(suite: PlatformSuite, now: datetime) -> list[CommonPhase]:
    """Return the phases that every challenge of the suite has, in the order of the first one."""
    of_tasks = {
        task: {phase.name: phase for phase in Phase.objects.filter(challenge=challenge)}
        for task, challenge in _challenges(suite).items()
    }
    first = next(iter(of_tasks.values()), {})
    names = [name for name in first if all(name in phases for phases in of_tasks.values())]
    return [CommonPhase(name, {task: phases[name] for task, phases in of_tasks.items()}, now) for name in names]


def change_in_all_tasks(
    phase: CommonPhase, changes: Mapping[str, datetime | None], *, by: User, reopens: bool = False
) -> None:
    """Set moments of a phase in every task, or in none. Raises Refused with the task that refuses them.

    reopens: as in `change_phase`.
    """

    def change(one: Phase) -> None:
        for name, moment in changes.items():
            setattr(one, name, moment)
        change_phase(one.challenge, one, by=by, reopens=reopens)

    _in_all(phase.of_tasks, change)


def _in_all(of_tasks: Mapping[str, Phase], act: Callable[[Phase], object]) -> None:
    with transaction.atomic():
        for task, stored in of_tasks.items():
            try:
                act(copy(stored))  # after a refusal the page shows what is stored
            except Refused as refusal:
                raise Refused(f"{task}: {refusal.message}", refusal.code) from refusal


def ends_of_tasks(phase: CommonPhase, closes: datetime | None) -> list[str]:
    """Say of each task what a new end brings that is past, or before submissions of the phase; none where it is not."""
    said = {
        task: what_end_brings(one, closes, shows_private=one.shows_private and is_divided(one.challenge))
        for task, one in phase.of_tasks.items()
    }
    return [f"{task}: {brings}" for task, brings in said.items() if brings]


def what_closing_brings(phase: CommonPhase) -> str:
    """Say what closing a phase now brings: once where it is the same in all tasks in which it is open."""
    tasks_of: dict[str, list[str]] = {}
    for task, one in phase.open_in.items():
        brings = what_end_brings(one, phase.now, shows_private=one.shows_private and is_divided(one.challenge))
        tasks_of.setdefault(brings, []).append(task)
    if list(tasks_of.values()) == [list(phase.of_tasks)]:
        return next(iter(tasks_of))
    return " ".join(f"{', '.join(tasks)}: {brings}" for brings, tasks in tasks_of.items())


def close_now(phase: CommonPhase, *, by: User) -> list[str]:
    """End a phase now in each task in which it is open; return these tasks. Raises Refused with the task that refuses.

    Where it is over, its end stays.
    """
    still_open = phase.open_in
    if not still_open:
        raise Refused(_("This phase is not open."))
    _in_all(still_open, lambda one: close_phase(one.challenge, one, by=by, now=phase.now))
    return list(still_open)


def show_now(phase: CommonPhase, *, by: User) -> list[str]:
    """Let everybody see all scores of a phase from now on, in each task that keeps some; return these tasks.

    Where they are shown already, the moment since when stays. Raises Refused with the task that refuses it.
    """
    hiding = phase.hiding
    change_in_all_tasks(replace(phase, of_tasks=hiding), {"disclosed_from": phase.now}, by=by)
    return list(hiding)


def _challenges(suite: PlatformSuite) -> dict[str, Challenge]:
    return {one.name: one.challenge for one in suite.tasks.select_related("challenge")}
