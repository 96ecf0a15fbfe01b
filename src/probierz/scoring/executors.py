"""Scoring blocks elsewhere: in processes of our own, or wherever a `concurrent.futures.Executor` has its workers.

A block and an order go there, and what the plan leaves of the block comes back; both are plain data, and what comes
back is taken in the order of the blocks. So one process, several and a cluster give the same bits.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from probierz.errors import OptionError, ProbierzError, nearest
from probierz.scoring.blocks import Block
from probierz.scoring.tally import Plan, TaskResult
from probierz.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

__all__ = ["Connect", "check_workers", "open_executor", "own_processes", "results_in_order", "work"]

Connect = Callable[[str], "AbstractContextManager[Executor]"]
"""What an adapter is: a function from an address to an executor that is closed at the end of a `with` statement.

Packages offer theirs under the entry point group `probierz.executors`, by the name that stands before `://`.
"""

TRIES = 3
"""How often a block is sent out whose worker was lost."""
_AHEAD = 64
"""Blocks that are sent out before the first comes back, where an executor does not say how many workers it has."""


# --- here ------------------------------------------------------------------------------------------------------------


def results_in_order(plan: Plan, blocks: Iterable[Block], executor: Executor) -> Iterator[list[TaskResult]]:
    """Yield what every task of the plan leaves of each block.

    A block whose worker was lost is sent out again. Raises ProbierzError when that does not help, or a line is no use.
    """
    from concurrent.futures.process import BrokenProcessPool

    order = _order(plan)
    most = 2 * (getattr(executor, "_max_workers", 0) or _AHEAD // 2)
    waiting: deque[tuple[Block, Future[Any]]] = deque()
    trouble: ProbierzError | None = None
    try:
        try:
            for block in blocks:
                waiting.append((block, _submitted(executor, order, block)))
                if len(waiting) > most:
                    yield _result(executor, order, *waiting.popleft())
        except ProbierzError as error:
            trouble = error  # an earlier line may be in trouble too, and comes first
        while waiting:
            yield _result(executor, order, *waiting.popleft())
        if trouble is not None:
            raise trouble
    except BrokenProcessPool as error:
        raise ProbierzError(
            "a process ended without a result, perhaps because memory ran out; use fewer jobs"
        ) from error
    finally:
        for _, future in waiting:
            future.cancel()


def _submitted(executor: Executor, order: str, block: Block) -> Future[Any]:
    return executor.submit(work, order, tuple(block))


def _result(executor: Executor, order: str, block: Block, future: Future[Any]) -> list[TaskResult]:
    """What came back for a block. Trouble with its lines comes back too; what is raised here is about the workers."""
    from concurrent.futures.process import BrokenProcessPool

    for _ in range(TRIES):
        try:
            found = future.result()
        except BrokenProcessPool:  # nothing more can be sent to it
            raise
        except Exception as error:
            lost = error
            future = _submitted(executor, order, block)
            continue
        if isinstance(found, Exception):
            raise found
        results: list[TaskResult] = found
        return results
    last = block.first + len(block.expected) - 1
    why = " ".join(f"{type(lost).__name__}: {lost}".split())
    raise ProbierzError(
        f"no worker scored lines {block.first} to {last} in {TRIES} tries ({why}); "
        "see whether the workers live, and have probierz and enough memory"
    ) from lost


# --- there -----------------------------------------------------------------------------------------------------------


def _order(plan: Plan) -> str:
    """What a worker has to know, as text: any version of this package can read it, and refuse it."""
    import json

    from probierz.metrics.definition import loaded_plugins

    return json.dumps({"versions": _versions(), "plugins": loaded_plugins(), "plan": plan.settings()})


def _versions() -> str:
    return f"probierz {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"


def work(order: str, block: tuple[Any, ...]) -> list[TaskResult] | Exception:
    """Score a block where this runs. What goes wrong is returned, so that whatever is raised is about the worker."""
    try:
        return _plan_of(order).run(Block(*block))
    except ProbierzError as error:
        return error
    except Exception as error:
        import traceback

        error.add_note(f"in a worker:\n{traceback.format_exc()}")
        return error


@lru_cache(maxsize=8)
def _plan_of(order: str) -> Plan:
    import json

    from probierz.metrics.definition import load_plugin
    from probierz.schemes.scheme import parse_scheme

    wanted = json.loads(order)
    if wanted["versions"] != _versions():
        raise OptionError(
            f"the workers have {_versions()}, and this is {wanted['versions']}: scores could differ; "
            "install the same on both sides"
        )
    for path in wanted["plugins"]:
        load_plugin(path)
    settings = wanted["plan"]
    return Plan([parse_scheme(text) for text in settings.pop("schemes")], **settings)


# --- executors -------------------------------------------------------------------------------------------------------


def check_workers(workers: Any) -> int | Executor:
    """Return how many processes of our own are meant, at least one, or the executor. Raises OptionError."""
    if callable(getattr(workers, "submit", None)) and not isinstance(workers, type):
        executor: Executor = workers
        return executor
    if not isinstance(workers, int) or workers < 0:
        raise OptionError(
            f"{workers!r} is not a number of processes, and no executor; give a whole number, 0 for one a core, or "
            "an executor of concurrent.futures"
        )
    jobs = workers or os.cpu_count() or 1
    if jobs > 1:
        import multiprocessing

        if multiprocessing.current_process().daemon:  # such a process may have none of its own; the bits are the same
            return 1
    return jobs


@contextmanager
def own_processes(jobs: int) -> Iterator[Executor]:
    """Give an executor of that many processes on this machine, which end when this process does."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    context = multiprocessing.get_context("fork" if "fork" in multiprocessing.get_all_start_methods() else "spawn")
    with ProcessPoolExecutor(jobs, context, _start_process) as pool:
        yield pool


def _start_process() -> None:
    import threading

    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that was killed cannot stop its workers, and they would wait for it for ever."""
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


_ADAPTERS = {"dask": "probierz.scoring.on_dask:connect"}


def open_executor(place: str) -> AbstractContextManager[Executor]:
    """Return an executor for a place such as `dask://scheduler:8786`, to be used in a `with` statement.

    Raises OptionError for a place that no adapter knows or that does not answer, MissingExtra for a missing library.
    """
    from importlib.metadata import entry_points

    name, separator, address = place.partition("://")
    others = {point.name: point for point in entry_points(group="probierz.executors")}
    if not separator or not address or (name not in _ADAPTERS and name not in others):
        known = sorted({*_ADAPTERS, *others})
        close = nearest(name, known)
        hint = f"did you mean {close[0]}://?" if close and separator and address else f"known are {', '.join(known)}"
        raise OptionError(f"{place!r} is no place to work on, such as dask://scheduler:8786; {hint}")
    if name in others:
        connect: Connect = others[name].load()
    else:
        module, _, function = _ADAPTERS[name].partition(":")
        connect = getattr(import_module(module), function)
    return connect(address)
