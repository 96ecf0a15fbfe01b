"""Folders that people hand to commands, perhaps just unpacked from a stranger: what of them is read and written.

A link may lead anywhere: to a key that would stand in an index or in what is printed, to a file of somebody's own that
would be overwritten. So those that lead out of the folder are left out, and nothing is written through any.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from probierz.errors import OptionError


def leads_out(path: Path, folder: Path) -> bool:
    """Whether a path below a folder is a link that leads to somewhere outside."""
    return path.is_symlink() and not path.resolve().is_relative_to(folder.resolve())


def paths_below(folder: Path) -> Iterator[Path]:
    """Yield what is in a folder and below, without links that lead out; folders that are links are not entered."""
    return (path for path in folder.rglob("*") if not leads_out(path, folder))


def left_links(folder: Path) -> list[str]:
    """Return a warning for each link that `paths_below` leaves out."""
    links = sorted(path for path in folder.rglob("*") if leads_out(path, folder))
    return [f"{path} is left out, as it is a link that leads out of the folder; name the file itself" for path in links]


def refuse_link(target: Path, folder: Path) -> None:
    """Raise OptionError where a file below a folder would be written through a link."""
    if target.is_symlink() or not target.parent.resolve().is_relative_to(folder.resolve()):
        raise OptionError(f"{target} would be written through a link; take the link away, or name another place")
