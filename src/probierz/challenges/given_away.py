"""Expected results that are given away without being told: by parts of ids, by numbers of another scale, by places."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from probierz.challenges.file_tables import Row, split_rows
from probierz.challenges.item_columns import are_numbered
from probierz.challenges.labels import are_classes
from probierz.challenges.orders_of_labels import steps_of_few_changes
from probierz.challenges.revealed_results import LEAST_REVEALED, RevealedResults, SoughtResults, columns_of
from probierz.metrics.parsers import finite_numbers

_PART = re.compile(r"[^\W\d_]+|\d+")

_FEWEST_SORTED = 20
"""Fewer lines may be sorted by chance."""

_FEWEST_VALUES = 10
"""With fewer different numbers on a side, any order is often kept, and labels are found by their names."""


def results_in_ids(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> RevealedResults | None:
    """Look for the expected results in parts of ids beside the text, as in `pos_001` and `7f3pos`, also renamed.

    Raises ProbierzError where a file cannot be read.
    """
    ids = {name: values for name, values in _columns_of_words(inputs, in_header).items() if are_numbered(values)}
    if not ids:
        return None
    sought = SoughtResults(expected, out_header)
    return sought.found_among(_parts(ids, hidden_labels(expected, out_header) if sought.are_labels else None))


def _columns_of_words(inputs: Path, header: Sequence[str]) -> dict[str, list[str]]:
    """The columns that have one word in each line; none where there is one column alone, which is the text."""
    rows = split_rows(inputs, header)
    first = next(rows, {})
    found: dict[str, list[str]] = {name: [] for name in first} if len(first) > 1 else {}
    for row in chain([first], rows):
        for name in [*found]:
            value = row.get(name, "").strip()
            if not value or " " in value:
                del found[name]
            else:
                found[name].append(value)
        if not found:
            break
    return found


def _parts(ids: Mapping[str, Sequence[str]], labels: HiddenLabels | None) -> Iterator[Row]:
    for values in zip(*ids.values(), strict=True):
        row: Row = {}
        for name, value in zip(ids, values, strict=True):
            row |= {f"part {number} of {name}": part for number, part in enumerate(_PART.findall(value), 1)}
            if labels:
                row[f"the first part of {name}"] = labels.at_start(value)
                row[f"the last part of {name}"] = labels.at_end(value)
        yield row


class HiddenLabels:
    """Finds labels in texts, also backwards, whatever their case."""

    def __init__(self, labels: Collection[str]) -> None:
        backwards = {label[::-1].casefold(): label for label in labels}
        self._labels = backwards | {label.casefold(): label for label in labels}
        long_first = sorted(self._labels, key=lambda one: (-len(one), one))
        any_label, flags = "|".join(map(re.escape, long_first)), re.IGNORECASE
        self._start, self._end = re.compile(any_label, flags), re.compile(f"(?:{any_label})$", flags)
        self._word = re.compile(rf"(?<!\w)(?:{any_label})(?!\w)", flags)

    def at_start(self, text: str) -> str:
        """The label with which a text begins; else nothing."""
        return self._named(self._start.match(text))

    def at_end(self, text: str) -> str:
        """The label with which a text ends; else nothing."""
        return self._named(self._end.search(text))

    def whole(self, text: str) -> str:
        """The label that a text is; else nothing."""
        return self._labels.get(text.casefold(), "")

    def only_one_in(self, text: str) -> str:
        """The label that is the only one among the words of a text; else nothing."""
        found = {self._labels.get(one.casefold(), "") for one in self._word.findall(text)}
        return found.pop() if len(found) == 1 else ""

    def _named(self, found: re.Match[str] | None) -> str:
        return self._labels.get(found[0].casefold(), "") if found else ""


def hidden_labels(expected: Path, header: Sequence[str] = ()) -> HiddenLabels | None:
    """Return what finds the labels of a split whose results are labels, see `SoughtResults.are_labels`.

    Raises ProbierzError where the file cannot be read.
    """
    labels = {value for value in columns_of(expected, header, has_alternatives=True)[0] if value.strip()}
    return HiddenLabels(labels) if labels else None


class OtherScale(NamedTuple):
    """A column of an input whose numbers order lines as the expected ones do. lines: how many of them, of all."""

    column: str
    known: int
    lines: int
    is_reversed: bool

    def __str__(self) -> str:
        """Say it as a sentence without its end."""
        order = "the reverse order" if self.is_reversed else "the order"
        return f"{self.column} has {order} of the expected numbers on {self.known} of {self.lines} lines"


def results_on_other_scale(
    inputs: Path, expected: Path, in_header: Sequence[str] = (), out_header: Sequence[str] = ()
) -> OtherScale | None:
    """Look for a column of numbers beside others that is the expected number on another scale: 100 - x, 20 * x, log x.

    It orders nearly all lines as the expected numbers do, or the other way round. Raises ProbierzError where a file
    cannot be read.
    """
    wanted = _numbers([next(iter(row.values()), "") for row in split_rows(expected, out_header)])
    for name, values in _columns_of_words(inputs, in_header).items() if wanted else ():
        numbers = _numbers(values)
        if len(numbers) != len(wanted):
            continue
        for is_reversed in (False, True):
            known = _in_order([-one for one in numbers] if is_reversed else numbers, wanted)
            if known >= LEAST_REVEALED * len(wanted):
                return OtherScale(name, known, len(wanted), is_reversed)
    return None


def _numbers(values: Sequence[str]) -> list[float]:
    """The numbers, with or without a sign of percent; none where one is no finite one, or where few are different."""
    found = finite_numbers(value.rstrip().removesuffix("%") for value in values)
    return found if len(set(found)) >= _FEWEST_VALUES else []


def _in_order(numbers: Sequence[float], wanted: Sequence[float]) -> int:
    """How many lines can stay so that, in the order of these numbers, the wanted ones never fall.

    It is the length of the longest rising subsequence, by the lowest end of those of each length.
    """
    ends: list[float] = []
    for _, value in sorted(zip(numbers, wanted, strict=True)):
        at = bisect_right(ends, value)
        ends[at : at + 1] = [value]
    return len(ends)


def sorted_by_result(expected: Path, header: Sequence[str] = ()) -> str:
    """Say that lines stand in the order of their numbers, in blocks of one label each, or that labels take turns.

    Empty where places of lines tell nothing.
    """
    lines = [" ".join(row.values()) for row in split_rows(expected, header)]
    numbers = _numbers(lines)
    if len(lines) < _FEWEST_SORTED:
        return ""
    if numbers and numbers in (sorted(numbers), sorted(numbers, reverse=True)):
        return "the lines are sorted by the expected numbers"
    counts = Counter(lines)
    if len(counts) < 2 or not are_classes(lines):
        return ""
    for step, changes in steps_of_few_changes(lines):
        if step == 1:
            return f"the lines stand in blocks of one label, which changes on {changes} of {len(lines)} lines"
        same = len(lines) - step - changes
        return f"the labels take turns: {same} of {len(lines)} lines have the label of {step} lines before"
    return ""
