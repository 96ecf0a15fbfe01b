"""A commit as a stream for `git fast-import`: no work tree, no index, and no name of a file is a path on disk."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO

from probierz.web.intake.errors import UnsafeName
from probierz.web.intake.names import checked_name

_UNFIT = re.compile(r"[\x00-\x1f\x7f<>]")


@dataclass(frozen=True)
class Person:
    """Who made a commit, as git shows it; an address that leads nowhere will do."""

    name: str
    email: str

    def __str__(self) -> str:
        """Print `name <email>`, without the characters that git keeps for itself."""
        return f"{_UNFIT.sub('', self.name).strip() or '?'} <{_UNFIT.sub('', self.email).strip()}>"


COMMITTER = Person("Probierz", "platform@localhost")
"""Commits every commit that the platform makes, and is the author of those that nobody handed in."""


def import_stream(
    stream: IO[bytes],
    files: Mapping[str, Path | bytes],
    message: str,
    *,
    reference: str,
    author: Person,
    when: datetime,
    parent: str | None,
) -> None:
    """Write a commit with just these files; files are copied in pieces, so they may be large."""
    seconds = int(when.timestamp())
    text = message.replace("\0", "").strip() + "\n"
    head = [f"commit {reference}", f"author {author} {seconds} +0000", f"committer {COMMITTER} {seconds} +0000"]
    stream.write("\n".join([*head, ""]).encode())
    _write_bytes(stream, text.encode(errors="replace"))
    stream.write(f"from {parent}\ndeleteall\n".encode() if parent else b"deleteall\n")
    for path in sorted(files):
        stream.write(f"M 100644 inline {_quoted(path)}\n".encode())
        _write_content(stream, files[path])
    stream.write(b"\ndone\n")


def _quoted(path: str) -> str:
    """A path in the quotes that git reads: a line end or a quote in it cannot end it. Git itself would take `../x`."""
    if checked_name(path) != path or any(part.lower() == ".git" for part in path.split("/")):
        raise UnsafeName(f"{path[:100]!r} cannot be a file of a commit", "name files by their place in the challenge")
    escaped = path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _write_content(stream: IO[bytes], content: Path | bytes) -> None:
    if isinstance(content, bytes):
        _write_bytes(stream, content)
        return
    with content.open("rb") as file:
        stream.write(f"data {content.stat().st_size}\n".encode())
        shutil.copyfileobj(file, stream)
        stream.write(b"\n")


def _write_bytes(stream: IO[bytes], content: bytes) -> None:
    stream.write(b"data %d\n" % len(content))
    stream.write(content)
    stream.write(b"\n")
