"""Outputs for the tasks of a suite in a folder: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path, PurePosixPath

from probierz.archives.decompressing import plain_name
from probierz.archives.names import is_left_out
from probierz.challenges.problems import Problem
from probierz.errors import ChallengeError

_DEEPEST = len(("folder", "task", "split", "out.tsv"))
_OF_CHALLENGES = {"in.tsv", "expected.tsv", "in-header.tsv", "out-header.tsv", "config.txt"}
_TEXTS_OF_CHALLENGES = {"readme", "licence", "license", "citation"}
_ENDINGS = {"tsv", "txt", "csv", "out", "bak", "orig", "old"}
"""How people's outputs end, and copies of them."""


def called_names(name: str) -> list[str]:
    """What the folders of a file and the file itself are called, without endings of texts.

    >>> called_names("mine/cats.tsv/out.TSV.bak")
    ['mine', 'cats', 'out']
    """
    return [_without_endings(one) for one in plain_name(name).split("/")]


def _without_endings(name: str) -> str:
    core, _, ending = name.rpartition(".")
    return _without_endings(core) if core and ending.lower() in _ENDINGS else name


def may_be_output(name: str, tasks: Collection[str] = ()) -> bool:
    """Whether a file may be meant as an output: any .tsv, and another one that is called as that of a task is."""
    return plain_name(name).lower().endswith(".tsv") or _is_called_as_output(name, tasks)


def _is_called_as_output(name: str, tasks: Collection[str]) -> bool:
    """Whether a file is called as the output of a task but for endings: `cats`, `cats.tsv.bak`, `cats/out.txt`."""
    *folders, core = called_names(name.lower())
    known = {task.lower() for task in tasks}
    return core in known or (core == "out" and not known.isdisjoint(folders))


def is_of_challenge(name: str) -> bool:
    """Whether a file is one of those that a suite or a challenge itself has beside outputs, or hidden: passed over.

    In the folder `train` of a task these are all but outputs, as tables that are learnt from lie there too.
    """
    folders_and_file = name.split("/")
    plain = plain_name(folders_and_file[-1])
    core, _, ending = plain.lower().partition(".")
    is_text = core in _TEXTS_OF_CHALLENGES or ending == "toml"
    is_of_train = folders_and_file[-2:-1] == ["train"] and (
        plain == "train.tsv" or (len(folders_and_file) > len(("train", "file")) and not core.startswith("out"))
    )
    is_hidden = is_left_out(name) or any(one[:1] == "." for one in folders_and_file)
    return plain in _OF_CHALLENGES or is_text or is_of_train or is_hidden


def output_files(folder: Path) -> list[Path]:
    """Return what lies in somebody's folder and may be meant as outputs of a suite, compressed or not.

    It may hold whole challenges: their own files are none, nor is what lies in `train`, is hidden, or lies deeper than
    outputs do. Raises ChallengeError for nothing.
    """
    found = sorted(files_below(folder))
    if not found:
        refuse_no_output(folder)
    scored = [file for file in found if "train" not in file.relative_to(folder).parts[:-1]]
    if not scored:
        raise ChallengeError(f"{found[0]} is an output for train, which no platform scores, and {folder} has no other")
    return scored


def refuse_no_output(folder: Path) -> None:
    """Raise ChallengeError for a folder without an output."""
    raise ChallengeError(f"{folder} has no output; name each as its task, TASK.tsv, or put it there as TASK/out.tsv")


def files_below(folder: Path, tasks: Collection[str] = ()) -> Iterator[Path]:
    """Yield what lies in a folder and may be meant as outputs of these tasks."""
    for name in _names_below(folder):
        if may_be_output(name, tasks) and not name.lower().endswith(".zip") and (folder / name).is_file():
            yield folder / name


def no_files(folder: Path, tasks: Collection[str]) -> Iterator[Problem]:
    """Tell of what is called as the output of a task in somebody's folder, and is no file."""
    for name in _names_below(folder):
        path = folder / name
        if path.is_file() or not _is_called_as_output(name, tasks):
            continue
        if not path.is_dir():
            message, remedy = "this is a link to a file that is not there", "put the file itself there"
            yield Problem(str(path), None, message, remedy)
        elif name.lower().endswith(".tsv") and not any(files_below(path)):
            yield Problem(str(path), None, "this is a folder without an output", "put a file there instead")


def _names_below(folder: Path, beginning: str = "", depth: int = _DEEPEST) -> Iterator[str]:
    """The names of all in a folder that may be more than a file of a challenge, and no deeper than outputs lie."""
    for path in (folder / beginning).iterdir():
        name = str(PurePosixPath(beginning, path.name))
        if is_of_challenge(name):
            continue
        yield name
        if depth > 1 and path.is_dir():
            yield from _names_below(folder, name, depth - 1)
