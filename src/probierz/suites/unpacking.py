"""Unpacking archives of data, without letting them write elsewhere or fill the disk."""

from __future__ import annotations

import lzma
import shutil
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import IO

from probierz.errors import ChallengeError, DataError

__all__ = ["is_archive", "unpack"]

MOST_FILES = 200_000
MOST_BYTES = 32 * 2**30
MOST_INFLATION = 200
_FREE_BYTES = 2**30
_ENDINGS = (".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
_PIECE = 2**20


def is_archive(name: str) -> bool:
    """Whether a file is an archive that can be unpacked, by its name."""
    return name.lower().endswith(_ENDINGS)


def unpack(path: Path, target: Path) -> Path:
    """Unpack an archive into a folder that is not there yet; return the folder of its files.

    Where everything lies in one folder, that is the one returned. Links and devices are left out, and so is what
    Mac OS adds. Raises DataError for an archive that is damaged, leads out of the target, or inflates beyond measure.
    """
    target.mkdir(parents=True)
    budget = _Budget(path)
    try:
        with _damage_explained(path):
            for name, stream in _zip(path) if zipfile.is_zipfile(path) else _tar(path):
                budget.write(stream, _place(path, target, name))
    except BaseException:
        shutil.rmtree(target, ignore_errors=True)
        raise
    inside = list(target.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else target


@contextmanager
def _damage_explained(path: Path) -> Iterator[None]:
    damage = (
        tarfile.TarError,
        zipfile.BadZipFile,
        EOFError,
        lzma.LZMAError,
        zlib.error,
        NotImplementedError,
        RuntimeError,
    )
    try:
        yield
    except damage as error:
        raise DataError(f"the archive is damaged or cut off ({error}); fetch it again", path=path) from error
    except OSError as error:
        if error.errno is None:  # the decompressors' own, not the disk's
            raise DataError(f"the archive is damaged or cut off ({error}); fetch it again", path=path) from error
        raise ChallengeError(f"{path}: the archive cannot be unpacked: {error}") from error


def _zip(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            if not member.is_dir() and not _is_link(member):
                with archive.open(member) as stream:
                    yield member.filename, stream


def _is_link(member: zipfile.ZipInfo) -> bool:
    return (member.external_attr >> 28) == 0o12


def _tar(path: Path) -> Iterator[tuple[str, IO[bytes]]]:
    with tarfile.open(path, mode="r:*") as archive:
        for member in archive:
            stream = archive.extractfile(member) if member.isfile() else None
            if stream is not None:
                with stream:
                    yield member.name, stream


def _place(path: Path, target: Path, name: str) -> Path | None:
    parts = PurePosixPath(name.replace("\\", "/")).parts
    if not parts or parts[0] == "/" or ".." in parts or ":" in parts[0]:
        raise DataError(f"the archive holds a file that leads out of its folder: {name!r}; do not use it", path=path)
    if parts[0] == "__MACOSX" or parts[-1] in (".DS_Store",):
        return None
    return target.joinpath(*parts)


class _Budget:
    """How many files and bytes may still be written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._bytes = min(MOST_BYTES, max(_FREE_BYTES, MOST_INFLATION * path.stat().st_size))
        self._files = MOST_FILES

    def write(self, stream: IO[bytes], place: Path | None) -> None:
        """Write a file. Raises DataError when it is too much."""
        if place is None:
            return
        self._files -= 1
        place.parent.mkdir(parents=True, exist_ok=True)
        with open(place, "wb") as file:
            while piece := stream.read(_PIECE):
                self._bytes -= len(piece)
                if self._bytes < 0 or self._files < 0:
                    raise DataError("the archive holds more than it may, as if made to fill the disk", path=self._path)
                file.write(piece)
