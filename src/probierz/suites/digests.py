"""Checksums of files, plain or compressed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from probierz.errors import DataError
from probierz.lines import open_binary

__all__ = ["content_sha256", "sha256_of"]

_PIECE = 2**20


def sha256_of(path: str | os.PathLike[str]) -> str:
    """Return the sha256 of a file as it lies there."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def content_sha256(path: str | os.PathLike[str]) -> str:
    """Return the sha256 of what a file holds once it is unpacked. Raises ChallengeError or DataError."""
    digest = hashlib.sha256()
    with _unpacked(os.fspath(path)) as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


@contextmanager
def _unpacked(path: str) -> Iterator[IO[bytes]]:
    import lzma
    import zlib

    opened = open_binary(path)
    try:
        yield opened.stream
    except (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise DataError(f"the file is damaged and cannot be unpacked ({error}); fetch it again", path=path) from error
    finally:
        opened.file.close()
