"""Texts of tests that stand, word for word, where everybody can read what is expected of them: in the train and dev
sets of their own task, or of another one that is published beside it.

Quick, as texts are only compared for being the same; `leaks` finds those that are nearly the same as well.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeAlias

from probierz.challenges.challenge import is_output_of_split, kind_of_split
from probierz.challenges.file_tables import WHOLE_LINE, Row, tables_in
from probierz.challenges.problems import Severity, counted
from probierz.given_folders import paths_below
from probierz.suites.checks.checked_split import CheckedSplit, words_of
from probierz.suites.checks.copies import ShortTexts, key_of, severity_of_copies
from probierz.suites.checks.telling_forms import Forms
from probierz.suites.suite import DeclaredTask

Results: TypeAlias = Mapping[int, Collection[str]]
"""By text, see `key_of`, what is expected of it."""


@dataclass(frozen=True)
class TaskTexts:
    """What the texts of a task's splits are known by, see `key_of`, for each line that has words.

    open_tests: those whose expected lines everybody can read. short: by split, its texts of few words. results: by
    split, as far as they are known.
    """

    task: str
    splits: Mapping[str, Sequence[int]]
    open_tests: Collection[str]
    short: Mapping[str, ShortTexts]
    results: Mapping[str, Results]

    @property
    def tests(self) -> Iterable[tuple[str, Sequence[int]]]:
        """The splits whose expected lines are hidden."""
        return ((name, texts) for name, texts in self.splits.items() if self._is_hidden(name))

    @cached_property
    def public(self) -> Mapping[str, set[int]]:
        """The different texts of the splits whose expected lines everybody can read."""
        return {name: {*texts} for name, texts in self.splits.items() if not self._is_hidden(name)}

    def _is_hidden(self, name: str) -> bool:
        return kind_of_split(name) == "test" and name not in self.open_tests


class PublicTexts(NamedTuple):
    """A test of a task with texts in public splits of a task, which may be another.

    shared: how many, of how many lines. severity: see `severity_of_copies`. answered: how many stand there with what is
    expected of them, as far as that is known.
    """

    task: str
    test: str
    other: str
    splits: tuple[str, ...]
    shared: int
    lines: int
    severity: Severity
    answered: int

    @property
    def with_results(self) -> str:
        """Say whether what is expected stands there, too; empty where other results do."""
        said = "with what is expected"
        if self.answered == self.shared:
            return f", {said}"
        return f", {self.answered} of them {said}" if self.answered else ""

    def __str__(self) -> str:
        """Say it in a sentence."""
        place = " and ".join(self.splits) + (f" of {self.other}" if self.other != self.task else "")
        texts = f"{self.shared} of the {counted(self.lines, 'text')}"
        return f"{texts} of {self.test} stand{'s' if self.shared == 1 else ''} in {place}, word for word"


def task_texts(task: str, splits: Sequence[CheckedSplit], open_tests: Collection[str] = ()) -> TaskTexts:
    """Return what can be compared of a task's splits, and of other files of train and dev sets."""
    texts = {one.name: [*filter(None, one.copied.keys)] for one in splits}
    short = {one.name: one.copied.short for one in splits}
    results = {one.name: _results(one) for one in splits if one.has_results}
    return TaskTexts(task, texts | dict(_texts_beside(splits)), open_tests, short, results)


def _results(split: CheckedSplit) -> Results:
    found: defaultdict[int, set[str]] = defaultdict(set)
    for key, result in zip(split.copied.keys, split.expecteds or (), strict=True):
        found[key].add(result.strip())
    return found


def _texts_beside(splits: Sequence[CheckedSplit]) -> Iterator[tuple[str, list[int]]]:
    """What rows of other files of train and dev sets may have as their text, by paths such as `train/train.tsv`."""
    left = MOST_BESIDE
    for path, name in _files_beside(splits):
        left -= path.stat().st_size
        if left < 0:
            return
        rows = (row for _name, rows in tables_in(path) for row in rows)
        yield name, [*{text for row in rows for text in _texts_of(row, splits[0].forms)}]


def _files_beside(splits: Sequence[CheckedSplit]) -> Iterator[tuple[Path, str]]:
    """Files that may have the texts of a train or dev set and are none of its splits', with their names."""
    known = {path for one in splits for path in (one.split.input, one.split.expected)}
    for folder in {one.split.path.parent for one in splits}:
        for path in sorted(paths_below(folder)):
            name = path.relative_to(folder).as_posix()
            is_open = kind_of_split(re.split("[/.]", name)[0]) in {"train", "dev"}
            if is_open and path not in known and path.is_file() and not is_output_of_split(name):
                yield path, name


MOST_BESIDE = 2**24
"""Bytes of other files, packed or not, in which texts of tests are looked for."""


def _texts_of(row: Row, forms: Forms) -> Iterator[int]:
    """What may be the text of a row, as keys: all but its first column, which may be what is expected, and columns of
    several words, each and together. A single word in a column may be a label. forms: what is a word of its own.
    """
    cells = [words_of(cell, forms) for cell in row.values()]
    if len(cells) > 1 and WHOLE_LINE in row:
        cells = cells[1:]
    long = [words for words in cells if len(words) > 1]
    yield from {key_of(some, forms.joins) for some in (cells[1:], long, *([words] for words in long))}


def public_texts(tasks: Sequence[TaskTexts], declared: Iterable[DeclaredTask] = ()) -> list[PublicTexts]:
    """Find tests of these tasks whose texts stand in public splits of one of them.

    declared: what is known of their leaks; not more of them than a task declares are not told, nor what it shares with
    another on purpose.
    """
    declared = list(declared)
    known = {(task.full_name, name): count for task in declared for name, count in _known_leaks(task).items()}
    meant = {(task.full_name, f"{task.suite}/{other}") for task in declared for other in task.shares}
    return [
        found
        for other in tasks
        for task in tasks
        for found in (shared_texts(task, other) if (task.task, other.task) not in meant else ())
        if task is not other or found.shared > known.get((task.task, found.test), 0)
    ]


def shared_texts(task: TaskTexts, other: TaskTexts) -> Iterator[PublicTexts]:
    """Compare the tests of a task with the public splits of one, which may be the same."""
    for test, texts in task.tests:
        shared = [text for text in texts if any(text in there for there in other.public.values())]
        if not shared:
            continue
        where = tuple(name for name, there in other.public.items() if not there.isdisjoint(shared))
        short = [one for name, one in (*task.short.items(), *other.short.items()) if name in (test, *where)]
        severity = severity_of_copies(shared, len(texts), *short)
        answered = _count_of_answered(shared, task.results.get(test), [other.results.get(one) for one in where])
        yield PublicTexts(task.task, test, other.task, where, len(shared), len(texts), severity, answered)


def _count_of_answered(shared: Iterable[int], expected: Results | None, there: Sequence[Results | None]) -> int:
    """How many texts have a result in a public split that is expected of them; any may be where that is not known."""
    known = [one for one in there if one is not None]
    if expected is None or len(known) < len(there):
        return sum(1 for _ in shared)
    return sum(any(not {*expected[text]}.isdisjoint(one.get(text, ())) for one in known) for text in shared)


def _known_leaks(task: DeclaredTask) -> dict[str, int]:
    """By test, how many of its texts are known to stand in other splits."""
    found: dict[str, int] = {}
    for trait in task.known:
        if trait.check == "leaks" and trait.splits:
            found[trait.splits[-1]] = found.get(trait.splits[-1], 0) + trait.count
    return found
