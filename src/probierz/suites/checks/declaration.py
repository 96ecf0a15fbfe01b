"""Do the files hold what the task declares: every file, its checksum, its lines, the known lines, config.txt?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from probierz.challenges.challenge import Challenge
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.files import find_file
from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.digests import content_sha256, lines_sha256
from probierz.suites.findings import Finding, FindingPlace, Severity, unreadable
from probierz.suites.suite import DeclaredSplit, DeclaredTask, KnownLine, PublishedCount


def check_config(task: DeclaredTask, challenge: Challenge) -> Iterator[Finding]:
    """Whether config.txt names the declared metrics."""
    declared = [str(scheme) for scheme in task.parsed_schemes]
    found = [str(scheme) for scheme in challenge.schemes]
    if found != declared:
        message = f"config.txt names {', '.join(found) or 'no metric'}; declared is {', '.join(declared)}"
        yield Finding("metrics", message, places=(FindingPlace(str(challenge.path / CONFIG_NAME)),))


def check_split(folder: Path, declared: DeclaredSplit) -> Iterator[Finding]:
    """Whether a split is there and holds what is declared: files, checksums, lines, known lines."""
    absent = [name for name in ("in.tsv", *declared.files) if find_file(str(folder / declared.name), name) is None]
    absent = list(dict.fromkeys(absent))
    if declared.optional and "in.tsv" in absent:
        yield Finding("absent", "this copy leaves the split out, which is allowed", (declared.name,), severity="note")
        return
    for name in absent:
        yield Finding(
            "files", f"{name} is missing", (declared.name,), places=(FindingPlace(str(folder / declared.name)),)
        )
    changed = list(changed_files(folder, {f"{declared.name}/{name}": one for name, one in declared.files.items()}))
    for path, wanted, found in changed:
        message = f"the content has the sha256 {found}, declared is {wanted}"
        yield Finding("checksums", message, (declared.name,), places=(FindingPlace(path),))
    if not declared.files and not absent:
        message = "no checksum is declared, so other data with as many lines would pass"
        yield Finding("checksums", message, (declared.name,), severity="note")
    yield from _check_lines(folder, declared)


def changed_files(folder: Path, declared: Mapping[str, str]) -> Iterator[tuple[str, str, str]]:
    """Yield path, declared and found sha256 of files that are there and differ. Raises DataError for a broken one."""
    for name, wanted in declared.items():
        path = find_file(str(folder / Path(name).parent), Path(name).name)
        found = content_sha256(path) if path is not None else wanted
        if found != wanted:
            yield str(path), wanted, found


def other_results(declared: DeclaredSplit, path: Path, lines: Iterable[object]) -> Iterator[str]:
    """Say that somebody's expected results of a split are not the declared ones; nothing where none are declared.

    path: where they lie. lines: of the results, without a header.
    """
    wanted = declared.files.get("expected.tsv")
    found = lines_sha256(lines) if wanted else None
    if found != wanted:
        yield f"{path}: the lines have the sha256 {found}, declared is {wanted}"


def _check_lines(folder: Path, declared: DeclaredSplit) -> Iterator[Finding]:
    names = list(dict.fromkeys(["in.tsv", *(one for one in declared.files if one in ("in.tsv", "expected.tsv"))]))
    for name in names:
        path = find_file(str(folder / declared.name), name)
        if path is None:
            continue
        known = {one.line: one for one in declared.known if one.file == name}
        try:
            count, wrong = _read_through(path, known)
        except DataError as error:
            yield unreadable(error, declared.name)
            continue
        if count != declared.lines:
            message = f"{count} line{'s' * (count != 1)}, declared are {declared.lines}"
            yield Finding("lines", message, (declared.name,), places=(FindingPlace(path),))
        for place, wanted in wrong:
            message = f"the line should begin with {wanted!r}"
            yield Finding("known-lines", message, (declared.name,), places=(place,))


def _read_through(path: str, known: Mapping[int, KnownLine]) -> tuple[int, list[tuple[FindingPlace, str]]]:
    """The number of lines, and those of the known lines that begin otherwise or are not there."""
    wrong: list[tuple[FindingPlace, str]] = []
    count = 0
    with LineReader(path) as reader:
        for count, line in enumerate(reader, 1):
            if count in known and not str(line).startswith(known[count].begins):
                wrong.append((FindingPlace(path, count, str(line)[:60]), known[count].begins))
    wrong += [
        (FindingPlace(path, one.line, "there is no such line"), one.begins) for at, one in known.items() if at > count
    ]
    return count, wrong


def check_counts(task: DeclaredTask, folder: Path) -> Iterator[Finding]:
    """What was published about the data, beside what is counted: equal, known to differ, or unexplained."""
    for count in task.counts:
        names = count.split.split()
        if count.file and any(find_file(str(folder / name), count.file) is None for name in names):
            continue  # told as a file that is missing, or a split that is left out
        found = _counted(folder, count) if count.file else count.counted
        message = f"{count.what}: published {count.published:g} ({count.source}), counted {found:.10g}"
        if found != count.counted:
            yield Finding("counts", f"{message}, declared as counted {count.counted:.10g}", tuple(names))
        elif count.published != count.counted:
            severity: Severity = "known" if count.why else "error"
            yield Finding("counts", message, tuple(names), severity=severity, known=count.why)


def count_input_lines(challenge: Challenge, split: str) -> int | None:
    """Return how many lines the input of a split has; None where it has none. Raises DataError for a broken file."""
    path = challenge.split(split).input
    if path is None:
        return None
    with LineReader(str(path)) as reader:
        return sum(1 for _ in reader)


def _counted(folder: Path, count: PublishedCount) -> int:
    pattern = re.compile(count.pattern)
    total = 0
    for name in count.split.split():
        with LineReader(str(find_file(str(folder / name), count.file))) as reader:
            total += sum(len(pattern.findall(str(line))) if count.pattern else 1 for line in reader)
    return total
