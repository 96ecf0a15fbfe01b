"""Reading raw corpora that lie as JSONL: one object a line, with texts and lists of texts under known keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from probierz.errors import DataError
from probierz.lines import LineReader
from probierz.suites.json_faults import parsed_line


class RawRecord:
    """A JSON object with its place; what it lacks is told with file and line."""

    def __init__(self, path: Path, line: int, fields: dict[str, Any]) -> None:
        self.path, self.line, self.fields = path, line, fields

    def fault(self, message: str) -> DataError:
        """An error at this place."""
        return DataError(message, path=self.path, line=self.line)

    def text(self, key: str, *, may_be_blank: bool = False) -> str:
        """Return a text or a number as text. Raises DataError."""
        value = self.fields.get(key)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return str(value)
        if not isinstance(value, str) or not (value.strip() or may_be_blank):
            raise self.fault(f"the key {key!r} must hold a text, found {value!r:.60}")
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of texts; none where the key is absent. Raises DataError."""
        return [self._plain(key, value) for value in self._list(key)]

    def texts_or_lists(self, key: str) -> list[str | list[str]]:
        """Return a list of texts, each perhaps cut into sentences already; none where the key is absent."""
        return [
            [self._plain(key, one) for one in value] if isinstance(value, list) else self._plain(key, value)
            for value in self._list(key)
        ]

    def objects(self, key: str) -> list[dict[str, Any]]:
        """Return a list of objects; none where the key is absent. Raises DataError."""
        found = self._list(key)
        if not all(isinstance(one, dict) for one in found):
            raise self.fault(f"the key {key!r} must hold a list of objects")
        return found

    def _list(self, key: str) -> list[Any]:
        value = self.fields.get(key, [])
        if not isinstance(value, list):
            raise self.fault(f"the key {key!r} must hold a list, found {value!r:.60}")
        return value

    def _plain(self, key: str, value: object) -> str:
        if not isinstance(value, str):
            raise self.fault(f"the key {key!r} must hold a list of texts, found {value!r:.60} in it")
        return value


def read_raw_records(path: Path, *, one_of: Sequence[str] = ()) -> Iterator[RawRecord]:
    """Yield the records of a JSONL file, which may be compressed. Raises DataError with file and line.

    one_of: keys of which some record must have one at least.
    """
    first: RawRecord | None = None
    has_some = False
    with LineReader(path) as reader:
        for number, line in enumerate(reader, 1):
            fields = parsed_line(str(line), path, number)
            if not isinstance(fields, dict):
                raise DataError("a JSON object is wanted", path=path, line=number)
            record = RawRecord(path, number, fields)
            first = first or record
            has_some = has_some or any(key in fields for key in one_of)
            yield record
    if one_of and first and not has_some:
        has, wanted = ", ".join(map(repr, first.fields)) or "none", " or ".join(map(repr, one_of))
        raise first.fault(f"no record has the keys {wanted}; this one has {has:.100}")
