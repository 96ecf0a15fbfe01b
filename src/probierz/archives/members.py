"""The files in a .zip or .tar, one after another, every one looked at before it is opened.

Archives in archives are files like any other: nothing opens them.
"""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple, cast

from probierz.archives.errors import ArchiveError, damage_told
from probierz.archives.limits import UNLIMITED, ArchiveLimits, Meter
from probierz.archives.names import checked_name, folded, is_left_out
from probierz.archives.streams import Stream, open_file, open_stream

if TYPE_CHECKING:
    from tarfile import TarFile, TarInfo
    from zipfile import ZipFile, ZipInfo

__all__ = ["Member", "archive_members", "is_zip", "zip_members"]

_PIECE = 2**16
_ZIP_STARTS = (b"PK\x03\x04", b"PK\x05\x06")  # the second is of an empty one


class Member(NamedTuple):
    """An entry of an archive, under its checked name.

    opener: gives its content, once, while it is the current one; None for a folder.
    """

    name: str
    opener: Callable[[], Stream] | None

    @property
    def is_file(self) -> bool:
        """Whether it is a file, and none of those that systems put into every folder."""
        return self.opener is not None and not is_left_out(self.name)

    def open(self) -> Stream:
        """Open it for reading. Raises ArchiveError."""
        assert self.opener is not None, "folders have no content"
        return self.opener()


