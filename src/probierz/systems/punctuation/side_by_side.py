"""Work in NumPy on all cores: a piece of work for each, and none of them split.

The library behind NumPy's matrix products splits each product among the cores and waits for all of them. Products of a
recurrent step are too small for that: where other programs run beside, it takes ten times as long as one core would.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any, TypeVar

Piece = TypeVar("Piece")
Result = TypeVar("Result")


def side_by_side(work: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
    """Yield the results of work that NumPy does, in the order of the pieces; as many are in work as there are cores."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    waiting: deque[Future[Result]] = deque()
    with _libraries().limit(limits=1, user_api="blas"), ThreadPoolExecutor(cores) as pool:
        for piece in pieces:
            waiting.append(pool.submit(work, piece))
            if len(waiting) > cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


@lru_cache(maxsize=1)
def _libraries() -> Any:
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
