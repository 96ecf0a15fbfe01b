"""Outputs for all tasks of a suite in one archive: `TASK.tsv`, `TASK/out.tsv` or `TASK/SPLIT/out.tsv` for each.

They are what a challenge takes as `out.tsv`, compressed or not. Archives come from anybody; names are only ever
compared, and what is unpacked lies under names of our own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from probierz.archives.decompressing import plain_name
from probierz.archives.limits import MIB, ArchiveLimits
from probierz.challenges.challenge import kind_of_split
from probierz.challenges.headers_in_data import begins_with_names, has_header
from probierz.challenges.labels import LIKE_HEADER
from probierz.challenges.line_counts import empty_last_line, wrong_line_count
from probierz.challenges.problems import Problem, counted, has_errors, problem_from
from probierz.errors import DataError, nearest
from probierz.suites.digests import content_sha256
from probierz.suites.output_folder import (
    called_names,
    files_below,
    is_of_challenge,
    may_be_output,
    no_files,
    refuse_no_output,
)
from probierz.suites.zipped_files import (
    FoundFiles,
    Unpacking,
    folder_files,
    line_count,
    one_of_several,
    refuse_archives_of_archives,
    zipped_files,
)

LIMITS = ArchiveLimits(packed_bytes=64 * MIB, total_bytes=256 * MIB, file_bytes=64 * MIB, entries=200)
"""What such an archive may hold."""

EVERY_OUTPUT = "every task needs its output"
"""What is said of a task without a file, where none may be missing."""

NO_TASK = "no task has a file of this name"
NOT_LOOKED_AT = "it is not looked at; leave it out"
"""What is said of a file that is like none that is wanted."""

_MOST_COMPARED = 1000
"""So many lines tell whether an output says one thing alone."""


def _elsewhere(_task: str, split: str) -> str:
    """Return what is to be done with outputs of another split than is scored."""
    return f"hand in outputs for {split} to the challenge of the task"


class WantedOutput(NamedTuple):
    """The output of a task on a split.

    lines: how many it has; None where that is looked at elsewhere, or nobody can score it, so that it may be missing.
    header: names of columns that may stand above them. others: the other splits of the task; None: any. expected: by
    what it is scored, where that is here; of tasks that expect the same, the outputs may be the same.
    """

    task: str
    split: str
    lines: int | None
    header: tuple[str, ...] = ()
    others: tuple[str, ...] | None = None
    expected: Path | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """What its file may be called, with the ending of a compression behind it or without."""
        return (f"{self.task}.tsv", f"{self.task}/out.tsv", f"{self.task}/{self.split}/out.tsv")


class ArchivedOutputs(NamedTuple):
    """Files with outputs by task, of each that is as it should be; what is wrong; what files are called, by task."""

    outputs: Mapping[str, Path]
    problems: tuple[Problem, ...]
    names: Mapping[str, str] = {}


def read_outputs(
    path: Path,
    wanted: Sequence[WantedOutput],
    folder: Path,
    *,
    partial: bool = False,
    remedy: Callable[[str, str], str] = _elsewhere,
    told: Callable[[int], object] | None = None,
) -> ArchivedOutputs:
    """Unpack a .zip with these outputs into a folder, which is empty; or look at those that lie in somebody's folder.

    A file that is no output where it lies is told by name, with the place where it would be one. Both may hold whole
    challenges, whose own files are passed over; in a folder, an output of another split is nothing to ask about beside
    that of the wanted one.
    partial: some of them are enough. remedy: says what is to be done with outputs of a task for another split.

    told: hears how many bytes came with each piece, and ends it by raising something.
    Whatever is wrong with a file is a problem; what makes the archive as a whole unreadable or suspicious raises
    ChallengeError or DataError.
    """
    known, limits = {name for one in wanted for name in one.names}, replace(LIMITS, told=told)
    if path.is_dir():
        found, problems = _lying(path, [one.task for one in wanted], known, folder)
    else:
        zipped, problems = zipped_files(path, limits, known, folder), []
        found = zipped._replace(
            contents={name: file for name, file in zipped.contents.items() if not is_of_challenge(name)}
        )
    contents = found.contents
    refuse_archives_of_archives(path, contents, known, what="outputs")
    files = {one: [name for name in contents if plain_name(name) in one.names] for one in wanted}
    missing = [one for one in wanted if not files[one]]
    others = [name for name in contents if plain_name(name) not in known]
    problems += other_names(found, others, wanted, missing, remedy)
    is_all, renamed = len(missing) == len(wanted), renamed_tasks(others, wanted, missing)
    unnamed = [one for one in missing if one.task not in renamed]
    problems += _missing(path, unnamed, partial=partial, is_all=is_all, told=problems)
    outputs = {}
    unpacking = Unpacking(found, limits)
    for one, names in files.items():
        if len(names) > 1:
            problems.append(one_of_several(found, names, one.task))
        file = contents[names[0]] if len(names) == 1 else None
        if file is not None:
            text, faults = _checked(found.place(names[0]), unpacking, names[0], file, one, wanted)
            problems += faults
            if not faults:
                outputs[one.task] = text
    called = {one.task: found.names[names[0]] for one, names in files.items() if names}
    return ArchivedOutputs(outputs, (*problems, *_same_outputs(path, outputs, wanted, called)), called)


def _lying(path: Path, tasks: Sequence[str], known: Collection[str], folder: Path) -> tuple[FoundFiles, list[Problem]]:
    """The outputs in somebody's folder, and what is said of those that are no files. Raises ChallengeError for none."""
    files, problems = sorted(files_below(path, tasks)), list(no_files(path, tasks))
    if not files and not problems:
        refuse_no_output(path)
    return folder_files(path, files, known, folder), problems


