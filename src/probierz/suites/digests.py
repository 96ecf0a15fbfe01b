"""Checksums of files, plain or compressed."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable

from probierz.archives.decompressing import open_stream

_PIECE = 2**20


def sha256_of(path: str | os.PathLike[str]) -> str:
    """Return the sha256 of a file as it lies there."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def content_sha256(path: str | os.PathLike[str]) -> str:
    """Return the sha256 of what a file holds once it is unpacked. Raises ChallengeError or DataError."""
    digest = hashlib.sha256()
    with open_stream(path) as stream:
        while piece := stream.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


def lines_sha256(lines: Iterable[object]) -> str:
    """Return the sha256 of a file with these lines, each with its line end."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
