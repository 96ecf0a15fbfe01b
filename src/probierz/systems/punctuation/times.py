"""Pauses between the words of a transcript, which may not say when each word ends, or when it begins.

Only pauses are used, never how long a word lasts; `pauses.py` says why.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from probierz.systems.punctuation.pauses import UNHEARD, Heard, pauses_after

__all__ = ["known_pauses"]


def known_pauses(words: Sequence[Heard]) -> list[int]:
    """Return the milliseconds of silence after each word; UNHEARD where the transcript does not tell.

    Where only beginnings are known, as in captions with a time before each word, a word is taken to last as long as
    its letters do in the middle case of all words there; what is left is the pause.
    """
    pace = _time_of_a_letter(words)
    ended = [_ended(word, after, pace) for word, after in pairwise(words)] + list(words[-1:])
    is_known = [word.end is not None and after.start is not None for word, after in pairwise(ended)] + [False]
    return [pause if known else UNHEARD for pause, known in zip(pauses_after(ended), is_known, strict=False)]


def _ended(word: Heard, after: Heard, pace: float) -> Heard:
    """The word with an end that is likely, where it has none and the next one follows."""
    if word.start is None or word.end is not None or after.start is None:
        return word
    return word._replace(end=word.start + max(1, min(round(pace * len(word.word)), after.start - word.start)))


def _time_of_a_letter(words: Sequence[Heard]) -> float:
    """The milliseconds from one beginning to the next for each letter, where ends are not known."""
    found = [
        (after.start - word.start) / len(word.word)
        for word, after in pairwise(words)
        if word.start is not None and word.end is None and after.start is not None and after.start >= word.start
    ]
    return median(found) if found else 0.0
