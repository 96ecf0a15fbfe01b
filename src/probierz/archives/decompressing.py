"""A single file, decompressed while it is read: .gz, .bz2, .xz, .zst, and a .zip with one file in it."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import IO, Any

from probierz.archives import zips
from probierz.archives.errors import ArchiveError, damage_told
from probierz.archives.limits import UNLIMITED, ArchiveLimits, Meter
from probierz.archives.standard_input import kept_standard_input, size_of
from probierz.archives.stream import Stream, open_file
from probierz.errors import MissingExtra

COMPRESSIONS = (".gz", ".bz2", ".xz", ".zst", ".zip")

_STARTS = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\0", ".zst": b"\x28\xb5\x2f\xfd", ".zip": zips.START}

SINGLE = ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=UNLIMITED, free_bytes=2**30)
"""The limits of a single file, which is read in pieces: only its ratio counts, beyond 1 GiB."""

_MOST_XZ_MEMORY = 2**30
_PIECE = 2**16


def compression_of(start: bytes) -> str:
    """Return what a file that begins with these bytes (six or more) is compressed by: `.gz` and so on, or nothing.

    What a file is, is told by this, whatever its name.
    """
    return next((kind for kind, magic in _STARTS.items() if start.startswith(magic)), "")


def named_compression(name: str) -> str:
    """Return what a file is compressed by as its name says: `.gz` and so on, or nothing."""
    return next((kind for kind in COMPRESSIONS if name.endswith(kind)), "")


def plain_name(name: str) -> str:
    """Return the name of a file without the ending of its compression.

    >>> plain_name("cats/out.tsv.gz")
    'cats/out.tsv'
    """
    return name.removesuffix(named_compression(name))


def named_ending(name: str) -> str:
    """Return the ending of a file's name in small letters, that of its compression left out.

    >>> named_ending("cats/OUT.TSV.gz")
    '.tsv'
    """
    return os.path.splitext(plain_name(name))[1].lower()


def refuse_misnamed(named: str, found: str, *, path: str | os.PathLike[str] | None = None) -> None:
    """Raise ArchiveError for a file that is something else than its name says.

    Whoever reads by the name would take it for text or fail, so an output for others has to be what it is called.
    named, found: what it is compressed by, as the name says and in fact; path: for the message.
    """
    if named == found:
        return
    if not named:
        message = f"the name of a file says nothing of compression, but it is a {found} file"
        raise ArchiveError("broken", message, f"put {found} at the end of its name", path=path)
    if not found:
        message = f"the name of a file ends in {named}, but it is none"
        raise ArchiveError("broken", message, f"take {named} off its name", path=path)
    message = f"the name of a file ends in {named}, but it is a {found} file"
    raise ArchiveError("broken", message, f"put {found} in place of {named}", path=path)


def open_stream(path: str | os.PathLike[str], limits: ArchiveLimits = SINGLE) -> Stream:
    """Open a file for reading, decompressed if it is compressed; `-` is standard input, a .zip only where it was kept.

    Raises ChallengeError when it cannot be opened, ArchiveError when it is damaged or no archive of a single file.
    """
    path = os.fspath(path)
    kept = kept_standard_input() if path == "-" else None
    if path == "-" and kept is None:
        return _standard_input(limits)
    file = kept or open_file(path)
    try:
        with damage_told(path):
            compression = compression_of(file.peek(6)[:6])
            size = size_of(path) if kept else os.fstat(file.fileno()).st_size
        if compression == ".zip":
            return _only_member(file, path, limits)
        if not compression:
            return Stream(file, path, file, meter=Meter(path, size, replace(limits, free_bytes=UNLIMITED)))
        return _decompressed(file, compression, Meter(path, size, limits), path, file)
    except BaseException:
        file.close()
        raise


def decompressed(file: IO[bytes], compression: str, path: str, meter: Meter) -> Stream:
    """Return what is in a compressed file (but no .zip), to be read. meter: of all that is unpacked together.

    path: for messages. Raises ArchiveError when it is damaged, or what the meter raises.
    """
    return _decompressed(file, compression, meter, path)


def _standard_input(limits: ArchiveLimits) -> Stream:
    """It stays open. A .zip cannot be read as it comes in: its directory is at its end."""
    stream = sys.stdin.buffer
    compression = compression_of(stream.peek(6)[:6]) if isinstance(stream, io.BufferedReader) else ""
    if compression in {"", ".zip"}:
        return Stream(stream, "-")
    return _decompressed(stream, compression, Meter("-", 0, limits), "-")  # its size is not known, so any ratio is too


def _decompressed(file: IO[bytes], compression: str, meter: Meter, path: str, *closing: IO[bytes]) -> Stream:
    with damage_told(path):
        opened = _OPENERS[compression](file, path)
    return Stream(opened, path, opened, *closing, meter=meter, compression=compression, name=os.path.basename(path))


def _open_gzip(file: IO[bytes], _path: str) -> IO[bytes]:
    import gzip

    return io.BufferedReader(gzip.GzipFile(fileobj=file))


def _open_bz2(file: IO[bytes], _path: str) -> IO[bytes]:
    import bz2

    return io.BufferedReader(_Frames(file, bz2.BZ2Decompressor), _PIECE)


def _open_xz(file: IO[bytes], _path: str) -> IO[bytes]:
    import lzma

    frames = _Frames(file, lambda: lzma.LZMADecompressor(memlimit=_MOST_XZ_MEMORY), padding=b"\0\0\0\0")
    return io.BufferedReader(frames, _PIECE)


def _open_zstd(file: IO[bytes], path: str) -> IO[bytes]:
    try:
        import zstandard
    except ImportError:
        raise MissingExtra("zstandard", "zstd", f"{path}: reading .zst") from None
    frames = _Frames(file, lambda: _ZstdFrame(zstandard.ZstdDecompressor().decompressobj()))
    return io.BufferedReader(frames, _PIECE)


_OPENERS: dict[str, Callable[[IO[bytes], str], IO[bytes]]] = {
    ".gz": _open_gzip,
    ".bz2": _open_bz2,
    ".xz": _open_xz,
    ".zst": _open_zstd,
}


class _Frames(io.RawIOBase):
    """The bytes in a file of compressed frames, one after another, all of them.

    The libraries' own readers take a file that was cut off between two frames, or whose second frame begins with a
    damaged byte, for one that ends there.

    new_frame: makes what decompresses one frame. padding: what may stand between frames.
    """

    def __init__(self, file: IO[bytes], new_frame: Callable[[], Any], padding: bytes = b"") -> None:
        self._file = file
        self._new_frame = new_frame
        self._padding = padding
        self._frame: Any = None
        self._packed = b""

    def readable(self) -> bool:
        """It is for reading."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Put the next bytes into the buffer; return how many, 0 at the end. Raises EOFError for a broken end."""
        data = b""
        while not data:
            packed = b""
            if self._frame is None or self._frame.needs_input:
                packed = self._next_packed()
                if not packed:
                    break
            self._frame = self._frame or self._new_frame()
            data = self._frame.decompress(packed, len(buffer))
            if self._frame.eof:
                self._packed, self._frame = self._frame.unused_data, None
        buffer[: len(data)] = data
        return len(data)

    def _next_packed(self) -> bytes:
        packed = self._packed or self._file.read(_PIECE)
        self._packed = b""
        if self._frame is not None and not packed:
            raise EOFError("Compressed file ended before the end of its last frame")
        return self._without_padding(packed) if self._frame is None and self._padding else packed

    def _without_padding(self, packed: bytes) -> bytes:
        while packed:
            if len(packed) < len(self._padding):
                packed += self._file.read(_PIECE)
            if not packed.startswith(self._padding):
                break
            packed = packed[len(self._padding) :] or self._file.read(_PIECE)
        return packed


