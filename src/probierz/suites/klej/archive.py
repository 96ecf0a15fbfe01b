"""A submission: an archive with one file of predictions for each task, as KLEJ's own platform takes it.

`test_pred_TASK.tsv` has the header `target` and below it one prediction a line, in the order of `test_features.tsv`.
Archives come from anybody, so names are only ever compared, nothing is unpacked to disk, and sizes are counted while
reading, whatever the archive says about itself.
"""

from __future__ import annotations

import io
import struct
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from probierz.challenges.problems import Problem, counted, there_are
from probierz.errors import ChallengeError, DataError, nearest
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import Format
from probierz.suites.suite import DeclaredTask

if TYPE_CHECKING:
    from zipfile import ZipFile, ZipInfo

__all__ = ["HEADER", "Limits", "ArchivedPredictions", "prediction_file", "read_submission"]

MIB = 2**20
HEADER = "target"
MOST_TOLD = 5
"""Lines of a file that are told one by one; how many more there are is told in one sentence."""

_BEGINNING, _ENDING = "test_pred_", ".tsv"
_IGNORED = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")


@dataclass(frozen=True)
class Limits:
    """What a submission may hold. packed_bytes: of the archive. file_bytes: of one file in it, unpacked."""

    packed_bytes: int = 64 * MIB
    file_bytes: int = 8 * MIB
    entries: int = 200


@dataclass(frozen=True)
class ArchivedPredictions:
    """What was read: predictions by the name of the task, for each file that is as it should be; and what is wrong."""

    path: str
    predictions: Mapping[str, Sequence[str]]
    problems: tuple[Problem, ...]


def prediction_file(task: str) -> str:
    """Return the name of the file of predictions for a task."""
    return f"{_BEGINNING}{task}{_ENDING}"


def read_submission(
    path: Path, tasks: Sequence[DeclaredTask], *, partial: bool = False, limits: Limits | None = None
) -> ArchivedPredictions:
    """Read a submission for these tasks: a .zip, or a folder with the files themselves.

    partial: files for some of the tasks are enough.
    Whatever is wrong with a file is a problem; what makes the archive as a whole unreadable or suspicious raises
    ChallengeError or DataError.
    """
    limits = limits or Limits()
    contents = _folder(path, limits) if path.is_dir() else _archive(path, limits)
    problems = _wrong_names(path, contents, tasks, partial)
    predictions = {}
    for task in tasks:
        name = prediction_file(task.name)
        if name in contents:
            lines, faults = _checked(f"{path}/{name}", contents[name], task)
            problems += faults
            if not faults:
                predictions[task.name] = lines
    return ArchivedPredictions(str(path), predictions, tuple(problems))


# --- names -----------------------------------------------------------------------------------------------------------


def _wrong_names(
    path: Path, contents: Mapping[str, bytes], tasks: Sequence[DeclaredTask], partial: bool
) -> list[Problem]:
    names = [prediction_file(task.name) for task in tasks]
    missing = [task.name for task in tasks if prediction_file(task.name) not in contents]
    others = [name for name in contents if name not in names]
    is_only = len(others) == len(missing) == 1
    problems = [_other_name(path, name, missing, is_only) for name in others]
    if partial and len(missing) < len(tasks):
        return problems
    return problems + [
        Problem(str(path), None, f"there is no {prediction_file(task)}", "every task needs its predictions")
        for task in missing
    ]


def _other_name(path: Path, name: str, missing: Sequence[str], is_only: bool) -> Problem:
    """is_only: one file has another name and one task is missing, so that a file of predictions must be this task's."""
    core = name.rpartition("/")[2].removeprefix(_BEGINNING).removesuffix(_ENDING)
    close = nearest(core, missing, 1) or (missing if is_only and name.startswith(_BEGINNING) else [])
    if close:
        remedy = f"rename it to {prediction_file(close[0])} if it is that"
        return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy)
    remedy = "it is not looked at; leave it out"
    return Problem(f"{path}/{name}", None, "no task has a file of this name", remedy, severity="warning")


# --- lines -----------------------------------------------------------------------------------------------------------


def _checked(place: str, content: bytes, task: DeclaredTask) -> tuple[list[str], list[Problem]]:
    """Return the predictions in a file, and what is wrong with them."""
    try:
        lines = _decoded(place, content).split("\n")
    except DataError as error:
        return [], [Problem(place, error.line, error.detail)]
    if lines[-1] == "":
        lines.pop()
    problems = _wrong_header(place, lines) or _wrong_count(place, lines, task.split("test-A").lines)
    problems += _wrong_lines(place, lines, format_of(task))
    return lines[1:], problems


def _decoded(place: str, content: bytes) -> str:
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise DataError("the file is UTF-16; save it as UTF-8", path=place, line=1)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        data, at = error.object, error.start  # without a byte order mark
        line = data.count(b"\n", 0, at) + 1
        raise DataError(f"byte 0x{data[at]:02X} is not UTF-8; save the file as UTF-8", path=place, line=line) from None
    return text.replace("\r\n", "\n")


def _wrong_header(place: str, lines: Sequence[str]) -> list[Problem]:
    if not lines:
        return [Problem(place, None, "the file is empty", f"the header {HEADER} and the predictions belong in it")]
    if lines[0] == HEADER:
        return []
    return [Problem(place, 1, f"the header must be {HEADER!r}, found {lines[0][:40]!r}", "put it in the first line")]


