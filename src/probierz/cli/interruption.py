"""Ctrl-C that cannot get lost.

Python raises KeyboardInterrupt wherever it happens to be. In a finaliser, or a function that SQLite calls, nobody can
catch it: it is printed as ignored, or becomes another fault, and the work goes on. So it is kept in mind, and raised
again where it was ignored.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

_AGAIN_SECONDS = 0.02
"""A finaliser takes less."""

_asked = False


def was_interrupted() -> bool:
    """Whether somebody pressed Ctrl-C since the command began."""
    return _asked


@contextmanager
def interruptions_kept_in_mind() -> Iterator[None]:
    """Raise KeyboardInterrupt once more where one is ignored; in the main thread, unless somebody handles Ctrl-C."""
    global _asked
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    try:
        signal.signal(signal.SIGINT, _interrupt)
    except ValueError:  # in another thread, to which Ctrl-C never comes
        yield
        return
    _asked, shown = False, sys.unraisablehook

    def ignored(fault: sys.UnraisableHookArgs) -> None:
        if not issubclass(fault.exc_type, KeyboardInterrupt):
            shown(fault)
        elif not sys.is_finalizing():
            _thread.start_new_thread(_interrupt_again, ())

    sys.unraisablehook = ignored
    try:
        yield
    finally:
        sys.unraisablehook = shown
        if signal.getsignal(signal.SIGINT) is _interrupt:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    global _asked
    _asked = True
    raise KeyboardInterrupt


def _interrupt_again() -> None:
    time.sleep(_AGAIN_SECONDS)
    if signal.getsignal(signal.SIGINT) is _interrupt:  # else the command has ended, and the signal would kill Python
        signal.pthread_kill(
            threading.main_thread().ident or 0, signal.SIGINT
        )  # wakes who sleeps, as interrupt_main does not


def replace_process(program: str, words: list[str]) -> NoReturn:
    """Become another program, which has to let SIGINT in once it can handle it; a Ctrl-C meanwhile waits for it."""
    import os

    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    if _asked:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        raise KeyboardInterrupt
    os.execv(program, words)
