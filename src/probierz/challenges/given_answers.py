"""Expected results that lie in another file in their order: as its lines, a column of a table, or a field of JSON.

Source files that were left beside a test have them so, and so has an input whose labels were not cut off.
"""

from __future__ import annotations

import csv
import io
import json
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from math import log2
from pathlib import Path
from typing import Any, NamedTuple

from probierz.archives.decompressing import open_stream, plain_name
from probierz.archives.limits import UNLIMITED, ArchiveLimits
from probierz.challenges.problems import counted
from probierz.errors import ProbierzError
from probierz.lines import Dialect, LineReader

__all__ = ["GivenAnswers", "SoughtAnswers"]

_MOST_BYTES = 2**26
"""Larger files, unpacked, are not searched."""

_MOST_JSON = 2**25
_MOST_CELLS = 2**26
_MOST_ROWS = 2**21
_MOST_COLUMNS = 200
_DEEPEST = 4
_FEWEST_BITS = 30.0
"""Results that say less than this are few, or nearly all alike: another file may have the same by chance."""

_LONGEST_RUN, _MOST_PLACES = 64, 20
"""How many results in a row tell where in a longer file they begin, and how many such places are tried."""

_MOST_LABELS, _FEWEST_EACH = 100, 4
"""Labels may have other names where there are few, each on several lines: results that are all different, as ids are,
would have other names in any column of ids.
"""
_NEARLY_ALL = 0.99
"""Where texts are corrected, most lines of an input may be right already, but hardly all of them."""

_UNKNOWN = -1
_DELIMITERS = ",;|"

Columns = dict[str, "array[int]"]
"""By what a column is called in a message, a number for each of its values."""


class GivenAnswers(NamedTuple):
    """Where a file has expected results, such as "column 3", and on how many of their lines.

    are_renamed: whether it has other names for them, such as numbers for labels.
    """

    place: str
    same: int
    lines: int
    are_renamed: bool = False

    def __str__(self) -> str:
        """Say it as the end of a sentence on the file."""
        said = f"{self.same} of {counted(self.lines, 'line')}"
        return f"{said}, under other names" if self.are_renamed else said


class SoughtAnswers:
    """The expected lines of a split, as they are looked for. Where they have several columns, all have to be found."""

    def __init__(self, path: Path | str, header: Sequence[str] = ()) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        with LineReader(str(path), dialect=Dialect(lenient=True), header=header) as lines:
            rows = [[_plain(cell) for cell in str(line).split("\t")] for line in lines]
        self.lines = len(rows)
        self._says_enough = _bits(rows) >= _FEWEST_BITS
        is_even = len({len(row) for row in rows}) == 1
        columns = [list(one) for one in zip(*rows, strict=True)] if is_even else [["\t".join(row) for row in rows]]
        self._numbers: dict[str, int] = {}
        self._columns = [self._numbered(one) for one in columns if len(set(one)) > 1]

    def _numbered(self, values: Iterable[str]) -> array[int]:
        return array("i", (self._numbers.setdefault(value, len(self._numbers)) for value in values))

    def found_in(self, path: Path, share: float = _NEARLY_ALL) -> GivenAnswers | None:
        """Look into a file, packed or not. share: what part of the lines has to be the same, of rare results too.

        Other names for the same labels, such as numbers, count where nearly all lines have them.
        What is too large, or cannot be read, has nothing.
        """
        if not self._says_enough or not self._columns:
            return None
        content, name = _content(path), plain_name(path.name)
        if not name.endswith(".json") and content.count(b"\n") + content.count(b"\r") + 1 < share * self.lines:
            return None
        for columns in _readings(content, name, self._numbers, int(share * self.lines)):
            for same, renamed in ((partial(_same, share=share), False), (_renamed, True)):
                found = [_best(wanted, columns, same) for wanted in self._columns]
                if all(count for count, _place in found):
                    places = " and ".join(dict.fromkeys(place for _count, place in found))
                    return GivenAnswers(places, min(count for count, _place in found), self.lines, renamed)
        return None


