"""What is in a .tar, in any compression."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, cast

from probierz.archives.decompressing import open_stream
from probierz.archives.entries import Member, no_plain_file
from probierz.archives.errors import ArchiveError, damage_told
from probierz.archives.limits import UNLIMITED, ArchiveLimits, Meter
from probierz.archives.names import checked_name
from probierz.archives.stream import Stream

if TYPE_CHECKING:
    from tarfile import TarFile, TarInfo

_PIECE = 2**16


def tar_members(path: Path, limits: ArchiveLimits, meter: Meter, *, skips_links: bool = False) -> Iterator[Member]:
    """Yield what is in a .tar, in any compression. Raises ArchiveError."""
    most = min(limits.total_bytes + limits.entries * 2048, UNLIMITED)
    with open_stream(path, replace(limits, total_bytes=most, file_bytes=UNLIMITED)) as stream:
        tape = _Tape(stream)
        with _opened_tar(tape, path) as archive:
            while info := _next(archive, path):
                name = checked_name(info.name, path)
                if not (info.isdir() or info.isreg()) or info.issparse():
                    if skips_links and not info.issparse():
                        continue
                    raise no_plain_file(path, name)
                yield Member(name, None if info.isdir() else _tar_opener(tape, info, path, meter))
            tape.check_end(path)


@contextmanager
def _opened_tar(tape: _Tape, path: Path) -> Iterator[TarFile]:
    import tarfile

    try:
        with damage_told(path):
            archive = tarfile.open(fileobj=cast("IO[bytes]", tape), mode="r:")  # noqa: SIM115 - closed below
    except ArchiveError as error:
        if not isinstance(error.__cause__, tarfile.ReadError):
            raise
        found = "this is not an archive: neither .zip nor .tar, packed or not"
        raise ArchiveError("broken", found, "pack the files into one .zip or .tar.gz", path=path) from None
    with archive:
        yield archive


def _next(archive: TarFile, path: Path) -> TarInfo | None:
    with damage_told(path):
        info = archive.next()
        archive.members.clear()  # type: ignore[attr-defined]  # the library keeps them all, and their comments
    return info


def _tar_opener(tape: _Tape, info: TarInfo, path: Path, meter: Meter) -> Callable[[], Stream]:
    return lambda: Stream(_TarContent(tape, info), path, meter=meter, name=info.name)


class _Tape:
    """A .tar read as it was meant: from the beginning to the end, and no large piece at once for a header.

    It is a file for a library that believes what headers say. Wherever that would lead backwards, ValueError is raised.
    """

    def __init__(self, stream: Stream) -> None:
        self._stream = stream
        self._position = 0
        self._last_header = b""

    def read(self, size: int = -1) -> bytes:
        """Read a header. Raises ValueError for a long one."""
        if not 0 <= size <= _PIECE:
            raise ValueError("a header of the archive is too long")
        self._last_header = self.content(size)
        return self._last_header

    def content(self, size: int) -> bytes:
        """Read that many bytes, fewer only at the end."""
        data = self._stream.read(size)
        while len(data) < size and (more := self._stream.read(size - len(data))):
            data += more
        self._position += len(data)
        return data

    def seek(self, offset: int, _whence: int = io.SEEK_SET) -> int:
        """Go on to a place. Raises ValueError for one that was passed."""
        if offset < self._position:
            raise ValueError("a header of the archive leads backwards")
        while self._position < offset and self.content(min(_PIECE, offset - self._position)):
            pass
        return self._position

    def tell(self) -> int:
        """Return the place."""
        return self._position

    def check_end(self, path: Path) -> None:
        """Read to the end, where checksums are. Raises ArchiveError if the archive did not end where a .tar ends.

        The library takes a damaged header, and an archive that was cut off behind a file, for the end.
        """
        if self._last_header != bytes(512):
            found, remedy = "the file is damaged or cut off", "fetch it again, or pack it anew"
            raise ArchiveError("broken", found, remedy, path=path, cause="a header is broken, or the end is missing")
        while self.content(_PIECE):
            pass


class _TarContent:
    """The content of a file in a .tar."""

    def __init__(self, tape: _Tape, info: TarInfo) -> None:
        self._tape = tape
        self._at = info.offset_data
        self._left = info.size

    def read(self, size: int, /) -> bytes:
        """Return the next bytes. Raises EOFError if there are none where there should be some."""
        if not self._left:
            return b""
        self._tape.seek(self._at)
        data = self._tape.content(min(size, self._left))
        if not data:
            raise EOFError("the archive ends within a file")
        self._at += len(data)
        self._left -= len(data)
        return data
