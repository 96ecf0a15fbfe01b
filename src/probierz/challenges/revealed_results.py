"""Expected results that another file reveals: in their order, or, in any order, beside the inputs they belong to.

Source files that were left beside a test have them so, and so has an input whose labels were not cut off. Whether a
column reveals the results is judged by how seldom it would agree with them as often by chance: at most once in 2^20
columns, where its values have nothing to do with the lines beside which they stand.
"""

from __future__ import annotations

import re
from array import array
from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, compress, groupby, islice
from math import log2
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from probierz.challenges.file_tables import MOST_COLUMNS, IsOver, Row, never, split_rows, tables_in
from probierz.challenges.orders_of_labels import bits_beside_order
from probierz.challenges.problems import counted
from probierz.text import visible

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int32]
    Places = NDArray[np.intp]
    Mask = NDArray[np.bool_]

FEWEST_BITS, FEW_BITS = 20.0, 7.0
"""How much agreement has to say, as bits: by chance it comes once in two to that power. The lower one only warns."""

LEAST_REVEALED = 0.99
"""Where texts are corrected, most lines of an input may be right already, but hardly all of them."""

MOSTLY = 0.9
"""On which part of the lines another file has the expected results, so that it is taken for them."""

FEWEST_FOUND, MOST_OF_LINES = 10, 0.5
"""Fewer results and texts of a test that stand elsewhere, or on a smaller part of its lines, may be examples."""

MOST_LINES = 2**17
"""How many lines of a test are looked for by what takes long or much memory."""

_MOST_CELLS, _MOST_ROWS, _ROWS_AT_ONCE = 2**25, 2**21, 2**10
"""What of a table is read, four bytes a cell, and how many rows are held as texts meanwhile."""
_LONGEST_RUN, _MOST_PLACES = 64, 20
"""How many results in a row tell where in a longer file they begin, and how many such places are tried."""

_MOST_LABELS, _FEWEST_EACH = 100, 4
"""Labels may have other names where there are few, each on several lines: results that are all different, as ids are,
would have other names in any column of ids.
"""
_MOST_ALIKE = 20
"""A value of the input that more lines have, or more rows of a file, tells nothing of which line it is."""

_WITH_COMMA = re.compile(r"[-+]?\d+,\d+")
"""A number with a decimal comma."""
_LINE_NAME = re.compile(r"[^\d]*(?:-[A-Za-z][-_:/. ])?0*(\d{1,7})")
_LONGEST_NAME = 40
_CUT_OFF = " .…"
"""What stands behind a text of which only the beginning is shown."""

_LISTED = "an item of a list"
"""Lines of one result that a file lists, and no others."""

_LONGEST_DISGUISED = 500
"""Longer results, which are texts, are not looked for in other spellings."""
_SHORTEST_BEGINNING = 12
"""Letters of an input by which it is known, where a file has only how it begins."""

_LONGEST_KEPT, _MOST_KEPT = 100, 2**16
"""How long values may be that are kept with their numbers, and how many are kept."""

_Cell = tuple[int, int]
"""The number of a value that is looked for, or _UNKNOWN, and its hash."""

_UNKNOWN = -1
_LONGEST_PLACE = 120


class RevealedResults(NamedTuple):
    """Where a file has expected results, such as "column 3", and of which lines.

    lines: for each line, whether its result stands there. are_beside: whether the inputs tell whose results they are,
    and not their order. are_renamed: whether it has other names for them, such as numbers for labels. are_respelt:
    whether they are written in other letters there.
    """

    place: str
    lines: Mask
    are_beside: bool = False
    are_renamed: bool = False
    are_respelt: bool = False

    @property
    def known(self) -> int:
        """On how many lines."""
        return int(self.lines.sum())

    def __str__(self) -> str:
        """Say it as the end of a sentence on the file."""
        said = f"{self.known} of {counted(len(self.lines), 'line')}"
        said += ", beside their inputs" if self.are_beside else ""
        said += ", in other letters" if self.are_respelt else ""
        return f"{said}, under other names" if self.are_renamed else said


