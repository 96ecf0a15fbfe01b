"""A guard for systems that rewrite texts freely, as neural ones do: what they invent is not believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, tee
from typing import ClassVar

from rapidfuzz.distance import Levenshtein

from probierz.errors import OptionError
from probierz.systems.shared.alignment import Slot, align
from probierz.systems.system import Pair, System, Training

_SHORTEST = 3  # letters of a word that can be put back
_WINDOW, _LEAST_NEW = 8, 0.5  # a text loops if less than this share of its windows of so many characters are new


@dataclass
class Guard(System):
    """Puts words back of which the part changed more than so large a share, and the input where the part looped.

    revert_over: a word of three characters or more is put back if more than this share of them was changed; 1: none
    is. Words that were put together or cut count by their letters: `po- dróży` and `podróży` differ in nothing.
    length_ratio: the input is kept whole where it is so many times longer than what the part says (a model that
    stops), or so many times shorter and the part repeats itself (one that loops). A word that the part dropped, or put
    in, stays so. Of an input with columns the last is compared. After a fork of Wróbel's system for PolEval 2021.
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
    stops = len(read) > length_ratio * len(right)
    loops = len(right) > length_ratio * len(read) and _repeats_itself(right)
    if stops or loops:
        return read
    if revert_over >= 1:
        return right
    slots = align(read.split(" "), right.split(" "))
    runs = groupby(slots, key=lambda slot: slot.read == slot.right)
    return " ".join(word for is_same, run in runs for word in _believed(list(run), is_same, revert_over))


def _repeats_itself(text: str) -> bool:
    windows = [text[at : at + _WINDOW] for at in range(len(text) - _WINDOW + 1)]
    return len(set(windows)) < _LEAST_NEW * len(windows)


def _believed(run: Sequence[Slot], is_same: bool, revert_over: float) -> list[str]:
    """The words of a run of changed places: those that are right, those that were read, or some of both."""
    read = [slot.read for slot in run if slot.read is not None]
    right = [slot.right for slot in run if slot.right is not None]
    if is_same or not read or not right or _is_near(_letters(read), _letters(right), revert_over):
        return right
    both = [(slot.read, slot.right) for slot in run if slot.read is not None and slot.right is not None]
    if len(both) == len(run):
        return [new if _is_near(old, new, revert_over) else old for old, new in both]
    return right if all(_is_near(old, new, revert_over) for old, new in both) else read


def _is_near(read: str, right: str, revert_over: float) -> bool:
    return len(read) < _SHORTEST or Levenshtein.distance(read, right) <= revert_over * len(read)


def _letters(words: Sequence[str]) -> str:
    """Words without what is between them, and without the hyphens of those that are broken."""
    return "".join(word.rstrip("-¬\xad") for word in words)
