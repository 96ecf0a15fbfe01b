"""States of a training under way, so that it can be gone on with; and Ctrl-C, held back until one can be kept."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from probierz.errors import SystemFileError
from probierz.systems.libraries import library
from probierz.whole_files import whole_file

_NAME = "state.pt"


def keep_state(folder: Path, fingerprint: str, state: dict[str, Any]) -> None:
    """Write a state that is whole or not there. Raises OSError, as on a full disk: the state before it is kept."""
    with whole_file(folder / _NAME) as file:
        try:
            library("torch").save({"fingerprint": fingerprint, **state}, file)
        except RuntimeError as error:  # of PyTorch's, who finds the file too short after the reason was raised
            if isinstance(error.__context__, OSError):
                raise error.__context__ from None
            raise


def has_state(folder: Path) -> bool:
    """Whether a training has left one there."""
    return (folder / _NAME).exists()


def read_state(folder: Path, fingerprint: str) -> dict[str, Any] | None:
    """Read the state, if there is one. Raises SystemFileError for that of another training, or a broken one."""
    path = folder / _NAME
    if not path.exists():
        return None
    try:
        kept: dict[str, Any] = library("torch").load(path, map_location="cpu", weights_only=True)  # runs no code
        found = kept["fingerprint"]
    except Exception as error:  # PyTorch raises many kinds for a file that is cut off
        raise SystemFileError(f"{path} cannot be read ({type(error).__name__}); delete it to begin anew") from None
    if found != fingerprint:
        raise SystemFileError(
            f"{path} is of a training with other settings or data; name another folder, or delete it to begin anew"
        )
    return kept


@contextmanager
def held_back() -> Iterator[Callable[[], bool]]:
    """Hold one Ctrl-C back, so that the step under way is finished; a second stops at once.

    What is given says whether there was one. Outside of the main thread nothing is held.
    """
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
