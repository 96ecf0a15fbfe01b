"""Long texts in pieces for models that read only so much, and back.

Two ways: rows of an alignment in windows of so many slots (Wróbel), and pairs of texts cut at the same place of both
(Piotrowski). Both are for texts whose white space is single spaces; `normalised` makes them so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import NamedTuple

from probierz.systems.shared.alignment import Slot

Limit = Callable[[str], int | None]
"""The number of characters of a text that a model reads; None: it reads all of it."""

_LONGER_THAN = 20  # characters that a piece of a pair must have
_REST = 30  # characters that the rest of a text must have: else it is cut in the middle


class Fragment(NamedTuple):
    """A piece of a text, with the number of the text."""

    text: int
    fragment: str


def characters(limit: int) -> Limit:
    """A limit in characters; a tokenizer gives one in pieces of words."""
    return lambda text: limit if len(text) > limit else None


def normalised(text: str) -> str:
    """The text with single spaces for all white space: a word broken at a line end stays `sło- wo`."""
    return " ".join(text.split())


# --- by slots --------------------------------------------------------------------------------------------------------


def slot_chunks(slots: Sequence[Slot], size: int = 50) -> Iterator[tuple[str, str]]:
    """Yield both texts of windows of `size` slots; those in which a text has no token are left out."""
    for begin in range(0, len(slots), size):
        window = slots[begin : begin + size]
        read = " ".join(slot.read for slot in window if slot.read is not None)
        right = " ".join(slot.right for slot in window if slot.right is not None)
        if read and right:
            yield read, right


# --- by what both texts share ----------------------------------------------------------------------------------------


def split_pair(read: str, right: str, limit: Limit) -> Iterator[tuple[str, str]]:
    """Yield pieces of both texts, cut where they agree, until each is within the limit.

    The cut is the last space of the last common part that begins before both limits and of which more than 20
    characters lie before them. Where there is no such part, the rest stays whole.
    """
    while True:
        limits = limit(read), limit(right)
        cut = None if limits == (None, None) else _common_space(read, right, limits)
        if cut is None:
            yield read, right
            return
        yield read[: cut[0]], right[: cut[1]]
        read, right = read[cut[0] + 1 :], right[cut[1] + 1 :]


def _common_space(read: str, right: str, limits: tuple[int | None, int | None]) -> tuple[int, int] | None:
    read_limit = len(read) if limits[0] is None else limits[0]
    right_limit = len(right) if limits[1] is None else limits[1]
    # Letters that are frequent must count too: the default of difflib would drop most of a text over 200 characters.
    blocks = SequenceMatcher(None, read, right, autojunk=False).get_matching_blocks()
    for first, second, size in reversed(blocks):
        usable = min(size, read_limit - first, right_limit - second)
        at = read.rfind(" ", first, first + usable) - first if usable > _LONGER_THAN else -1
        if at >= 0 and first + at and second + at:
            return first + at, second + at
    return None


def split_text(text: str, limit: Limit) -> Iterator[str]:
    """Yield pieces of a text, each within the limit: cut at the last space before it.

    Where less than 30 characters would remain, the text is cut at the space nearest before its middle instead. A word
    longer than the limit stays whole.
    """
    while True:
        end = limit(text)
        if end is None:
            yield text
            return
        if len(text) - end < _REST:
            end = len(text) // 2
        cut = text.rfind(" ", 1, end + 1)
        if cut < 0:
            cut = text.find(" ", max(1, end))
        if cut < 0:
            yield text
            return
        yield text[:cut]
        text = text[cut + 1 :]


def restore(fragments: Iterable[Fragment], texts: int) -> list[str]:
    """Join the fragments of each text by spaces; a text without fragments is empty."""
    found = [""] * texts
    for number, group in groupby(fragments, key=lambda fragment: fragment.text):
        found[number] = normalised(" ".join([found[number], *(one.fragment for one in group)]))
    return found
