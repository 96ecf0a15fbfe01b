"""KLEJ's leaderboard as printed, with submissions of one's own ranked in it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from probierz.ordering import best_first, shared_ranks
from probierz.suites.klej.results import average
from probierz.suites.published_results import PublishedResult, ranked_kinds
from probierz.suites.suite import Suite

DIGITS = 1
"""Digits behind the point of an average, as KLEJ prints it; what prints alike shares a rank."""


@dataclass(frozen=True)
class Standing:
    """A system with its values by task, times 100.

    rank: from 1; means that print alike share it; 0 for none, as a published baseline. One's own is where it would have
    stood, and moves nobody. mean: of the tasks that are
    ranked; of all nine it is KLEJ's average, for a published system as printed, which is that of unrounded values.
    is_own: not published. kind: of a published system, see `published_results.SubmissionKind`. source: where its
    results are printed, with the year.
    """

    system: str
    values: Mapping[str, float]
    mean: float
    rank: int = 0
    is_own: bool = False
    kind: str = ""
    source: str = ""


def standings(suite: Suite, own: Mapping[str, Mapping[str, float]], tasks: Sequence[str] = ()) -> list[Standing]:
    """Return published and own systems, best mean first.

    own: values times 100 by task, by the system's name. tasks: those that are ranked, by default all of the suite.
    A system without a value for one of them comes last, without a rank; a published baseline stands where its mean
    does, without one too, as on boards of a task.
    """
    tasks = tasks or [task.name for task in suite.tasks]
    published = published_standings(suite)
    if len(tasks) < len(suite.tasks):
        published = [
            replace(_of_tasks(one.system, one.values, tasks), kind=one.kind, source=one.source) for one in published
        ]
    mine = [_of_tasks(system, values, tasks, is_own=True) for system, values in own.items()]
    return _ranked([*published, *mine])


def published_standings(suite: Suite) -> list[Standing]:
    """Return the published systems in the order of the table, not ranked.

    Their means are the averages as printed, of scores that were rounded after averaging: 28.3 where the printed nine
    make 28.28.
    """
    printed: dict[str, list[PublishedResult]] = {}
    averages, values = dict[str, float](), dict[str, dict[str, float]]()
    for one in suite.published:
        if one.metric == "average" and one.is_score:
            printed.setdefault(one.system, []).append(one)
            averages[one.system] = one.number
    for task in suite.tasks:
        for one in task.published:
            if one.is_score and one.metric == task.main_metric:
                printed.setdefault(one.system, []).append(one)
                values.setdefault(one.system, {})[task.name] = one.number
    tasks = [task.name for task in suite.tasks]
    found = [
        replace(_of_tasks(system, values.get(system, {}), tasks), kind=some[0].kind, source=_sources(some))
        for system, some in printed.items()
    ]
    return [replace(one, mean=averages.get(one.system, one.mean)) for one in found]


def _sources(printed: Sequence[PublishedResult]) -> str:
    """Where results are printed, each place once, with its year."""
    places = (f"{one.source}, {one.origin.year}" if one.origin.year else one.source for one in printed)
    return "; ".join(dict.fromkeys(places))


def _of_tasks(system: str, values: Mapping[str, float], tasks: Sequence[str], *, is_own: bool = False) -> Standing:
    chosen = {task: values[task] for task in tasks if task in values}
    mean = average(chosen) if len(chosen) == len(tasks) else math.nan
    return Standing(system, dict(values), mean, is_own=is_own)


def _ranked(found: Sequence[Standing]) -> list[Standing]:
    means = [one.mean for one in found]
    ranked = ranked_kinds(one.kind for one in found if not one.is_own)
    counted = [math.nan if one.is_own or one.kind not in ranked else one.mean for one in found]
    ranks = shared_ranks(counted, "higher", DIGITS)
    for at, one in enumerate(found):
        if one.is_own:  # where it would have stood, alone among them
            ranks[at] = shared_ranks([one.mean, *counted], "higher", DIGITS)[0]
    return [replace(found[at], rank=ranks[at]) for at in best_first(means, "higher")]
