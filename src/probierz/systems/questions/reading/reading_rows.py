"""Questions with their passages as pieces of an encoder: `<s> question </s> title </s> passage </s>`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from probierz.systems.encoder.encoding import ends_of
from probierz.systems.shared.windows import window_starts

_LONGEST_QUESTION, _LONGEST_TITLE = 64, 24


@dataclass(frozen=True)
class ReadingRow:
    """A passage, or a part of it. first: the place of its first piece; low: which piece of the passage that is.

    count: how many of its pieces are there.
    """

    ids: list[int]
    first: int
    low: int
    count: int


class RowMaker:
    """Makes rows of at most so many pieces; a passage that is longer is cut into parts that overlap by half."""

    def __init__(self, tokenizer: Any, length: int) -> None:
        self.length = length
        self._tokenizer = tokenizer
        self._begin, self._end = ends_of(tokenizer)

    def spans(self, text: str) -> tuple[list[int], list[tuple[int, int]]]:
        """The pieces of a passage, and the characters of each, without the blank before it."""
        cut = self._tokenizer.encode(text, add_special_tokens=False)
        return cut.ids, [_bare(text, low, high) for low, high in cut.offsets]

    def rows(self, question: str, title: str, ids: list[int]) -> list[ReadingRow]:
        """The rows of a passage, given as pieces; none for one without any."""
        head = self._head(question, title)
        room = self.length - len(head) - 1
        starts = window_starts(len(ids), room)
        return [self._row(head, ids, low, room) for low in starts if ids]

    def row(self, question: str, title: str, ids: list[int], low: int) -> ReadingRow:
        """The row of a passage from one of its pieces on."""
        head = self._head(question, title)
        return self._row(head, ids, low, self.length - len(head) - 1)

    def room(self, question: str, title: str) -> int:
        """How many pieces of a passage a row has."""
        return self.length - len(self._head(question, title)) - 1

    def _row(self, head: list[int], ids: list[int], low: int, room: int) -> ReadingRow:
        own = ids[low : low + room]
        return ReadingRow([*head, *own, self._end], len(head), low, len(own))

    def _head(self, question: str, title: str) -> list[int]:
        cut = self._tokenizer.encode_batch([question, title], add_special_tokens=False)
        asked = cut[0].ids[: min(_LONGEST_QUESTION, self.length // 4)]
        called = cut[1].ids[: min(_LONGEST_TITLE, self.length // 8)]
        return [self._begin, *asked, self._end, *called, self._end]


def _bare(text: str, low: int, high: int) -> tuple[int, int]:
    while low < high and text[low].isspace():
        low += 1
    return low, high
