"""Work that is given up when it takes too long, because what comes without it is still of use."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class TooSlow(Exception):
    """The time for this is used up."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TooSlow inside after so much processor time. Only in the main thread of a process."""
    if seconds <= 0:
        raise TooSlow

    def stop(_signal: int, _frame: Any) -> None:
        raise TooSlow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
