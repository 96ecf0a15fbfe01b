"""Texts as they arrive: from files in large pieces, from standard input as soon as something is there."""

from __future__ import annotations

import codecs
import select
import sys
from collections.abc import Iterator
from typing import IO, Any

from probierz.errors import DataError
from probierz.lines import LineReader

__all__ = ["pieces_of"]

_PIECE = 2**16
_LINES = 4096
_PATIENCE_SECONDS = 0.2


def pieces_of(path: str) -> Iterator[str | None]:
    """Yield the text of a file piece by piece; `-` is standard input.

    None stands before a piece that is not there yet. Raises DataError, with file and line, for what is not UTF-8 text.
    """
    if path == "-":
        yield from _arriving(sys.stdin.buffer)
        return
    with LineReader(path, is_digested=False) as reader:
        while count := reader.ready(_LINES, _PIECE):
            yield "".join(f"{line}\n" for line in reader.take(count))


def _arriving(stream: IO[bytes]) -> Iterator[str | None]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    source: Any = stream
    line, is_first, data = 1, True, b"-"
    while data:
        if not _is_ready(source):
            yield None
        data = source.read1(_PIECE)
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            line += error.object.count(b"\n", 0, error.start)
            found = f"byte 0x{error.object[error.start]:02X} is not UTF-8; give the text as UTF-8"
            raise DataError(found, path="standard input", line=line) from None
        if "\0" in text:
            line += text.count("\n", 0, text.index("\0"))
            raise DataError("a NUL character was found; remove it", path="standard input", line=line)
        line += text.count("\n")
        yield text.removeprefix("\ufeff") if is_first else text
        is_first = is_first and not text


def _is_ready(stream: Any) -> bool:
    """Whether something is there to be read, or nobody can tell."""
    try:
        return bool(select.select([stream], [], [], _PATIENCE_SECONDS)[0])
    except (OSError, ValueError):  # no file of the system, or a pipe of Windows
        return True
