"""What keeps the data of a task from being published: what a platform refuses, told before anybody sends it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.problems import MARK_LEFT_OUT, Problem
from probierz.challenges.validate import validate
from probierz.suites.checks.hidden_results import gold_names, leaks, withheld
from probierz.suites.findings import Finding, FindingPlace
from probierz.suites.publishing import published_files

__all__ = ["check_publishable"]


def check_publishable(folder: Path) -> Iterator[Finding]:
    """Look at the data of a challenge as  probierz suite publish  does, without those that are held back.

    A byte order mark, which is refused nowhere, is told too: other tools take it as part of the first line.
    """
    with TemporaryDirectory(prefix="probierz-") as place:
        for path in published_files(folder):
            link = Path(place, path.relative_to(folder))
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path.resolve())
        found = validate(place)
    yield from _leaks(folder)
    for problem in found:
        inside = Path(problem.path).relative_to(place)
        if len(inside.parts) > 1 and (problem.severity == "error" or problem.message == MARK_LEFT_OUT):
            yield _finding(problem, inside, folder, place)


def _leaks(folder: Path) -> Iterator[Finding]:
    """Files that everybody would get with the expected results of a test."""
    files = {path.relative_to(folder).as_posix(): path for path in published_files(folder)}
    tests = {name.partition("/")[0] for name in files if kind_of_split(name) == "test" and "/" in name}
    for one in leaks(withheld(files, tests, gold_names(folder)), folder, tests):
        message = f"{one.path}: {one.message}; {one.remedy}"
        message += " (suite publish refuses this)" * (one.severity == "error")
        yield Finding("publishing", message, places=(FindingPlace(str(folder / one.path)),), severity=one.severity)


def _finding(problem: Problem, inside: Path, folder: Path, links: str) -> Finding:
    """Tell it of the files that somebody has, in place of the links to them, which are gone by now."""
    is_refused = problem.severity == "error"
    message = f"{inside.as_posix()}: {problem.message}; {problem.remedy}".replace(f"{links}/", f"{folder}/")
    if is_refused:
        message += " (suite publish refuses this)"
    place = FindingPlace(str(folder / inside), problem.line or 0)
    return Finding("publishing", message, inside.parts[:1], 1, (place,), "error" if is_refused else "warning")
