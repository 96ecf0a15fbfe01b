"""Rows of lists as people write them: `Key: sport, news`, `1. sport`, `GOLD = ["sport", "news"]`, `id7: sport`, and ids
below the class they have, be that a heading, a name of YAML or the head of a column.

Each item is a row, with the heading that it stands under; a text is read by lines, and by what commas part.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

MOST_LISTED = 2**20
"""Bytes of a text: what is larger has its results in rows, and is read as a table alone."""

_ITEM, _HEADING = "an item of a list", "the heading of a list"

_BULLET = re.compile(r"(?:[-*+•–]|\(?(?:\d{1,6}|[a-zA-Z])[.)])\s+")
_HEADLINE = re.compile(r"#+\s+(.*?)[\s#]*|\*\*([^*]+)\*\*:?|\[([^\],\"']+)\]|([^:,;]+):\s*[\[{|>]?")
"""A line that is a heading alone, of Markdown, in bold letters, of an INI file or before a colon."""
_ASSIGNED = re.compile(r"\s*(?:(?::|=>|:=|->|<-|→)(?=\s|$|[\[({\"'])|=)\s*")
_MAY_BE_ASSIGNED = re.compile("[:=→]|->|<-")
_OPENING = (":", "[", "{", "|", ">")
_CALL = re.compile(r"[\w.]*[(\[{]\s*")
_MARKS = " \t\r\"'`*_[](){}<>,;"
_BETWEEN_PARAGRAPHS = re.compile(r"\n[ \t\r]*\n")
_PARTS = re.compile("[,;]")
_MOST_COLUMNS = 100


def listed_rows(text: str) -> Iterator[Iterator[dict[str, str]]]:
    """Give the items of lists in a text, by its lines, and by its commas in lines and in paragraphs."""
    yield _items([line] for line in text.splitlines())
    if not _PARTS.search(text):
        return
    yield _items(_PARTS.split(line) for line in text.splitlines())
    yield _items(_PARTS.split(" ".join(one.split())) for one in _BETWEEN_PARAGRAPHS.split(text))


def _items(lines: Iterable[Sequence[str]]) -> Iterator[dict[str, str]]:
    heading = ""
    for parts in lines:
        whole = _headline(parts[0].strip()) if len(parts) == 1 else None
        if whole is not None:
            heading = _bare(next(filter(None, whole.groups()), ""))
            continue
        for part in parts:
            head, item = _divided(part)
            heading = head or heading
            if item:
                yield _row(heading, item)


def _headline(line: str) -> re.Match[str] | None:
    return _HEADLINE.fullmatch(line) if line.startswith(("#", "*", "[")) or line.endswith(_OPENING) else None


def _divided(part: str) -> tuple[str, str]:
    """What stands before a colon, an arrow or a sign of equality, and the item behind it."""
    part = part.strip()
    part = _BULLET.sub("", part, count=1) if _BULLET.match(part) else part
    found = _ASSIGNED.search(part) if _MAY_BE_ASSIGNED.search(part) else None
    if found is None:
        return "", _bare(part)
    return _bare(part[: found.start()]), _bare(part[found.end() :])


def _bare(text: str) -> str:
    """An item without quotation marks, brackets and the like, nor the name of a function that is called with it."""
    text = text.strip(_MARKS)
    found = _CALL.match(text) if any(mark in text for mark in "([{") else None
    return text[found.end() :].strip(_MARKS) if found else text


def _row(heading: str, item: str) -> dict[str, str]:
    return {_HEADING: heading, _ITEM: item}


def listed_in_columns(rows: Iterable[Sequence[str]]) -> Iterator[dict[str, str]]:
    """Give the cells of a table below the heads of their columns, where it has several, and not too many.

    One column after the other: row by row, two heads would take turns as the classes of paired lines do.
    """
    heads, *below = list(rows) or [[]]
    if 1 < len(heads) <= _MOST_COLUMNS:
        for head, cells in zip(heads, zip_longest(*below, fillvalue=""), strict=False):
            yield from (_row(head, cell) for cell in cells if cell)


def listed_in_json(lists: dict[str, Any]) -> Iterator[dict[str, str]]:
    """Give what stands in the lists of an object, below their names."""
    for name, values in lists.items():
        for value in values if isinstance(values, list) else ():
            if isinstance(value, (str, int, float)):
                yield _row(name, str(value))
