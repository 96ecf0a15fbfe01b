"""Reading JSON and JSON lines, with messages that name the line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.bridges.foreign_rows import ForeignRow
from probierz.suites.json_faults import parsed_file, parsed_line


def read_json_lines(path: Path) -> list[ForeignRow]:
    """Return the objects of a file of JSON lines; empty lines are passed over. Raises DataError with the line."""
    rows = []
    with LineReader(path, is_digested=False) as reader:
        for number, line in enumerate(reader, 1):
            if str(line).strip():
                rows.append(ForeignRow(_object(str(line), path, number), number, path))
    if not rows:
        raise DataError("there is nothing in the file", path=path)
    return rows


def _object(line: str, path: Path, number: int) -> dict[str, Any]:
    value = parsed_line(line, path, number)
    if not isinstance(value, dict):
        raise DataError(f"an object is wanted in every line, found {line[:40]!r}", path=path, line=number)
    return value


def read_json(path: Path) -> Any:
    """Return the content of a JSON file. Raises DataError with the line."""
    with LineReader(path, is_digested=False) as reader:
        return parsed_file("\n".join(map(str, reader)), path)
