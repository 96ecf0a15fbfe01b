"""Texts as they arrive: from files in large pieces, from standard input as soon as something is there."""

from __future__ import annotations

import codecs
import select
import sys
from collections.abc import Iterable, Iterator
from itertools import chain
from time import monotonic
from typing import Any

from probierz.archives.decompressing import open_stream
from probierz.errors import DataError, not_utf8

_PIECE = 2**16
_PATIENCE_SECONDS = 0.2
_LONGEST_WAIT_SECONDS = 0.5  # in all, for what has come since something was given


def pieces_of(path: str) -> Iterator[str | None]:
    """Yield the text of a file piece by piece, as it is, to the byte; `-` is standard input.

    None stands before a piece that is not there yet. Raises DataError, with file and line, for what is not UTF-8 text.
    """
    if path == "-":
        yield from _decoded(_arriving(sys.stdin.buffer), "standard input")
        return
    with open_stream(path) as stream:
        yield from _decoded(iter(lambda: stream.read(_PIECE), b""), path)


def _arriving(stream: Any) -> Iterator[bytes | None]:
    data, waited = b"-", 0.0
    while data:
        begin = monotonic()
        is_ready = _is_ready(stream)
        waited += monotonic() - begin
        if not is_ready or waited >= _LONGEST_WAIT_SECONDS:  # what never pauses is given, too
            yield None
            waited = 0.0
        data = stream.read1(_PIECE)
        yield data


def _decoded(pieces: Iterable[bytes | None], name: str) -> Iterator[str | None]:
    decoder = codecs.getincrementaldecoder("utf-8")()
    line = 1
    for data in chain(pieces, [b""]):
        if data is None:
            yield None
            continue
        try:
            text = decoder.decode(data, final=not data)
        except UnicodeDecodeError as error:
            raise not_utf8(error.object, error.start, name, lines_before=line - 1) from None
        if "\0" in text:
            line += text.count("\n", 0, text.index("\0"))
            raise DataError("a NUL character was found; remove it", path=name, line=line)
        line += text.count("\n")
        yield text


def _is_ready(stream: Any) -> bool:
    """Whether something is there to be read, or nobody can tell."""
    try:
        return bool(select.select([stream], [], [], _PATIENCE_SECONDS)[0])
    except (OSError, ValueError):  # no file of the system, or a pipe of Windows
        return True
