"""How much may come out of an archive."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass

from probierz.archives.errors import ArchiveError

MIB = 2**20
UNLIMITED = sys.maxsize


@dataclass(frozen=True)
class ArchiveLimits:
    """What an archive may hold.

    packed_bytes: of the archive itself. total_bytes: of all files in it, unpacked. file_bytes: of each of them.
    Up to `free_bytes` any ratio will do, as honest outputs may have the same line a million times; beyond that at
    most `most_ratio` bytes may come out for each packed one.
    told: hears how many bytes came with each piece, also of what is passed over, and ends it by raising something.
    """

    packed_bytes: int = 128 * MIB
    total_bytes: int = 512 * MIB
    entries: int = 2_000
    file_bytes: int = UNLIMITED
    free_bytes: int = 64 * MIB
    most_ratio: int = 200
    told: Callable[[int], object] | None = None

    def check_packed(self, path: str | os.PathLike[str]) -> int:
        """Return the size of an archive. Raises ArchiveError for one that is too large, OSError where there is none."""
        size = os.stat(path).st_size
        if size > self.packed_bytes:
            found = f"the file has more than {_mib(self.packed_bytes)}"
            raise ArchiveError("large", found, "compress it, or leave out what is not needed", path=path)
        return size


DATA = ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=32 * 2**30, entries=200_000, free_bytes=2**30)
"""What an archive of data for a task may hold."""


class Meter:
    """Counts what comes out of an archive, and ends what has no measure."""

    def __init__(self, path: str | os.PathLike[str], packed_bytes: int, limits: ArchiveLimits) -> None:
        self._path = path
        self._packed_bytes = packed_bytes
        self._limits = limits
        self.count = 0

    def add(self, number: int) -> None:
        """Count some more bytes. Raises ArchiveError."""
        self.count += number
        limits = self._limits
        if limits.told is not None:
            limits.told(number)
        if self.count > limits.total_bytes:
            found = f"unpacked, it has more than {_mib(limits.total_bytes)}"
            raise ArchiveError("large", found, "leave out what is not needed", path=self._path)
        if self.count > max(limits.free_bytes, limits.most_ratio * self._packed_bytes):
            found = f"its {self._packed_bytes} bytes inflate to more than {limits.most_ratio} times as many"
            raise ArchiveError("bomb", found, "use it unpacked if it is what it should be", path=self._path)

    def check_file(self, name: str, size: int) -> None:
        """Refuse a file of which that many bytes have come, if these are too many. Raises ArchiveError."""
        if size > self._limits.file_bytes:
            found = f"{name[:100]} has more than {_mib(self._limits.file_bytes)}"
            raise ArchiveError("large", found, "leave out what is not needed", path=self._path)


def _mib(size: int) -> str:
    return f"{size / MIB:.4g} MiB"
