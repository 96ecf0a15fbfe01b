"""A progress bar on standard error, for work that takes long."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn, TaskID

PATIENCE_SECONDS = 1.0
"""Nothing is shown for work that is done sooner; rich alone takes a tenth of that to import."""
_PACE_SECONDS = 3600.0
"""How far back it is looked to tell what is left: a step may take minutes."""
LINE_SECONDS = 30.0
"""How often a line says how far it is where no bar can be drawn: in a pipe, a file, the log of a cluster."""


def _can_redraw() -> bool:
    """Whether what stands on a line of standard error can be taken back; not so on a dumb terminal."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class _LateBar:
    """A bar while work takes long, gone when it is done; a line now and then where none can be drawn.

    is_watched: lines come also while nothing is updated, as a step may take long. A thread does it, so that this is not
    for work that starts processes.
    """

    def __init__(self, label: str, *, enabled: bool = True, is_watched: bool = False) -> None:
        self._label = label
        self._enabled = enabled and _can_redraw()
        self._in_lines = enabled and not self._enabled
        self._is_watched = is_watched and self._in_lines
        self._began = self._told = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None
        self._far, self._what = "", label
        self._is_done = threading.Event()

    def __enter__(self) -> Self:
        """Begin."""
        if self._is_watched:
            threading.Thread(target=self._tell_meanwhile, daemon=True).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        self._is_done.set()
        if self._bar is not None:
            self._bar.stop()

    def _columns(self) -> tuple[ProgressColumn, ...]:
        """What stands behind the label and the bar."""
        raise NotImplementedError

    def _update(self, done: int, total: int = 0, label: str = "") -> None:
        """Say how far it is; total 0: nobody knows."""
        self._far, self._what = f"{done:,} of {total:,}" if total else f"{done:,}", label or self._label
        if self._in_lines and time.monotonic() - self._told > LINE_SECONDS:
            self._tell()
        if self._enabled and self._bar is None and time.monotonic() - self._began > PATIENCE_SECONDS:
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, description=label or self._label, completed=done, total=total or None)

    def _tell(self) -> None:
        self._told = time.monotonic()
        seconds = self._told - self._began
        print(f"{self._what}: {self._far or 'at work'} after {seconds:.0f} s", file=sys.stderr, flush=True)

    def _tell_meanwhile(self) -> None:
        while not self._is_done.wait(LINE_SECONDS):
            if time.monotonic() - self._told > LINE_SECONDS / 2:
                self._tell()

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), *self._columns())
        console = Console(stderr=True)
        self._bar = Progress(*columns, console=console, transient=True, speed_estimate_period=_PACE_SECONDS)
        self._task = self._bar.add_task(self._label, total=None)
        self._bar.start()


class LineProgress(_LateBar):
    """Counts scored lines, and shows them.

    with LineProgress("test-A/out.tsv") as progress:
        progress(4096)
    """

    lines = 0

    def __call__(self, lines: int) -> None:
        """Count more lines."""
        self.lines += lines
        self._update(self.lines)

    def _columns(self) -> tuple[ProgressColumn, ...]:
        from rich.progress import TextColumn, TimeElapsedColumn

        return TextColumn("{task.completed:,} lines"), TimeElapsedColumn()


class StepProgress:
    """Says which step of some work is being done, when standard error is a terminal and the work takes long.

    with StepProgress("probierz report") as step:
        step("intervals")
    """

    def __init__(self, label: str, *, enabled: bool = True) -> None:
        self._label = label
        self._step = ""
        self._is_late = False
        self._enabled = enabled and _can_redraw()
        self._timer = threading.Timer(PATIENCE_SECONDS, self._run_late)
        self._timer.daemon = True

    def __enter__(self) -> StepProgress:
        """Begin."""
        if self._enabled:
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the line away."""
        self._timer.cancel()
        if self._is_late:
            self._put("")

    def __call__(self, step: str) -> None:
        """Say what is done now."""
        self._step = step
        if self._is_late:
            self._put(f"{self._label}: {step} …")

    def _run_late(self) -> None:
        self._is_late = True
        self(self._step)

    @staticmethod
    def _put(text: str) -> None:
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


class WorkProgress(_LateBar):
    """Shows how far a piece of work is: what is done, how many steps of it, of how many.

    with WorkProgress("punctuation/crf") as progress:
        progress("epoch 1", 128, 800)
    """

    def __call__(self, what: str, done: int, total: int) -> None:
        """Say how far it is; total 0: nobody knows."""
        self._update(done, total, f"{self._label}: {what}")

    def _columns(self) -> tuple[ProgressColumn, ...]:
        from rich.progress import MofNCompleteColumn, TimeRemainingColumn

        return MofNCompleteColumn(), TimeRemainingColumn()


class ByteProgress(_LateBar):
    """Shows how many bytes of a download have come.

    with ByteProgress("poleval-2021/ocr") as progress:
        progress(4096, 10_000)
    """

    def __call__(self, done: int, total: int) -> None:
        """Say how many bytes are there, and how many there will be (0: not known)."""
        self._update(done, total)

    def _columns(self) -> tuple[ProgressColumn, ...]:
        from rich.progress import DownloadColumn, TimeRemainingColumn

        return DownloadColumn(), TimeRemainingColumn()
