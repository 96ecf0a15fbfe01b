"""A file that came in: what is packed in it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from probierz.archives.decompressing import open_stream, refuse_misnamed
from probierz.archives.limits import UNLIMITED, ArchiveLimits
from probierz.archives.stream import Stream
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import archives_told

_PIECE = 2**16


@contextmanager
def inflated(
    path: Path, compression: str, most_bytes: int = UNLIMITED, budget: Budget | None = None
) -> Iterator[Stream]:
    """Open a file for reading what is packed in it. Raises BrokenArchive if it does not begin as its name says.

    compression: `.gz` and so on, or nothing. most_bytes: that may be read of it; budget: for what
    comes out of it and of others together.
    Raises TooLarge, ArchiveBomb too.
    """
    told = None if budget is None or not compression else budget.spend  # a plain file was paid for as it came
    limits = ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=most_bytes, told=told)
    with archives_told(), open_stream(path, limits) as stream:
        refuse_misnamed(compression, stream.compression)
        yield stream


def measure(path: Path, compression: str, most_bytes: int, budget: Budget | None = None) -> int:
    """Unpack a file once to see that it has a measure, and is of the kind that its name says; return its lines.

    The last line may lack its end. Raises as `inflated`.
    """
    count, last = 0, b"\n"
    with inflated(path, compression, most_bytes, budget) as stream:
        while piece := stream.read(_PIECE):
            count, last = count + piece.count(b"\n"), piece[-1:]
    return count + (last != b"\n")
