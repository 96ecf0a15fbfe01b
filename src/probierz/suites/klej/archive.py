"""A submission: an archive with one file of predictions for each task, as KLEJ's own platform takes it.

`test_pred_TASK.tsv` has the header `target` and below it one prediction a line, in the order of `test_features.tsv`.
It may hold outputs of challenges instead, `TASK.tsv`, `TASK/test-A/out.tsv` and the like, where the header may be
missing.
Archives come from anybody; names are only ever compared, and what is unpacked lies under names of our own.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from probierz.archives.decompressing import plain_name
from probierz.archives.limits import MIB, ArchiveLimits
from probierz.archives.members import archive_members
from probierz.archives.zips import is_zip
from probierz.challenges.labels import label_question, one_label_doubt
from probierz.challenges.line_counts import empty_last_line
from probierz.challenges.number_scales import outside_doubt, sameness_doubt
from probierz.challenges.problems import Doubt, Problem, counted, has_errors, problem_from, there_are
from probierz.errors import ChallengeError, DataError, nearest, not_utf8
from probierz.schemes.scheme import parse_scheme
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import Format
from probierz.suites.klej_files import OFFICIAL_FILES
from probierz.suites.output_archive import NO_TASK, NOT_LOOKED_AT, WantedOutput, other_names, renamed_tasks, whose_lines
from probierz.suites.output_folder import called_names, files_below, no_files
from probierz.suites.suite import DeclaredTask
from probierz.suites.zipped_files import (
    FoundFiles,
    Unpacking,
    folder_files,
    line_count,
    one_of_several,
    refuse_archives_of_archives,
    zipped_files,
)

HEADER = "target"
EVERY_PREDICTION = "every task needs its predictions"
"""What is said of a task without a file, where none may be missing."""
MOST_TOLD = 5
"""Lines of a file that are told one by one; how many more there are is told in one sentence."""

MOST_TIMES_TOO_LONG = 10
"""A file with so many times the lines that are wanted is told by their number alone."""

_BEGINNING, _ENDING = "test_pred_", ".tsv"
_BEGUN = re.compile(r"test[-_ ]*pred(s|ictions?)?(?![^\W_])[-_ ]*")
"""How people begin the names of predictions, in small letters."""
_OTHER_ENDING = re.compile(r"\.[a-z]+$")  # .json, and not .0-in
_AS_LABELS = parse_scheme("Accuracy")
"""Labels are compared letter by letter, whatever the metric of their task."""
_OTHER_SPLITS = ("train", "dev-0", "dev-1")
"""Those of a task, and what `suite get` sets aside of its train."""

LIMITS = ArchiveLimits(packed_bytes=64 * MIB, total_bytes=256 * MIB, file_bytes=8 * MIB, entries=200)
"""What a submission may hold."""


@dataclass(frozen=True)
class ArchivedPredictions:
    """What was read: predictions by the name of the task, for each file that is as it should be; and what is wrong."""

    path: str
    predictions: Mapping[str, Sequence[str]]
    problems: tuple[Problem, ...]


def prediction_file(task: str) -> str:
    """Return the name of the file of predictions for a task."""
    return f"{_BEGINNING}{task}{_ENDING}"


def has_form_of_klej(path: Path, tasks: Sequence[DeclaredTask]) -> bool:
    """Whether a .zip or a folder holds predictions as KLEJ calls them, and nothing that is called as outputs are.

    Raises ChallengeError.
    """
    called = _paths_in(path)
    known = {task.name for task in tasks}
    are_outputs = any(
        file.removesuffix(_ENDING) in known or (file == "out.tsv" and not known.isdisjoint(folders))
        for *folders, file in called
    )
    return not are_outputs and any(file.startswith(_BEGINNING) for *_, file in called)


def has_all_predictions(path: Path, tasks: Sequence[DeclaredTask]) -> bool:
    """Whether a .zip or a folder has a file of predictions for each task. Raises ChallengeError."""
    return {prediction_file(task.name) for task in tasks}.issubset(file for *_, file in _paths_in(path))


def _paths_in(path: Path) -> list[list[str]]:
    """Folders and name of each file in a folder or a .zip, the ending of a compression left out."""
    if path.is_dir():
        names = [file.relative_to(path).as_posix() for file in files_below(path)]
    else:
        names = [member.name for member in archive_members(path, LIMITS)] if path.is_file() and is_zip(path) else []
    return [plain_name(name).split("/") for name in names]


def read_submission(
    path: Path,
    tasks: Sequence[DeclaredTask],
    *,
    partial: bool = False,
    optional: Collection[str] = (),
    told: Callable[[int], object] | None = None,
) -> ArchivedPredictions:
    """Read a submission for these tasks: a .zip or a folder, with the files themselves or with outputs of challenges.

    partial: files for some of the tasks are enough. optional: tasks whose files may be missing in any case.
    told: hears how many bytes came with each piece, and ends it by raising something.
    Whatever is wrong with a file is a problem; what makes the archive as a whole unreadable or suspicious raises
    ChallengeError or DataError.
    """
    wanted, limits = {name for task in tasks for name in _names_of(task)}, replace(LIMITS, told=told)
    with tempfile.TemporaryDirectory(prefix="probierz-klej-") as folder:
        is_folder, into = path.is_dir(), Path(folder)
        if plain_name(path.name) in wanted and path.is_file() and not is_zip(path):
            raise ChallengeError(f"{path}: these are the predictions of one task; give their folder, {path.parent}")
        files = _lying(path, tasks, wanted, into) if is_folder else zipped_files(path, limits, wanted, into)
        refuse_archives_of_archives(path, files.contents, wanted, what="predictions")
        problems = list(no_files(path, [task.name for task in tasks])) if is_folder else []
        problems += _wrong_names(files, tasks, partial, optional)
        predictions, more = _read(files, tasks, Unpacking(files, limits))
    return ArchivedPredictions(str(path), predictions, (*problems, *more))


def _read(
    files: FoundFiles, tasks: Sequence[DeclaredTask], unpacking: Unpacking
) -> tuple[dict[str, Sequence[str]], list[Problem]]:
    """Read what is as it should be, file by file, and tell what is not."""
    predictions: dict[str, Sequence[str]] = {}
    problems: list[Problem] = []
    for task in tasks:
        names = [name for name in files.contents if plain_name(name) in _names_of(task)]
        if len(names) > 1:
            problems.append(one_of_several(files, names, task.name))
        file = files.contents[names[0]] if len(names) == 1 else None
        if file is not None:
            place = files.place(names[0])
            lines, faults = _checked(place, unpacking, names[0], file, task, tasks)
            problems += faults
            if not faults:
                predictions[task.name] = lines
                problems += [  # the header stands above them
                    Problem(place, doubt.line and doubt.line + 1, doubt.message, doubt.remedy, severity="warning")
                    for doubt in _doubts(lines, task)
                ]
    return predictions, problems


# --- names -----------------------------------------------------------------------------------------------------------


def _names_of(task: DeclaredTask) -> tuple[str, ...]:
    """What the predictions for a task may be called: as KLEJ does, or as outputs of a suite are."""
    return (prediction_file(task.name), *_output_of(task.name).names)


def _output_of(task: str) -> WantedOutput:
    return WantedOutput(task, "test-A", None, others=_OTHER_SPLITS)


def _wrong_names(
    files: FoundFiles, tasks: Sequence[DeclaredTask], partial: bool, optional: Collection[str]
) -> list[Problem]:
    names = {name for task in tasks for name in _names_of(task)}
    there = set(map(plain_name, files.contents))
    missing = [task.name for task in tasks if there.isdisjoint(_names_of(task))]
    others = [name for name in files.contents if plain_name(name) not in names]
    is_only = len(others) == len(missing) == 1
    meant = {name: _meant_task(name, missing, is_only) for name in others if _BEGUN.match(_called(name))}
    outputs = [name for name in others if name not in meant]
    wanted = [_output_of(task.name) for task in tasks]
    left = [one for one in wanted if one.task in missing]
    problems = [_other_name(files, name, task) for name, task in meant.items()]
    problems += other_names(files, outputs, wanted, left, lambda *_: NOT_LOOKED_AT)
    missing = [task for task in missing if task not in optional]
    if partial and len(left) < len(tasks):
        return problems
    if len(left) == len(tasks) and missing:
        return problems if has_errors(problems) else [*problems, _no_predictions(files.path, missing[0])]
    told = {*meant.values(), *renamed_tasks(outputs, wanted, left)}
    missing = [task for task in missing if task not in told]
    are_outputs = any("/" in name for name in there)
    needed = [_output_of(task).names[-1] if are_outputs else prediction_file(task) for task in missing]
    return problems + [Problem(str(files.path), None, f"there is no {name}", EVERY_PREDICTION) for name in needed]


def _no_predictions(path: Path, task: str) -> Problem:
    output = _output_of(task)
    remedy = f"name each as its task, such as {prediction_file(task)}, or put it there as {output.names[-1]}"
    return Problem(str(path), None, f"there is no output for {output.split}", remedy)


def _called(name: str) -> str:
    """What a file is called, without folders, endings of texts and capital letters."""
    return called_names(name.lower())[-1]


def _meant_task(name: str, missing: Sequence[str], is_only: bool) -> str:
    """The missing task that predictions are called after, or nearly so; empty for none.

    is_only: one file has another name and one task is missing, so that a file of predictions must be this task's.
    """
    core = _OTHER_ENDING.sub("", _BEGUN.sub("", _called(name)))
    return next(iter(nearest(core, missing, 1) or (missing if is_only else [])), "")


def _other_name(files: FoundFiles, name: str, task: str) -> Problem:
    """What is said of predictions that are not called as those of any task. task: which may be meant, or none."""
    place = files.place(name)
    if not task:
        return Problem(place, None, NO_TASK, NOT_LOOKED_AT, severity="warning")
    return Problem(place, None, NO_TASK, f"rename it to {files.beside(name, prediction_file(task))} if it is that")


# --- lines -----------------------------------------------------------------------------------------------------------


def _checked(
    place: str, unpacking: Unpacking, name: str, file: Path, task: DeclaredTask, tasks: Sequence[DeclaredTask]
) -> tuple[list[str], list[Problem]]:
    """Return the predictions in a file, and what is wrong with them. tasks: those of the suite."""
    wanted = task.split("test-A").lines
    try:
        text = unpacking.text(name, file)
        found = line_count(text) - 1
        if found > MOST_TIMES_TOO_LONG * wanted:  # a million empty lines would fill the memory
            return [], _wrong_count(place, found, wanted, first=2, hint=whose_lines(found, _counts(task, tasks)))
        lines = _decoded(place, text.read_bytes()).split("\n")
    except DataError as error:
        return [], [problem_from(error, place)]
    if lines[-1] == "":
        lines.pop()
    has_header = lines[:1] == [HEADER]
    problems = _wrong_header(place, lines, wanted) if plain_name(name) == prediction_file(task.name) else []
    empty = empty_last_line(text, wanted, [HEADER])
    if empty is not None:
        lines.pop()
        problems.append(replace(empty, path=place))
    is_headed = has_header or (bool(problems) and len(lines) == wanted + 1)  # by another one, which is told
    if not problems:
        hint = whose_lines(len(lines) - has_header, _counts(task, tasks))
        problems = _wrong_count(place, len(lines) - has_header, wanted, first=1 + has_header, hint=hint)
    problems += _wrong_lines(place, lines, format_of(task), start=int(is_headed))
    return lines[has_header:], problems


def _counts(task: DeclaredTask, tasks: Sequence[DeclaredTask]) -> dict[str, int]:
    """How many lines the other splits of a task have, and the tests of other tasks."""
    own = {one.name: one.lines for one in task.splits if one.name != "test-A"}
    return own | {one.name: one.split("test-A").lines for one in tasks if one.name != task.name}


def _doubts(lines: Sequence[str], task: DeclaredTask) -> Iterator[Doubt]:
    """What is odd, as `check` asks it of any output: one label alone, one number alone, another scale."""
    form = format_of(task)
    one_label = one_label_doubt(lines, form.labels)
    if one_label is not None:
        yield one_label
    one_number = sameness_doubt(lines, task.parsed_schemes[0])
    if one_number is not None:
        yield Doubt(one_number, "is this the right file?")
    other_scale = form.doubt(lines)
    if other_scale:
        yield Doubt(other_scale, "are they on its scale?")
    elif not form.labels:
        is_ranked = task.parsed_schemes[0].metric.needs_variation  # ends would put them all on one rank
        remedy = "are they on its scale?" if is_ranked else "replace them by the ends of the scale"
        outside = outside_doubt([float(line) for line in lines], form.lowest, form.highest, remedy)
        if outside is not None:
            yield outside


def _decoded(place: str, content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise not_utf8(error.object, error.start, place) from None  # the object has no byte order mark any more
    if "\r" in text and "\n" not in text:
        raise DataError("lines end with CR (carriage return, 0x0D); end lines with LF alone", path=place)
    return text.replace("\r\n", "\n")


def _wrong_header(place: str, lines: Sequence[str], wanted: int) -> list[Problem]:
    """wanted: how many predictions there have to be."""
    if not lines:
        return [Problem(place, None, "the file is empty", f"the header {HEADER} and the predictions belong in it")]
    if lines[0] == HEADER:
        return []
    remedy = {wanted: "put it above the predictions", wanted + 1: "write it in place of that"}.get(len(lines))
    message = f"the header must be {HEADER!r}, found {lines[0][:40]!r}"
    return [Problem(place, 1, message, remedy or "put it in the first line")]


def _wrong_count(place: str, found: int, wanted: int, *, first: int, hint: str) -> list[Problem]:
    """first: the line on which the first prediction stands. hint: what else there is to do than to mend it."""
    if found == wanted:
        return []
    if found > wanted:
        message = f"{counted(found - wanted, 'line')} too many; the test has {counted(wanted, 'record')}"
        remedy = "predict each record once, in the order of test_features.tsv"
        return [Problem(place, wanted + first, message, remedy + hint)]
    message = f"{there_are(found, 'prediction')}, and the test has {counted(wanted, 'record')}"
    return [Problem(place, None, message, "predict every record, in the order of test_features.tsv" + hint)]


def _wrong_lines(place: str, lines: Sequence[str], form: Format, *, start: int) -> list[Problem]:
    """Tell of some, or in what one way all labels are wrong. start: how many lines stand above the predictions."""
    faults = [(number, _fault(line, form)) for number, line in enumerate(lines[start:], start + 1)]
    wrong = [(number, fault) for number, fault in faults if fault]
    if form.labels and len(wrong) > MOST_TOLD and not any("\t" in line for line in lines):
        asked = label_question(lines[start:], form.labels * 2, _AS_LABELS)  # twice, as labels come again and again
        if asked is not None:
            return [Problem(place, asked.line and asked.line + start, asked.message, asked.remedy)]
    problems = [Problem(place, number, fault) for number, fault in wrong[:MOST_TOLD]]
    if len(wrong) > MOST_TOLD:
        rest = counted(len(wrong) - MOST_TOLD, "more line")
        problems.append(Problem(place, None, f"{rest} cannot be used, the last is line {wrong[-1][0]}"))
    return problems


def _fault(line: str, form: Format) -> str:
    columns = line.count("\t") + 1
    if columns > 1:
        return f"one column is wanted, the prediction alone; found {columns}"
    return form.fault(line)


# --- reading ---------------------------------------------------------------------------------------------------------


def _lying(path: Path, tasks: Sequence[DeclaredTask], wanted: Collection[str], folder: Path) -> FoundFiles:
    """The files of predictions in somebody's own folder, or else its outputs; what lies with data is passed over."""
    called = [name for task in tasks for name in (task.name, f"{_BEGINNING}{task.name}")]
    begun = {file for file in path.iterdir() if _BEGUN.match(file.name.lower()) and file.is_file() and not is_zip(file)}
    found = folder_files(path, sorted(begun.union(files_below(path, called))), wanted, folder)
    plain = {name: plain_name(name) for name in found.contents}
    of_data = {folder for folder, _, file in (one.rpartition("/") for one in plain.values()) if file in OFFICIAL_FILES}
    taken = {
        name: file
        for name, file in found.contents.items()
        if plain[name] in wanted or plain[name].rpartition("/")[0] not in of_data
    }
    for name, file in taken.items():
        if file is not None and file.stat().st_size > LIMITS.file_bytes:
            most = f"{LIMITS.file_bytes // MIB} MiB"
            raise ChallengeError(f"{path}: {found.names[name]} has more than {most}; leave out what is not needed")
    return found._replace(contents=taken)
