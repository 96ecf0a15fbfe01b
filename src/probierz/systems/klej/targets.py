"""What a task of KLEJ asks for: lines of its input, and labels, yes or no, or numbers as its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError, OptionError, nearest
from probierz.suites.catalogue import find_suite
from probierz.suites.klej.builders import format_of
from probierz.suites.klej.format import Format
from probierz.systems.answers import Label, Number
from probierz.systems.klej.overlap import Floats, TextPair
from probierz.systems.system import Answer, Pair

_NAMES_OF_RECORDS = ("pair_ID", "q_id")


@dataclass(frozen=True)
class TaskTargets:
    """A task by its name, `cdsc-e`."""

    task: str

    @cached_property
    def form(self) -> Format:
        """What its files hold. Raises OptionError for a name that no task has."""
        tasks = {task.name: task for task in find_suite("klej").tasks}
        if self.task not in tasks:
            close = nearest(self.task, list(tasks)) or list(tasks)
            raise OptionError(f"task={self.task!r} is none of KLEJ's; there are {', '.join(close)}")
        return format_of(tasks[self.task])

    @property
    def is_yes_or_no(self) -> bool:
        """Whether F1 of the label 1 counts, so that where to say it is a choice."""
        return self.form.labels == ("0", "1")

    @property
    def has_pairs(self) -> bool:
        """Whether a record has two texts."""
        return len(self._columns) == 2

    @cached_property
    def _columns(self) -> tuple[int, ...]:
        return tuple(at for at, name in enumerate(self.form.columns) if name not in _NAMES_OF_RECORDS)

    def texts(self, line: str, number: int) -> tuple[str, ...]:
        """The one or two texts of an input line. Raises DataError for another number of columns."""
        fields = line.split("\t")
        wanted = self.form.columns
        if len(fields) == len(wanted):
            return tuple(fields[at] for at in self._columns)
        if len(fields) == len(self._columns):  # without what the record is called
            return tuple(fields)
        raise DataError(f"{self.task} has the columns {', '.join(wanted)}; found {len(fields)}", line=number)

    def pair(self, line: str, number: int) -> TextPair:
        """The two texts of an input line. Raises DataError."""
        return TextPair(*self.texts(line, number))

    def wanted(self, pairs: Sequence[Pair]) -> NDArray[numpy.generic]:
        """The expected lines as numbers: of their labels in the order of `form.labels`, or as they are.

        Raises DataError, with the line, for what is no label of the task or a number out of its range; for fewer than
        ten pairs, and where all are the same.
        """
        if len(pairs) < 10:
            raise DataError(f"there are {len(pairs)} records; ten at least are needed to learn from")
        for number, pair in enumerate(pairs, 1):
            fault = self.form.fault_of_expected(pair.expected)
            if fault:
                raise DataError(f"{self.task}: {fault}", line=number)
        if len({pair.expected for pair in pairs}) == 1:
            raise DataError(f"all records are {pairs[0].expected!r}; from equal ones nothing can be learnt")
        if self.form.labels:
            return numpy.array([self.form.labels.index(pair.expected) for pair in pairs])
        return numpy.array([float(pair.expected) for pair in pairs])

    def answer(self, values: Floats, limit: float, *, are_chances: bool = True) -> Answer:
        """What is said of a record. values: by label, more is better; or one number. limit: from which yes is said.

        are_chances: the values sum to 1.
        """
        labels = self.form.labels
        if not labels:
            return Number(float(numpy.clip(values[0], self.form.lowest, self.form.highest)))
        chances = dict(zip(labels, values.tolist(), strict=True)) if are_chances else {}
        if self.is_yes_or_no:
            return Label("1" if values[1] >= limit else "0", chances)
        return Label(labels[int(numpy.argmax(values))], chances)


def best_limit(chances: Floats, wanted: NDArray[numpy.generic]) -> float:
    """Return the chance from which on yes is said so that F1 of yes is greatest on these records.

        F1 = 2 · right / (said + there)

    Between two chances that are equally good the lower end is taken. Without a yes: 0.5.
    """
    order = numpy.argsort(-chances, kind="stable")
    right = numpy.cumsum(wanted[order] == 1)
    if not right[-1]:
        return 0.5
    f_one = 2 * right / (numpy.arange(1, len(right) + 1) + right[-1])
    last_of_equals = numpy.append(numpy.diff(chances[order]) != 0, True)
    best = int(numpy.argmax(numpy.where(last_of_equals, f_one, -1.0)))
    return float(chances[order][best])


def folds_of(groups: Sequence[str], count: int, seed: int) -> NDArray[numpy.int64]:
    """Return the part, from 0 to count - 1, of each record; records of one group are in one part."""
    names = sorted(set(groups))
    part = numpy.random.default_rng(seed).permutation(len(names)) % count
    of_name = dict(zip(names, part.tolist(), strict=True))
    return numpy.array([of_name[name] for name in groups])


def question_of(pair: Pair) -> str:
    """What records of one question have in common: all but the last text, or all of a single one."""
    *fields, last = pair.input.split("\t")
    return fields[-1] if fields else last
