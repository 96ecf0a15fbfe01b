"""A progress bar on standard error, for work that takes long."""

from __future__ import annotations

import os
import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["LineProgress", "StepProgress", "TaskProgress"]

PATIENCE_SECONDS = 1.0
"""Nothing is shown for work that is done sooner; rich alone takes a tenth of that to import."""


def _can_redraw() -> bool:
    """Whether what stands on a line of standard error can be taken back; not so on a dumb terminal."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


class LineProgress:
    """Counts scored lines; shows them when standard error is a terminal and the work takes long.

    with LineProgress("test-A/out.tsv") as progress:
        progress(4096)
    """

    def __init__(self, label: str, *, enabled: bool = True) -> None:
        self.lines = 0
        self._label = label
        self._enabled = enabled and _can_redraw()
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> LineProgress:
        """Begin counting."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, lines: int) -> None:
        """Count more lines."""
        self.lines += lines
        if self._enabled and self._bar is None and time.monotonic() - self._began > PATIENCE_SECONDS:
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=self.lines)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), TextColumn("{task.completed:,} lines"))
        self._bar = Progress(*columns, TimeElapsedColumn(), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._label, total=None)
        self._bar.start()


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


class TaskProgress:
    """Shows how far a task is: what is done, how many steps of it, of how many; for work that takes long.

    with TaskProgress("punctuation/crf") as progress:
        progress("epoch 1", 128, 800)
    """

    def __init__(self, label: str, *, enabled: bool = True) -> None:
        self._label = label
        self._enabled = enabled and _can_redraw()
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> TaskProgress:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, what: str, done: int, total: int) -> None:
        """Say how far it is; total 0: nobody knows."""
        if self._enabled and self._bar is None and time.monotonic() - self._began > PATIENCE_SECONDS:
            self._show()
        if self._bar is not None and self._task is not None:
            label = f"{self._label}: {what}"
            self._bar.update(self._task, description=label, completed=done, total=total or None)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
        self._bar = Progress(*columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._label, total=None)
        self._bar.start()
