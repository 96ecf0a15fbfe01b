"""An entry of an archive, and what is refused of any."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import NamedTuple

from probierz.archives.errors import ArchiveError
from probierz.archives.limits import ArchiveLimits
from probierz.archives.names import folded, is_left_out
from probierz.archives.stream import Stream


class Member(NamedTuple):
    """An entry of an archive, under its checked name.

    opener: gives its content, once, while it is the current one; None for a folder.
    """

    name: str
    opener: Callable[[], Stream] | None

    @property
    def is_file(self) -> bool:
        """Whether it is a file, and none of those that systems put into every folder."""
        return self.opener is not None and not is_left_out(self.name)

    def open(self) -> Stream:
        """Open it for reading. Raises ArchiveError."""
        assert self.opener is not None, "folders have no content"
        return self.opener()


def told_once(members: Iterator[Member], path: str | os.PathLike[str], limits: ArchiveLimits) -> Iterator[Member]:
    """Refuse names that come twice, also as a file and a folder, and too many of them."""
    files: set[str] = set()
    folders: set[str] = set()
    for count, member in enumerate(members, 1):
        if count > limits.entries:
            raise too_many(path, limits)
        name = folded(member.name)
        parents = {name[:at] for at, character in enumerate(name) if character == "/"}
        folders |= parents if member.opener else parents | {name}
        if member.opener and name in files:
            found = f"the archive holds {member.name[:100]!r} twice"
            raise ArchiveError("name", found, "pack every file once", path=path)
        if member.opener:
            files.add(name)
        if (name in files and name in folders) or not files.isdisjoint(parents):
            found = f"the archive holds {member.name[:100]!r} as a file and as a folder"
            raise ArchiveError("name", found, "pack it anew", path=path)
        yield member


def too_many(path: str | os.PathLike[str], limits: ArchiveLimits) -> ArchiveError:
    """What is said of too many entries."""
    found = f"the archive has more than {limits.entries} entries"
    return ArchiveError("many", found, "leave out what is not needed", path=path)


def no_plain_file(path: str | os.PathLike[str], name: str) -> ArchiveError:
    """What is said of a link or a device."""
    found = f"{name[:100]!r} in the archive is a link or a device"
    return ArchiveError("entry", found, "pack the files themselves", path=path)