def is_zip(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as a .zip does. Raises ChallengeError."""
    with open_file(path) as file:
        return file.read(4) in _ZIP_STARTS


def archive_members(path: Path, limits: ArchiveLimits, *, skips_links: bool = False) -> Iterator[Member]:
    """Yield what is in an archive: .zip, or .tar in any compression; told by its first bytes, whatever its name.

    skips_links: leave out links and devices instead of refusing the archive.
    Raises ArchiveError for what is damaged, hostile or too large; ChallengeError for a file that cannot be opened.
    """
    in_zip = is_zip(path)
    size = limits.check_packed(path)
    if not in_zip:
        yield from _told_once(_tar_members(path, limits, Meter(path, size, limits), skips_links), path, limits)
        return
    with open_file(path) as file:
        archive, members = zip_members(file, path, limits, skips_links=skips_links)
        with archive:
            yield from members


def _told_once(members: Iterator[Member], path: str | os.PathLike[str], limits: ArchiveLimits) -> Iterator[Member]:
    """Refuse names that come twice, also as a file and a folder, and too many of them."""
    files: set[str] = set()
    folders: set[str] = set()
    for count, member in enumerate(members, 1):
        if count > limits.entries:
            raise _too_many(path, limits)
        name = folded(member.name)
        parents = {name[:at] for at, character in enumerate(name) if character == "/"}
        folders |= parents if member.opener else parents | {name}
        if member.opener and name in files:
            found = f"the archive holds {member.name[:100]!r} twice"
            raise ArchiveError("name", found, "pack every file once", path=path)
        if member.opener:
            files.add(name)
        if (name in files and name in folders) or not files.isdisjoint(parents):
            found = f"the archive holds {member.name[:100]!r} as a file and as a folder"
            raise ArchiveError("name", found, "pack it anew", path=path)
        yield member


def _too_many(path: str | os.PathLike[str], limits: ArchiveLimits) -> ArchiveError:
    found = f"the archive has more than {limits.entries} entries"
    return ArchiveError("many", found, "leave out what is not needed", path=path)


def _no_plain_file(path: str | os.PathLike[str], name: str) -> ArchiveError:
    found = f"{name[:100]!r} in the archive is a link or a device"
    return ArchiveError("entry", found, "pack the files themselves", path=path)


# --- zip -------------------------------------------------------------------------------------------------------------


def zip_members(
    file: IO[bytes], path: str | os.PathLike[str], limits: ArchiveLimits, *, skips_links: bool = False
) -> tuple[ZipFile, Iterator[Member]]:
    """Open a .zip; return it, for closing, and what is in it. Raises ArchiveError."""
    import zipfile

    with damage_told(path):
        size = file.seek(0, io.SEEK_END)
        count = _checked_count(file, size, path, limits)
        archive = zipfile.ZipFile(file)
    if len(archive.infolist()) != count:  # the length of one is damaged, so that it swallows others
        found = f"the archive has {len(archive.infolist())} entries, and {count} by its end"
        raise ArchiveError("broken", found, "fetch it again, or pack it anew", path=path)
    meter = Meter(path, size, limits)
    return archive, _told_once(_zip_entries(archive, path, meter, skips_links), path, limits)


def _zip_entries(archive: ZipFile, path: str | os.PathLike[str], meter: Meter, skips_links: bool) -> Iterator[Member]:
    for info in archive.infolist():
        if info.flag_bits & 0x41:
            raise ArchiveError("encrypted", "the archive is encrypted", "pack it without a password", path=path)
        name = checked_name(_zip_name(info), path)
        if (info.external_attr >> 16) & 0o170000 not in {0, 0o100000, 0o040000}:
            if skips_links:
                continue
            raise _no_plain_file(path, name)
        yield Member(name, None if info.is_dir() else _zip_opener(archive, info, path, meter))


def _zip_opener(archive: ZipFile, info: ZipInfo, path: str | os.PathLike[str], meter: Meter) -> Callable[[], Stream]:
    def opened() -> Stream:
        with damage_told(path):
            content = archive.open(info)
        return Stream(content, path, content, meter=meter, name=info.filename)

    return opened


def _zip_name(info: ZipInfo) -> str:
    """The name with everything that stands in the archive; old programs write UTF-8 without saying so."""
    name = str(info.orig_filename)
    if info.flag_bits & 0x800:
        return name
    try:
        return name.encode("cp437").decode()
    except UnicodeError:
        return name


_END = struct.Struct("<4s4H2LH")  # magic, two disks, two counts, size and place of the directory, comment
_END_64 = struct.Struct("<4sQ2H2L4Q")  # magic, own size, versions, two disks, two counts, size and place
_LOCATOR_64 = 20  # bytes between the two
_ENTRY_BYTES = 512  # that an entry of the directory may have, on the average


def _checked_count(file: IO[bytes], size: int, path: str | os.PathLike[str], limits: ArchiveLimits) -> int:
    """Return how many entries there are. The library reads their whole list at once, so its size is looked at first."""
    begin = max(0, size - 2**16 - _END.size - _LOCATOR_64 - _END_64.size)
    file.seek(begin)
    tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + _END.size:
        found = "the archive was cut off: its end is missing"
        raise ArchiveError("broken", found, "fetch it again, or pack it anew", path=path)
    _, _, _, _, count, directory_bytes, _, _ = _END.unpack_from(tail, at)
    long = at - _LOCATOR_64 - _END_64.size
    if long >= 0 and tail[long : long + 4] == b"PK\x06\x06":
        _, _, _, _, _, _, _, count, directory_bytes, _ = _END_64.unpack_from(tail, long)
    if count > limits.entries or directory_bytes > limits.entries * _ENTRY_BYTES:
        raise _too_many(path, limits)
    return int(count)


# --- tar -------------------------------------------------------------------------------------------------------------


def _tar_members(path: Path, limits: ArchiveLimits, meter: Meter, skips_links: bool) -> Iterator[Member]:
    most = min(limits.total_bytes + limits.entries * 2048, UNLIMITED)
    with open_stream(path, replace(limits, total_bytes=most, file_bytes=UNLIMITED)) as stream:
        tape = _Tape(stream)
        with _opened_tar(tape, path) as archive:
            while info := _next(archive, path):
                name = checked_name(info.name, path)
                if not (info.isdir() or info.isreg()) or info.issparse():
                    if skips_links and not info.issparse():
                        continue
                    raise _no_plain_file(path, name)
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
        found = "this is no archive: neither .zip nor .tar, packed or not"
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
