"""The official files of a task: `train.tsv`, `dev.tsv`, `test_features.tsv`, one record a line below a header.

Nothing is quoted: a `"` at the beginning of a field is a letter like any other, as in KLEJ's own baselines. A reader
that knows quotes joins lines here; of the 15,794 records of NKJP-NER's train set it leaves 15,310.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from probierz.errors import ChallengeError, DataError, nearest
from probierz.lines import LineReader
from probierz.metrics.parsers import number_or_none

_MANY = 10
"""Numbers that are enough to doubt their scale."""


@dataclass(frozen=True)
class Format:
    """What stands in the files of a task; the keys are those of `options` in its declaration.

    columns: of test_features.tsv. target: the column that train.tsv and dev.tsv have besides, the last one.
    labels: all that may stand in it; none where it holds numbers, which are from `lowest` to `highest`.
    """

    columns: tuple[str, ...]
    target: str
    labels: tuple[str, ...] = ()
    lowest: float = -math.inf
    highest: float = math.inf

    def fault(self, target: str) -> str:
        """Say what is wrong with a label or number; empty for a good one."""
        if self.labels:
            return "" if target in self.labels else self._wrong_label(target)
        number = number_or_none(target)
        is_good = number is not None and math.isfinite(number) and "\t" not in target
        return "" if is_good else f"a number such as 2.5 is wanted, found {_shown(target)}"

    def fault_of_expected(self, target: str) -> str:
        """As `fault`; numbers must also lie in the range."""
        fault = self.fault(target)
        if fault or self.labels or self.lowest <= float(target) <= self.highest:
            return fault
        return f"a number from {self.lowest:g} to {self.highest:g} is wanted, found {_shown(target)}"

    def doubt(self, targets: Sequence[str]) -> str:
        """Say what makes numbers look like those of another scale; empty where nothing does, and for labels.

        Few numbers prove nothing. A correlation does not mind another scale, so this is no fault.
        """
        numbers = [float(text) for text in targets] if not self.labels else []
        if not numbers or math.isinf(self.highest):
            return ""
        low, high = min(numbers), max(numbers)
        wanted = f"{self.lowest:g} to {self.highest:g}"
        if low == self.lowest - 1 and high < self.highest and all(one.is_integer() for one in numbers):
            found = f"the ratings are whole numbers from {low:g} to {high:g}"
            return f"{found}, and those of the task from {wanted}; add 1 to each"
        if len(numbers) < _MANY:
            return ""
        is_small, is_large = high <= 1 < self.highest, median(numbers) > self.highest
        if not is_small and not is_large:
            return ""
        return f"all numbers are from {low:g} to {high:g}, and those of the task from {wanted}"

    def _wrong_label(self, target: str) -> str:
        wanted = self.labels if len(self.labels) <= 6 else nearest(target, self.labels) or self.labels[:6]
        return f"the label is {_shown(target)}; wanted {_listed(wanted)}"


def _shown(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")


def _listed(names: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


class TaskExample(NamedTuple):
    """A record: the fields of the input, and the target."""

    fields: tuple[str, ...]
    target: str


def read_examples(path: Path, form: Format) -> list[TaskExample]:
    """Read a train.tsv or dev.tsv. Raises DataError with file and line."""
    examples = []
    for number, fields in _records(path, (*form.columns, form.target)):
        fault = form.fault_of_expected(fields[-1])
        if fault:
            raise DataError(f"column {form.target!r}: {fault}", path=path, line=number)
        examples.append(TaskExample(tuple(fields[:-1]), fields[-1]))
    return examples


def read_features(path: Path, form: Format) -> list[tuple[str, ...]]:
    """Read a test_features.tsv. Raises DataError with file and line."""
    return [tuple(fields) for _, fields in _records(path, form.columns)]


def read_inputs(path: Path, form: Format) -> list[tuple[str, ...]]:
    """Read the in.tsv of a built challenge, which has no header. Raises DataError with file and line."""
    with LineReader(path) as reader:
        return [tuple(_fields(path, number, str(line), form.columns)) for number, line in enumerate(reader, 1)]


def _records(path: Path, columns: tuple[str, ...]) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of the line and the fields of each record below the header."""
    with LineReader(path) as reader:
        _check_header(path, str(next(reader, "")).split("\t"), columns)
        for number, line in enumerate(reader, 2):
            yield number, _fields(path, number, str(line), columns)


def _fields(path: Path, number: int, line: str, columns: tuple[str, ...]) -> list[str]:
    fields = line.split("\t")
    if len(fields) != len(columns):
        raise DataError(
            f"{_count(len(columns))} wanted ({', '.join(columns)}), found {len(fields)}; "
            "every record is one line, columns are separated by TAB",
            path=path,
            line=number,
        )
    return fields


def _check_header(path: Path, found: list[str], columns: tuple[str, ...]) -> None:
    if tuple(found) != columns:
        raise DataError(
            f"the header must be {', '.join(columns)}, separated by TAB; found {', '.join(map(_shown, found[:8]))}",
            path=path,
            line=1,
        )


def _count(columns: int) -> str:
    return f"{columns} columns are" if columns > 1 else "1 column is"


def read_targets(path: Path, form: Format) -> list[str]:
    """Read expected results, one a line, with or without the header `target`.

    Raises DataError with file and line, ChallengeError where there are none.
    """
    targets = []
    with LineReader(path) as reader:
        for number, line in enumerate(reader, 1):
            if number == 1 and line in {"target", form.target}:
                continue
            fault = form.fault_of_expected(str(line))
            if fault:
                raise DataError(fault, path=path, line=number)
            targets.append(str(line))
    if not targets:
        raise ChallengeError(f"{path}: there are no expected results in it")
    return targets
