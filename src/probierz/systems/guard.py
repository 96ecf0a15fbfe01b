"""A guard for systems that rewrite texts freely, as neural ones do: what they invent is not believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import tee
from typing import ClassVar

from rapidfuzz.distance import Levenshtein

from probierz.errors import OptionError
from probierz.systems.parts.alignment import align
from probierz.systems.system import Pair, System, Training

__all__ = ["Guard", "guarded"]

_SHORTEST = 3  # letters of a word that can be put back


@dataclass
class Guard(System):
    """Puts a word back of which the part changed more than so large a share, and the input where the length is odd.

    revert_over: a word of three characters or more is put back if more than this share of them was changed.
    length_ratio: the input is kept whole where one text is longer than so many times the other: a model that loops, or
    stops. A word that the part dropped, or put in, stays so. Of an input with columns the last is compared. After a
    fork of Wróbel's system for PolEval 2021.
    """

    kind: ClassVar[str] = "guard"
    later: ClassVar[tuple[str, ...]] = ("revert_over", "length_ratio")
    of: System
    revert_over: float = 0.3
    length_ratio: float = 1.5

    def __post_init__(self) -> None:
        if not 0 <= self.revert_over <= 1:
            raise OptionError(f"revert_over is a share, from 0 to 1, and no {self.revert_over}")
        if not self.length_ratio >= 1:
            raise OptionError(f"length_ratio is 1 or more, and no {self.length_ratio}")

    def fit(self, pairs: Sequence[Pair], training: Training = Training()) -> None:
        """Fit the part."""
        self.of.fit(pairs, training)

    def predict(self, inputs: Iterable[str]) -> Iterator[str]:
        """Yield what the part says, where it can be believed."""
        read, given = tee(inputs)
        for text, right in zip(read, self.of.predict(given), strict=True):
            yield guarded(text.rpartition("\t")[2], right, self.revert_over, self.length_ratio)


def guarded(read: str, right: str, revert_over: float = 0.3, length_ratio: float = 1.5) -> str:
    """Return the right text with words put back that were changed too much; or the text that was read."""
    shorter, longer = sorted((len(read), len(right)))
    if longer > length_ratio * shorter:
        return read
    slots = align(read.split(" "), right.split(" "))
    kept = (_believed(slot.read, slot.right, revert_over) for slot in slots if slot.right is not None)
    return " ".join(kept)


def _believed(read: str | None, right: str, revert_over: float) -> str:
    if read is None or len(read) < _SHORTEST:
        return right
    return read if Levenshtein.distance(read, right) > revert_over * len(read) else right
