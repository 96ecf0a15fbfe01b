"""Working elsewhere: in processes of our own, or wherever a `concurrent.futures.Executor` has its workers.

To be scored, a block and an order go there, and what the plan leaves of the block comes back; to be resampled or
tested, what was scored goes there, and each part of the work. What comes back is taken in the order it was sent. So one
process, several and a cluster give the same bits.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from probierz.errors import OptionError, ProbierzError, nearest
from probierz.scoring.blocks import Block
from probierz.scoring.tally import GroupTallies, Plan
from probierz.version import __version__

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future

Shared = TypeVar("Shared")
Part = TypeVar("Part")
Found = TypeVar("Found")

Connect = Callable[[str], "AbstractContextManager[Executor]"]
"""What an adapter is: a function from an address to an executor that is closed at the end of a `with` statement.

Packages offer theirs under the entry point group `probierz.executors`, by the name that stands before `://`.
"""

TRIES = 3
"""How often a block is sent out whose worker was lost."""
_PARTS = 2
"""Parts for each worker, so that one whose part was quick can take another."""
_WORKERS = 8
"""How many workers are supposed where an executor does not say it."""
_AHEAD = 64
"""Blocks that are sent out before the first comes back, where an executor does not say how many workers it has."""


# --- here ------------------------------------------------------------------------------------------------------------


class _Call(NamedTuple):
    """Something to do there; title: what it is, after "no worker …"."""

    title: str
    function: Callable[..., Any]
    arguments: tuple[Any, ...]

    def sent(self, executor: Executor) -> Future[Any]:
        """Send it."""
        return executor.submit(self.function, *self.arguments)


def results_in_order(plan: Plan, parts: Iterable[Block], executor: Executor) -> Iterator[list[GroupTallies]]:
    """Yield what every group of the plan leaves of each part of the lines.

    A part whose worker was lost is sent out again. Raises ProbierzError when that does not help, or a line is no use.
    """
    order = _order(plan)
    return _in_order((_Call(_lines_of(part), work, (order, tuple(part))) for part in parts), executor)


def _lines_of(block: Block) -> str:
    return f"scored lines {block.first} to {block.first + len(block.expected) - 1}"


def parts_in_order(
    function: Callable[[Shared, Part], Found],
    shared: Shared,
    parts: Sequence[Part],
    executor: Executor | None,
    *,
    title: str,
) -> Iterator[Found]:
    """Yield what a function of a module makes of each part, in their order; here, where there is no executor.

    shared: what it needs for every part, which is pickled once. title: of the whole, for people.
    Raises ProbierzError as `results_in_order` does.
    """
    if executor is None:
        yield from (function(shared, part) for part in parts)
        return
    import pickle

    order, packed = _order(None), pickle.dumps(shared)
    name = f"{function.__module__}:{function.__qualname__}"
    calls = (
        _Call(f"did part {number} of {len(parts)} of {title}", work_part, (order, name, packed, pickle.dumps(part)))
        for number, part in enumerate(parts, 1)
    )
    yield from _in_order(calls, executor)


def divided(count: int, executor: Executor | None, *, step: int = 1) -> list[range]:
    """Divide so many things among the workers, some parts for each; all but the last part are multiples of a step."""
    steps = -(-count // step)
    parts = 1 if executor is None else min(steps, _PARTS * (getattr(executor, "_max_workers", 0) or _WORKERS))
    ends = [min(count, steps * at // max(1, parts) * step) for at in range(parts + 1)]
    return [range(start, end) for start, end in pairwise(ends)]


def _in_order(calls: Iterable[_Call], executor: Executor) -> Iterator[Any]:
    from concurrent.futures.process import BrokenProcessPool

    most = 2 * (getattr(executor, "_max_workers", 0) or _AHEAD // 2)
    waiting: deque[tuple[_Call, Future[Any]]] = deque()
    trouble: ProbierzError | None = None
    try:
        try:
            for call in calls:
                waiting.append((call, call.sent(executor)))
                if len(waiting) > most:
                    yield _result(executor, *waiting.popleft())
        except ProbierzError as error:
            trouble = error  # an earlier line may be in trouble too, and comes first
        while waiting:
            yield _result(executor, *waiting.popleft())
        if trouble is not None:
            raise trouble
    except BrokenProcessPool as error:
        raise ProbierzError(
            "a process ended without a result, perhaps because memory ran out; use fewer jobs"
        ) from error
    finally:
        for _, future in waiting:
            future.cancel()


def _result(executor: Executor, call: _Call, future: Future[Any]) -> Any:
    """What came back. Trouble with lines comes back too; what is raised here is about the workers."""
    from concurrent.futures.process import BrokenProcessPool

    for _ in range(TRIES):
        try:
            found = future.result()
        except BrokenProcessPool:  # nothing more can be sent to it
            raise
        except Exception as error:
            lost = error
            future = call.sent(executor)
            continue
        if isinstance(found, Exception):
            raise found
        return found
    why = " ".join(f"{type(lost).__name__}: {lost}".split())
    raise ProbierzError(
        f"no worker {call.title} in {TRIES} tries ({why}); "
        "see whether the workers live, and have probierz and enough memory"
    ) from lost


# --- there -----------------------------------------------------------------------------------------------------------


def _order(plan: Plan | None) -> str:
    """What a worker has to know, as text: any version of this package can read it, and refuse it."""
    import json

    from probierz.metrics.definition import loaded_plugins

    settings = {} if plan is None else {"plan": plan.settings()}
    return json.dumps({"versions": _versions(), "plugins": loaded_plugins(), **settings})


def _versions() -> str:
    return f"probierz {__version__} on Python {sys.version_info.major}.{sys.version_info.minor}"


def work(order: str, block: tuple[Any, ...]) -> list[GroupTallies] | Exception:
    """Score a block where this runs. What goes wrong is returned, so that whatever is raised is about the worker."""
    return _tried(lambda: _plan_of(order).run(Block(*block)))


def work_part(order: str, name: str, shared: bytes, part: bytes) -> Any:
    """Call a function, by its module and name, with what all parts share and with one of these; see `work`."""
    import pickle

    def done() -> Any:
        _read_order(order)  # before anything is unpickled: plugins have to be there, and versions the same
        module, _, function = name.partition(":")
        return getattr(import_module(module), function)(_unpacked(shared), pickle.loads(part))

    return _tried(done)


def _tried(done: Callable[[], Found]) -> Found | Exception:
    try:
        return done()
    except ProbierzError as error:
        return error
    except Exception as error:
        import traceback

        error.add_note(f"in a worker:\n{traceback.format_exc()}")
        return error


@lru_cache(maxsize=2)
def _unpacked(shared: bytes) -> Any:
    import pickle

    return pickle.loads(shared)


@lru_cache(maxsize=8)
def _plan_of(order: str) -> Plan:
    from probierz.schemes.scheme import parse_scheme

    settings = _read_order(order)["plan"]
    schemes = [parse_scheme(text) for text in settings.pop("schemes")]
    if any(scheme.metric.many is not None for scheme in schemes):
        import numpy  # noqa: F401  # what counts many lines at once waits for it where lines are few: here come more
    return Plan(schemes, **settings)


def _read_order(order: str) -> dict[str, Any]:
    """Read an order and load what it names. Raises OptionError for one of another version."""
    import json

    from probierz.metrics.definition import load_plugin

    wanted: dict[str, Any] = json.loads(order)
    if wanted["versions"] != _versions():
        raise OptionError(
            f"the workers have {_versions()}, and this is {wanted['versions']}: scores could differ; "
            "install the same on both sides"
        )
    for path in wanted["plugins"]:
        load_plugin(path)
    return wanted


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
def opened(workers: Any) -> Iterator[Executor | None]:
    """Give an executor for a number of processes, or the one that it is; None for one process. Raises OptionError."""
    found = check_workers(workers)
    if not isinstance(found, int):
        yield found
    elif found == 1:
        yield None
    else:
        with own_processes(found) as executor:
            yield executor


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