# --- names -----------------------------------------------------------------------------------------------------------


def other_names(
    found: FoundFiles,
    names: Sequence[str],
    wanted: Sequence[WantedOutput],
    missing: Sequence[WantedOutput],
    remedy: Callable[[str, str], str],
) -> list[Problem]:
    """What is said of files that are no outputs where they are; of many that are like none, how many there are."""
    problems = []
    strange = []
    path = found.path
    for name in names:
        place, meant = found.place(name), meant_output(name, wanted, missing)
        split = _other_split(name, meant) if meant else ""
        if meant is None or not (split or meant in missing):
            strange.append(name)
        elif not split:
            strange_split = next((one for one in _splits_in(name, meant) if one != meant.split), "")
            message = f"{meant.task} has no split {strange_split}" if strange_split else NO_TASK
            right = found.beside(name, _right_name(name, meant))
            problems.append(Problem(place, None, message, f"rename it to {right} if it is that"))
        elif meant in missing or not path.is_dir():
            message = f"outputs for all tasks at once are scored on {meant.split} alone"
            problems.append(Problem(place, None, message, remedy(meant.task, split), "warning"))
    problems += [Problem(found.place(name), None, NO_TASK, NOT_LOOKED_AT, "warning") for name in strange[:_MOST_TOLD]]
    if len(strange) > _MOST_TOLD:
        more = f"no task has files of these names: {counted(len(strange) - _MOST_TOLD, 'more file')}"
        problems.append(Problem(str(path), None, more, "they are not looked at; leave them out", "warning"))
    return problems


_MOST_TOLD = 10


def renamed_tasks(names: Sequence[str], wanted: Sequence[WantedOutput], missing: Sequence[WantedOutput]) -> set[str]:
    """Return the missing tasks for whose outputs `other_names` has files renamed."""
    meant = ((name, meant_output(name, wanted, missing)) for name in names)
    return {one.task for name, one in meant if one is not None and one in missing and not _other_split(name, one)}


def meant_output(name: str, wanted: Sequence[WantedOutput], missing: Sequence[WantedOutput]) -> WantedOutput | None:
    """The task that a file is called after, or nearly so where that is missing; of a file that may be an output."""
    if not may_be_output(name, [one.task for one in wanted]):
        return None
    called = called_names(name.lower())
    tasks = {one.task.lower(): one for one in wanted}
    exact = next((tasks[one] for one in called if one in tasks), None)
    left = {one.task.lower(): one for one in missing}
    close = [one for core in (called[0], called[-1]) for one in nearest(core, list(left), 1)]
    near = [*_named_in(called, left), *close]
    return exact or (left[near[0]] if near else None)


