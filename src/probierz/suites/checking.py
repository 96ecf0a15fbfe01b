"""Checking a challenge: against its declaration, where it has one, and for leaks, duplicates and drift."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path

from probierz.challenges.challenge import Challenge, kind_of_split, open_challenge
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError, nearest
from probierz.suites.catalogue import suites
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.declaration import check_config, check_counts, check_split
from probierz.suites.checks.drift import check_drift
from probierz.suites.checks.duplicates import check_duplicates
from probierz.suites.checks.expected import check_expected
from probierz.suites.checks.headers import check_headers
from probierz.suites.checks.labels import check_empty_labels, check_labels, strangely_labelled
from probierz.suites.checks.leaks import (
    check_containment,
    check_leaks,
    check_near_duplicates,
    check_others,
    check_wrapped,
)
from probierz.suites.checks.odd_columns import check_columns
from probierz.suites.checks.publishable import check_publishable
from probierz.suites.checks.torn_clusters import check_torn_clusters
from probierz.suites.checks.used_references import check_used_references
from probierz.suites.digests import content_sha256
from probierz.suites.findings import Finding, recognised, unreadable
from probierz.suites.hold_out import rejoined
from probierz.suites.licences import other_licence_of_data
from probierz.suites.suite import DeclaredTask

Step = Callable[[str], None]
"""Is told what is done now."""

CHECKS = {
    "metrics": "config.txt names the declared metrics",
    "files": "every declared file is there, and can be read",
    "checksums": "the content of every file has the declared sha256",
    "lines": "the files have as many lines as declared",
    "known-lines": "three known lines of each split stand where they should",
    "counts": "what was published about the data is what is counted, or the difference is explained",
    "headers": "no file of the data begins with names of columns, taken as a line of them",
    "columns": "the inputs of all splits have the same number of columns",
    "duplicates": "no text stands twice in a split",
    "labels": "no split has labels of its own, as if they were of another task, nor lines without one",
    "expected": "expected lines belong to their inputs, and are not of another task or in another order",
    "conflicts": "equal texts have equal expected lines",
    "leaks": "no text of one split stands in another, word for word or nearly, nor a test inside of longer ones",
    "label-drift": "expected lines are distributed alike in all splits",
    "publishing": "nothing is in the data for which `suite publish` would refuse them, such as carriage returns",
    "held-out": "what was set aside from train has no line that belongs to one that stayed",
    "others": "no text of one task of a suite stands in another, where all of the suite is checked",
}

ON_DEMAND = {
    "near-duplicates": "no text of a split is nearly another one of the same split",
    "containment": "no text of one split stands inside of a longer one of another",
}
"""Checks that are done only where they are asked for by name: they take long, and what they find may be meant so."""


def check_task(
    task: DeclaredTask, folder: Path, *, only: Collection[str] = (), step: Step | None = None
) -> list[Finding]:
    """Check the challenge directory of a declared task. Raises ChallengeError when it is none.

    only: names in `CHECKS`, to do no others.
    Where a part was set aside from train, train is checked as it was before.
    Declared traits come out as known; a declared trait that is not there any more is an error.
    """
    wanted = wanted_checks(only)
    with rejoined(folder) as (whole, aside):
        found = _check_declared(task, whole, wanted, step)
        if aside is None:
            return found
        start, place = f"{whole}{os.sep}", f"{folder}{os.sep}"  # lines are those of train as it came
        found = [one.moved(start, place) for one in found]
    return [*found, *(one for one in check_torn_clusters(folder, aside) if one.check in wanted)]


def _check_declared(task: DeclaredTask, folder: Path, wanted: Collection[str], step: Step | None) -> list[Finding]:
    challenge = open_challenge(folder)
    found = list(check_config(task, challenge))
    for split in task.splits:
        _tell(step, f"{split.name}, files")
        found += check_split(folder, split)
    declared = [trait for trait in task.known if trait.check in wanted and trait.check != "others"]
    try:
        found += check_counts(task, folder)
        found += _general(challenge, wanted, step)
        if "publishing" in wanted:
            _tell(step, "what a platform would refuse")
            found += check_publishable(folder)
            if other := other_licence_of_data(task.licence, folder):
                message = f"{other}, and the task declares {task.licence.name} (suite publish refuses this)"
                found.append(Finding("publishing", message))
    except DataError as error:
        if "files" not in wanted:
            raise
        declared = []  # nothing was compared, so no trait is missed
        if all(one.check != "files" or str(error.path) not in {place.path for place in one.places} for one in found):
            found.append(unreadable(error))
    chosen = [finding for finding in found if finding.check in wanted or finding.check == "absent"]
    return recognised(chosen, declared)


def declared_task(folder: Path) -> DeclaredTask | None:
    """Return the task of the known suites whose data a folder holds, told by the checksum of one of its inputs.

    Of tasks with the same input (cdsc-e and cdsc-r of KLEJ) that with the expected results which are here.
    """
    known: dict[tuple[str, str], list[DeclaredTask]] = {}
    for suite in suites():
        for task in suite.tasks:
            for split in task.splits:
                known.setdefault((split.name, split.files.get("in.tsv", "")), []).append(task)
    names = {name for name, _ in known}
    for part in sorted(path for path in folder.iterdir() if path.name in names and path.is_dir()):
        path = find_file(str(part), "in.tsv")
        tasks = known.get((part.name, content_sha256(path)), []) if path is not None else []
        if tasks:
            return next((task for task in tasks if has_data_of(task, folder)), tasks[0])
    return None


def open_tests(challenge: Challenge, hide: Collection[str] = ()) -> list[str]:
    """Return the tests whose expected results are here, and are not known to be public.

    Public are those that a shipped or installed suite declares so; what somebody declares of his own suite is not.
    hide: splits whose expected results nobody gets.
    """
    declared = [split for suite in suites() for task in suite.tasks for split in task.splits]
    public = {split.files["expected.tsv"] for split in declared if split.has_open_results}
    tests = [split for split in challenge.splits if kind_of_split(split.name) == "test" and split.name not in hide]
    return [one.name for one in tests if one.expected is not None and content_sha256(one.expected) not in public]


def has_data_of(task: DeclaredTask, folder: Path) -> bool:
    """Whether a folder holds a split of a task: its input, and no other expected results than those declared."""
    for split in task.splits:
        digests = {name: _digest(folder / split.name, name) for name in ("in.tsv", "expected.tsv")}
        declared = {name: split.files.get(name, digests[name]) for name in digests if digests[name]}
        if digests["in.tsv"] == split.files.get("in.tsv") and all(digests[name] == declared[name] for name in declared):
            return True
    return False


def _digest(part: Path, name: str) -> str:
    path = find_file(str(part), name) if part.is_dir() else None
    return content_sha256(path) if path is not None else ""


def check_challenge(folder: Path, *, only: Collection[str] = (), step: Step | None = None) -> list[Finding]:
    """Check a challenge directory that nothing is declared about, for duplicates, leaks and drift.

    Raises ChallengeError where no split has an input, and for a check that there is not.
    """
    wanted = wanted_checks(only)
    found = list(_general(open_challenge(folder), wanted, step))
    return [*found, *(check_publishable(folder) if "publishing" in wanted else ())]


def _general(challenge: Challenge, wanted: Collection[str], step: Step | None) -> Iterator[Finding]:
    splits = _splits_of(challenge)
    if "headers" in wanted:
        yield from check_headers(splits)
    if "columns" in wanted:
        yield from check_columns(challenge)
    if "duplicates" in wanted or "conflicts" in wanted:
        for split in splits:
            _tell(step, f"{split.name}, duplicates")
            yield from (one for one in check_duplicates(split) if one.check in wanted)
    if "leaks" in wanted:
        _tell(step, "leaks")
        yield from check_leaks(splits)
        yield from check_wrapped(splits)
        yield from check_used_references(splits)
    if "near-duplicates" in wanted:
        for split in splits:
            _tell(step, f"{split.name}, near duplicates")
            yield from check_near_duplicates(split)
    if "containment" in wanted:
        _tell(step, "containment")
        yield from check_containment(splits)
    yield from _of_expected(challenge, splits, wanted, step)


def _of_expected(
    challenge: Challenge, splits: Sequence[CheckedSplit], wanted: Collection[str], step: Step | None
) -> Iterator[Finding]:
    """What is found in the expected lines; what labels of another task tell is told once."""
    labels = list(check_labels(splits)) if "labels" in wanted else []
    yield from labels
    if "labels" in wanted:
        yield from check_empty_labels(splits, challenge.schemes)
    if "expected" in wanted:
        _tell(step, "expected lines")
        yield from check_expected(challenge, told=strangely_labelled(labels))
    if "label-drift" in wanted:
        _tell(step, "labels")
        yield from check_drift(splits)


def compare_challenges(
    folder: Path, others: Sequence[Path], *, task: DeclaredTask | None = None, step: Step | None = None
) -> list[Finding]:
    """Look for texts of a challenge in others: in the train set of another task a test may be lost.

    task: what the challenge is declared as; its known findings of the check "others" come out as known, with the split
    of the other challenge first, as in `splits = ["poleval-2022/passage-retrieval/train", "test-B"]`. What it shares
    with a task that it names in `shares` is known, too. Other challenges have the names of their tasks, or of their
    folders where nobody declares them. Raises ChallengeError.
    """
    known = {other: declared_task(other) for other in others}
    beside = [
        _Other(
            other,
            found.full_name if found else other.resolve().name,
            found.name if found and task and found.suite == task.suite else other.resolve().name,
        )
        for other, found in known.items()
    ]
    return _compared(folder, beside, task, step)


def compare_tasks(tasks: Sequence[tuple[DeclaredTask, Path]], *, step: Step | None = None) -> dict[str, list[Finding]]:
    """Compare the tasks of one suite, each with its challenge, with each other; return what is found, by task.

    As `compare_challenges`; every two are compared once, unless both declare traits of the other: the first of them
    with the second, or the one that declares something. What cannot be read is left out: `check_task` tells of it.
    """
    tasks = [(task, folder) for task, folder in tasks if _is_readable(folder)]
    is_known = {suite.name for suite in suites()} >= {task.suite for task, _folder in tasks}
    others = [_Other(folder, task.full_name if is_known else task.name, task.name) for task, folder in tasks]
    beside: dict[str, list[_Other]] = {task.name: [] for task, _folder in tasks}
    for (one, there), (another, here) in combinations(zip((task for task, _folder in tasks), others, strict=True), 2):
        is_second = _has_traits_of(another, other=there)
        if _has_traits_of(one, other=here) or not is_second:
            beside[one.name].append(here)
        if is_second:
            beside[another.name].append(there)
    return {task.name: _compared(folder, beside[task.name], task, step) for task, folder in tasks if beside[task.name]}


def _is_readable(folder: Path) -> bool:
    try:
        return all(split.words is not None for split in _splits_of(open_challenge(folder)))
    except (ChallengeError, DataError):
        return False


@dataclass(frozen=True)
class _Other:
    """A challenge to compare with. name: as it is shown; task: as a task of the same suite names it in `shares`."""

    folder: Path
    name: str
    task: str


def _has_traits_of(task: DeclaredTask, *, other: _Other) -> bool:
    """Whether a task declares what it shares with another one."""
    traits = (trait for trait in task.known if trait.check == "others")
    return any(split.rpartition("/")[0] == other.name for trait in traits for split in trait.splits)


def _compared(folder: Path, others: Sequence[_Other], task: DeclaredTask | None, step: Step | None) -> list[Finding]:
    splits = _splits_of(open_challenge(folder))
    found: list[Finding] = []
    compared: set[str] = set()
    for other in others:
        _tell(step, f"against {other.name}")
        their_splits = _splits_of(open_challenge(other.folder))
        compared |= {f"{other.name}/{split.name}" for split in their_splits}
        shared = list(check_others(splits, their_splits, other.name))
        found += _as_declared(shared, splits, other.task) if task and other.task in task.shares else shared
    compared |= {split.name for split in splits}
    traits = [one for one in (task.known if task else ()) if one.check == "others" and compared >= set(one.splits)]
    return recognised(found, traits)


def _as_declared(found: Sequence[Finding], splits: Sequence[CheckedSplit], sibling: str) -> list[Finding]:
    """Of what is found in a task that has the same texts on purpose, mark as known what stands in the split of the same
    name there, and what leaks in the same way inside of this challenge. Everything else tells of another division.
    """
    inside = {
        leak.splits: {place.line for place in leak.places}
        for some in (splits, list(reversed(splits)))
        for leak in check_leaks(some)
    }
    marked = []
    for one in found:
        there, here = one.splits[0].rpartition("/")[2], one.splits[1]
        lines = {place.line for place in one.places}
        is_meant = there == here or lines <= inside.get((there, here), set())
        note = f"the task has the texts of {sibling} on purpose"
        marked.append(replace(one, severity="known", known=note) if is_meant else one)
    return marked


def _splits_of(challenge: Challenge) -> list[CheckedSplit]:
    splits = CheckedSplit.of(challenge)
    if not splits:
        raise ChallengeError(f"{challenge.path}: no split has an input; there is nothing to check{_inside(challenge)}")
    return splits


def _inside(challenge: Challenge) -> str:
    """What to say where a folder of challenges was given for one of them."""
    inside = sorted(path.parent.name for path in challenge.path.glob(f"*/{CONFIG_NAME}"))
    return f"; challenges are in {', '.join(inside)}: check one of these, or a suite in this folder" if inside else ""


def _tell(step: Step | None, what: str) -> None:
    if step is not None:
        step(what)


def wanted_checks(only: Collection[str]) -> Collection[str]:
    """Return the checks that are chosen, all of `CHECKS` for none. Raises ChallengeError for an unknown name."""
    known = CHECKS | ON_DEMAND
    for name in only:
        if name not in known:
            close = nearest(name, known) or list(known)
            raise ChallengeError(f"no check is called {name!r}; try {', '.join(close)}")
    return only or CHECKS
