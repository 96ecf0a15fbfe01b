"""The standard streams: missing ones replaced, nothing that cannot be encoded, and what to say when writing fails."""

from __future__ import annotations

import errno
import os
import sys

from probierz.errors import FULL_DISK

__all__ = ["forget_output", "replace_missing_streams", "system_fault"]

_WRITING = FULL_DISK | {errno.EIO, errno.EBADF}


def replace_missing_streams() -> None:
    """Where the process was started without a standard stream (`>&-`, some services), take one that leads nowhere.

    Python leaves None there, and a message for a missing standard error would then end up between the scores.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end


def forget_output() -> None:
    """What is still buffered cannot be written, and must not fail once more when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def system_fault(error: OSError) -> str:
    """Return in one sentence what the system refused."""
    reason = error.strerror or str(error)
    if error.filename is None and error.errno in _WRITING:
        return f"the result cannot be written: {reason}; make room and try again"
    if error.filename is not None and error.errno in FULL_DISK:
        return f"{os.fsdecode(error.filename)} cannot be written: {reason}; make room and try again"
    place = f"{os.fsdecode(error.filename)}: " if error.filename is not None else ""
    return f"{place}the system refuses: {reason}"
