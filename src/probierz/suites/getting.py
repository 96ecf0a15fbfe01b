"""Getting a task: fetch its source, see that it is the declared one, build the challenge directory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from probierz.challenges.files import find_file
from probierz.errors import ChallengeError
from probierz.suites.building import build
from probierz.suites.checks.declaration import changed_files
from probierz.suites.download import Progress
from probierz.suites.fetch import Fetched, fetch_source
from probierz.suites.suite import DeclaredTask

__all__ = ["declared_files", "get_task"]


def get_task(
    task: DeclaredTask,
    target: Path,
    *,
    place: str = "",
    checked: bool = True,
    progress: Progress | None = None,
    shown: bool = False,
) -> None:
    """Make the challenge directory of a task; it is complete, or not there.

    place: a folder, bundle, archive or address in place of the declared one. checked: refuse files that are missing or
    have other checksums than declared. Raises ChallengeError or DataError.
    """
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise ChallengeError(f"{target}: it is there already; remove it, or give another place by --to")
    fetched = fetch_source(task, place, progress=progress, shown=shown)
    if checked:
        _refuse_other_files(task, fetched, place)
    build(task, fetched.folder, target)


def declared_files(task: DeclaredTask) -> dict[str, str]:
    """Return the declared files of the source, as paths in it, with the sha256 of their content."""
    if task.source.files:
        return dict(task.source.files)
    if task.builder != "challenge":
        return {}
    return {f"{split.name}/{name}": one for split in task.splits for name, one in split.files.items()}


def _refuse_other_files(task: DeclaredTask, fetched: Fetched, place: str) -> None:
    files = declared_files(task)
    declared = task.source.revision
    moved = declared and fetched.revision and fetched.revision != declared
    why = f"; its commit is {fetched.revision}, declared is {declared}" if moved else ""
    remedy = "take the declared data, or add --unchecked to build what is there"
    missing = list(_missing(task, fetched.folder, files))
    if missing:
        where = (place or task.source.address) if fetched.revision else fetched.folder  # a clone's folder tells nobody
        raise ChallengeError(f"{where}: {missing[0]} is missing, which {task.full_name} needs{why}; {remedy}")
    for path, wanted, found in changed_files(fetched.folder, files):
        raise ChallengeError(f"{path}: the content has the sha256 {found}, declared is {wanted}{why}; {remedy}")


def _missing(task: DeclaredTask, folder: Path, files: Mapping[str, str]) -> Iterator[str]:
    optional = {f"{split.name}/" for split in task.splits if split.optional}
    for name in files:
        if find_file(str(folder / Path(name).parent), Path(name).name) is None and not name.startswith(tuple(optional)):
            yield name
