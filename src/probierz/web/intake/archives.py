"""Uploads: one output, or an archive of them, unpacked into files with names of our own.

Only outputs of the challenge's tests and `gonito.yaml` are kept. What is merely of no use is left out and told;
what is meant to do harm makes the whole archive be refused.
"""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from probierz.web.intake.errors import (
    BrokenArchive,
    EncryptedArchive,
    NothingToScore,
    TooLarge,
    TooManyFiles,
    UnsafeEntry,
    UnsafeName,
    UploadError,
)
from probierz.web.intake.inflation import PIECE, Meter, broken, inflating
from probierz.web.intake.names import COMPRESSIONS, checked_name, output_name, submitted_name
from probierz.web.intake.trees import folded

__all__ = ["ArchiveLimits", "Upload", "read_upload", "unpack"]

if TYPE_CHECKING:
    from tarfile import TarFile, TarInfo
    from zipfile import ZipInfo

MIB = 2**20


@dataclass(frozen=True)
class ArchiveLimits:
    """What an upload may hold. packed_bytes: of the file that came. total_bytes: of all files in it, unpacked."""

    packed_bytes: int = 128 * MIB
    total_bytes: int = 512 * MIB
    entries: int = 2_000


@dataclass
class Upload:
    """What was taken from an upload.

    files: from `test-A/out.tsv` to where its content lies on disk, under a name of our own.
    left_out: names in an archive that are not submitted.
    """

    files: dict[str, Path] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)


def read_upload(
    path: Path,
    name: str,
    into: Path,
    *,
    tests: Collection[str],
    test: str | None = None,
    limits: ArchiveLimits | None = None,
) -> Upload:
    """Take the outputs out of an uploaded file.

    path: where it lies. name: what the sender calls it; its ending says what it is: an archive (.zip, .tar, .tar.gz,
    .tgz, .tar.bz2, .tar.xz, .tar.zst) or one output (.tsv, .jsonl, also with .gz, .bz2, .xz, .zst).
    into: an empty folder. tests: names of the challenge's tests. test: the one that a single output is for.
    Raises UploadError, TooLarge or TooManyFiles; files in `into` are then of no use.
    """
    limits = limits or ArchiveLimits()
    if path.stat().st_size > limits.packed_bytes:
        raise TooLarge(f"the file has more than {limits.packed_bytes / MIB:.4g} MiB", "compress it, or submit less")
    name = name.replace("\\", "/").rpartition("/")[2]  # some browsers send the whole path
    reader = _archive_reader(name.lower())
    if reader is None:
        return _single(path, name, tests, test)
    upload = _Unpacking(tests, into, Meter(path.stat().st_size, limits.total_bytes), limits.entries)
    with broken("the archive"):
        for entry in reader(path, limits):
            upload.take(entry)
    return upload.finished()


def unpack(path: Path, name: str, into: Path, *, limits: ArchiveLimits | None = None) -> Path:
    """Unpack an archive with all its files, and return the folder they are in.

    into: an empty folder; one folder around everything is what is returned. Git's and Mac OS's own files are left out.
    For people who are trusted with more than outputs, such as organisers. Raises as `read_upload`.
    """
    limits = limits or ArchiveLimits()
    if path.stat().st_size > limits.packed_bytes:
        raise TooLarge(f"the file has more than {limits.packed_bytes / MIB:.4g} MiB", "compress it, or leave data out")
    reader = _archive_reader(name.lower())
    if reader is None:
        raise UploadError("the upload is no archive", "upload .zip or .tar.gz")
    whole = _Whole(into, Meter(path.stat().st_size, limits.total_bytes), limits.entries)
    with broken("the archive"):
        for entry in reader(path, limits):
            whole.take(entry)
    inside = list(into.iterdir())
    is_wrapped = len(inside) == 1 and inside[0].is_dir() and not inside[0].name.startswith(("dev-", "test-"))
    return inside[0] if is_wrapped else into


class _Entry(NamedTuple):
    """An entry of an archive. open: gives its content, None for a folder."""

    name: str
    open: Callable[[], IO[bytes]] | None


_Reader = Callable[[Path, ArchiveLimits], Iterator[_Entry]]

_ENDINGS = ("", ".gz", ".bz2", ".xz", ".zst")


