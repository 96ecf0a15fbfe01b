"""Ctrl-C during a training: the step under way is finished, so that its state can be kept. A second stops at once."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

__all__ = ["held_back"]


@contextmanager
def held_back() -> Iterator[Callable[[], bool]]:
    """Hold one Ctrl-C back; what is given says whether there was one. Outside of the main thread nothing is held."""
    was_asked = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield was_asked.is_set
        return

    def ask(_number: int, _frame: FrameType | None) -> None:
        if was_asked.is_set():
            raise KeyboardInterrupt
        was_asked.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield was_asked.is_set
    finally:
        signal.signal(signal.SIGINT, before)
