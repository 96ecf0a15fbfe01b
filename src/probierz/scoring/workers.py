"""Where blocks are scored: here, by an executor, or by processes of our own where these gain time.

What is sent to a process and back costs time too, and so does starting one. So the first lines are scored here, with
a watch: processes start when some work is done, more is to come, and counting takes much longer than sending.
Sums are exact, so it makes no difference to the bits who scored what.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from typing import TYPE_CHECKING

from probierz.scoring.blocks import Block, parts_of
from probierz.scoring.executors import check_workers, own_processes, results_in_order
from probierz.scoring.tally import GroupTallies, Plan

if TYPE_CHECKING:
    from concurrent.futures import Executor

TRIAL_SECONDS = 0.05
"""Of scoring before processes are thought of: about what it takes to start them."""
TIMES_SENDING = 4
"""How many times longer than packing a part and its result must scoring take: they are packed once, moved, and unpacked
once on each of two ways."""
_FIRST_CHARACTERS = 2**13, 2**14, 2**15
_PART_CHARACTERS = 2**16
"""The first parts are small, so that a trial is short; the others no larger than that no process waits long for another
at the end."""


def cut_for(workers: int | Executor, blocks: Iterable[Block]) -> Iterator[Block]:
    """Cut blocks into parts as they suit one process, several, or an executor. Raises OptionError."""
    found = check_workers(workers)
    if found == 1:
        yield from blocks
    elif isinstance(found, int):
        sizes = chain(_FIRST_CHARACTERS, repeat(_PART_CHARACTERS))
        yield from chain.from_iterable(parts_of(block, sizes) for block in blocks)
    else:
        yield from chain.from_iterable(map(parts_of, blocks))


def results_of(plan: Plan, parts: Iterable[Block], workers: int | Executor) -> Iterator[list[GroupTallies]]:
    """Yield what every group of the plan leaves of each part, in order.

    Raises ProbierzError where a line is no use, or no worker can be had; OptionError.
    """
    found = check_workers(workers)
    if not isinstance(found, int):
        return results_in_order(plan, parts, found)
    return map(plan.run, parts) if found == 1 else _where_it_gains(plan, iter(parts), found)


def _where_it_gains(plan: Plan, parts: Iterator[Block], jobs: int) -> Iterator[list[GroupTallies]]:
    trial = _Trial()
    for part in parts:
        yield trial.run(plan, part)
        if trial.is_over:
            break
    following = next(parts, None)
    if following is None:
        return
    rest = chain([following], parts)
    if not trial.gains:
        yield from map(plan.run, rest)
        return
    with own_processes(jobs) as executor:
        yield from results_in_order(plan, rest, executor)


class _Trial:
    """Scores parts and takes the time, of that and of packing what would be sent."""

    def __init__(self) -> None:
        self._scoring = self._packing = 0.0

    def run(self, plan: Plan, part: Block) -> list[GroupTallies]:
        """Score a part."""
        import pickle
        from time import thread_time

        begin = thread_time()
        found = plan.run(part)
        scored = thread_time()
        pickle.dumps((tuple(part), found), pickle.HIGHEST_PROTOCOL)
        self._scoring += scored - begin
        self._packing += thread_time() - scored
        return found

    @property
    def is_over(self) -> bool:
        """Whether so much was done that it is worth a decision."""
        return max(self._scoring, 2 * TIMES_SENDING * self._packing) >= TRIAL_SECONDS

    @property
    def gains(self) -> bool:
        """Whether processes would gain time."""
        return self._scoring > TIMES_SENDING * self._packing
