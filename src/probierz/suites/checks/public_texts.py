"""Texts of tests that stand, word for word, where everybody can read what is expected of them: in the train and dev
sets of their own task, or of another one that is published beside it.

Quick, as texts are only compared for being the same; `leaks` finds those that are nearly the same as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from probierz.challenges.challenge import kind_of_split
from probierz.challenges.problems import counted
from probierz.suites.checks.checked_split import CheckedSplit
from probierz.suites.suite import DeclaredTask

__all__ = ["PublicTexts", "TaskTexts", "public_texts", "task_texts"]


class TaskTexts(NamedTuple):
    """The texts of a task's splits, hashed, one for each line that has words."""

    task: str
    splits: Mapping[str, Sequence[int]]

    @property
    def tests(self) -> Iterable[tuple[str, Sequence[int]]]:
        """The splits whose expected lines are hidden."""
        return ((name, texts) for name, texts in self.splits.items() if kind_of_split(name) == "test")

    @property
    def public(self) -> Iterable[tuple[str, Sequence[int]]]:
        """The splits whose expected lines everybody can read."""
        return ((name, texts) for name, texts in self.splits.items() if kind_of_split(name) != "test")


class PublicTexts(NamedTuple):
    """A test of a task with texts in public splits of a task, which may be another. shared: how many, of how many."""

    task: str
    test: str
    other: str
    splits: tuple[str, ...]
    shared: int
    lines: int

    @property
    def are_most(self) -> bool:
        """Whether scores on the test would say little."""
        return 2 * self.shared > self.lines

    def __str__(self) -> str:
        """Say it in a sentence."""
        place = " and ".join(self.splits) + (f" of {self.other}" if self.other != self.task else "")
        texts = f"{self.shared} of the {counted(self.lines, 'text')}"
        return f"{texts} of {self.test} stand{'s' if self.shared == 1 else ''} in {place}, word for word"


def task_texts(task: str, splits: Sequence[CheckedSplit]) -> TaskTexts:
    """Return what can be compared of a task's splits."""
    return TaskTexts(task, {one.name: [hash(" ".join(words)) for words in one.words if words] for one in splits})


def public_texts(tasks: Sequence[TaskTexts], declared: Iterable[DeclaredTask] = ()) -> list[PublicTexts]:
    """Find tests of these tasks whose texts stand in public splits of one of them.

    declared: what is known of their leaks; not more of them than a task declares are not told, nor what it shares with
    another on purpose.
    """
    declared = list(declared)
    known = {(task.full_name, name): count for task in declared for name, count in _known_leaks(task).items()}
    meant = {(task.full_name, f"{task.suite}/{other}") for task in declared for other in task.shares}
    found = []
    for other in tasks:
        public = {name: set(texts) for name, texts in other.public}
        everywhere = set().union(*public.values())
        for task in tasks:
            for test, texts in task.tests:
                shared = [text for text in texts if text in everywhere]
                allowed = known.get((task.task, test), 0) if task is other else 0
                if len(shared) > allowed and (task.task, other.task) not in meant:
                    where = tuple(name for name, there in public.items() if not there.isdisjoint(shared))
                    found.append(PublicTexts(task.task, test, other.task, where, len(shared), len(texts)))
    return found


def _known_leaks(task: DeclaredTask) -> dict[str, int]:
    """By test, how many of its texts are known to stand in other splits."""
    found: dict[str, int] = {}
    for trait in task.known:
        if trait.check == "leaks" and trait.splits:
            found[trait.splits[-1]] = found.get(trait.splits[-1], 0) + trait.count
    return found
