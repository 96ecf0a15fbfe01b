"""Decompressing with an eye on how much comes out."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from probierz.errors import ProbierzError
from probierz.lines import open_binary
from probierz.web.intake.errors import ArchiveBomb, BrokenArchive, TooLarge

__all__ = ["MAGIC", "Digests", "Meter", "digests", "inflate", "inflating", "reading_errors"]

MIB = 2**20
PIECE = 2**14

MAGIC = {".gz": b"\x1f\x8b", ".bz2": b"BZh", ".xz": b"\xfd7zXZ\0", ".zst": b"\x28\xb5\x2f\xfd", ".zip": b"PK\x03\x04"}
"""How a file of each kind begins."""


@dataclass
class Meter:
    """Counts what comes out of an archive and ends what has no measure.

    packed_bytes: size of the archive. most_bytes: that may come out. Up to `free_bytes` any ratio will do, as honest
    outputs may have the same line a million times; beyond that at most `most_ratio` bytes for each packed one.
    """

    packed_bytes: int
    most_bytes: int
    free_bytes: int = 64 * MIB
    most_ratio: int = 200
    count: int = 0

    def add(self, number: int) -> None:
        """Count some more bytes. Raises TooLarge, ArchiveBomb."""
        self.count += number
        if self.count > self.most_bytes:
            raise TooLarge(
                f"unpacked, the files have more than {self.most_bytes / MIB:.4g} MiB", "submit outputs and nothing else"
            )
        if self.count > max(self.free_bytes, self.most_ratio * self.packed_bytes):
            raise ArchiveBomb(
                f"the {self.packed_bytes} bytes that came inflate to more than {self.most_ratio} times as many",
                "submit the file without compression if it is what it should be",
            )


def reading_errors() -> tuple[type[Exception], ...]:
    """What the libraries raise for broken archives."""
    import lzma
    import tarfile
    import zipfile
    import zlib

    known: list[type[Exception]] = [
        OSError, EOFError, ValueError, ArithmeticError, LookupError, MemoryError, NotImplementedError, RuntimeError,
        lzma.LZMAError, tarfile.TarError, zipfile.BadZipFile, zlib.error,
    ]  # fmt: skip
    try:
        import zstandard
    except ImportError:
        return tuple(known)
    return (*known, zstandard.ZstdError)


@contextmanager
def broken(what: str) -> Iterator[None]:
    """Turn what a library raises for a broken archive into BrokenArchive."""
    try:
        yield
    except ProbierzError:
        raise
    except reading_errors() as error:
        detail = f"{type(error).__name__}: {error}"
        raise BrokenArchive(f"{what} cannot be read to its end", "pack it anew and test it", detail=detail) from None


@contextmanager
def inflating(path: Path, compression: str) -> Iterator[IO[bytes]]:
    """Open a file for reading what is packed in it. Raises BrokenArchive if it does not begin as its name says."""
    with path.open("rb") as file:
        start = file.read(8)
    kinds = [kind for kind, magic in MAGIC.items() if start.startswith(magic)]
    if kinds != ([compression] if compression else []):
        what = f"a {kinds[0]} file" if kinds else "no such file"
        wanted = f"ends in {compression}" if compression else "says nothing of compression"
        raise BrokenArchive(f"the name of a file {wanted}, but it is {what}", "give it the name of what it is")
    opened = open_binary(str(path))
    try:
        yield opened.stream
    finally:
        opened.stream.close()
        opened.file.close()


def inflate(path: Path, compression: str, meter: Meter) -> Iterator[bytes]:
    """Yield what is packed in a file, in small pieces, as long as the meter allows it."""
    with broken("the compressed file"), inflating(path, compression) as stream:
        while piece := stream.read(PIECE):
            meter.add(len(piece))
            yield piece


@dataclass(frozen=True)
class Digests:
    """The digests of a file as it was submitted, compressed or not, in hexadecimal; and its size in bytes."""

    sha1: str
    sha256: str
    size: int


def digests(path: Path) -> Digests:
    """Read a file once and return its digests. SHA-1 is what outputs are cited by, not a protection."""
    sha1, sha256 = hashlib.sha1(usedforsecurity=False), hashlib.sha256()
    with path.open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        while piece := file.read(MIB):
            sha1.update(piece)
            sha256.update(piece)
    return Digests(sha1.hexdigest(), sha256.hexdigest(), size)
