"""Which way a row of a timetable goes: *do Leska* is not answered by the row `Lesko – Sanok`.

A row goes from one place to another by a cell `Sanok – Lesko`, or by the columns `skąd` and `dokąd`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.questions.field_words import PRICE, forms
from probierz.systems.questions.kinds import Wanted, asks_for_hour, wanted_by
from probierz.systems.questions.words import CAPITAL, without_asking, without_marks

__all__ = ["goes_otherwise"]

_NAME = rf"{CAPITAL}[^\W\d_]*(?:[ -]{CAPITAL}[^\W\d_]*)*"
_ENDS = re.compile(rf"(?P<start>{_NAME})\s*(?:[–—→]|\s-|->)\s*(?:[^–—]*[–—]\s*)?(?P<goal>{_NAME})")
_FROM = re.compile(rf"\b(?:z|ze|od)\s+({_NAME})")
_TO = re.compile(rf"\b(?:do|na|ku|w stronę|w kierunku|kierunek)\s+({_NAME})")
_OF_START = re.compile(r"(?:skad|z|od|odkud|(?:wy|od)jazd z|stacja poczatkowa|start)")
_OF_GOAL = re.compile(r"(?:dokad|do|kam|przyjazd do|kierunek|cel|stacja koncowa|meta)")


def goes_otherwise(question: str, cells: Sequence[tuple[str, str]]) -> bool:
    """Whether a row, of names and values, starts where a question goes to, or ends where it starts.

    A price is the same both ways, so that one is never of another row.

    >>> row = [("kurs", "Sanok – Lesko"), ("odjazd", "7:10")]
    >>> [goes_otherwise(f"O której jest odjazd {way}?", row) for way in ("z Leska", "do Leska", "z Leska do Sanoka")]
    [True, False, True]
    """
    if wanted_by(question) is Wanted.NUMBER and not asks_for_hour(question):
        return False
    if PRICE in forms(without_asking(question)):
        return False
    start, goal = _ends(cells)
    if not start or not goal:
        return False
    return bool(_named(_FROM, question) & (goal - start) or _named(_TO, question) & (start - goal))


def _named(pattern: re.Pattern[str], question: str) -> set[str]:
    return {form for name in pattern.findall(question) for form in forms(name)}


def _ends(cells: Sequence[tuple[str, str]]) -> tuple[set[str], set[str]]:
    """The words of where a row starts and of where it ends; empty where it tells neither."""
    for _, value in cells:
        if ends := _ENDS.fullmatch(value.strip()):
            return forms(ends["start"]), forms(ends["goal"])
    plain = [(without_marks(name.lower().strip()), value) for name, value in cells]
    start, goal = (
        next((forms(value) for name, value in plain if pattern.fullmatch(name)), set())
        for pattern in (_OF_START, _OF_GOAL)
    )
    return start, goal
