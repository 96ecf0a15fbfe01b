"""A progress bar for downloads, on standard error."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

from probierz.cli.progress import PATIENCE_SECONDS

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ByteProgress"]


class ByteProgress:
    """Shows how many bytes have come, when standard error is a terminal and it takes long.

    with ByteProgress("poleval-2021/ocr") as progress:
        progress(4096, 10_000)
    """

    def __init__(self, label: str, *, enabled: bool = True) -> None:
        self._label = label
        self._enabled = enabled and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._began = time.monotonic()
        self._bar: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ByteProgress:
        """Begin."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the bar away."""
        if self._bar is not None:
            self._bar.stop()

    def __call__(self, done: int, total: int) -> None:
        """Say how many bytes are there, and how many there will be (0: not known)."""
        if self._enabled and self._bar is None and time.monotonic() - self._began > PATIENCE_SECONDS:
            self._show()
        if self._bar is not None and self._task is not None:
            self._bar.update(self._task, completed=done, total=total or None)

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn

        text = TextColumn("{task.description}", markup=False)
        columns = (text, BarColumn(), DownloadColumn(), TimeRemainingColumn())
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task(self._label, total=None)
        self._bar.start()
