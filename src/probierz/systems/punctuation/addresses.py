"""Addresses, which have marks of their own and are no sentences.

ul. Długa, 12, m. 5            →  ul. Długa 12 m. 5
ul. Długa 12, Kraków?          →  ul. Długa 12, Kraków        on a line of its own
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import LOWER

__all__ = ["STREETS", "with_addresses"]

STREETS = frozenset(["ul", "al", "pl", "os", "ulica", "ulicy", "aleja", "alei", "plac", "placu", "osiedle", "osiedlu"])
_SHORT = frozenset(["ul", "al", "pl", "os"])
_FLATS = frozenset(["m", "lok", "mieszkania", "lokal"])
_NAME = 4  # words of the name of a street at most

_NONE, _COMMA, _DASH = MARKS.index(""), MARKS.index(","), MARKS.index("-")
_ENDS = frozenset(MARKS.index(mark) for mark in (".", "?", "!", "...", ":"))


def with_addresses(words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]) -> None:
    """Take the marks out that split addresses, in place, and the last one of a line that is nothing else."""
    for at, word in enumerate(words):
        if word in STREETS:
            _set_number(words, marks, at)
        if word in _SHORT and at + 1 < len(words) and marks[at] != _DASH:
            cases[at] = LOWER
    if not words or words[0] not in STREETS or any(map(is_verb, words)) or not any(map(str.isdigit, words)):
        return
    is_one = not any(
        mark in _ENDS and word not in _SHORT | _FLATS for word, mark in zip(words[:-1], marks, strict=False)
    )
    if is_one:
        marks[-1] = _NONE


def _set_number(words: Sequence[str], marks: list[int], street: int) -> None:
    """No comma stands before the number of a house, if it is one, nor between it and that of a flat."""
    number = next((at for at in range(street + 1, min(street + 2 + _NAME, len(words))) if words[at].isdigit()), 0)
    after = words[number + 1] if number + 1 < len(words) else ""
    if not number or not (not after or after in _FLATS or after.isdigit() or marks[number] != _NONE):
        return
    for at in range(street + 1, number):
        if marks[at] == _COMMA:
            marks[at] = _NONE
    if after in _FLATS and words[number + 2 : number + 3] and words[number + 2].isdigit() and marks[number] == _COMMA:
        marks[number] = _NONE
