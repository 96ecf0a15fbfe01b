"""Personal tokens in what a version of a challenge makes public: whoever reads one may act as its owner."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.archives.decompressing import named_compression, open_stream
from probierz.archives.errors import ArchiveError
from probierz.archives.limits import MIB
from probierz.challenges.problems import Problem
from probierz.suites.checks.hidden_results import Files
from probierz.web.token_shape import has_token, token_line

_REMEDY = "take it out, and revoke that token on the page of your account"


def tokens_in(public: Files) -> list[Problem]:
    """Return an error for each public file that holds a token, or whose name does; packed data are unpacked for it."""
    found = []
    for name, path in sorted(public.items()):
        if has_token(name):
            found.append(Problem("", None, "a personal token stands in the name of a file", _REMEDY))
        elif line := token_line(_pieces(name, path)):
            found.append(
                Problem(name, line, "a personal token stands in this file, which everybody would read", _REMEDY)
            )
    return found


def _pieces(name: str, path: Path) -> Iterator[bytes]:
    """What everybody would read of a file; of one that is broken, what comes before that."""
    if "/" not in name or not named_compression(name):
        with path.open("rb") as file:
            yield from iter(lambda: file.read(MIB), b"")
        return
    try:
        stream = open_stream(path)
        try:
            yield from iter(lambda: stream.read(MIB), b"")
        finally:
            stream.close()
    except ArchiveError:
        return
