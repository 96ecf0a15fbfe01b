"""Downloading a file, going on where an earlier attempt broke off."""

from __future__ import annotations

import hashlib
import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import IO

from probierz.errors import ChallengeError
from probierz.whole_files import put_in_place

Progress = Callable[[int, int], None]
"""Is told how many bytes are there, and how many there will be (0: not known)."""

TIMEOUT_SECONDS = 60
ATTEMPTS = 3
PAUSE_SECONDS = 1.0
_PIECE = 2**18
_MOST_BYTES = 64 * 2**30
_NETWORK_FAULTS = (OSError, http.client.HTTPException)


class _BrokenOff(Exception):
    """The connection ended before the file did."""


def download(address: str, path: Path, *, sha256: str = "", progress: Progress | None = None, option: str = "") -> None:
    """Put what is at an address into a file, which is whole or not there; `path` + `.part` holds what has come.

    An attempt that breaks off is repeated, and the next call goes on where the last one ended, if the server can.
    sha256: of the whole file; empty where it is not known. option: the one that takes a file of one's own instead.
    Raises ChallengeError when the address cannot be reached or used, or the checksum differs.
    """
    part = path.with_name(f"{path.name}.part")
    path.parent.mkdir(parents=True, exist_ok=True)
    for attempt in range(1, ATTEMPTS + 1):
        try:
            _go_on(address, part, progress)
            break
        except urllib.error.HTTPError as error:
            error.close()
            if error.code != http.HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
                raise ChallengeError(f"{address}: {_refusal(error)}{_by(option)}") from error
            part.unlink(missing_ok=True)  # what is here is no part of what is there now
        except ValueError as error:
            raise ChallengeError(f"{address}: this is no address of a file: {error}") from error
        except (_BrokenOff, *_NETWORK_FAULTS) as error:
            if attempt == ATTEMPTS:
                raise ChallengeError(f"{address}: {_broken_off(part, error, option)}") from error
            time.sleep(PAUSE_SECONDS * attempt)
    _check(address, part, sha256, option)
    put_in_place(part, path)


def _go_on(address: str, part: Path, progress: Progress | None) -> None:
    begin = part.stat().st_size if part.is_file() else 0
    headers = {"User-Agent": "probierz", **({"Range": f"bytes={begin}-"} if begin else {})}
    request = urllib.request.Request(address, headers=headers)
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        goes_on = begin and answer.status == http.HTTPStatus.PARTIAL_CONTENT
        begin = begin if goes_on else 0
        length = answer.headers.get("Content-Length", "")
        total = begin + int(length) if length.isdigit() else 0
        with open(part, "ab" if goes_on else "wb") as file:
            _copy(answer, file, begin, total, progress)


def _copy(answer: IO[bytes], file: IO[bytes], done: int, total: int, progress: Progress | None) -> None:
    while piece := answer.read(_PIECE):
        file.write(piece)
        done += len(piece)
        if done > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES} bytes")
        if progress is not None:
            progress(done, total)
    if done < total:
        raise _BrokenOff(f"it ended after {done} of {total} bytes")


def _refusal(error: urllib.error.HTTPError) -> str:
    if error.code in (404, 410):
        return (
            f"there is no such file any more (HTTP {error.code}); it may have moved: "
            "give its new address, or a copy of your own"
        )
    return f"the server refuses it: HTTP {error.code} {error.reason}; try later, or give a copy of your own"


def _broken_off(part: Path, error: Exception, option: str) -> str:
    reason = getattr(error, "reason", None) or error
    reason = getattr(reason, "strerror", None) or reason  # without the number
    size = part.stat().st_size if part.is_file() else 0
    if size:
        return f"the download broke off after {size} bytes: {reason}; run the same command again"
    return f"it cannot be reached: {reason}; look at the network, or give a copy of your own{_by(option)}"


def _by(option: str) -> str:
    return f" by {option}" if option else ""


def _check(address: str, part: Path, sha256: str, option: str) -> None:
    if not sha256:
        return
    with open(part, "rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        part.unlink()
        raise ChallengeError(
            f"{address}: the file has the sha256 {found}, and {sha256} is declared; it was damaged on the way or has "
            f"changed: run the command again, or give the declared file{_by(option)}"
        )