def _best(wanted: array[int], columns: Columns, same: Callable[[Any, Any], int]) -> tuple[int, str]:
    """On how many lines, at most, a column is what is wanted, and which."""
    import numpy

    sought = numpy.frombuffer(wanted, "i4")
    found = [(same(sought, numpy.frombuffer(column, "i4")), name) for name, column in columns.items() if column]
    return max(found, key=lambda one: one[0], default=(0, ""))


def _plain(value: str) -> str:
    return " ".join(value.split()).strip('"')


def _bits(rows: Sequence[Sequence[str]]) -> float:
    """How much the lines say, each by how rare it is."""
    counts = Counter(map(tuple, rows))
    return sum(count * log2(len(rows) / count) for count in counts.values())


def _same(sought: Any, there: Any, share: float) -> int:
    """On how many lines a column is what is sought, wherever in it that begins; 0 where it is on too few."""
    import numpy

    if len(there) < share * len(sought):
        return 0
    there = numpy.pad(there, (0, max(0, len(sought) - len(there))), constant_values=_UNKNOWN)
    return max(_enough(sought, there[start : start + len(sought)], share) for start in _starts(sought, there))


def _enough(sought: Any, found: Any, share: float) -> int:
    """On how many lines the same stands; 0 where that is too small a part of all, or of those with rarer results."""
    import numpy

    is_rare, is_same = sought != numpy.bincount(sought).argmax(), found == sought
    enough = is_same.sum() >= share * len(sought) and is_same[is_rare].sum() >= share * is_rare.sum()
    return int(is_same.sum()) if enough else 0


