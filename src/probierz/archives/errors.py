"""What can be wrong with an archive: one exception, whose `kind` says what it is about."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from probierz.errors import DataError, ProbierzError

Kind = Literal["broken", "bomb", "large", "many", "name", "entry", "encrypted"]
"""What is wrong with an archive.

broken: damaged, cut off, or none at all. bomb: it inflates without measure. large, many: more bytes, or more entries,
than are allowed. name: a name leads elsewhere or is there twice. entry: a link or a device. encrypted: it is.
"""

_MOST_WORDS = 120
"""Characters of a library's words."""

Place = str | os.PathLike[str]


class ArchiveError(DataError):
    """An archive or a compressed file cannot be taken.

    found, remedy: one sentence without the path, for those who must not know where it lies. cause: a library's words.
    """

    def __init__(self, kind: Kind, found: str, remedy: str, *, path: Place | None = None, cause: str = "") -> None:
        super().__init__(f"{found} ({cause}); {remedy}" if cause else f"{found}; {remedy}", path=path)
        self.kind: Kind = kind
        self.found = found
        self.remedy = remedy
        self.cause = cause

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel between processes."""
        return _made_again, (self.kind, self.found, self.remedy, self.path, self.cause)

    def at(self, path: Place | None, first_line: int = 0) -> ArchiveError:
        """The same trouble with the path of the file it was found in."""
        del first_line  # there are no lines before it is unpacked
        return ArchiveError(self.kind, self.found, self.remedy, path=path, cause=self.cause)


def _made_again(kind: Kind, found: str, remedy: str, path: Place | None, cause: str) -> ArchiveError:
    return ArchiveError(kind, found, remedy, path=path, cause=cause)


@contextmanager
def damage_told(path: Place) -> Iterator[None]:
    """Turn whatever a library raises for a damaged file into ArchiveError. Only calls of libraries belong inside."""
    try:
        yield
    except ProbierzError:
        raise
    except _raised_for_damage() as error:
        words = str(getattr(error, "strerror", None) or error) or type(error).__name__
        cause = _shortened(" ".join(words.split()))
        found, remedy = "the file is damaged or cut off", "fetch it again, or pack it anew"
        raise ArchiveError("broken", found, remedy, path=path, cause=cause) from error


def _shortened(words: str) -> str:
    """A library may put kilobytes of the file into its words."""
    return words if len(words) <= _MOST_WORDS else f"{words[:_MOST_WORDS].rstrip()} …"


def _raised_for_damage() -> tuple[type[Exception], ...]:
    """Of the libraries only those in use, as importing the others would cost time."""
    names = {
        "lzma": "LZMAError", "struct": "error", "tarfile": "TarError", "zipfile": "BadZipFile", "zlib": "error",
        "zstandard": "ZstdError",
    }  # fmt: skip
    used = [getattr(sys.modules[module], name) for module, name in names.items() if module in sys.modules]
    return (OSError, EOFError, ValueError, ArithmeticError, LookupError, RuntimeError, *used)
