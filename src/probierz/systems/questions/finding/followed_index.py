"""An index that is asked for long: when its file is built anew, the new one answers."""

from __future__ import annotations

import os
from pathlib import Path
from types import TracebackType

from probierz.systems.questions.finding.index import PassageIndex


class FollowedIndex:
    """Opens an index again whenever another file stands in its place. One thread at a time may ask for it."""

    def __init__(self, place: str | os.PathLike[str]) -> None:
        """Open it. Raises what `PassageIndex` raises."""
        self._place = Path(place)
        self._file = _file_at(self._place)
        self._index = PassageIndex(place)

    def __enter__(self) -> FollowedIndex:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._index.close()

    def current(self) -> PassageIndex:
        """Return the index that stands in its place now; the last one where there is none.

        Raises what `PassageIndex` raises for a new file that is no index.
        """
        file = _file_at(self._place)
        if file and file != self._file:
            anew = PassageIndex(self._place)
            self._index.close()
            self._index, self._file = anew, file
        return self._index


def _file_at(place: Path) -> tuple[int, ...]:
    """What tells a file from another in its place; nothing where there is none."""
    try:
        found = place.stat()
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_mtime_ns, found.st_size
