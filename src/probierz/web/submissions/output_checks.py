"""Outputs as files on disk: which they are, their digests, and whether they fit the input."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

from probierz.archives.limits import ArchiveLimits
from probierz.challenges.challenge import open_challenge
from probierz.challenges.line_counts import wrong_line_count
from probierz.challenges.problems import Problem
from probierz.web.challenges.models import Challenge, Version
from probierz.web.configuration import limits, places
from probierz.web.intake.budget import Budget
from probierz.web.intake.errors import IntakeError, TooLarge
from probierz.web.intake.outputs import FoundOutput, Outputs, check_file, find_outputs, output_lines
from probierz.web.token_shape import without_tokens

_PIECE = 2**20

TRIED_LIMITS = ArchiveLimits(packed_bytes=16 * 2**20, total_bytes=32 * 2**20)
"""What is read before it is scored; more would keep a process of the web server from answering others."""


@dataclass(frozen=True)
class FileDigests:
    """Of a file as it was handed in, compressed or not."""

    sha1: str
    sha256: str
    size: int


def file_digest(path: Path) -> FileDigests:
    """Return the digests of a file. SHA-1 is what outputs are cited by, not a protection."""
    sha1, sha256 = hashlib.sha1(usedforsecurity=False), hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            sha1.update(piece)
            sha256.update(piece)
    return FileDigests(sha1.hexdigest(), sha256.hexdigest(), path.stat().st_size)


def content_digest(digests: Mapping[str, str]) -> str:
    """Return one digest over the paths and SHA-256 digests of all outputs, in whichever order they came."""
    return hashlib.sha256("".join(f"{path}\0{digests[path]}\n" for path in sorted(digests)).encode()).hexdigest()


def evaluation_key(output: FoundOutput, sha256: str) -> str:
    """Return under which key scores of a content are kept: equal bytes mean something else under another ending."""
    ending = output.name.format + output.compression
    return sha256 if ending == ".tsv" else hashlib.sha256(f"{ending}\0{sha256}".encode()).hexdigest()


def splits_of(challenge: Challenge) -> list[str]:
    """Return the names of the splits on which submissions are scored now."""
    return [] if challenge.current is None else version_splits(challenge.current)


def version_splits(version: Version) -> list[str]:
    """Return the names of a version's tested splits."""
    return sorted(set(version.tests.values_list("split", flat=True)))


class CheckedOutputs(NamedTuple):
    """Outputs, all that is wrong with them, and by path how many lines each has (None: it cannot be unpacked).

    are_counted: whether only their lines were counted, as they are too large for more.
    """

    outputs: Outputs
    problems: list[Problem]
    lines: dict[str, int | None]
    are_counted: bool = False


def check_outputs(version: Version, files: Mapping[str, Path], budget: Budget) -> CheckedOutputs:
    """Return the outputs among these files and everything that is wrong with them.

    files: from paths inside the submission to where their content lies. budget: for unpacking all of them.
    Hidden expected results are never opened.
    """
    challenge = open_challenge(places.version_folder(version.challenge.slug, version.folder))
    tests = list(version.tests.select_related("division"))
    lines = {test.split: test.all_lines for test in tests}
    open_splits = {test.split for test in tests} - {test.split for test in tests if test.is_hidden}
    outputs = find_outputs(files, version_splits(version))
    checked = CheckedOutputs(outputs, list(outputs.problems), {})
    most = limits.archive_limits().total_bytes
    for output in outputs.found:
        wanted = lines[output.test]
        found = check_file(
            output, files[output.path], challenge,
            expected_lines=wanted, most_bytes=most, budget=budget, open_splits=open_splits,
        )  # fmt: skip
        checked.problems.extend(replace(one, message=without_tokens(one.message)) for one in found.problems)
        checked.lines[output.path] = found.lines
    return checked


def look_at_outputs(version: Version, files: Mapping[str, Path], budget: Budget) -> CheckedOutputs:
    """Return what a look at these files says, before they are handed in and as they are.

    budget: for unpacking all of them. Of outputs that are too large for more only what tells itself as they are
    unpacked is told: that they are damaged, or have another number of lines than their test.
    """
    before = budget.left
    counted = _counted_outputs(version, files, budget)
    size = before - budget.left + sum(file.stat().st_size for file in files.values())
    if size > TRIED_LIMITS.total_bytes or not budget.left:
        return counted
    return check_outputs(version, files, budget.renewed(TRIED_LIMITS.total_bytes))


def _counted_outputs(version: Version, files: Mapping[str, Path], budget: Budget) -> CheckedOutputs:
    challenge = open_challenge(places.version_folder(version.challenge.slug, version.folder))
    wanted = version.lines_of_tests()
    most = limits.archive_limits().total_bytes
    outputs = find_outputs(files, wanted)
    counted = CheckedOutputs(outputs, list(outputs.problems), {}, are_counted=True)
    for output in outputs.found:
        counted.lines[output.path] = None
        try:
            lines = output_lines(output, files[output.path], challenge, most, budget)
        except TooLarge as error:  # refused by the worker, which takes more of organisers
            counted.problems.append(Problem(output.path, None, error.message, error.remedy, "warning"))
            continue
        except IntakeError as error:
            counted.problems.append(Problem(output.path, None, error.message, error.remedy))
            continue
        counted.lines[output.path] = lines
        if lines != wanted[output.test]:
            source = f"{output.test}/expected.tsv"
            counted.problems.append(wrong_line_count(output.path, lines, wanted[output.test], source))
    return counted
