"""Names of files from outside: which are harmless, which lead elsewhere or only look like what they are not.

A name from outside may become a path only when it went through `checked_name`.
"""

from __future__ import annotations

import os
import re
import unicodedata

from probierz.archives.errors import ArchiveError
from probierz.text import first_unseen

ARCHIVES = (".tar.bz2", ".tar.zst", ".tar.gz", ".tar.xz", ".tar", ".tgz", ".zip")
"""How the names of archives end that `members` reads."""

_LEFT_OUT = {".git", "__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini"}
_LONGEST = 1000


def archive_ending(name: str) -> str:
    """Return how the name of an archive ends, in small letters; nothing for the name of another file."""
    return next((ending for ending in ARCHIVES if name.lower().endswith(ending)), "")


def checked_name(name: str, path: str | os.PathLike[str] | None = None) -> str:
    """Return a name from an archive, its parts joined by one slash. Raises ArchiveError for one that leads elsewhere.

    path: of the archive, for the message.
    """
    reason = _unsafe(name)
    if reason:
        found = f"the name {name[:100]!r} in the archive {reason}"
        raise ArchiveError("name", found, "pack the files anew, from their folder", path=path)
    return "/".join(part for part in name.split("/") if part not in {"", "."})


def folded(name: str) -> str:
    """A name as file systems see it that do not tell case apart or compose characters."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def is_left_out(name: str) -> bool:
    """Whether a checked name is of git's own files, or of those that systems put into every folder."""
    return not _LEFT_OUT.isdisjoint(name.split("/"))


def _unsafe(name: str) -> str:
    if first_unseen(name) is not None:
        return "holds a character that cannot be seen"
    if "\\" in name:
        return "holds a backslash"
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        return "is absolute"
    if ".." in name.split("/"):
        return "leads out of the archive"
    if len(name) > _LONGEST or any(len(part.encode("utf-8", "replace")) > 255 for part in name.split("/")):
        return "is too long"
    plain = unicodedata.normalize("NFKC", name)
    if any(plain.count(sign) != name.count(sign) for sign in ("/", "\\", "..")):
        return "holds a letter that looks like a slash or a dot"
    return ""