def _named_in(called: Sequence[str], tasks: Collection[str]) -> list[str]:
    """The one task that a file or a folder of it is called after beside other words, as `cbd-out` and `klej_cbd`."""
    named = [task for task in tasks if any(_is_word_of(task, one) for one in called)]
    whole = [task for task in named if not any(_is_word_of(task, other) for other in named if other != task)]
    return whole if len(whole) == 1 else []


def _is_word_of(word: str, text: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", text) is not None


def _other_split(name: str, meant: WantedOutput) -> str:
    """The split of a task that is not wanted, as the name of a file has it; empty for none."""
    splits = [one for one in _splits_in(name, meant) if one != meant.split]
    return next((one for one in splits if meant.others is None or one in meant.others), "")


def _splits_in(name: str, meant: WantedOutput) -> list[str]:
    """The splits that a file is called after; what has the name of its task in it, as `test-cats`, is none."""
    return [
        one for one in called_names(name) if kind_of_split(one) and not _is_word_of(meant.task.lower(), one.lower())
    ]


def _right_name(name: str, meant: WantedOutput) -> str:
    """What a file has to be called to be the output of a task: as near as can be to what it is called."""
    plain, (single, in_task, in_split) = plain_name(name), meant.names
    task, folders = meant.task.lower(), called_names(name.lower())[:-1]
    is_in_own = any(_is_word_of(task, one) for one in folders) or (folders and nearest(folders[0], [task], 1))
    right = single if not is_in_own else in_split if _splits_in(name, meant) else in_task
    return right + name[len(plain) :]


def _missing(
    path: Path, missing: Sequence[WantedOutput], *, partial: bool, is_all: bool, told: Sequence[Problem]
) -> list[Problem]:
    """What is said of outputs that are not there; nothing where another name has been told to be it."""
    if not partial:
        needed = [one for one in missing if one.lines is not None]
        return [Problem(str(path), None, f"there is no {one.names[0]}", EVERY_OUTPUT) for one in needed]
    if not is_all or has_errors(list(told)):
        return []
    name, in_task, _ = missing[0].names
    remedy = f"name each as its task, such as {name}, or put it there as {in_task}"
    return [Problem(str(path), None, f"there is no output for {missing[0].split}", remedy)]


def _same_outputs(
    path: Path, outputs: Mapping[str, Path], wanted: Sequence[WantedOutput], called: Mapping[str, str]
) -> Iterator[Problem]:
    """Question two outputs that are the same texts; whether all lines of one are the same is asked elsewhere."""
    expected = {one.task: one.expected for one in wanted}
    first: dict[str, str] = {}
    for task, file in outputs.items():
        other = first.setdefault(content_sha256(file), task)
        if other != task and not _is_constant(file) and not _are_same(expected[task], expected[other]):
            message = f"these are the lines of {other}, too"
            yield Problem(f"{path}/{called[task]}", None, message, "is each the output of its own task?", "warning")


def _are_same(one: Path | None, other: Path | None) -> bool:
    return one is not None and other is not None and content_sha256(one) == content_sha256(other)


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
        return [Problem(place, LIKE_HEADER.line, LIKE_HEADER.message, LIKE_HEADER.remedy, kind="surplus")]
    empty = empty_last_line(text, one.lines, one.header)
    if empty is not None:
        return [replace(empty, path=place)]
    source, has_names = f"{one.split}/in.tsv", has_header(text, one.header)
    told = wrong_line_count(place, lines, one.lines, source, has_header=has_names)
    hint = whose_lines(lines, {other.task: other.lines for other in wanted})
    return [replace(told, remedy=told.remedy + hint)]


def whose_lines(lines: int, known: Mapping[str, int | None]) -> str:
    """Ask whether an output with so many lines is that of the first task, or split, that has as many; else nothing."""
    name = next((name for name, count in known.items() if count == lines), "")
    return f"; {name} has as many: is this its output?" if name else ""
