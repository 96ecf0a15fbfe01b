"""Ways to cut a text into chunks that a network reads one by one, for learning and for predicting.

Texts have single spaces for all white space; the chunks of a text, joined by spaces, are the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Protocol

from probierz.systems.shared.alignment import align
from probierz.systems.shared.chunks import Limit, slot_chunks, split_pair, split_text


class Chunker(Protocol):
    """A way to cut."""

    def pairs(self, read: str, right: str) -> Iterator[tuple[str, str]]:
        """Yield chunks of both texts that belong together, to learn from."""

    def texts(self, read: str) -> Iterator[str]:
        """Yield chunks of a text."""


class Whole:
    """Does not cut (Dyda)."""

    def pairs(self, read: str, right: str) -> Iterator[tuple[str, str]]:
        """Yield both texts, unless one is empty."""
        if read and right:
            yield read, right

    def texts(self, read: str) -> Iterator[str]:
        """Yield the text."""
        yield read


@dataclass(frozen=True)
class Slots:
    """Cuts after so many places of the alignment of both texts, or after so many words (Wróbel)."""

    size: int = 50

    def pairs(self, read: str, right: str) -> Iterator[tuple[str, str]]:
        """Yield chunks of aligned tokens; none of them is empty."""
        return slot_chunks(align(read.split(), right.split()), self.size)

    def texts(self, read: str) -> Iterator[str]:
        """Yield chunks of words."""
        words = read.split()
        return (" ".join(words[begin : begin + self.size]) for begin in range(0, len(words), self.size))


@dataclass(frozen=True)
class Matched:
    """Cuts where both texts agree, and a text alone at its last space within the limit (Piotrowski).

    pieces: how many pieces a text has. A pair is learnt from if each side has `shortest` to `longest` pieces, one has
    at most a fifth more or less of them than the other, and more than `least_alike` of the characters agree (difflib's
    ratio).
    """

    limit: Limit
    pieces: Callable[[str], int]
    longest: int
    shortest: int = 20
    least_alike: float = 0.4

    def pairs(self, read: str, right: str) -> Iterator[tuple[str, str]]:
        """Yield pairs that were cut and can be learnt from."""
        return (pair for pair in split_pair(read, right, self.limit) if self._is_usable(*pair))

    def texts(self, read: str) -> Iterator[str]:
        """Yield pieces within the limit."""
        return split_text(read, self.limit)

    def _is_usable(self, read: str, right: str) -> bool:
        one, other = self.pieces(read), self.pieces(right)
        if not self.shortest <= min(one, other) <= max(one, other) <= self.longest or not other:
            return False
        if not 0.8 <= one / other <= 1.2:
            return False
        return SequenceMatcher(None, read, right, autojunk=False).ratio() > self.least_alike
