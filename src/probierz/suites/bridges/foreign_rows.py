"""What is read from other tools: rows with fields, and how a field becomes a line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from probierz.errors import DataError, nearest


class Tokens(tuple[Any, ...]):
    """Words, or a label for each of them: they stand in one line with spaces between."""

    __slots__ = ()


@dataclass(frozen=True)
class ForeignRow:
    """A row of another tool: its fields by name, and where it stands in the file, from 1.

    file: where rows of several files are taken together, the one it stands in.
    """

    fields: Mapping[str, Any]
    line: int
    file: Path | None = None


@dataclass(frozen=True)
class ForeignRows:
    """Rows of a file or folder, and which of their fields are what, unless somebody says otherwise.

    identifier, output, expected: names of fields; empty where there is none. inputs: the fields of the input.
    schemes: metrics that suit. is_ordered: whether the order of the rows is that of the data.
    is_held_back: whether these are data whose expected results are held back. row_numbers: fields that number the rows
    alone, and are no input.
    """

    path: Path
    rows: Sequence[ForeignRow]
    identifier: str = ""
    output: str = ""
    expected: str = ""
    inputs: tuple[str, ...] = ()
    schemes: tuple[str, ...] = ("Accuracy",)
    is_ordered: bool = True
    is_held_back: bool = False
    row_numbers: tuple[str, ...] = ()


def pick(material: ForeignRows, row: ForeignRow, name: str) -> Any:
    """Return the field `a` of a row, or `a/b` inside of it; numbers count in lists from 0.

    Raises DataError with the line and the nearest names.
    """
    if name in row.fields:
        return row.fields[name]
    value: Any = row.fields
    for key in name.split("/"):
        if isinstance(value, Mapping) and key in value:
            value = value[key]
        elif isinstance(value, (list, tuple)) and key.isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            known = list(value) if isinstance(value, Mapping) else []
            close = nearest(key, map(str, known)) or known[:10]
            hint = f"; try {', '.join(map(str, close))}" if close else ""
            raise DataError(f"there is no field {name!r}{hint}", path=row.file or material.path, line=row.line)
    return value


def value_or_none(material: ForeignRows, row: ForeignRow, name: str) -> Any:
    """Return what `pick` does, and None where the row has no such field."""
    try:
        return pick(material, row, name)
    except DataError:
        return None


@dataclass
class LineSqueezer:
    """Turns values into lines. squeezed: how many texts had TABs or line ends, which became spaces.

    joined: how many tokens were empty or had white space inside, which became `_`.
    """

    squeezed: int = field(default=0)
    joined: int = field(default=0)

    def line(self, value: Any) -> str:
        """Return a value as one line: a list as columns with TABs between, None as an empty text."""
        if isinstance(value, (list, tuple)) and not isinstance(value, Tokens):
            return "\t".join(self.cell(one) for one in value)
        return self.cell(value)

    def cell(self, value: Any) -> str:
        """Return a value as one column."""
        import json

        if value is None:
            return ""
        if isinstance(value, Tokens):
            return " ".join(map(self._token, value))
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
        if any(mark in text for mark in "\t\n\r\0"):
            self.squeezed += 1
            text = " ".join(text.replace("\0", " ").split())
        return text

    def _token(self, value: Any) -> str:
        """A token without white space, so that a line has as many tokens as labels."""
        text = str(value).replace("\0", " ")
        if text and not any(letter.isspace() for letter in text):
            return text
        self.joined += 1
        return "_".join(text.split()) or "_"
