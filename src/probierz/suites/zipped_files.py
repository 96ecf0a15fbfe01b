"""The files of a .zip that somebody hands in, by their names; they stay in memory, and within limits."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.zips import is_zip
from probierz.errors import ChallengeError

__all__ = ["refuse_archives_of_archives", "zipped_files"]

_ENDINGS = (".zip", ".tar", ".gz", ".tgz", ".bz2", ".xz", ".zst", ".7z", ".rar")
_PACKED = (".gz", ".bz2", ".xz", ".zst")


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


def refuse_archives_of_archives(path: Path, contents: Collection[str], wanted: Collection[str], *, what: str) -> None:
    """Raise ChallengeError, naming it, for another archive in an archive without any of the files that are wanted.

    contents: names in the archive; what: what is missing, in words.
    """
    inner = [name for name in contents if name.lower().endswith(_ENDINGS)]
    if inner and set(wanted).isdisjoint(contents):
        packed = next((name for name in inner for end in _PACKED if name.lower().removesuffix(end) in wanted), None)
        if packed is not None:
            raise ChallengeError(f"{path}: {packed} is compressed by itself; pack the files as they are")
        raise ChallengeError(f"{path}: there are no {what} in it, but another archive, {inner[0]}; give that one")


def _outer_folder(names: list[str]) -> str:
    """The one folder around everything; empty where there is none."""
    folders = {name.partition("/")[0] for name in names}
    return folders.pop() if len(folders) == 1 and all("/" in name for name in names) else ""
