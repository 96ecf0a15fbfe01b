"""Many blocks under several schemes, in one process or in several, with the same bits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from probierz.metrics.tallies import Tally, Total
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block
from probierz.scoring.tally import GroupTallies, Plan
from probierz.scoring.workers import cut_for, results_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

Progress = Callable[[int], None]
"""Called with the number of lines after each block."""


@dataclass(frozen=True)
class Scored:
    """A scheme's value over some lines, and what it was computed from.

    total: the total of the tallies. lines: how many were scored (after `f<>` and `p<>`).
    tallies, numbers: one tally a line and the number of the line, if they were kept. references: how many a line has,
    if the metric's peer wants to know.
    """

    scheme: Scheme
    value: float
    total: Total
    lines: int
    tallies: Sequence[Tally] | None = None
    numbers: Sequence[int] | None = None
    references: frozenset[int] = frozenset()


def run(
    plan: Plan, blocks: Iterable[Block], *, jobs: int | Executor = 1, progress: Progress | None = None
) -> list[GroupTallies]:
    """Return what every group of the plan leaves of all blocks.

    jobs: a number of processes at most, 0 for as many as there are cores; or an executor. All give the same bits.
    """
    total = plan.empty()
    for partial_results in results_of(plan, cut_for(jobs, _watched(blocks, progress)), jobs):
        for whole, part in zip(total, partial_results, strict=True):
            whole.merge(part)
    return [
        plan.finish_gathered(group, result.gathered) if result.gathered is not None else result
        for group, result in zip(plan.groups.values(), total, strict=True)
    ]


def score_blocks(
    plan: Plan, blocks: Iterable[Block], *, jobs: int | Executor = 1, progress: Progress | None = None
) -> list[Scored]:
    """Return the value of every scheme of the plan over all blocks; see `run`."""
    results = dict(zip(plan.groups, run(plan, blocks, jobs=jobs, progress=progress), strict=True))
    return [_finished(scheme, results[plan.group_of(scheme).key]) for scheme in plan.schemes]


def _finished(scheme: Scheme, result: GroupTallies) -> Scored:
    total = result.accumulator.total()
    value = float(scheme.metric.finish(total))
    return Scored(scheme, value, total, result.lines, result.tallies, result.numbers, result.references)


def _watched(blocks: Iterable[Block], progress: Progress | None) -> Iterator[Block]:
    for block in blocks:
        yield block
        if progress is not None:
            progress(len(block.expected))
