"""What a file holds, read piece by piece, whatever it is packed in."""

from __future__ import annotations

import io
import os
from typing import Any, Protocol

from probierz.archives.errors import damage_told
from probierz.archives.limits import Meter
from probierz.errors import ChallengeError

_PIECE = 2**16


class Readable(Protocol):
    """Something that bytes are read from."""

    def read(self, size: int, /) -> bytes:
        """Return the next bytes, at most that many; none at the end."""


class Stream:
    """What a file holds, unpacked while it is read. Whatever goes wrong is an ArchiveError.

    compression: `.gz` and so on, or nothing. name: what it is called in an archive.
    """

    def __init__(
        self,
        source: Readable,
        path: str | os.PathLike[str],
        *closing: Any,
        meter: Meter | None = None,
        compression: str = "",
        name: str = "",
    ) -> None:
        self.compression = compression
        self._source = source
        self._path = path
        self._closing = closing
        self._meter = meter
        self._name = name
        self._count = 0

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most `size`, or all; none at the end."""
        if size < 0:
            return b"".join(iter(lambda: self.read(_PIECE), b""))
        with damage_told(self._path):
            data = self._source.read(size)
        if self._meter is not None:
            self._count += len(data)
            self._meter.add(len(data))
            self._meter.check_file(self._name, self._count)
        return data

    def close(self) -> None:
        """Close what is read from."""
        for one in self._closing:
            one.close()

    def __enter__(self) -> Stream:
        """Use it in a `with` statement."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()


def open_file(path: str | os.PathLike[str]) -> io.BufferedReader:
    """Open a file as it is. Raises ChallengeError when it cannot be opened."""
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ChallengeError(f"{os.fspath(path)}: the file cannot be read: {reason}") from error
