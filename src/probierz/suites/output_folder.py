"""Outputs for the tasks of a suite in a folder: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from probierz.archives.decompressing import COMPRESSIONS
from probierz.challenges.challenge import kind_of_split
from probierz.errors import ChallengeError

__all__ = ["linked_outputs", "output_files"]

_OUTPUTS = ("*.[tT][sS][vV]", "*/out.tsv", "*/*/out.tsv")
_COMPRESSED = tuple(kind for kind in COMPRESSIONS if kind != ".zip")


def output_files(folder: Path) -> list[Path]:
    """Return what lies in somebody's folder as outputs do, compressed or not. Raises ChallengeError for nothing."""
    patterns = [pattern + ending for pattern in _OUTPUTS for ending in ("", *_COMPRESSED)]
    found = sorted({path for pattern in patterns for path in folder.glob(pattern) if path.is_file()})
    if not found:
        raise ChallengeError(
            f"{folder} has no output; name each as its task, TASK.tsv, or put it there as TASK/out.tsv"
        )
    return found


def linked_outputs(path: Path, splits: Mapping[str, str], folder: Path) -> dict[str, Path | None]:
    """Return the outputs in somebody's folder by their names in it, as links in a folder of our own.

    So nothing is unpacked beside them. It may hold whole challenges: their outputs for other splits than that of their
    task are nothing to ask about. Raises ChallengeError where there is no output.
    """
    contents: dict[str, Path | None] = {}
    for number, file in enumerate(output_files(path)):
        name = file.relative_to(path)
        if not _is_of_other_split(name.parts, splits):
            link = folder / str(number)
            link.symlink_to(file.resolve())
            contents[name.as_posix()] = link
    return contents


def _is_of_other_split(parts: Sequence[str], splits: Mapping[str, str]) -> bool:
    """Whether a file lies in a split of a task that is not asked for. splits: by task, the one that is."""
    if len(parts) != 3:
        return False
    task, split, _ = parts
    return bool(kind_of_split(split)) and splits.get(task, split) != split
