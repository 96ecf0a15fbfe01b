"""Outputs for the tasks of a suite in a folder: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from probierz.archives.decompressing import plain_name
from probierz.archives.names import is_left_out
from probierz.errors import ChallengeError

__all__ = ["files_below", "is_of_challenge", "linked_outputs", "may_be_output", "output_files"]

_DEEPEST = len(("folder", "task", "split", "out.tsv"))
_OF_CHALLENGES = {"in.tsv", "expected.tsv", "in-header.tsv", "out-header.tsv", "config.txt"}
_TEXTS_OF_CHALLENGES = {"readme", "licence", "license", "citation"}
_OTHER_TEXTS = (".txt", ".csv", ".out")


def may_be_output(name: str, tasks: Collection[str] = ()) -> bool:
    """Whether a file of this name may be meant as an output: any .tsv, and another text that is called as a task is."""
    plain = plain_name(name).lower().rpartition("/")[2]
    core, dot, ending = plain.rpartition(".")
    return dot + ending == ".tsv" or (dot + ending in _OTHER_TEXTS and core in {task.lower() for task in tasks})


def is_of_challenge(name: str) -> bool:
    """Whether a file is one of those that a suite or a challenge itself has beside outputs, or hidden: passed over."""
    folders_and_file = name.split("/")
    plain = plain_name(folders_and_file[-1])
    core, _, ending = plain.lower().partition(".")
    is_text = core in _TEXTS_OF_CHALLENGES or ending == "toml"
    return plain in _OF_CHALLENGES or is_text or is_left_out(name) or any(one[:1] == "." for one in folders_and_file)


def output_files(folder: Path, tasks: Collection[str] = ()) -> list[Path]:
    """Return what lies in somebody's folder and may be meant as outputs of these tasks, compressed or not.

    It may hold whole challenges: their own files are none, nor is what lies in `train`, is hidden, or lies deeper than
    outputs do. Raises ChallengeError for nothing.
    """
    found = sorted(files_below(folder, tasks))
    if not found:
        for pattern in ("", "*/", "*/*/"):
            for one in folder.glob(f"{pattern}train/out*.tsv*"):
                raise ChallengeError(f"{one} is an output for train, which no suite scores, and {folder} has no other")
        raise ChallengeError(
            f"{folder} has no output; name each as its task, TASK.tsv, or put it there as TASK/out.tsv"
        )
    return found


def files_below(folder: Path, tasks: Collection[str] = (), depth: int = _DEEPEST) -> Iterator[Path]:
    """Yield what lies in a folder and may be meant as outputs of these tasks."""
    for path in folder.iterdir():
        if is_of_challenge(path.name):
            continue
        if path.is_dir():
            if depth > 1 and path.name != "train":
                yield from files_below(path, tasks, depth - 1)
        elif _is_wanted(path.name, tasks) and path.is_file():
            yield path


def _is_wanted(name: str, tasks: Collection[str]) -> bool:
    return may_be_output(name, tasks) and not name.lower().endswith(".zip")


def linked_outputs(path: Path, tasks: Collection[str], folder: Path) -> dict[str, Path | None]:
    """Return the outputs in somebody's folder by their names in it, as links in a folder of our own.

    So nothing is unpacked beside them. Raises ChallengeError where there is no output.
    """
    contents: dict[str, Path | None] = {}
    for number, file in enumerate(output_files(path, tasks)):
        link = folder / str(number)
        link.symlink_to(file.resolve())
        contents[file.relative_to(path).as_posix()] = link
    return contents
