"""Checking a challenge: against its declaration, where it has one, and for leaks, duplicates and drift."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path

from probierz.challenges.challenge import Challenge, open_challenge
from probierz.challenges.config import CONFIG_NAME
from probierz.challenges.files import find_file
from probierz.errors import ChallengeError, DataError, nearest
from probierz.suites.catalogue import suites
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.declaration import check_config, check_counts, check_split
from probierz.suites.checks.drift import check_drift
from probierz.suites.checks.duplicates import check_duplicates
from probierz.suites.checks.leaks import check_leaks
from probierz.suites.digests import content_sha256
from probierz.suites.findings import Finding, recognised, unreadable
from probierz.suites.suite import DeclaredTask

__all__ = ["CHECKS", "check_challenge", "check_task", "declared_task", "wanted_checks"]

Step = Callable[[str], None]
"""Is told what is done now."""

CHECKS = {
    "metrics": "config.txt names the declared metrics",
    "files": "every declared file is there, and can be read",
    "checksums": "the content of every file has the declared sha256",
    "lines": "the files have as many lines as declared",
    "known-lines": "three known lines of each split stand where they should",
    "counts": "what was published about the data is what is counted, or the difference is explained",
    "duplicates": "no text stands twice in a split",
    "conflicts": "equal texts have equal expected lines",
    "leaks": "no text of one split stands in another, word for word or nearly",
    "label-drift": "expected lines are distributed alike in all splits",
}


def check_task(
    task: DeclaredTask, folder: Path, *, only: Collection[str] = (), step: Step | None = None
) -> list[Finding]:
    """Check the challenge directory of a declared task. Raises ChallengeError when it is none.

    only: names in `CHECKS`, to do no others.
    Declared traits come out as known; a declared trait that is not there any more is an error.
    """
    wanted = wanted_checks(only)
    challenge = open_challenge(folder)
    found = list(check_config(task, challenge))
    for split in task.splits:
        _tell(step, f"{split.name}, files")
        found += check_split(folder, split)
    declared = [trait for trait in task.known if trait.check in wanted]
    try:
        found += check_counts(task, folder)
        found += _general(challenge, wanted, step)
    except DataError as error:
        if "files" not in wanted:
            raise
        declared = []  # nothing was compared, so no trait is missed
        if all(one.check != "files" or str(error.path) not in {place.path for place in one.places} for one in found):
            found.append(unreadable(error))
    chosen = [finding for finding in found if finding.check in wanted or finding.check == "absent"]
    return recognised(chosen, declared)


def declared_task(folder: Path) -> DeclaredTask | None:
    """Return the task of the known suites whose data a folder holds, told by the checksum of one of its inputs."""
    known = {
        (split.name, digest): task
        for suite in suites()
        for task in suite.tasks
        for split in task.splits
        for name, digest in split.files.items()
        if name == "in.tsv"
    }
    names = {name for name, _ in known}
    for part in sorted(path for path in folder.iterdir() if path.name in names and path.is_dir()):
        path = find_file(str(part), "in.tsv")
        task = known.get((part.name, content_sha256(path))) if path is not None else None
        if task is not None:
            return task
    return None


def check_challenge(folder: Path, *, only: Collection[str] = (), step: Step | None = None) -> list[Finding]:
    """Check a challenge directory that nothing is declared about, for duplicates, leaks and drift."""
    return list(_general(open_challenge(folder), wanted_checks(only), step))


def _general(challenge: Challenge, wanted: Collection[str], step: Step | None) -> Iterator[Finding]:
    splits = CheckedSplit.of(challenge)
    if not splits:
        raise ChallengeError(f"{challenge.path}: no split has an input; there is nothing to check{_inside(challenge)}")
    if "duplicates" in wanted or "conflicts" in wanted:
        for split in splits:
            _tell(step, f"{split.name}, duplicates")
            yield from (one for one in check_duplicates(split) if one.check in wanted)
    if "leaks" in wanted:
        _tell(step, "leaks")
        yield from check_leaks(splits)
    if "label-drift" in wanted:
        _tell(step, "labels")
        yield from check_drift(splits)


def _inside(challenge: Challenge) -> str:
    """What to say where a folder of challenges was given for one of them."""
    inside = sorted(path.parent.name for path in challenge.path.glob(f"*/{CONFIG_NAME}"))
    return f"; challenges are in {', '.join(inside)}: check one of these, or a suite in this folder" if inside else ""


def _tell(step: Step | None, what: str) -> None:
    if step is not None:
        step(what)


def wanted_checks(only: Collection[str]) -> Collection[str]:
    """Return the checks that are chosen, all of `CHECKS` for none. Raises ChallengeError for an unknown name."""
    for name in only:
        if name not in CHECKS:
            close = nearest(name, CHECKS) or list(CHECKS)
            raise ChallengeError(f"no check is called {name!r}; there is {', '.join(close)}")
    return only or CHECKS
