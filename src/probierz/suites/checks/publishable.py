"""What keeps the data of a task from being published: what a platform refuses, told before anybody sends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from probierz.challenges.challenge import open_challenge
from probierz.challenges.problems import MARK_LEFT_OUT, Problem
from probierz.challenges.validate import validate
from probierz.suites.checks.hidden_results import (
    gives_results_away,
    gold_names,
    leaks,
    revealing_inputs,
    stray_gold,
    test_name,
    tests_in,
    withheld,
)
from probierz.suites.findings import Finding, FindingPlace
from probierz.suites.publishing import published_files


def check_publishable(folder: Path) -> Iterator[Finding]:
    """Look at the data of a challenge as  probierz suite publish  does, without those that are held back.

    A byte order mark, which is refused nowhere, is told too: other tools take it as part of the first line.
    """
    with TemporaryDirectory(prefix="probierz-") as place:
        for path in published_files(folder):
            link = Path(place, path.relative_to(folder))
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(path.resolve())
        links = Path(place)
        found = [_of_files(problem, links, folder) for problem in validate(place)]
    refused = (one for one in found if one.severity == "error" or one.message == MARK_LEFT_OUT)
    inside = (one for one in refused if len(Path(one.path).relative_to(folder).parts) > 1)  # others are not the data's
    yield from (_finding(one, folder) for one in (*_open_results(folder), *inside))
    yield from results_given_away(found, folder)


def results_given_away(problems: Iterable[Problem], folder: Path) -> list[Finding]:
    """Return what problems tell of expected results that everybody could read, as far as it is no error."""
    return [_finding(one, folder) for one in problems if one.severity != "error" and gives_results_away(one)]


def _open_results(folder: Path) -> Iterator[Problem]:
    """Files that everybody would get with the expected results of a test."""
    files = {path.relative_to(folder).as_posix(): path for path in published_files(folder)}
    gold, tests = gold_names(folder), tests_in(files)
    found = [
        *stray_gold(files, gold, test_name(folder)),
        *leaks(withheld(files, tests, gold), folder, tests),
        *revealing_inputs(open_challenge(folder), tests),
    ]
    yield from (replace(one, path=str(folder / one.path)) for one in found)


def _of_files(problem: Problem, links: Path, folder: Path) -> Problem:
    """Tell it of the files that somebody has, in place of the links to them, which are gone by now."""
    path = folder / Path(problem.path).relative_to(links)
    message, remedy = (text.replace(f"{links}/", f"{folder}/") for text in (problem.message, problem.remedy))
    return replace(problem, path=str(path), message=message, remedy=remedy)


def _finding(problem: Problem, folder: Path) -> Finding:
    inside = Path(problem.path).relative_to(folder)
    message = f"{inside.as_posix()}: {problem.message}; {problem.remedy}"
    if problem.severity == "error":
        message += " (suite publish refuses this)"
    places = (FindingPlace(problem.path, problem.line or 0),)
    splits = inside.parts[:1] if len(inside.parts) > 1 else ()
    severity = "warning" if problem.message == MARK_LEFT_OUT else problem.severity
    return Finding("publishing", message, splits, 1, places, severity)
