"""A platform's home folder is made whole, or not at all."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from probierz.errors import ProbierzError, Refused


@dataclass(frozen=True)
class FolderBefore:
    """What stood in a folder. missing: itself and the folders above it that were not there, from below."""

    path: Path
    names: frozenset[str]
    missing: tuple[Path, ...]


def seen(folder: Path) -> FolderBefore:
    """Look at a folder before anything is written into it."""
    missing = tuple(path for path in (folder, *folder.parents) if not os.path.lexists(path))
    names = frozenset(path.name for path in folder.iterdir()) if folder.is_dir() else frozenset()
    return FolderBefore(folder, names, missing)


@contextmanager
def left_as_before(before: FolderBefore, *, until: str = "") -> Iterator[None]:
    """Remove a folder that was new or empty where the block fails; one that had something in it stays as it is.

    until: a file in it with which all is in place. Raises Refused, in one sentence, where a disk is full.
    """
    try:
        yield
    except BaseException as error:
        is_kept = bool(before.names) or (until != "" and (before.path / until).exists())
        if not is_kept:
            _remove(before)
        from probierz.web.http.full_disk import is_full_disk

        if isinstance(error, Exception) and not isinstance(error, ProbierzError) and is_full_disk(error):
            what = "what was there is left" if is_kept else "nothing was left behind"
            raise Refused(
                f"{before.path}: there is no room left on the disk; {what}, make room and try again"
            ) from error
        raise


def _remove(before: FolderBefore) -> None:
    if not before.missing and before.path.is_dir():
        for path in before.path.iterdir():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)
            else:
                path.unlink(missing_ok=True)
        return
    shutil.rmtree(before.path, ignore_errors=True)
    with suppress(OSError):  # somebody else put something there
        for folder in before.missing[1:]:
            folder.rmdir()