def _archive_reader(name: str) -> _Reader | None:
    """What reads an archive of that name; None for anything else."""
    if name.endswith(".zip"):
        return _zip_entries
    name = name.removesuffix(".tgz") + ".tar.gz" if name.endswith(".tgz") else name
    kind = next((kind for kind in _ENDINGS if name.endswith(f".tar{kind}")), None)
    return None if kind is None else lambda path, limits: _tar_entries(path, kind, limits)


def _single(path: Path, name: str, tests: Collection[str], test: str | None) -> Upload:
    if test is None or test not in tests:
        raise UploadError("it is not said which test the output is for", f"choose one of: {', '.join(sorted(tests))}")
    ending = _ending(name.lower())
    if ending is None:
        raise UploadError("the upload is neither an output nor an archive", "upload .tsv, .jsonl, .zip or .tar.gz")
    own = name if output_name(name) else f"out{ending}"
    with broken("the compressed file"), inflating(path, next((one for one in COMPRESSIONS if own.endswith(one)), "")):
        return Upload({f"{test}/{own}": path})


def _ending(name: str) -> str | None:
    endings = (kind + compression for kind in (".tsv", ".jsonl") for compression in ("", *COMPRESSIONS))
    return next((ending for ending in endings if name.endswith(ending)), None)


class _Unpacking:
    """Takes the entries of an archive one by one."""

    def __init__(self, tests: Collection[str], into: Path, meter: Meter, most_entries: int) -> None:
        self._tests, self._into, self._meter, self._most_entries = tests, into, meter, most_entries
        self._upload = Upload()
        self._seen: set[str] = set()
        self._count = 0

    def take(self, entry: _Entry) -> None:
        """Check an entry's name, and copy it if it is submitted."""
        self._count += 1
        if self._count > self._most_entries:
            raise _too_many(self._most_entries)
        name = checked_name(entry.name)
        if entry.open is None or not name:
            return
        if folded(name) in self._seen:
            raise UnsafeName(f"the archive holds {name[:100]!r} twice", "pack every file once")
        self._seen.add(folded(name))
        kept = submitted_name(name, self._tests)
        if kept is None:
            self._upload.left_out.append(name)
        elif kept in self._upload.files:
            raise UnsafeName(f"the archive holds {kept!r} in two folders", "pack every file once")
        else:
            self._upload.files[kept] = self._copy(entry.open)

    def finished(self) -> Upload:
        """Return what was taken. Raises NothingToScore when there is no output in it."""
        if any("/" in name for name in self._upload.files):
            return self._upload
        wanted = ", ".join(f"{test}/out.tsv" for test in sorted(self._tests)[:3])
        if any(name.lower().endswith((".zip", ".tar", ".tgz", ".tar.gz")) for name in self._upload.left_out):
            raise UnsafeEntry("the archive holds another archive and no output", f"pack the files themselves: {wanted}")
        raise NothingToScore("there is no output in the archive", f"call it {wanted}")

    def _copy(self, opened: Callable[[], IO[bytes]]) -> Path:
        place = self._into / f"{len(self._upload.files):06}"
        _write(opened, place, self._meter)
        return place


class _Whole:
    """Takes every file of an archive."""

    def __init__(self, into: Path, meter: Meter, most_entries: int) -> None:
        self._into, self._meter, self._most_entries = into, meter, most_entries
        self._seen: set[str] = set()
        self._count = 0

    def take(self, entry: _Entry) -> None:
        """Check an entry's name, and write the file."""
        self._count += 1
        if self._count > self._most_entries:
            raise _too_many(self._most_entries)
        name = checked_name(entry.name)
        if entry.open is None or not name or {".git", "__MACOSX"} & set(name.split("/")):
            return
        if folded(name) in self._seen:
            raise UnsafeName(f"the archive holds {name[:100]!r} twice", "pack every file once")
        self._seen.add(folded(name))
        place = self._into / name
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            _write(entry.open, place, self._meter)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            raise UnsafeName(f"the archive holds {name[:100]!r} as a file and as a folder", "pack it anew") from None


def _write(opened: Callable[[], IO[bytes]], place: Path, meter: Meter) -> None:
    with opened() as source, place.open("xb") as file:
        while piece := source.read(PIECE):
            meter.add(len(piece))
            file.write(piece)


