"""Unpacking an archive into a folder: all of it, or nothing."""

from __future__ import annotations

from pathlib import Path

from probierz.archives.entries import Member
from probierz.archives.limits import ArchiveLimits
from probierz.archives.members import archive_members
from probierz.whole_files import whole_folder

_PIECE = 2**18


def unpack(path: Path, into: Path, limits: ArchiveLimits, *, skips_links: bool = False) -> None:
    """Write the files of an archive into a folder, which is new or empty; it is complete, or as it was before.

    Git's files and those that systems put into every folder are left out. Raises as `archive_members`.
    """
    with whole_folder(into) as folder:
        for member in archive_members(path, limits, skips_links=skips_links):
            if member.is_file:
                write_member(member, folder / member.name)


def write_member(member: Member, place: Path) -> None:
    """Write the content of a file to a place that is free."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with member.open() as stream, open(place, "xb") as file:
        while piece := stream.read(_PIECE):
            file.write(piece)


def inner_folder(folder: Path) -> Path:
    """Return the one folder around everything, as archives often have it; or the folder itself."""
    inside = list(folder.iterdir())
    return inside[0] if len(inside) == 1 and inside[0].is_dir() else folder
