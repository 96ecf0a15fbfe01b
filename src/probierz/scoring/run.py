"""Many blocks under several schemes, in one process or in several, with the same bits."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from probierz.errors import OptionError, ProbierzError
from probierz.metrics.tallies import Tally, Total
from probierz.schemes.scheme import Scheme
from probierz.scoring.blocks import Block
from probierz.scoring.tally import Plan, TaskResult

__all__ = ["Scored", "run", "score_blocks"]

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


def run(plan: Plan, blocks: Iterable[Block], *, jobs: int = 1, progress: Progress | None = None) -> list[TaskResult]:
    """Return what every task of the plan leaves of all blocks. `jobs` processes give the same bits as one.

    `jobs=0` takes as many processes as there are cores.
    """
    jobs = _processes(jobs)
    total = plan.empty()
    results = map(plan.run, _watched(blocks, progress)) if jobs == 1 else _in_processes(plan, blocks, jobs, progress)
    for partial_results in results:
        for whole, part in zip(total, partial_results, strict=True):
            whole.merge(part)
    return [
        plan.finish_gathered(task, result.gathered) if result.gathered is not None else result
        for task, result in zip(plan.tasks.values(), total, strict=True)
    ]


def _processes(jobs: int) -> int:
    if not isinstance(jobs, int) or jobs < 0:
        raise OptionError(f"jobs={jobs!r} is no number of processes; give a whole number, 0 for as many as cores")
    jobs = jobs or os.cpu_count() or 1
    if jobs > 1:
        import multiprocessing

        if multiprocessing.current_process().daemon:  # such a process may have none of its own; the bits are the same
            return 1
    return jobs


def score_blocks(
    plan: Plan, blocks: Iterable[Block], *, jobs: int = 1, progress: Progress | None = None
) -> list[Scored]:
    """Return the value of every scheme of the plan over all blocks."""
    results = dict(zip(plan.tasks, run(plan, blocks, jobs=jobs, progress=progress), strict=True))
    return [_finished(scheme, results[plan.task_of(scheme).key]) for scheme in plan.schemes]


def _finished(scheme: Scheme, result: TaskResult) -> Scored:
    total = result.accumulator.total()
    value = float(scheme.metric.finish(total))
    return Scored(scheme, value, total, result.lines, result.tallies, result.numbers, result.references)


def _watched(blocks: Iterable[Block], progress: Progress | None) -> Iterator[Block]:
    for block in blocks:
        yield block
        if progress is not None:
            progress(len(block.expected))


# --- processes -------------------------------------------------------------------------------------------------------

_worker_plan: Plan | None = None


def _start_worker(settings: dict[str, Any], plugins: Sequence[str]) -> None:
    global _worker_plan
    import threading

    from probierz.metrics.definition import load_plugin
    from probierz.schemes.scheme import parse_scheme

    threading.Thread(target=_end_with_parent, daemon=True).start()
    for path in plugins:
        load_plugin(path)
    _worker_plan = Plan([parse_scheme(text) for text in settings.pop("schemes")], **settings)


def _end_with_parent() -> None:
    """A parent that was killed cannot stop its workers, and they would wait for it for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _work(block: Block) -> list[TaskResult]:
    assert _worker_plan is not None
    return _worker_plan.run(block)


def _in_processes(
    plan: Plan, blocks: Iterable[Block], jobs: int, progress: Progress | None
) -> Iterator[list[TaskResult]]:
    """Hand blocks to workers, a few ahead, and take the results in the order of the blocks."""
    import multiprocessing
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    from probierz.metrics.definition import loaded_plugins

    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    arguments = (plan.settings(), loaded_plugins())
    with ProcessPoolExecutor(jobs, context, _start_worker, arguments) as pool:
        waiting: deque[Future[list[TaskResult]]] = deque()
        trouble: ProbierzError | None = None
        try:
            try:
                for block in _watched(blocks, progress):
                    waiting.append(pool.submit(_work, block))
                    if len(waiting) > 2 * jobs:
                        yield waiting.popleft().result()
            except ProbierzError as error:
                trouble = error  # an earlier line may be in trouble too, and comes first
            while waiting:
                yield waiting.popleft().result()
            if trouble is not None:
                raise trouble
        except BrokenProcessPool as error:
            raise ProbierzError(
                "a process ended without a result, perhaps because memory ran out; use fewer jobs"
            ) from error
        finally:
            for future in waiting:
                future.cancel()
