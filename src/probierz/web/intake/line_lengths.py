"""Lines of outputs that are far longer than those of their test: comparing them would keep a worker from all others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.archives.decompressing import open_stream
from probierz.challenges.challenge import Split
from probierz.challenges.problems import Problem

__all__ = ["too_long_line"]

LEAST_BYTES = 20_000
"""A line may always be so long: a ranking of a thousand documents, or probabilities of as many classes."""
TIMES_AS_LONG = 10
_PIECE = 2**20


def too_long_line(file: Path, path: str, split: Split) -> Problem | None:
    """Return what is wrong with an output one of whose lines is too long, in bytes, beside all lines of its open test.

    path: what the output is called. Raises ProbierzError.
    """
    longest = max((length for known in (split.input, split.expected) if known for length in _lengths(known)), default=0)
    most = max(LEAST_BYTES, TIMES_AS_LONG * longest)
    for line, length in enumerate(_lengths(file), 1):
        if length > most:
            message = (
                f"the line has {length} bytes, and the longest one of the test {longest}; at most {most} are compared"
            )
            return Problem(path, line, message, "shorten it, such as where a system repeats itself without end")
    return None


def _lengths(file: Path) -> Iterator[int]:
    """The lengths of lines, in bytes, read in pieces."""
    begun = 0
    with open_stream(file) as stream:
        while piece := stream.read(_PIECE):
            first, *others = piece.split(b"\n")
            begun += len(first)
            for other in others:
                yield begun
                begun = len(other)
    yield begun