def _renamed(sought: Any, there: Any) -> int:
    """On how many lines a column has the labels that are sought, one other name for each; 0 where it is on too few."""
    import numpy

    labels, last = numpy.unique(sought), len(there) - len(sought)
    best = 0
    can_tell = last >= 0 and len(labels) <= min(_MOST_LABELS, len(sought) // _FEWEST_EACH)
    for start in {0, min(1, last), last} if can_tell else ():
        part = there[start : start + len(sought)]
        names, at = numpy.unique(part, return_inverse=True)
        if len(labels) <= len(names) <= _MOST_LABELS:
            usual = [int(numpy.bincount(at[sought == label]).argmax()) for label in labels]
            named = numpy.full(len(names), _UNKNOWN)
            named[usual] = labels
            if len(set(usual)) == len(labels):
                best = max(best, _enough(sought, named[at], _NEARLY_ALL))
    return best


def _starts(sought: Any, there: Any) -> set[int]:
    """Where in a column the results may begin: after nothing or a header, at its end, and where a run of them is."""
    last = len(there) - len(sought)
    found = {0, min(1, last), last}
    text, length = there.tobytes(), min(_LONGEST_RUN, len(sought))
    for begin in {0, (len(sought) - length) // 2, len(sought) - length}:
        run, at = sought[begin : begin + length].tobytes(), -1
        for _ in range(_MOST_PLACES):
            at = text.find(run, at + 1)
            if at < 0:
                break
            found.add(at // 4 - begin)
    return {start for start in found if 0 <= start <= last}


# --- how files are read ----------------------------------------------------------------------------------------------


def _content(path: Path) -> bytes:
    """The unpacked content; empty where there is too much of it, it cannot be read or is no text."""
    try:
        with open_stream(path, ArchiveLimits(packed_bytes=UNLIMITED, total_bytes=UNLIMITED)) as stream:
            content = stream.read(_MOST_BYTES + 1)
    except (ProbierzError, OSError):
        return b""
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        content = content.decode("utf-16", "replace").encode()
    return b"" if len(content) > _MOST_BYTES or b"\0" in content[:8192] else content.removeprefix(b"\xef\xbb\xbf")


def _readings(content: bytes, name: str, numbers: dict[str, int], fewest: int) -> Iterator[Columns]:
    """Give the columns of a file in each way in which it can be read."""
    if name.endswith(".json"):
        for rows in _json_lists(content, fewest):
            yield _numbered(map(_fields, rows), numbers)
        return
    start = content.lstrip()[:1]
    if start == b"{":
        yield _numbered(map(_json_fields, _text(content)), numbers)
        return
    yield _numbered((_cells([line], "the whole line") for line in _text(content)), numbers)
    first = next(_text(content), "")
    if "\t" in first:
        yield _numbered((_cells(line.split("\t", _MOST_COLUMNS)) for line in _text(content)), numbers)
    for delimiter in "" if name.endswith(".tsv") else _DELIMITERS:
        if delimiter in first:
            yield _numbered(map(_cells, _csv_rows(content, delimiter)), numbers)


def _text(content: bytes) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(content), "utf-8", errors="replace")


def _csv_rows(content: bytes, delimiter: str) -> Iterator[list[str]]:
    """The rows of a table with quotation marks, up to one that is none."""
    lines = io.TextIOWrapper(io.BytesIO(content), "utf-8", errors="replace", newline="")
    try:
        yield from csv.reader(lines, delimiter=delimiter)
    except csv.Error:
        return


def _cells(cells: Sequence[str], name: str = "") -> Iterator[tuple[str, str]]:
    for number, cell in enumerate(cells[:_MOST_COLUMNS], 1):
        yield name or f"column {number}", cell


def _json_fields(line: str) -> Iterator[tuple[str, str]]:
    try:
        return _fields(json.loads(line))
    except (ValueError, RecursionError):
        return iter(())


def _json_lists(content: bytes, fewest: int) -> Iterator[list[Any]]:
    """The lists in a JSON file that are long enough, however they are called; values of long objects are lists too."""
    try:
        inside = [json.loads(content)] if len(content) <= _MOST_JSON else []
    except (ValueError, RecursionError):
        return
    for _ in range(_DEEPEST):
        values = [list(one.values()) if isinstance(one, dict) else one for one in inside]
        long = [one for one in values if isinstance(one, list) and len(one) >= fewest]
        yield from long
        inside = [one for some in values if isinstance(some, list) for one in some[:_MOST_COLUMNS]][:_MOST_COLUMNS]


def _fields(value: Any, name: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """The plain values of an object with their names, `a/b` for b inside of a."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else None
    if inside is None:
        yield (f"the field {name}" if name else "the values"), "" if value is None else str(value)
    elif depth < _DEEPEST:
        for key, one in islice(inside, _MOST_COLUMNS):
            yield from _fields(one, f"{name}/{key}" if name else str(key), depth + 1)


def _numbered(rows: Iterable[Iterable[tuple[str, str]]], numbers: dict[str, int]) -> Columns:
    """Put numbers in place of values, column by column; those of values that are no expected result are negative."""
    columns: Columns = {}
    left = _MOST_CELLS
    others: dict[str, dict[str, int]] = {}
    for number, row in enumerate(islice(rows, _MOST_ROWS)):
        for name, value in row:
            column = columns.get(name)
            if column is None:
                if len(columns) >= _MOST_COLUMNS:
                    continue
                column = columns[name] = array("i")
            missing = number - len(column)
            if missing < 0:  # a name that stands twice
                continue
            left -= missing + 1
            if left < 0:
                return columns
            if missing:
                column.extend([_UNKNOWN] * missing)
            plain = _plain(value)
            known = numbers.get(plain, _UNKNOWN)
            column.append(known if known != _UNKNOWN else _number_of(plain, others.setdefault(name, {})))
    return columns


def _number_of(value: str, others: dict[str, int]) -> int:
    """The number of a value of this column alone, as long as there are few of them: labels may have other names."""
    if value not in others and len(others) >= _MOST_LABELS:
        return _UNKNOWN
    return others.setdefault(value, _UNKNOWN - 1 - len(others))
