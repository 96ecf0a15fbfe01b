"""The files of a commit, as a list: nothing of them is ever written to a work tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from probierz.archives.names import folded
from probierz.web.intake.errors import EntryError, TooLarge

_LINK_MODE = "120000"
_KINDS = {_LINK_MODE: "a symbolic link", "160000": "a submodule"}
_FILE_MODES = {"100644", "100755", "100664"}  # the last one was written by very old versions of git


@dataclass(frozen=True)
class Entry:
    """A file of a commit. `oid` is the name of its content in git; `size` is in bytes."""

    path: str
    mode: str
    oid: str
    size: int

    @property
    def is_file(self) -> bool:
        """Whether it is a plain file: no link, no submodule."""
        return self.mode in _FILE_MODES

    @property
    def is_link(self) -> bool:
        """Whether its content is where a symbolic link leads."""
        return self.mode == _LINK_MODE

    @property
    def kind(self) -> str:
        """What it is, in words."""
        return "a file" if self.is_file else _KINDS.get(self.mode, "no file")


@dataclass(frozen=True)
class Tree:
    """All files of a commit."""

    commit: str
    entries: tuple[Entry, ...]

    def __iter__(self) -> Iterator[Entry]:
        """Iterate over the files in the order of their paths."""
        return iter(self.entries)

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self.entries)

    def __contains__(self, path: str) -> bool:
        """Whether there is anything under that path."""
        return path in self._by_path

    def file(self, path: str, most_bytes: int | None = None) -> Entry:
        """Return the plain file under a path. Raises EntryError if there is none or it is anything else.

        A path that differs from another only in case is refused too: they are one file on some machines, two on others.
        Raises TooLarge for a file of more than `most_bytes`; None is no limit.
        """
        self._refuse_linked_folder(path)
        if path not in self._by_path:
            raise EntryError(f"there is no file {path}", "commit it and push again")
        entry = self._by_path[path]
        if not entry.is_file:
            raise EntryError(f"{path} is {entry.kind}, not a file", "commit the file itself")
        clashing = [other for other in self._by_folded[folded(path)] if other != path]
        if clashing:
            raise EntryError(f"{path} and {clashing[0]} differ only in case", "keep one of them")
        if most_bytes is not None and entry.size > most_bytes:
            raise TooLarge(f"{path} has {entry.size} bytes, more than {most_bytes}", "make it smaller or compress it")
        return entry

    def submodules(self) -> tuple[str, ...]:
        """The commits of submodules, which count as dependencies; they are never fetched."""
        return tuple(entry.oid for entry in self.entries if entry.mode == "160000")

    def _refuse_linked_folder(self, path: str) -> None:
        parts = path.split("/")
        for end in range(1, len(parts)):
            folder = "/".join(parts[:end])
            if folder in self._by_path:
                raise EntryError(f"{folder} is {self._by_path[folder].kind}, not a folder", "commit the folder itself")

    @cached_property
    def _by_path(self) -> dict[str, Entry]:
        return {entry.path: entry for entry in self.entries}

    @cached_property
    def _by_folded(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for entry in self.entries:
            found.setdefault(folded(entry.path), []).append(entry.path)
        return found


def parse_tree(commit: str, listing: bytes) -> Tree:
    """Read what `git ls-tree -r -l -z` prints: `100644 blob 8baef1b…     123<TAB>test-A/out.tsv<NUL>`."""
    entries = []
    for record in filter(None, listing.split(b"\0")):
        facts, _, path = record.partition(b"\t")
        mode, _, oid, *size = facts.decode("ascii").split()
        number = int(size[0]) if size and size[0].isdecimal() else 0  # submodules have none
        entries.append(Entry(path.decode("utf-8", "surrogateescape"), mode, oid, number))
    return Tree(commit, tuple(entries))
