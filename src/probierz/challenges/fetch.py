"""Fetching a file from the web into a temporary one."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import urllib.request
from urllib.parse import urlsplit

from probierz.errors import ChallengeError

__all__ = ["fetch"]

TIMEOUT_SECONDS = 60
_MOST_BYTES = 2 * 2**30
_PIECE = 2**20


def fetch(address: str) -> str:
    """Return the path of a copy of what is at the address, removed when the process ends. Raises ChallengeError."""
    directory = tempfile.mkdtemp(prefix="probierz-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    path = os.path.join(directory, os.path.basename(urlsplit(address).path) or "file")
    try:
        _copy(address, path)
    except (OSError, ValueError) as error:
        raise ChallengeError(f"{address}: it cannot be fetched: {error}") from error
    return path


def _copy(address: str, path: str) -> None:
    size = 0
    with urllib.request.urlopen(address, timeout=TIMEOUT_SECONDS) as source, open(path, "wb") as file:
        while piece := source.read(_PIECE):
            size += len(piece)
            if size > _MOST_BYTES:
                raise ValueError(f"it is larger than {_MOST_BYTES} bytes")
            file.write(piece)
