"""Outputs for all tasks of a suite in one archive: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each.

They are what a challenge takes as `out.tsv`, compressed or not. Archives come from anybody; names are only ever
compared, and what is unpacked lies under names of our own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import plain_name
from probierz.archives.limits import MIB, ArchiveLimits
from probierz.challenges.challenge import kind_of_split
from probierz.challenges.headers_in_data import begins_with_names, has_header
from probierz.challenges.labels import LIKE_HEADER
from probierz.challenges.line_counts import wrong_line_count
from probierz.challenges.problems import Problem, problem_from
from probierz.errors import DataError, nearest
from probierz.suites.digests import content_sha256
from probierz.suites.output_folder import linked_outputs
from probierz.suites.zipped_files import (
    Unpacking,
    line_count,
    one_of_several,
    refuse_archives_of_archives,
    zipped_files,
)

__all__ = ["EVERY_OUTPUT", "LIMITS", "ArchivedOutputs", "WantedOutput", "read_outputs"]

LIMITS = ArchiveLimits(packed_bytes=64 * MIB, total_bytes=256 * MIB, file_bytes=64 * MIB, entries=200)
"""What such an archive may hold."""

EVERY_OUTPUT = "every task needs its output"
"""What is said of a task without a file, where none may be missing."""

_MOST_COMPARED = 1000
"""So many lines tell whether an output says one thing alone."""


class WantedOutput(NamedTuple):
    """The output of a task on a split.

    lines: how many it has; None where nobody can score it, so it may be missing. header: names of columns that may
    stand above them.
    """

    task: str
    split: str
    lines: int | None
    header: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What its file may be called, with the ending of a compression behind it or without."""
        return (f"{self.task}.tsv", f"{self.task}/out.tsv", f"{self.task}/{self.split}/out.tsv")


class ArchivedOutputs(NamedTuple):
    """Files with outputs by task, of each that is as it should be; and what is wrong."""

    outputs: Mapping[str, Path]
    problems: tuple[Problem, ...]


def read_outputs(
    path: Path,
    wanted: Sequence[WantedOutput],
    folder: Path,
    *,
    partial: bool = False,
    told: Callable[[int], object] | None = None,
) -> ArchivedOutputs:
    """Unpack a .zip with these outputs into a folder, which is empty; or look at those that lie in somebody's folder.

    partial: some of them are enough.

    told: hears how many bytes came with each piece, and ends it by raising something.
    Whatever is wrong with a file is a problem; what makes the archive as a whole unreadable or suspicious raises
    ChallengeError or DataError.
    """
    known, limits = {name for one in wanted for name in one.names}, replace(LIMITS, told=told)
    if path.is_dir():
        contents = linked_outputs(path, {one.task: one.split for one in wanted}, folder)
    else:
        contents = zipped_files(path, limits, known, folder)
    refuse_archives_of_archives(path, contents, known, what="outputs")
    files = {one: [name for name in contents if plain_name(name) in one.names] for one in wanted}
    missing = [one for one in wanted if not files[one]]
    problems = [_other_name(path, name, wanted, missing) for name in contents if plain_name(name) not in known]
    if not partial or len(missing) == len(wanted):
        problems += [_missing(path, one) for one in missing if one.lines is not None]
    outputs = {}
    unpacking = Unpacking(path, contents, limits)
    for one, names in files.items():
        if len(names) > 1:
            problems.append(one_of_several(path, names, one.task))
        file = contents[names[0]] if len(names) == 1 else None
        if file is not None:
            text, faults = _checked(f"{path}/{names[0]}", unpacking, names[0], file, one, wanted)
            problems += faults
            if not faults:
                outputs[one.task] = text
    return ArchivedOutputs(outputs, (*problems, *_same_outputs(path, outputs)))


def _other_name(path: Path, name: str, wanted: Sequence[WantedOutput], missing: Sequence[WantedOutput]) -> Problem:
    plain = plain_name(name)
    cores = plain[: -len(".tsv")].split("/") if plain.lower().endswith(".tsv") else plain.split("/")
    scored = next((one for one in wanted if one.task == cores[0]), None)
    if scored is not None and len(cores) == len(("task", "split", "out")) and kind_of_split(cores[1]):
        message = f"outputs for all tasks at once are scored on {scored.split} alone"
        remedy = f"hand in outputs for {cores[1]} to the challenge of the task"
        return Problem(f"{path}/{name}", None, message, remedy, severity="warning")
    close = nearest(cores[0], [one.task for one in missing], 1) or nearest(cores[-1], [one.task for one in missing], 1)
    if close and plain.lower().endswith(".tsv"):
        remedy = f"rename it to {close[0]}.tsv if it is that"
        return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy)
    remedy = "it is not looked at; leave it out"
    return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy, severity="warning")


def _missing(path: Path, one: WantedOutput) -> Problem:
    return Problem(str(path), None, f"there is no {one.names[0]}", EVERY_OUTPUT)


def _same_outputs(path: Path, outputs: Mapping[str, Path]) -> Iterator[Problem]:
    """Question two outputs that are the same texts; whether all lines of one are the same is asked elsewhere."""
    first: dict[str, str] = {}
    for task, file in outputs.items():
        other = first.setdefault(content_sha256(file), task)
        if other != task and not _is_constant(file):
            message = f"these are the lines of {other}, too"
            yield Problem(f"{path}/{task}", None, message, "is each the output of its own task?", "warning")


def _is_constant(file: Path) -> bool:
    with file.open("rb") as lines:
        return len(set(islice(lines, _MOST_COMPARED))) < 2


def _checked(
    place: str, unpacking: Unpacking, name: str, file: Path, one: WantedOutput, wanted: Sequence[WantedOutput]
) -> tuple[Path, list[Problem]]:
    """The file with the text of an output, and what is wrong with it."""
    try:
        text = unpacking.text(name, file)
        return text, _wrong_lines(place, text, one, wanted)
    except DataError as error:
        return file, [problem_from(error, place)]


def _wrong_lines(place: str, text: Path, one: WantedOutput, wanted: Sequence[WantedOutput]) -> list[Problem]:
    """What is said of another number of lines than the test has."""
    lines = line_count(text, one.header)
    if one.lines is None or lines == one.lines:
        return []
    if lines == one.lines + 1 and begins_with_names(text, one.header):
        return [Problem(place, LIKE_HEADER.line, LIKE_HEADER.message, LIKE_HEADER.remedy)]
    source, has_names = f"{one.split}/in.tsv", has_header(text, one.header)
    told = wrong_line_count(place, lines, one.lines, source, has_header=has_names)
    others = [other.task for other in wanted if other.lines == lines]
    hint = f"; {others[0]} has as many: is this its output?" if others else ""
    return [replace(told, remedy=told.remedy + hint)]
