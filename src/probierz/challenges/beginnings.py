"""The first lines of files of which several questions are asked: read once, however many ask."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from probierz.lines import LineReader, Text

MOST_LINES = 300
MOST_CHARACTERS = 2**22
"""So much is kept of each file."""


class FirstLines:
    """The first lines of a file, kept while all go by. is_all: whether there were no more."""

    def __init__(self) -> None:
        self.lines: list[Text] = []
        self.is_all = True
        self._characters = 0

    def add(self, lines: Sequence[Text]) -> None:
        """Keep what is wanted of the next lines."""
        for line in lines if self.is_all else ():
            if len(self.lines) == MOST_LINES or self._characters >= MOST_CHARACTERS:
                self.is_all = False
                return
            self.lines.append(line)
            self._characters += len(line)


class Beginnings:
    """Files of lines that are opened in one way.

    open_lines: opens one. known: what was kept of some, by their paths.
    """

    def __init__(self, open_lines: Callable[[str], LineReader], known: Mapping[str, FirstLines] | None = None) -> None:
        self._open = open_lines
        self._known = dict(known or {})

    def lines(self, path: str | os.PathLike[str]) -> Iterator[Text]:
        """Yield all lines of a file; it is opened again for those that are not kept."""
        path = os.fspath(path)
        if path not in self._known:
            self._known[path] = self._first_of(path)
        first = self._known[path]
        yield from first.lines
        if not first.is_all:
            with self._open(path) as lines:
                yield from islice(lines, len(first.lines), None)

    def _first_of(self, path: str) -> FirstLines:
        found = FirstLines()
        with self._open(path) as lines:
            for line in lines:
                found.add([line])
                if not found.is_all:
                    break
        return found
