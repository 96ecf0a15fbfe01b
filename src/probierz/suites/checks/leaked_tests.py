"""Splits of one challenge whose texts stand where everybody reads what is expected of them, as problems of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from os.path import normpath
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.challenge import kind_of_split, open_challenge
from probierz.challenges.problems import Problem, Severity, has_errors
from probierz.errors import ProbierzError
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.copies import severity_of_copies
from probierz.suites.checks.hidden_results import are_small
from probierz.suites.checks.nearly_public_texts import nearly_public_texts
from probierz.suites.checks.public_texts import public_texts, task_texts
from probierz.suites.suite import DeclaredTask


def leaked_tests(
    folder: Path, told: Sequence[Problem] = (), *, task: DeclaredTask | None = None, may_leak: bool = False
) -> list[Problem]:
    """Return the problems that were told, with what  probierz suite publish  says of texts in public splits.

    What stands there word for word is told already, as grave as `severity_of_copies` has it, and left out where more
    texts are nearly the same; where it is most of a test, that is an error here, as is a test of which most is nearly
    the same, unless it may leak. Broken files, and very large ones, are not compared. task: whose declared leaks are
    known.
    """
    try:
        splits = [] if has_errors([*told]) else CheckedSplit.of(open_challenge(folder))
        found = [*_found(splits, task)] if splits and are_small(splits) else None
    except ProbierzError:
        found = None  # told by the checks of the files
    return [*told] if found is None else _told_with(found, [*_as_grave(told, splits)], splits, may_leak=may_leak)


def _told_with(
    found: Sequence[_Leak], told: Sequence[Problem], splits: Sequence[CheckedSplit], *, may_leak: bool
) -> list[Problem]:
    """What was told, and what was found of as many texts or more in place of it."""
    counts = {one.split: one.texts for one in found if one.is_same}
    nearly = [one for one in found if not one.is_same]
    found = nearly if may_leak else [one for one in found if not one.is_same or not _is_within(one, nearly)]
    paths = {split.name: split.input_path for split in splits}
    told_of = {normpath(one.path) for one in told if one.kind == "copies"}
    known = {
        one.name: max(len(_same(one, splits)), counts.get(one.name, 0))
        for one in splits
        if normpath(one.input_path) in told_of
    }
    grave = [one for one in found if one.severity != "note"]
    more = [one for one in grave if one.severity == "error" or one.texts > known.get(one.split, 0)]
    said_again = {normpath(paths[one.split]) for one in more}
    kept = [one for one in told if one.kind != "copies" or normpath(one.path) not in said_again]
    return [*kept, *(_problem(paths[one.split], one, may_leak=may_leak) for one in more)]


def _as_grave(told: Iterable[Problem], splits: Sequence[CheckedSplit]) -> Iterator[Problem]:
    """What was told of lines that are the same, as a note where it is talk."""
    copies = {normpath(one.input_path) for one in splits if _severity_of_same(one, splits) == "note"}
    repeats = {normpath(one.input_path) for one in splits if one.copied.repeats_are_talk}
    for one in told:
        is_note = normpath(one.path) in {"copies": copies, "repeats": repeats}.get(one.kind, ())
        yield replace(one, severity="note") if is_note else one


def _severity_of_same(split: CheckedSplit, splits: Sequence[CheckedSplit]) -> Severity | None:
    """How grave it is that texts of a split stand in open ones before it; None where none does."""
    opened, copies = _opened(split, splits), _same(split, splits)
    short = [one.copied.short for one in (split, *opened)]
    return severity_of_copies(copies, len(split.inputs), *short, is_test=split.is_test) if copies else None


def _opened(split: CheckedSplit, splits: Sequence[CheckedSplit]) -> list[CheckedSplit]:
    """The open splits before one."""
    return [one for one in splits[: splits.index(split)] if not one.is_test]


def _same(split: CheckedSplit, splits: Sequence[CheckedSplit]) -> list[int]:
    """The keys of the texts of a split that stand in open ones before it, one for each line."""
    there = {key for one in _opened(split, splits) for key in one.copied.keys} - {0}
    return [key for key in split.copied.keys if key in there]


class _Leak(NamedTuple):
    split: str
    texts: int
    message: str
    severity: Severity
    is_same: bool


def _is_within(same: _Leak, nearly: Iterable[_Leak]) -> bool:
    """Whether what is said of texts that are nearly the same counts as many, and these among them."""
    return any((one.split, one.severity) == (same.split, same.severity) and one.texts >= same.texts for one in nearly)


def _problem(path: str, leak: _Leak, *, may_leak: bool) -> Problem:
    remedy = "take another test set, or remove these texts from it; see  probierz suite check"
    if kind_of_split(leak.split) != "test":
        remedy = "keep training and test data apart"
    is_error = leak.severity == "error" and not may_leak
    return Problem(path, None, leak.message, remedy, "error" if is_error else "warning", kind="copies")


def _found(splits: Sequence[CheckedSplit], task: DeclaredTask | None) -> Iterator[_Leak]:
    name = "" if task is None else task.full_name
    for same in public_texts([task_texts(name, splits)], () if task is None else (task,)):
        yield _Leak(same.test, same.shared, str(same), same.severity, True)
    for near in nearly_public_texts(() if task is None else task.known, splits):
        yield _Leak(near.split, near.texts, near.message, near.severity, False)
