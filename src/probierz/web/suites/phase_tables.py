"""When the tasks of a suite are open, and what is shown meanwhile: as the platform has it, not as it was planned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from probierz.web.challenges.models import Challenge, Disclosure, Ladder, Phase
from probierz.web.challenges.phases import open_phase
from probierz.web.challenges.private_parts import PrivateParts, private_parts
from probierz.web.suites.queries import phases_of
from probierz.web.suites.shapes import SuiteIn, SuitePhaseIn


class ShownPhase(NamedTuple):
    """A phase, what is seen of hidden scores in it (see `Disclosure`), and whether it is open now.

    disclosed_from: from when everybody sees all of them, where they are not shown at once. in_steps: whether those that
    are shown at once are told in steps.
    """

    name: str
    opens: datetime | None
    closes: datetime | None
    disclosure: str
    is_open: bool
    disclosed_from: datetime | None
    private_parts: PrivateParts = PrivateParts.NONE
    in_steps: bool = False


class PhaseTable(NamedTuple):
    """The phases that some tasks have in common. tasks: their names or titles; empty for all tasks."""

    tasks: tuple[str, ...]
    phases: tuple[ShownPhase, ...]

    def titled(self, titles: Mapping[str, str]) -> PhaseTable:
        """Return it with the titles of its tasks, which are known by their names."""
        return self._replace(tasks=tuple(titles[task] for task in self.tasks))

    @property
    def is_closed(self) -> bool:
        """Whether nobody can hand in now."""
        return not any(one.is_open for one in self.phases)


def phase_tables(card: SuiteIn, challenges: Mapping[str, Challenge], now: datetime) -> list[PhaseTable]:
    """Return the phases of a suite's challenges, those of tasks that have the same ones together.

    Of a suite that nobody planned phases for, and whose challenges are open for good, nothing is to say. Where none of
    its challenges is to be seen, the planned phases are all that is known.
    """
    if not challenges:
        return [PhaseTable((), tuple(_shown(one, "") for one in card.phases))] if card.phases else []
    groups: dict[tuple[ShownPhase, ...], list[str]] = {}
    for task, challenge in challenges.items():
        current = None if challenge.archived else open_phase(challenge, now)
        parts = {one.name: private_parts(one, now) for one in Phase.objects.filter(challenge=challenge)}
        in_steps = challenge.ladder == Ladder.LINES
        shown = [_shown(one, current.name if current else "", in_steps=in_steps) for one in phases_of(challenge)]
        phases = tuple(one._replace(private_parts=_told_parts(one, parts[one.name], now)) for one in shown)
        groups.setdefault(phases, []).append(task)
    tables = [PhaseTable(tuple(tasks), phases) for phases, tasks in groups.items()]
    if len(tables) == 1:
        only = tables[0]._replace(tasks=())
        return [only] if card.phases or not _is_plain(only) else []
    return tables


def tables_to_tell(tables: Sequence[PhaseTable]) -> list[PhaseTable]:
    """Return the tables for sentences on when scores are known, which are the same for divided tests and others."""
    groups: dict[tuple[ShownPhase, ...], tuple[str, ...]] = {}
    for table in tables:
        phases = tuple(
            one._replace(
                private_parts=PrivateParts.NONE, is_open=False, in_steps=False,
                disclosed_from=None if one.disclosure == Disclosure.FULL else one.disclosed_from,
            )
            for one in table.phases
        )  # fmt: skip
        groups[phases] = (*groups.get(phases, ()), *table.tasks)
    return [PhaseTable(tasks if len(groups) > 1 else (), phases) for phases, tasks in groups.items()]


def _told_parts(phase: ShownPhase, parts: PrivateParts, now: datetime) -> PrivateParts:
    """What is said of private parts: nothing where a phase hides all scores, or everybody sees all."""
    is_hidden = phase.disclosure == Disclosure.HIDDEN and (phase.disclosed_from is None or phase.disclosed_from > now)
    return PrivateParts.NONE if is_hidden or not parts.are_kept else parts


def _shown(phase: SuitePhaseIn, current: str, *, in_steps: bool = False) -> ShownPhase:
    disclosed_from = phase.disclosed_from if in_steps or phase.disclosure != "full" else None
    is_open = phase.name == current
    return ShownPhase(
        phase.name, phase.opens, phase.closes, phase.disclosure, is_open, disclosed_from, in_steps=in_steps
    )


def _is_plain(table: PhaseTable) -> bool:
    """Whether there is one phase only, without a beginning, an end or a secret."""
    return [(one.opens, one.closes, one.disclosure) for one in table.phases] == [(None, None, "full")]
