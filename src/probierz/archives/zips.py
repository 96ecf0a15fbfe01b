"""What is in a .zip."""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

from probierz.archives.entries import Member, no_plain_file, told_once, too_many
from probierz.archives.errors import ArchiveError, damage_told
from probierz.archives.limits import ArchiveLimits, Meter
from probierz.archives.names import checked_name
from probierz.archives.stream import Stream, open_file

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

START = b"PK\x03\x04"
_START_OF_EMPTY = b"PK\x05\x06"


def is_zip(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins as a .zip does. Raises ChallengeError."""
    with open_file(path) as file:
        return file.read(4) in (START, _START_OF_EMPTY)


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
    return archive, told_once(_zip_entries(archive, path, meter, skips_links), path, limits)


def _zip_entries(archive: ZipFile, path: str | os.PathLike[str], meter: Meter, skips_links: bool) -> Iterator[Member]:
    for info in archive.infolist():
        if info.flag_bits & 0x41:
            raise ArchiveError("encrypted", "the archive is encrypted", "pack it without a password", path=path)
        name = checked_name(_zip_name(info), path)
        if (info.external_attr >> 16) & 0o170000 not in {0, 0o100000, 0o040000}:
            if skips_links:
                continue
            raise no_plain_file(path, name)
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
        raise too_many(path, limits)
    return int(count)
