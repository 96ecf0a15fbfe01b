"""Two texts side by side, token by token.

    read   a  b     cc  d
    right  a  bb    c
           |  |     |   `- surplus: nothing is right for it
           equal    replaced

Wróbel, PolEval 2021, task 3: tokens are laid out by the edits that turn one text into the other; of several layouts
that cost the same, tokens go where their partner looks most like them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

from rapidfuzz.distance import Levenshtein

Token = TypeVar("Token", bound=Hashable)


class Slot(NamedTuple):
    """A place in both texts: what stands there, or None for nothing."""

    read: str | None
    right: str | None

    @property
    def is_equal(self) -> bool:
        """Whether both texts have the same there."""
        return self.read == self.right


def align(read: Sequence[str], right: Sequence[str]) -> list[Slot]:
    """Lay out both texts; the slots that are not equal are as few as they can be.

    A token beside empty slots of its own text moves to that slot to the left whose partner is nearest in letters:
    first those that were read, then those that are right. The walk ends at the first token, as published.
    """
    left, other = layout(read, right)
    _move_to_nearest(left, other)
    _move_to_nearest(other, left)
    return [Slot(*pair) for pair in zip(left, other, strict=True) if pair != (None, None)]


def layout(read: Sequence[Token], right: Sequence[Token]) -> tuple[list[Token | None], list[Token | None]]:
    """Return both texts in parallel, with None where one has no token, as the cheapest edits have it."""
    left: list[Token | None] = []
    other: list[Token | None] = []
    for edit in Levenshtein.opcodes(read, right):
        is_both = edit.tag in ("equal", "replace")
        tokens, others = read[edit.src_start : edit.src_end], right[edit.dest_start : edit.dest_end]
        left += [*tokens] if is_both else [*tokens, *[None] * len(others)]
        other += [*others] if is_both else [*[None] * len(tokens), *others]
    return left, other


def _move_to_nearest(side: list[str | None], other: Sequence[str | None]) -> None:
    for place, token in enumerate(side):
        if token is None or token == other[place] or not place or side[place - 1] is not None:
            continue
        best, least = place, _distance(token, other[place])
        at = place - 1
        while at >= 0 and side[at] is None:
            if other[at] is not None and _distance(token, other[at]) < least:
                best, least = at, _distance(token, other[at])
            at -= 1
        side[place], side[best] = None, token


def _distance(token: str, partner: str | None) -> int:
    return Levenshtein.distance(token, partner or "")