def _wrong_count(place: str, lines: Sequence[str], wanted: int) -> list[Problem]:
    found = len(lines) - 1
    if found == wanted:
        return []
    if found > wanted:
        message = f"{counted(found - wanted, 'line')} too many; the test has {counted(wanted, 'record')}"
        return [Problem(place, wanted + 2, message, "predict each record once, in the order of test_features.tsv")]
    message = f"{there_are(found, 'prediction')}, and the test has {counted(wanted, 'record')}"
    return [Problem(place, None, message, "predict every record, in the order of test_features.tsv")]


def _wrong_lines(place: str, lines: Sequence[str], form: Format) -> list[Problem]:
    start = 1 if lines[:1] == [HEADER] else 0
    faults = [(number, _fault(line, form)) for number, line in enumerate(lines[start:], start + 1)]
    wrong = [(number, fault) for number, fault in faults if fault]
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


def _folder(path: Path, limits: Limits) -> dict[str, bytes]:
    names = sorted(entry.name for entry in path.iterdir() if entry.name not in _IGNORED and entry.is_file())
    found = {name: path / name for name in names if name.endswith(_ENDING)}
    for name, file in found.items():
        if file.stat().st_size > limits.file_bytes:
            raise _too_large(path, name, limits)
    return {name: file.read_bytes() for name, file in found.items()}


def _archive(path: Path, limits: Limits) -> dict[str, bytes]:
    import lzma
    import zipfile
    import zlib

    _check_directory(path, limits)
    broken = (
        OSError, EOFError, ValueError, LookupError, ArithmeticError, RuntimeError, MemoryError,
        struct.error, zipfile.BadZipFile, zlib.error, lzma.LZMAError,
    )  # fmt: skip
    try:
        with zipfile.ZipFile(path) as archive:
            return dict(_contents(path, archive, limits))
    except broken as error:
        raise DataError(f"the archive cannot be read to its end ({error}); pack it anew", path=path) from None


_ZIP_END = struct.Struct("<4s4H2LH")  # magic, two disks, two counts, size and place of the directory, comment


def _check_directory(path: Path, limits: Limits) -> None:
    """The library reads the whole list of entries at once, so its size is looked at first."""
    try:
        with open(path, "rb") as file:
            magic = file.read(4)
            size = file.seek(0, io.SEEK_END)
            file.seek(max(0, size - 2**16 - _ZIP_END.size))
            tail = file.read()
    except OSError as error:
        raise ChallengeError(f"{path}: the archive cannot be read: {error.strerror or error}") from error
    if magic not in {b"PK\x03\x04", b"PK\x05\x06"}:
        raise ChallengeError(f"{path}: this is no zip archive; pack the files of predictions into one .zip")
    if size > limits.packed_bytes:
        raise ChallengeError(f"{path}: the archive has more than {limits.packed_bytes // MIB} MiB; pack nothing else")
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + _ZIP_END.size:
        raise DataError("the archive was cut off: its end is missing; copy it again", path=path)
    _, _, _, _, count, directory_bytes, _, _ = _ZIP_END.unpack_from(tail, at)
    if count > limits.entries or directory_bytes > limits.entries * 512:  # also 0xFFFF and 0xFFFFFFFF of zip64
        raise ChallengeError(f"{path}: the archive has more than {limits.entries} entries; pack the predictions alone")


def _contents(path: Path, archive: ZipFile, limits: Limits) -> Iterator[tuple[str, bytes]]:
    members = [member for member in archive.infolist() if not _is_left_out(member)]
    outer = _outer_folder([member.filename for member in members])
    seen: set[str] = set()
    for member in members:
        _check_member(path, member)
        name = member.filename.removeprefix(outer)
        folded = unicodedata.normalize("NFKC", name).casefold()
        if folded in seen:
            raise ChallengeError(f"{path}: the archive holds {name[:100]!r} twice; pack every file once")
        seen.add(folded)
        with archive.open(member) as file:
            content = file.read(limits.file_bytes + 1)
        if len(content) > limits.file_bytes:
            raise _too_large(path, name, limits)
        yield name, content


def _is_left_out(member: ZipInfo) -> bool:
    """Whether an entry is a folder, or one of the files that systems put into every folder."""
    return member.is_dir() or any(part in _IGNORED for part in member.filename.split("/"))


def _outer_folder(names: Sequence[str]) -> str:
    """The one folder around everything, as archives often have it; empty where there is none."""
    folders = {name.partition("/")[0] for name in names if "/" in name}
    return f"{folders.pop()}/" if len(folders) == 1 and all("/" in name for name in names) else ""


def _check_member(path: Path, member: ZipInfo) -> None:
    """Refuse what no honest archive of predictions holds."""
    name = str(member.orig_filename)
    if member.flag_bits & 0x41:
        raise ChallengeError(f"{path}: the archive is encrypted; pack it without a password")
    if (member.external_attr >> 16) & 0o170000 not in {0, 0o100000}:
        raise ChallengeError(f"{path}: {name[:100]!r} is a link or a device; pack the files themselves")
    leads_out = name.startswith("/") or ".." in name.split("/") or "\\" in name or name[1:2] == ":"
    if leads_out or not name.isprintable() or len(name) > 200:
        raise ChallengeError(f"{path}: the name {name[:100]!r} is not one of a plain file; pack the files anew")


def _too_large(path: Path, name: str, limits: Limits) -> ChallengeError:
    return ChallengeError(
        f"{path}: {name[:100]} has more than {limits.file_bytes // MIB} MiB; predictions are one short text a line"
    )
