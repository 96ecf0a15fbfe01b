"""Standard input that is kept when it is read, so that it can be read again as a file can."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

_MOST_KEPT = 2**26
"""Bytes that are held in memory; of more, nothing is asked that needs them twice."""


class _Kept(io.BytesIO):
    """All of a standard input that has been read to its end."""


class _Begun(io.RawIOBase):
    """A standard input whose beginning has been read, once more from there."""

    def __init__(self, beginning: bytes, rest: TextIO) -> None:
        self._beginning = io.BytesIO(beginning)
        self._rest = rest  # which would close what it reads from if nobody held it

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Put the next bytes into the buffer; return how many, 0 at the end."""
        data = self._beginning.read(len(buffer)) or self._rest.buffer.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


def keep_standard_input() -> None:
    """Read standard input and keep it, if it is not too long; to be read as ever where it is."""
    stream = sys.stdin.buffer
    if isinstance(stream, _Kept):
        return
    beginning = stream.read(_MOST_KEPT + 1)
    is_whole = len(beginning) <= _MOST_KEPT
    kept = _Kept(beginning) if is_whole else io.BufferedReader(_Begun(beginning, sys.stdin))
    sys.stdin = io.TextIOWrapper(kept, sys.stdin.encoding, sys.stdin.errors)


def kept_standard_input() -> io.BufferedReader | None:
    """Return what was kept, from its beginning; None where nothing was."""
    stream = sys.stdin.buffer
    return io.BufferedReader(io.BytesIO(stream.getvalue())) if isinstance(stream, _Kept) else None


def can_be_read_again(path: str | os.PathLike[str]) -> bool:
    """Whether this is a plain file, the null device, or `-` for a standard input that was kept."""
    return (path == "-" or os.path.exists(path)) and not is_read_once(path)


def is_read_once(path: str | os.PathLike[str]) -> bool:
    """Whether this is a pipe, or `-` for a standard input that was not kept; what does not exist is neither."""
    if path == "-":
        return not isinstance(sys.stdin.buffer, _Kept)
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.samefile(path, os.devnull)


def size_of(path: str | os.PathLike[str]) -> int:
    """Return how many bytes there are in what can be read again."""
    stream = sys.stdin.buffer if path == "-" else None  # where the platform scores there may be no standard input
    return len(stream.getvalue()) if isinstance(stream, _Kept) else os.path.getsize(path)
