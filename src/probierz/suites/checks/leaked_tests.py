"""Tests of one challenge whose texts stand where everybody reads what is expected of them, as problems of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.challenge import kind_of_split, open_challenge
from probierz.challenges.problems import Problem, has_errors
from probierz.errors import ProbierzError
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.checks.hidden_results import SAID_OF_SAME_TEXTS, are_small
from probierz.suites.checks.nearly_public_texts import nearly_public_texts
from probierz.suites.checks.public_texts import public_texts, task_texts
from probierz.suites.suite import DeclaredTask

__all__ = ["leaked_tests"]

_FEWEST = 10
"""Tests with fewer lines are toys, whose few texts may be alike."""


def leaked_tests(
    folder: Path, told: Sequence[Problem] = (), *, task: DeclaredTask | None = None, may_leak: bool = False
) -> list[Problem]:
    """Return the problems that were told, with what  probierz suite publish  says of texts of tests in public splits.

    What stands there word for word is told by `answered_texts`; where it is most of a test, that is an error here, as
    is a test of which most is nearly the same, unless it may leak. Broken files, and very large ones, are not compared.
    task: whose declared leaks are known.
    """
    if has_errors([*told]):
        return [*told]
    try:
        splits = [one for one in CheckedSplit.of(open_challenge(folder)) if one.split.input is not None]
        if not are_small(splits):
            return [*told]
        found = list(_found(splits, task))
    except ProbierzError:
        return [*told]  # told by the checks of the files
    if may_leak:
        found = [one for one in found if not one.is_same]
    paths = {split.name: split.input_path for split in splits}
    wrong = [_problem(paths[one.test], one, is_error=one.are_most and not may_leak) for one in found]
    same = [one for one in told if any(words in one.message for words in SAID_OF_SAME_TEXTS)]
    known = {one.path for one in same}
    most = {one.path for one in wrong if one.severity == "error"}
    kept = [one for one in told if one.path not in most or one not in same]
    return [*kept, *(one for one in wrong if one.severity == "error" or one.path not in known)]


class _Leak(NamedTuple):
    test: str
    message: str
    are_most: bool
    is_same: bool


def _problem(path: str, leak: _Leak, *, is_error: bool) -> Problem:
    remedy = "take another test set, or remove these texts from it; see  probierz suite check"
    return Problem(path, None, leak.message, remedy, "error" if is_error else "warning")


def _found(splits: Sequence[CheckedSplit], task: DeclaredTask | None) -> Iterator[_Leak]:
    name = "" if task is None else task.full_name
    tests = [one for one in splits if kind_of_split(one.name) != "test" or len(one.inputs) >= _FEWEST]
    for same in public_texts([task_texts(name, tests)], () if task is None else (task,)):
        yield _Leak(same.test, str(same), same.are_most, True)
    for near in nearly_public_texts(() if task is None else task.known, tests):
        yield _Leak(near.test, near.message, near.are_most, False)
