"""The first lines of files of which several questions are asked: read once, however many ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from itertools import islice

from probierz.lines import LineReader, Text

__all__ = ["Beginnings"]

MOST_LINES = 300
MOST_CHARACTERS = 2**22
"""So much is kept of each file."""


class Beginnings:
    """Files of lines that are opened in one way. open_lines: opens one."""

    def __init__(self, open_lines: Callable[[str], LineReader]) -> None:
        self._open = open_lines
        self._known: dict[str, tuple[list[Text], bool]] = {}

    def lines(self, path: str | os.PathLike[str]) -> Iterator[Text]:
        """Yield all lines of a file; it is opened again for those that are not kept."""
        path = os.fspath(path)
        if path not in self._known:
            self._known[path] = self._first_of(path)
        first, is_all = self._known[path]
        yield from first
        if not is_all:
            with self._open(path) as lines:
                yield from islice(lines, len(first), None)

    def _first_of(self, path: str) -> tuple[list[Text], bool]:
        """The lines that are kept, and whether these are all."""
        found: list[Text] = []
        characters = 0
        with self._open(path) as lines:
            for line in lines:
                found.append(line)
                characters += len(line)
                if len(found) == MOST_LINES or characters >= MOST_CHARACTERS:
                    return found, False
        return found, True
