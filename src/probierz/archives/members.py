"""The files in a .zip or .tar, one after another, every one looked at before it is opened.

Archives in archives are files like any other: nothing opens them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from probierz.archives.entries import Member, told_once
from probierz.archives.limits import ArchiveLimits, Meter
from probierz.archives.stream import open_file
from probierz.archives.tars import tar_members
from probierz.archives.zips import is_zip, zip_members


def archive_members(path: Path, limits: ArchiveLimits, *, skips_links: bool = False) -> Iterator[Member]:
    """Yield what is in an archive: .zip, or .tar in any compression; told by its first bytes, whatever its name.

    skips_links: leave out links and devices instead of refusing the archive.
    Raises ArchiveError for what is damaged, hostile or too large; ChallengeError for a file that cannot be opened.
    """
    in_zip = is_zip(path)
    size = limits.check_packed(path)
    if not in_zip:
        meter = Meter(path, size, replace(limits, told=None))  # the stream of the whole .tar tells
        members = tar_members(path, limits, meter, skips_links=skips_links)
        yield from told_once(members, path, limits)
        return
    with open_file(path) as file:
        archive, members = zip_members(file, path, limits, skips_links=skips_links)
        with archive:
            yield from members
