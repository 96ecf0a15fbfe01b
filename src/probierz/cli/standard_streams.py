"""The standard streams: missing ones replaced, letters that they lack told, and what to say when writing fails."""

from __future__ import annotations

import codecs
import errno
import os
import sys

from probierz.errors import FULL_DISK

_WRITING = FULL_DISK | {errno.EIO, errno.EBADF}


def replace_missing_streams() -> None:
    """Where the process was started without a standard stream (`>&-`, some services), take one that leads nowhere.

    Python leaves None there, and a message for a missing standard error would then end up between the scores.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 - open until the end


_lost: set[str] = set()
"""Encodings that lacked a letter of what was printed."""


def never_fail_to_print() -> None:
    r"""Where a stream's encoding lacks a sign, print another one; bytes of file names that are no UTF-8 as `\udcff`."""
    _lost.clear()
    codecs.register_error("probierz-replace", _replaced)
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is None:
            continue
        if (stream.encoding or "").lower().replace("-", "") != "utf8":
            reconfigure(errors="probierz-replace")
        elif stream.errors == "strict":
            reconfigure(errors="backslashreplace")


def _replaced(error: UnicodeError) -> tuple[str, int]:
    """What stands for each sign; that some meant something is kept in mind: frames of tables tell nothing."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    if any(_drawn(sign) is None for sign in missing):
        _lost.add(error.encoding)
    return "".join(_drawn(sign) or _WRITTEN.get(sign, "?") for sign in missing), error.end


_DRAWN = {"↑": "^", "↓": "v", "─": "-", "━": "-", "│": "|"}
_WRITTEN = {"∞": "inf", "…": "...", "–": "-", "—": "-", "−": "-", "→": "->", "≤": "<=", "≥": ">=", "×": "x"}


def _drawn(sign: str) -> str | None:
    """What stands for a sign of frames, bars and headings of tables; None for others."""
    return _DRAWN.get(sign) or ("#" if "\u2500" <= sign <= "\u259f" else None)  # box drawing, block elements


def lost_letters() -> str:
    """Say in one sentence that other signs were printed; empty where all are as they should be."""
    names = " and ".join(sorted(_lost))
    return (
        f"letters and signs that {names} lacks were printed as ? or as others; "
        "PYTHONIOENCODING=utf-8 before the command keeps them"
        if names
        else ""
    )


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
