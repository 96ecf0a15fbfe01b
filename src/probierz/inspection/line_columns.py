"""Columns of a line: `in<2>`, `in<Name>`, `exp`, `out<1>`, and `beside<Name>` of a table that lies beside the files.

Square brackets may stand for the angle ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, Self

from probierz.errors import OptionError, nearest
from probierz.inspection.line_by_line import LineScore

if TYPE_CHECKING:
    from probierz.challenges.files import Reading

BESIDE = "beside"
SIDES = {"in": "input", "exp": "expected", "out": "output"}
FIELD = rf"(?:(?:in|exp|out)(?:<[^<>]+>|\[[^\[\]]+\])?|{BESIDE}(?:<[^<>]+>|\[[^\[\]]+\]))"
_FIELD = re.compile(rf"(in|exp|out|{BESIDE})(?:[<\[](.+)[>\]])?")
_NUMBER = re.compile(r"[1-9][0-9]{0,8}")


class Headers(NamedTuple):
    """Names of columns: of the input, and of outputs and expected results. Without names, numbers alone work.

    beside: the columns of a table beside the files, with a value for each line, by name.
    """

    input: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    beside: Mapping[str, Sequence[str]] = MappingProxyType({})

    @classmethod
    def of(cls, reading: Reading) -> Self:
        """Those of files that are read so."""
        return cls(reading.in_header, reading.out_header, reading.beside)


class LineColumn:
    """One TAB-separated column of one text of a line, or the whole text. Call it with a line to get its text.

    A line that is too short has no such column (None). `check` raises OptionError when no line had it: call it when all
    lines have gone by.
    """

    def __init__(self, field: str, headers: Headers) -> None:
        found = _FIELD.fullmatch(field)
        assert found is not None, field
        self.field = field
        self._widest = 0
        self._last = 0
        self._beside: Sequence[str] | None = None
        self._place: int | None = None
        if found[1] == BESIDE:
            self.side = BESIDE
            self._beside = _beside(field, found[2], headers.beside)
            return
        self.side = SIDES[found[1]]
        header = headers.input if found[1] == "in" else headers.output
        self._place = None if found[2] is None else _place(field, found[2], header)

    def __call__(self, line: LineScore) -> str | None:
        """Return the text of the column. Raises OptionError for a line that the table beside has no row for."""
        if self._beside is not None:
            self._last = max(self._last, line.number)
            if line.number > len(self._beside):
                raise OptionError(f"{self.field}: the table has {len(self._beside)} rows, and there are more lines")
            return self._beside[line.number - 1]
        text: str = getattr(line, self.side)
        if self._place is None:
            return text
        fields = text.split("\t")
        self._widest = max(self._widest, len(fields))
        return fields[self._place] if self._place < len(fields) else None

    def check(self) -> None:
        """Raise OptionError when there were lines, and none had this column, or fewer than the table beside has."""
        if self._beside is not None and 0 < self._last < len(self._beside):
            raise OptionError(f"{self.field}: the table has {len(self._beside)} rows, and there are {self._last} lines")
        if self._place is None or not 0 < self._widest <= self._place:
            return
        columns = f"{self._widest} column{'s' if self._widest > 1 else ''}"
        raise OptionError(f"{self.field}: there is no such column; the lines of the {self.side} have {columns} at most")


def _place(field: str, name: str, header: tuple[str, ...]) -> int:
    """A name of the header wins over a number, so that a column called 7 can be found."""
    if name in header:
        return header.index(name)
    if _NUMBER.fullmatch(name) and (not header or int(name) <= len(header)):
        return int(name) - 1
    if not header:
        raise OptionError(
            f"{field}: the columns have no names here; count them from 1, as in {field[: -len(name) - 2]}<1>"
        )
    close = nearest(name, header)
    hint = f"did you mean {' or '.join(close)}?" if close else f"try {', '.join(header)}"
    raise OptionError(f"{field}: no column is called {name!r}; {hint}")


def _beside(field: str, name: str, columns: Mapping[str, Sequence[str]]) -> Sequence[str]:
    if name in columns:
        return columns[name]
    if not columns:
        raise OptionError(f"{field}: there is no table beside the files; name one with --beside")
    close = nearest(name, columns)
    hint = f"did you mean {' or '.join(close)}?" if close else f"try {', '.join(columns)}"
    raise OptionError(f"{field}: the table has no column {name!r}; {hint}")
