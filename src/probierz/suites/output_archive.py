"""Outputs for all tasks of a suite in one archive: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each.

They are what a challenge takes as `out.tsv`. Archives come from anybody; names are only ever compared, and nothing is
unpacked to disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.archives.limits import MIB, ArchiveLimits
from probierz.challenges.problems import Problem, counted, there_are
from probierz.errors import nearest
from probierz.suites.zipped_files import refuse_archives_of_archives, zipped_files

__all__ = ["LIMITS", "ArchivedOutputs", "WantedOutput", "read_outputs"]

LIMITS = ArchiveLimits(packed_bytes=64 * MIB, total_bytes=256 * MIB, file_bytes=64 * MIB, entries=200)
"""What such an archive may hold."""


class WantedOutput(NamedTuple):
    """The output of a task on a split. lines: how many it has; None where nobody can score it, so it may be missing."""

    task: str
    split: str
    lines: int | None

    @property
    def names(self) -> tuple[str, ...]:
        """What its file may be called."""
        return (f"{self.task}.tsv", f"{self.task}/out.tsv", f"{self.task}/{self.split}/out.tsv")


class ArchivedOutputs(NamedTuple):
    """Outputs by task, of each file that is as it should be; and what is wrong."""

    outputs: Mapping[str, bytes]
    problems: tuple[Problem, ...]


def read_outputs(path: Path, wanted: Sequence[WantedOutput], *, partial: bool = False) -> ArchivedOutputs:
    """Read a .zip with these outputs. partial: some of them are enough.

    Whatever is wrong with a file is a problem; what makes the archive as a whole unreadable or suspicious raises
    ChallengeError or DataError.
    """
    contents = zipped_files(path, LIMITS, kept=[one.task for one in wanted])
    known = {name for one in wanted for name in one.names}
    refuse_archives_of_archives(path, contents, known, what="outputs")
    missing = [one for one in wanted if not set(one.names) & contents.keys()]
    problems = [_other_name(path, name, missing) for name in contents if name not in known]
    if not partial or len(missing) == len(wanted):
        problems += [_missing(path, one) for one in missing if one.lines is not None]
    outputs = {}
    for one in wanted:
        names = [name for name in one.names if name in contents]
        faults = _faults(path, one, {name: contents[name] for name in names})
        problems += faults
        if names and not faults:
            outputs[one.task] = contents[names[0]]
    return ArchivedOutputs(outputs, tuple(problems))


def _other_name(path: Path, name: str, missing: Sequence[WantedOutput]) -> Problem:
    core = name.removesuffix(".tsv").partition("/")[0]
    close = nearest(core, [one.task for one in missing], 1)
    if close and name.endswith(".tsv"):
        remedy = f"rename it to {close[0]}.tsv if it is that"
        return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy)
    remedy = "it is not looked at; leave it out"
    return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy, severity="warning")


def _missing(path: Path, one: WantedOutput) -> Problem:
    return Problem(str(path), None, f"there is no {one.names[0]}", "every task needs its output")


def _faults(path: Path, one: WantedOutput, files: Mapping[str, bytes]) -> list[Problem]:
    """What is wrong with the files of one task, which should be one."""
    if len(files) > 1:
        return [Problem(str(path), None, f"{' and '.join(files)} are both the output of {one.task}", "leave one out")]
    found = []
    for name, content in files.items():
        lines = content.count(b"\n") + (not content.endswith(b"\n") and bool(content))
        if one.lines is not None and lines != one.lines:
            message = f"{there_are(lines, 'line')}, and {one.split} has {one.lines}"
            remedy = f"give one line for each of {counted(one.lines, 'line')} of its in.tsv, in that order"
            found.append(Problem(f"{path}/{name}", None, message, remedy))
    return found