def _too_many(entries: int) -> TooManyFiles:
    return TooManyFiles(f"the archive has more than {entries} entries", "pack your outputs and nothing else")


# --- zip -------------------------------------------------------------------------------------------------------------


def _zip_entries(path: Path, limits: ArchiveLimits) -> Iterator[_Entry]:
    import zipfile

    _check_zip_directory(path, limits)
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            _check_zip_member(member)
            is_file = not member.is_dir()
            yield _Entry(_zip_name(member), partial(archive.open, member) if is_file else None)


_ZIP_END = struct.Struct("<4s4H2LH")  # magic, two disks, two counts, size and place of the directory, comment


def _check_zip_directory(path: Path, limits: ArchiveLimits) -> None:
    """The library reads the whole list of entries at once, so its size is looked at first."""
    with path.open("rb") as file:
        if file.read(4) not in {b"PK\x03\x04", b"PK\x05\x06"}:
            raise BrokenArchive("the name of the file ends in .zip, but it is no zip file", "give it its right name")
        size = file.seek(0, io.SEEK_END)
        file.seek(max(0, size - 2**16 - _ZIP_END.size))
        tail = file.read()
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + _ZIP_END.size:
        raise BrokenArchive("the zip file has no end", "upload it again")
    _, _, _, _, count, directory_bytes, _, _ = _ZIP_END.unpack_from(tail, at)
    if count > limits.entries or directory_bytes > limits.entries * 512:  # also 0xFFFF and 0xFFFFFFFF of zip64
        raise _too_many(limits.entries)


def _check_zip_member(member: ZipInfo) -> None:
    flags, mode = member.flag_bits, member.external_attr >> 16
    if flags & 0x41:
        raise EncryptedArchive("the archive is encrypted", "pack it without a password")
    kind = mode & 0o170000
    if kind not in {0, 0o100000, 0o040000}:
        raise UnsafeEntry("the archive holds a link or a device", "pack the files themselves")


def _zip_name(member: ZipInfo) -> str:
    """The name with everything that stands in the archive; old programs write UTF-8 without saying so."""
    name = str(member.orig_filename)
    if member.flag_bits & 0x800:
        return name
    try:
        return name.encode("cp437").decode()
    except UnicodeError:
        return name


# --- tar -------------------------------------------------------------------------------------------------------------


def _tar_entries(path: Path, compression: str, limits: ArchiveLimits) -> Iterator[_Entry]:
    import tarfile
    import tempfile

    with tempfile.TemporaryFile() as plain:
        _inflate_whole(path, compression, plain, limits)
        size = plain.tell()
        plain.seek(0)
        with tarfile.open(fileobj=_Careful(plain, size), mode="r:", errorlevel=2) as archive:
            while (member := archive.next()) is not None:
                if not (member.isdir() or member.isreg()) or member.issparse():
                    raise UnsafeEntry("the archive holds a link or a device", "pack the files themselves")
                is_file = member.isreg()
                yield _Entry(member.name, partial(_content, archive, member) if is_file else None)


def _content(archive: TarFile, member: TarInfo) -> IO[bytes]:
    content = archive.extractfile(member)
    assert content is not None, "plain files have content"
    return content


def _inflate_whole(path: Path, compression: str, plain: IO[bytes], limits: ArchiveLimits) -> None:
    meter = Meter(path.stat().st_size, limits.total_bytes + limits.entries * 2048)
    with inflating(path, compression) as stream:
        while piece := stream.read(PIECE):
            meter.add(len(piece))
            plain.write(piece)


class _Careful(io.RawIOBase):
    """A file for a library that believes what headers say: no large reads at once, no endless going to and fro."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self._file = file
        self._allowance = 4 * size + MIB

    def read(self, size: int = -1) -> bytes:
        """Read at most `PIECE` bytes. Raises ValueError for more, and when all was read several times over."""
        if not 0 <= size <= PIECE:
            raise ValueError("a header of the archive is too long")
        self._allowance -= size
        if self._allowance < 0:
            raise ValueError("the archive leads to and fro")
        return self._file.read(size)

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        """Go to a place in the file."""
        return self._file.seek(offset, whence)

    def tell(self) -> int:
        """Return the place in the file."""
        return self._file.tell()
