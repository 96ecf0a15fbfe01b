"""What a data file looks like from outside, found in one pass over its bytes: lines, columns, odd characters.

No line is kept, at most a hash of each, so files may be large.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from probierz.challenges.item_columns import ALL_COLUMNS, ItemColumns
from probierz.lines import LineReader

MOST_TOLD = 3
"""So many lines are told as examples."""
BYTE_ORDER_MARK = b"\xef\xbb\xbf"


class Sighting(NamedTuple):
    """Where something was first seen (a line of the file, from 1), and on how many lines it stands."""

    line: int
    lines: int


@dataclass
class Survey:
    """What was found in a file.

    size: bytes after decompression. lines: without a header line. has_header: whether the first line is one.
    columns: TAB-separated fields of the first line, 0 without lines. uneven: first line with another number, and that
    number. goes_on: whether there is more that was not looked at. sightings: by kind, see `KINDS`. hashes: one number
    for each distinct line, if they were asked for. repeats, known: the first lines of the file that stand in it
    already, and those that are known.
    """

    path: str
    size: int = 0
    lines: int = 0
    has_header: bool = False
    has_byte_order_mark: bool = False
    columns: int = 0
    uneven: tuple[int, int] | None = None
    goes_on: bool = False
    sightings: dict[str, Sighting] = field(default_factory=dict)
    hashes: set[int] = field(default_factory=set, repr=False)
    repeats: list[int] = field(default_factory=list)
    known: list[int] = field(default_factory=list)

    @property
    def repeated(self) -> int:
        """How many lines stand in the file already; the hashes must have been kept."""
        return self.lines - len(self.hashes)


def _is_no_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return True
    return False


_UNSEEN_AT_END = re.compile(rb"(?:\xe2\x80[\x8b-\x8f]|\xe2\x81\xa0|\xef\xbb\xbf)(?=\n|\Z)")
"""Zero-width blanks and joiners, and marks of direction."""

KINDS: dict[str, Callable[[bytes], bool]] = {
    "carriage return": lambda line: b"\r" in line,
    "trailing space": lambda line: line.endswith(b" "),
    "unseen end": lambda line: _UNSEEN_AT_END.search(line) is not None,
    "not UTF-8": _is_no_utf8,
    "NUL": lambda line: b"\0" in line,
}
"""What is looked for in every line."""

_IN_BLOCK: dict[str, Callable[[bytes], bool]] = {
    **KINDS,
    "trailing space": lambda block: b" \n" in block or block.endswith(b" "),
}
"""Whether a line of a block of whole lines may have it: quick, as most files have none of it."""


class _Surveyor(LineReader):
    """Reads a file to its end and looks at the bytes of its lines instead of handing them out."""

    def __init__(
        self, path: str, header: Sequence[str], keep_hashes: bool, most_lines: float, item: ItemColumns, known: Set[int]
    ) -> None:
        super().__init__(path, header=header)
        self._most_lines = most_lines
        self._item = item
        self._known = known
        self._keep_hashes = keep_hashes
        self.survey = Survey(path)
        self._seen = 0
        self._has_tabs = False

    def _accept(self, data: bytes) -> None:
        self.survey.size += len(data)
        if self._seen == 0 and data.startswith(BYTE_ORDER_MARK):
            self.survey.has_byte_order_mark = True
            data = data[len(BYTE_ORDER_MARK) :]
        self._has_tabs = b"\t" in data
        lines = data.split(b"\n")
        if not lines[-1]:
            lines.pop()
        for kind, may_have in _IN_BLOCK.items():
            if may_have(data):
                self._sight(kind, lines)
        self._count(lines)
        if self.survey.lines > self._most_lines:
            self.survey.goes_on = True
            self._ended = True

    def _sight(self, kind: str, lines: list[bytes]) -> None:
        has = KINDS[kind]
        found = [number for number, line in enumerate(lines, self._seen + 1) if has(line)]
        if found:
            earlier = self.survey.sightings.get(kind)
            self.survey.sightings[kind] = Sighting(
                earlier.line if earlier else found[0], len(found) + (earlier.lines if earlier else 0)
            )

    def _count(self, lines: list[bytes]) -> None:
        survey, first = self.survey, self._seen + 1
        self._seen += len(lines)
        self._read_lines = self._seen  # the message of a line that is too long gives its number
        if first == 1 and lines and self._is_header(lines[0]):
            survey.has_header = True
            lines, first = lines[1:], 2
        if not lines:
            return
        survey.columns = survey.columns or lines[0].count(b"\t") + 1
        if (
            survey.uneven is None
            and (survey.columns > 1 or self._has_tabs)
            and {line.count(b"\t") + 1 for line in lines} != {survey.columns}
        ):
            survey.uneven = next(
                (number, line.count(b"\t") + 1)
                for number, line in enumerate(lines, first)
                if line.count(b"\t") + 1 != survey.columns
            )
        survey.lines += len(lines)
        if self._keep_hashes:
            self._hash(lines, first)

    def _hash(self, lines: list[bytes], first: int) -> None:
        """Keep what tells lines apart; and the first of them that were there before, or are known."""
        survey = self.survey
        if self._item.ids:
            lines = [b"\t".join(self._item.of(line.split(b"\t"))) for line in lines]
        hashes = list(map(hash, lines))
        new = set(hashes)
        if len(survey.known) < MOST_TOLD and not new.isdisjoint(self._known):
            found = (number for number, one in enumerate(hashes, first) if one in self._known)
            survey.known += islice(found, MOST_TOLD - len(survey.known))
        if len(survey.repeats) < MOST_TOLD and (len(new) < len(hashes) or not new.isdisjoint(survey.hashes)):
            survey.repeats += islice(self._repeats(hashes, first), MOST_TOLD - len(survey.repeats))
        survey.hashes |= new

    def _repeats(self, hashes: Sequence[int], first: int) -> Iterator[int]:
        seen: set[int] = set()
        for number, one in enumerate(hashes, first):
            if one in seen or one in self.survey.hashes:
                yield number
            seen.add(one)

    def _is_header(self, line: bytes) -> bool:
        names = self._header
        return bool(names) and line.replace(b"\r", b"").split(b"\t")[0] == names[0].encode()


def survey_file(
    path: str | os.PathLike[str],
    *,
    header: Sequence[str] = (),
    keep_hashes: bool = False,
    most_lines: float = math.inf,
    item: ItemColumns = ALL_COLUMNS,
    known: Set[int] = frozenset(),
) -> Survey:
    """Look through a file, plain or compressed; `header` names the columns of a header line that it may begin with.

    item: of which columns hashes are. known: those of other lines, to be looked for.
    Soon after `most_lines` lines the look ends, and the survey `goes_on`.
    Raises ChallengeError or DataError when it cannot be read to its end.
    """
    surveyor = _Surveyor(os.fspath(path), header, keep_hashes, most_lines, item, known)
    try:
        ready = surveyor.ready(1, 1)
    finally:
        surveyor.close()
    assert ready == 0, "a surveyor hands out no lines, so it reads to the end"
    return surveyor.survey