class _ZstdFrame:
    """A frame that gives no more at once than is asked for, as those of bz2 and lzma do."""

    _MOUTHFUL = 2**10
    """What is inflated at once, as it may become some 30,000 times as long."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self._packed = b""
        self._ready = b""

    @property
    def needs_input(self) -> bool:
        """Whether nothing comes out before more goes in."""
        return not self._packed and not self._ready

    @property
    def eof(self) -> bool:
        """Whether all of it came out."""
        return self._frame.eof and not self._ready

    @property
    def unused_data(self) -> bytes:
        """What follows the frame."""
        return bytes(self._frame.unused_data) + self._packed

    def decompress(self, packed: bytes, most: int) -> bytes:
        """Return the next bytes, at most so many, and perhaps none."""
        self._packed += packed
        if not self._ready:
            self._ready = self._frame.decompress(self._packed[: self._MOUTHFUL])
            self._packed = self._packed[self._MOUTHFUL :]
        data, self._ready = self._ready[:most], self._ready[most:]
        return data


def _only_member(file: IO[bytes], path: str, limits: ArchiveLimits) -> Stream:
    """The one file in a .zip; what systems put into every archive does not count."""
    archive, members = zips.zip_members(file, path, limits)
    try:
        files = [member for member in members if member.is_file]
        if len(files) != 1:
            found = f"the archive holds {len(files)} files"
            raise ArchiveError("many", found, "exactly one is wanted", path=path)
        inner = files[0].open()
    except BaseException:
        archive.close()
        raise
    return Stream(inner, path, inner, archive, file, compression=".zip")
