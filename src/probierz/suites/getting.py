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
from probierz.suites.hold_out import hold_out
from probierz.suites.suite import DeclaredTask
from probierz.whole_files import refuse_occupied

__all__ = ["declared_files", "get_task", "missing_parts"]


def get_task(
    task: DeclaredTask,
    target: Path,
    *,
    place: str = "",
    checked: bool = True,
    progress: Progress | None = None,
    shown: bool = False,
    share: float = 0.0,
    seed: int = 1,
    cluster: str = "",
) -> list[str]:
    """Make the challenge directory of a task; it is complete, or not there. Returns what is to be known about it.

    Told is which declared splits, and which expected results that are not held back, these data lack; and what was set
    aside. share, seed: of a development part that is set aside from train, see `hold_out`; 0 for none. cluster: the
    column whose lines stay together, by default the one that the task declares.

    place: a folder, bundle, archive or address in place of the declared one. checked: refuse files that are missing or
    have other checksums than declared. Raises ChallengeError or DataError.
    """
    refuse_occupied(target)
    fetched = fetch_source(task, place, progress=progress, shown=shown)
    if checked:
        _refuse_other_files(task, fetched, place)
    return build(task, fetched.folder, target, then=lambda folder: _told(task, folder, share, seed, cluster))


def _told(task: DeclaredTask, folder: Path, share: float, seed: int, cluster: str) -> list[str]:
    told = list(missing_parts(task, folder))
    unknown = [one.name for one in task.splits if not one.files and (folder / one.name).is_dir()]
    if unknown and not task.source.files:
        told.append(f"no checksum of {' and '.join(unknown)} is declared, so these data were compared with none")
    if share:
        cluster = cluster or task.cluster
        name, count = hold_out(folder, share, seed=seed, cluster=cluster)
        together = f", those of one {cluster} together" if cluster else ""
        told.append(f"{count} lines of train were set aside as {name} (seed {seed}{together})")
    return told


def missing_parts(task: DeclaredTask, folder: Path) -> Iterator[str]:
    """Say what a challenge lacks of what its task declares: splits, and expected results that are not held back."""
    for split in task.splits:
        place = str(folder / split.name)
        is_there = find_file(place, "in.tsv") or find_file(place, "train.tsv")
        is_wanted = not split.hidden and "expected.tsv" in split.files
        if not is_there:
            yield f"{split.name} is not in these data"
        elif is_wanted and not find_file(place, "expected.tsv"):
            yield f"{split.name} is here without its expected results"


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