def _shown(place: str) -> str:
    """A place as a message has it: names of fields are whatever a file says."""
    short = place if len(place) <= _LONGEST_PLACE else f"{place[:_LONGEST_PLACE]}…"
    return visible(short)


class _Pairs(NamedTuple):
    """Lines of the split and the rows that are taken for theirs."""

    lines: Places
    rows: Places


class SoughtResults:
    """The expected lines of a split, as they are looked for. Where they have several columns, all have to be found.

    inputs: by which, and by the numbers of lines, they are found in another order; without them, they are found in
    their order alone, and the lines of a file are those of the split: elsewhere other names for them in that order say
    nothing where they follow each other by rule, see `bits_beside_order`.
    spelt: how texts are to be written before they are compared; the rows have to be written so already.
    """

    def __init__(
        self,
        expected: Path,
        header: Sequence[str] = (),
        *,
        inputs: Path | None = None,
        in_header: Sequence[str] = (),
        spelt: Callable[[str], str] = str,
    ) -> None:
        """Read them. Raises ProbierzError where that cannot be done."""
        import numpy as np

        self._numbers: dict[int, int] = {}
        self._seen: dict[str, _Cell] = {}
        wanted = columns_of(expected, header, has_alternatives=True)
        columns = [self._numbered(map(spelt, column)) for column in wanted]
        short = {value for column in wanted for value in column if len(value) <= _LONGEST_DISGUISED}
        self._add_disguises(map(spelt, short))
        self.lines = len(columns[0]) if columns else 0
        different = [len(np.unique(one)) > 1 for one in columns]
        self._wanted = [*compress(columns, different)]
        self._shortest = _shortest_revealing(compress(wanted, different))
        given = columns_of(inputs, in_header) if inputs is not None else []
        keys = [*map(self._numbered, given)]
        self._beginnings = _beginnings(value for column in given for value in column)
        self._texts = keys if all(len(key) == self.lines for key in keys) else []
        firsts = (1, 0) if self._texts else ()
        self._keys = [*self._texts, *(self._numbered(map(str, range(one, one + self.lines))) for one in firsts)]
        self._telling = self._rare_numbers()
        say_little = all(bits_beside_order(column.tolist()) < FEWEST_BITS for column in self._wanted)
        self._places_tell = not (self._texts and say_little)

    def _numbered(self, values: Iterable[str]) -> Numbers:
        import numpy as np

        numbers = self._numbers
        return np.array([numbers.setdefault(_hashed(value), len(numbers)) for value in values], np.int32)

    def _add_disguises(self, values: Iterable[str]) -> None:
        """Know values also when they are written backwards or in Base64, unless that is another value."""
        for value in values:
            number = self._numbers[_hashed(value)]
            for one in _disguised(value):
                self._numbers.setdefault(_hashed(one), number)

    def _rare_numbers(self) -> set[int]:
        """The values of the input that few lines have."""
        import numpy as np

        rare: set[int] = set()
        for key in self._keys:
            values, counts = np.unique(key, return_counts=True)
            rare.update(values[counts <= _MOST_ALIKE].tolist())
        return rare

    def found_in(
        self, path: Path, *, share: float = LEAST_REVEALED, fewest_bits: float = FEWEST_BITS, is_over: IsOver = never
    ) -> RevealedResults | None:
        """Look into a file, packed or not, in each way of reading it; return what reveals most of the results.

        share: what part of the lines has to be the same, of rare results too. Other names for the same labels, such as
        numbers, count where nearly all lines have them. What cannot be read reveals nothing. is_over: ends the look.
        """
        found: RevealedResults | None = None
        for name, rows in tables_in(path, is_over, shortest=self._shortest) if self._wanted else ():
            one = self._found_among(rows, share, fewest_bits)
            if one is not None and (found is None or one.known > found.known):
                found = one._replace(place=_shown(f"{one.place} ({name})" if name else one.place))
        return found

    @property
    def are_labels(self) -> bool:
        """Whether the results are few labels, each on several lines."""
        different = {*self._wanted[0].tolist()} if len(self._wanted) == 1 else set()
        return 1 < len(different) <= min(_MOST_LABELS, self.lines // _FEWEST_EACH)

    def found_among(self, rows: Iterable[Row], *, share: float = LEAST_REVEALED) -> RevealedResults | None:
        """Look among rows of a table that somebody has made; share: see `found_in`."""
        return self._found_among(iter(rows), share, FEWEST_BITS) if self._wanted else None

    def _found_among(self, rows: Iterator[Row], share: float, bits: float) -> RevealedResults | None:
        in_order, beside = self._taken(rows)
        sought = self._wanted, self._texts
        found = _Search(*sought, in_order, share, bits).in_order(may_be_renamed=self._places_tell)
        if found is not None or not beside:
            return found
        search = _Search(*sought, beside, share, bits)
        are_told_by = [True] * len(self._texts) + [self._places_tell] * (len(self._keys) - len(self._texts))
        joined = [*zip((self._joined(key, beside) for key in self._keys), are_told_by, strict=True)]
        each = (search.beside(pairs, may_be_renamed=are_told) for pairs, are_told in joined)
        listed = (self._listed(pairs) for pairs, are_told in joined if are_told)
        return next((one for one in chain(each, listed) if one is not None), None)

    def _listed(self, pairs: _Pairs) -> RevealedResults | None:
        """Lines that are listed where all of them, and hardly by chance, have one result; not lines in a row."""
        import numpy as np

        lines, rows = np.unique(pairs.lines), np.unique(pairs.rows)
        is_list = len(self._wanted) == 1 and min(len(lines), len(rows)) >= FEWEST_FOUND
        if not is_list or lines[-1] - lines[0] < 2 * len(lines):
            return None
        results = self._wanted[0]
        part = float((results == results[lines[0]]).mean())
        if (results[lines] != results[lines[0]]).any() or -len(lines) * log2(part) < FEWEST_BITS:
            return None
        mask = _no_lines(results)
        mask[lines] = True
        return RevealedResults(_LISTED, mask, are_beside=True)

    def _taken(self, rows: Iterator[Row]) -> tuple[dict[str, Numbers], dict[str, Numbers]]:
        """The columns of a table, and those of the rows alone that have something of an input."""
        telling, seen = self._telling, self._seen
        nothing = self._numbers.get(_hashed(""), _UNKNOWN)
        columns, beside = _Columns(nothing), _Columns(nothing)
        for names, alike in groupby(islice(rows, _MOST_ROWS), tuple):
            while some := [row.values() for row in islice(alike, _ROWS_AT_ONCE)]:
                cells = [[seen.get(value) or self._cell_of(value) for value in row] for row in some]
                columns.add(names, cells)
                beside.add(names, [row for row in cells if not telling.isdisjoint([known for known, _hash in row])])
        return columns.arrays(), beside.arrays()

    def _cell_of(self, value: str) -> _Cell:
        """What stands for a value; kept for a while where it is short, as one file is read in several ways."""
        hashed = _hashed(value)
        cell = self._number_of(value, hashed), hashed
        if len(value) <= _LONGEST_KEPT:
            if len(self._seen) >= _MOST_KEPT:
                self._seen.clear()
            self._seen[value] = cell
        return cell

    def _number_of(self, value: str, hashed: int) -> int:
        """The number of a value that is looked for, of the line that it names or of the input that begins so."""
        found = self._numbers.get(hashed, _UNKNOWN)
        if found < 0 and self._keys and (line := _number_of_line(value)):
            found = self._numbers.get(_hashed(line), _UNKNOWN)
        if found < 0 and (begun := self._beginnings.get(value[:_SHORTEST_BEGINNING])):
            start = value.rstrip(_CUT_OFF)
            known = [text for text in begun if len(start) >= _SHORTEST_BEGINNING and text.startswith(start)]
            found = self._numbers.get(_hashed(known[0]), _UNKNOWN) if len(known) == 1 else _UNKNOWN
        return found

    def _joined(self, key: Numbers, columns: dict[str, Numbers]) -> _Pairs:
        """Pairs of lines and rows that have the same value of one column of the input, and as many others as any."""
        import numpy as np

        there = max(columns.values(), key=lambda column: self._covered(key, column))
        stand = np.bincount(there[there >= 0], minlength=1)
        there = np.where((there >= 0) & (stand[np.maximum(there, 0)] <= _MOST_ALIKE), there, _UNKNOWN)
        order = np.argsort(key, kind="stable")
        first, last = (np.searchsorted(key[order], there, side) for side in ("left", "right"))
        counts = np.where(last - first <= _MOST_ALIKE, last - first, 0)
        rows = np.repeat(np.arange(len(there)), counts)
        lines = order[np.repeat(first - (np.cumsum(counts) - counts), counts) + np.arange(len(rows))]
        fit = np.zeros(len(rows), np.intp)
        for other in self._keys:
            fit += np.logical_or.reduce([column[rows] == other[lines] for column in columns.values()])
        of_line, of_row = np.zeros(self.lines, np.intp), np.zeros(len(there), np.intp)
        np.maximum.at(of_line, lines, fit)
        np.maximum.at(of_row, rows, fit)
        is_best = (fit == of_line[lines]) & (fit == of_row[rows])
        return _Pairs(lines[is_best], rows[is_best])

    def _covered(self, key: Numbers, column: Numbers) -> int:
        """How many lines have a value that stands in a column."""
        import numpy as np

        is_there = np.zeros(len(self._numbers), bool)
        is_there[column[column >= 0]] = True
        return int(is_there[key].sum())


class _Search(NamedTuple):
    """What is wanted, beside which inputs, in which columns, and when one is taken for the other."""

    wanted: Sequence[Numbers]
    keys: Sequence[Numbers]
    columns: dict[str, Numbers]
    share: float
    bits: float

    def in_order(self, *, may_be_renamed: bool) -> RevealedResults | None:
        """Find all in their order, wherever in a column that begins."""
        return self._found(None, may_be_renamed)

    def beside(self, pairs: _Pairs, *, may_be_renamed: bool) -> RevealedResults | None:
        """Find all in the rows of their lines."""
        return self._found(pairs, may_be_renamed) if len(pairs.lines) else None

    def _found(self, pairs: _Pairs | None, may_be_renamed: bool) -> RevealedResults | None:
        for are_renamed in (False, True)[: 1 + may_be_renamed]:
            found = [self._best(sought, pairs, are_renamed=are_renamed) for sought in self.wanted]
            if all(place for place, _lines in found):
                places = " and ".join(dict.fromkeys(place for place, _lines in found))
                fewest = min((lines for _place, lines in found), key=lambda lines: int(lines.sum()))
                return RevealedResults(places, fewest, pairs is not None, are_renamed)
        return None

    def _best(self, sought: Numbers, pairs: _Pairs | None, *, are_renamed: bool) -> tuple[str, Mask]:
        """The column with most of the results, no name where none has them, and the lines whose results it has."""
        best, most = "", _no_lines(sought)
        is_new = self._is_new(sought)
        for name, there in self.columns.items():
            if pairs is not None:
                tried: Iterable[_Pairs] = [_agreeing_rows(pairs, there)]
            else:
                tried = _pairs_in_order(sought, there, self.share, is_quick=are_renamed)
            for lines, rows in tried:
                found = _with_usual_names(sought[lines], there[rows]) if are_renamed else there[rows]
                # other names are found where there are none, so that they have to say more
                share, bits = (LEAST_REVEALED, FEWEST_BITS) if are_renamed else (self.share, self.bits)
                if says_enough(sought, lines[is_new[lines]], found[is_new[lines]], share, bits):
                    has_it = _no_lines(sought)
                    has_it[lines[found == sought[lines]]] = True
                    if has_it.sum() > most.sum():
                        best, most = name, has_it
        return best, most

    def _is_new(self, sought: Numbers) -> Mask:
        """The lines whose input does not have their result: of texts to correct, many are right, and so any copy is."""
        import numpy as np

        copied = max((key == sought for key in self.keys), key=np.sum, default=_no_lines(sought))
        return ~copied if 2 * copied.sum() >= len(sought) else np.ones(len(sought), bool)


def _own_number(others: dict[int, int], hashed: int) -> int:
    """The number of a value of a column alone, as long as there are few: labels may have other names."""
    number = others.get(hashed, _UNKNOWN)
    if number == _UNKNOWN and len(others) < _MOST_LABELS:
        number = others[hashed] = _UNKNOWN - 1 - len(others)
    return number


def _no_lines(sought: Numbers) -> Mask:
    import numpy as np

    return np.zeros(len(sought), bool)


def says_enough(sought: Numbers, lines: Places, found: Numbers, share: float, fewest_bits: float) -> bool:
    """Whether so many of the lines have their result, and of those with a rarer one, that it is hardly by chance.

    By chance a row has the result of any line. Of n that are drawn so, the part s or more are right with a probability
    of at most 2 ** -(n * bits), where p is the probability that one is, and (Chernoff)

        bits = s * log2(s / p) + (1 - s) * log2((1 - s) / (1 - p))
    """
    import numpy as np

    if not len(lines):
        return False
    counts = np.bincount(sought)
    same, is_rare = found == sought[lines], sought[lines] != counts.argmax()
    if same.sum() < share * len(lines) or same[is_rare].sum() < share * is_rare.sum():
        return False
    known = found[(found >= 0) & (found < len(counts))]
    by_chance = counts[known].sum() / len(sought) / len(lines)
    part = same.mean()
    if part <= by_chance:
        return False
    wrong = (1 - part) * log2((1 - part) / (1 - by_chance)) if part < 1 else 0.0
    return bool(len(lines) * (part * log2(part / by_chance) + wrong) >= fewest_bits)


def _pairs_in_order(sought: Numbers, there: Numbers, share: float, *, is_quick: bool) -> Iterator[_Pairs]:
    """Pairs for each place where the results may begin. is_quick: after nothing or a header, or at the end, alone."""
    import numpy as np

    last = len(there) - len(sought)
    if len(there) < share * len(sought):
        return
    starts = {start for start in (0, 1, last) if start >= 0} if is_quick else _starts(sought, there)
    for start in sorted(starts):
        lines = np.arange(min(len(sought), len(there) - start))
        if len(lines) >= share * len(sought):
            yield _Pairs(lines, lines + start)


def _starts(sought: Numbers, there: Numbers) -> set[int]:
    """Where in a column the results may begin: after nothing or a header, at its end, and where a run of them is."""
    last = len(there) - len(sought)
    found = {0, 1, last}
    text, length = there.tobytes(), min(_LONGEST_RUN, (len(sought) + 1) // 2)
    for begin in {0, (len(sought) - length) // 2, len(sought) - length}:
        run, at = sought[begin : begin + length].tobytes(), -1
        for _ in range(_MOST_PLACES):
            at = text.find(run, at + 1)
            if at < 0:
                break
            found.add(at // 4 - begin)
    return {start for start in found if start >= 0}


def _agreeing_rows(pairs: _Pairs, there: Numbers) -> _Pairs:
    """One pair for each line, but for lines whose rows say different things."""
    import numpy as np

    order = np.argsort(pairs.lines, kind="stable")
    lines, rows = pairs.lines[order], pairs.rows[order]
    values = there[rows]
    different, first = np.unique(lines, return_index=True)
    is_other = values != np.repeat(values[first], np.diff(np.append(first, len(lines))))
    agree = np.logical_or.reduceat(is_other, first) == 0
    return _Pairs(different[agree], rows[first[agree]])


def _with_usual_names(sought: Numbers, found: Numbers) -> Numbers:
    """Put labels in place of the other names that they have most often; where each has none of its own, nothing."""
    import numpy as np

    nothing = np.full(len(found), _UNKNOWN)
    labels = np.unique(sought)
    if len(labels) > min(_MOST_LABELS, len(sought) // _FEWEST_EACH):
        return nothing
    names, at = np.unique(found, return_inverse=True)
    if not len(labels) <= len(names) <= _MOST_LABELS:
        return nothing
    usual = [int(np.bincount(at[sought == label]).argmax()) for label in labels]
    named = np.full(len(names), _UNKNOWN)
    named[usual] = labels
    return named[at] if len(set(usual)) == len(labels) > 1 else nothing


# --- numbers in place of values --------------------------------------------------------------------------------------


def _hashed(value: str) -> int:
    """A number for a value, the same for other spaces, line ends written out or not, and quotation marks around it."""
    if value.isalnum():
        return hash(value)
    plain = _plain(value)
    return hash(plain.replace(",", ".") if _WITH_COMMA.fullmatch(plain) else plain)


def _plain(value: str) -> str:
    return " ".join(value.replace("\\n", " ").split()).strip('"')


def _shortest_revealing(columns: Iterable[Sequence[str]]) -> int:
    """Letters of the longest cell at least in a table that reveals these columns, in whatever spelling; 0 for labels.

    Labels may have shorter names, or none where lines are listed below them. What is hardly ever the same has no other
    names than itself.
    """
    parts = [*columns]
    if not any(max(Counter(column).values(), default=0) < _FEWEST_EACH for column in parts):
        return 0
    return max(min(len("".join(_plain(value).split())) for value in column) for column in parts)


def _disguised(value: str) -> Iterator[str]:
    if any(map(str.isalpha, value)):
        yield value[::-1]
    if value:
        yield b64encode(value.encode("utf-8", "surrogatepass")).decode()


def _beginnings(texts: Iterable[str]) -> dict[str, list[str]]:
    """Different texts by how they begin; not those that begin as many others do."""
    found: dict[str, list[str]] = {}
    for text in dict.fromkeys(texts):
        if len(text) > _SHORTEST_BEGINNING:
            found.setdefault(text[:_SHORTEST_BEGINNING], []).append(text)
    return {start: some for start, some in found.items() if len(some) <= _MOST_ALIKE}


def _number_of_line(value: str) -> str:
    """The number at the end of what may be the name of a line, such as `test-37` or `line 037`; else nothing."""
    found = _LINE_NAME.fullmatch(value.strip()) if value[-1:].isdigit() and len(value) <= _LONGEST_NAME else None
    return found[1] if found else ""


def columns_of(path: Path, header: Sequence[str], *, has_alternatives: bool = False) -> list[list[str]]:
    """The columns of a file of a split, of JSON lines its fields; of an input its whole lines, too.

    has_alternatives: of an expected file: where lines have different numbers of columns, the first one serves for all.
    """
    rows = [*split_rows(path, header)]
    names = [*dict.fromkeys(name for row in rows for name in row)]
    if has_alternatives and any(len(row) < len(names) for row in rows):
        names = names[:1]
    columns = [[row.get(name, "") for row in rows] for name in names]
    return columns if len(names) < 2 or has_alternatives else [*columns, [" ".join(row.values()) for row in rows]]


class _Columns:
    """Columns of a table as numbers: those of values that are known, and negative ones of a few others of a column.

    nothing: the number of an empty value, as what a row lacks is one.
    """

    def __init__(self, nothing: int) -> None:
        self._nothing = nothing
        self._columns: dict[str, tuple[array[int], dict[int, int]]] = {}  # and the numbers of its own values
        self._left, self._rows = _MOST_CELLS, 0

    def add(self, names: Sequence[str], rows: Sequence[Sequence[_Cell]]) -> None:
        """Add rows that have the same columns; once there are too many cells, they are left out."""
        for name, cells in zip(names, zip(*rows, strict=True), strict=False):
            if name not in self._columns:
                if len(self._columns) >= MOST_COLUMNS:
                    continue
                self._columns[name] = array("i"), {}
            column, others = self._columns[name]
            missing = self._rows - len(column)
            self._left -= missing + len(rows)
            if self._left < 0:
                return
            column.extend([self._nothing] * missing)
            column.extend([known if known >= 0 else _own_number(others, hashed) for known, hashed in cells])
        self._rows += len(rows)

    def arrays(self) -> dict[str, Numbers]:
        """The columns, equally long."""
        import numpy as np

        columns = {name: column for name, (column, _others) in self._columns.items()}
        for column in columns.values():
            column.extend([self._nothing] * (self._rows - len(column)))
        return {name: np.frombuffer(column, np.int32)[: self._rows] for name, column in columns.items() if column}
