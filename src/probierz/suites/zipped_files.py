"""The files of a .zip that somebody hands in, by their names; they stay in memory, and within limits."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.zips import is_zip
from probierz.errors import ChallengeError

__all__ = ["zipped_files"]


def zipped_files(path: Path, limits: ArchiveLimits, *, kept: Collection[str] = ()) -> dict[str, bytes]:
    """Read all files, without the one folder that is around everything, as archives often have it.

    kept: a folder of one of these names is none around everything, but says what is in it.
    Raises ChallengeError for what is no .zip, and as `archive_members`.
    """
    if not is_zip(path):
        raise ChallengeError(f"{path}: this is not a zip archive; pack the files of predictions into one .zip")
    found = {}
    for member in archive_members(path, limits):
        if member.is_file:
            with member.open() as stream:
                found[member.name] = stream.read()
    outer = _outer_folder(list(found))
    return found if outer in kept else {name.removeprefix(f"{outer}/"): content for name, content in found.items()}


def _outer_folder(names: list[str]) -> str:
    """The one folder around everything; empty where there is none."""
    folders = {name.partition("/")[0] for name in names}
    return folders.pop() if len(folders) == 1 and all("/" in name for name in names) else ""
