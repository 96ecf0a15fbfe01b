"""The pause after a word as one of a few buckets, from the times of words.

A speaker rests at the end of a sentence, less at a comma. Only pauses are looked at, never durations: an aligner that
cannot place a word gives it no duration, and in the training data of PolEval 2021 it fails mostly before question
marks. The speech of such a word then lies in the gap behind it, so its likely length is taken off, down to the gap that
words usually have between them: a pause of nothing would tell the question mark just as well.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

UNHEARD = -1
"""The pause after a word nobody knows the time of."""

_EDGES = (1, 60, 150, 250, 350, 450, 600, 800, 1100)
BUCKETS = len(_EDGES) + 2
"""How many there are: one for what nobody knows, one for no pause, and those that begin at each edge."""

_USUAL_LETTER = 70.0  # ms
_USUAL_GAP = 100  # ms


class Heard(NamedTuple):
    """A word with its times in milliseconds; None where it has none."""

    word: str
    start: int | None
    end: int | None


def bucket(pause: int) -> int:
    """The bucket of a pause in milliseconds: 0 for UNHEARD, 1 for none, up to BUCKETS - 1.

    >>> [bucket(pause) for pause in (-1, 0, 59, 60, 5000)]
    [0, 1, 2, 3, 10]
    """
    return 0 if pause < 0 else 1 + bisect_right(_EDGES, pause)


def pauses_after(words: Sequence[Heard]) -> list[int]:
    """The milliseconds of silence after each word; UNHEARD after the last one.

    A word without times (a quotation mark, a word that was skipped) shares the gap that it stands in.
    """
    letter = _time_of_a_letter(words)
    found: list[int] = []
    last: Heard | None = None
    for word, begin in zip(words, _begins_after(words), strict=True):
        last = word if word.end is not None else last
        found.append(UNHEARD if begin is None or last is None else _pause(last, begin, letter))
    return found


def _pause(word: Heard, begin: int, letter: float) -> int:
    """The silence between a word and the beginning of the next."""
    gap = max(0, begin - (word.end or 0))
    if word.start != word.end:
        return gap
    return max(round(gap - letter * len(word.word)), min(gap, _USUAL_GAP))


def _begins_after(words: Sequence[Heard]) -> list[int | None]:
    """When the next word that has a time begins, for each word."""
    found: list[int | None] = []
    begin: int | None = None
    for word in reversed(words):
        found.append(begin)
        begin = word.start if word.start is not None else begin
    return found[::-1]


def _time_of_a_letter(words: Sequence[Heard]) -> float:
    """How many milliseconds this speaker needs for a letter."""
    placed = [
        (word.end - word.start) / len(word.word)
        for word in words
        if word.start is not None and word.end is not None and word.end > word.start
    ]
    return median(placed) if placed else _USUAL_LETTER
