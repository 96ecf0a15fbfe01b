"""Ordinal numbers, which a question may write otherwise than a table: *drugi turnus*, *turnus 2*, *II*."""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import ordinals_of
from probierz.systems.questions.wording.words import without_marks
from probierz.systems.shared.months import MONTH

_ROMAN = re.compile(
    r"(?!V (?:kolik|kter|jak|roce))(?<![\w.])(?=[IVX])(?P<tens>X{0,2})(?P<ones>IX|IV|V?I{0,3})(?![\w-])"
)
_ONES = {"": 0, "I": 1, "II": 2, "III": 3, "IV": 4, "V": 5, "VI": 6, "VII": 7, "VIII": 8, "IX": 9}
_FIGURES = re.compile(r"(?<![\w.,:–—-])(\d{1,2})\.?(?![\w,:–—-]|\.\d)(?= +[^\W\d_]|$)")
_NO_ORDINAL = re.compile(rf"\b(?:(?:o|od|do|po|przed|godzin\w+) \w+ej\b|\w+(?:e[gh]o|y) {MONTH})")
"""Hours and days of a month."""


def ordinals_asked(question: str) -> dict[str, int]:
    """Return the words of a question, in lower case and without marks, that are ordinal numbers, and Roman ones.

    >>> ordinals_asked("Co jest w trzecim rzędzie?"), ordinals_asked("Co ma rząd IV?"), ordinals_asked("Do szóstej?")
    ({'trzecim': 3}, {'iv': 4}, {})
    """
    plain = without_marks(question.lower())
    hours = " ".join(one[0] for one in _NO_ORDINAL.finditer(plain))
    words = {word: number for word, number in ordinals_of(question).items() if word not in hours}
    return words | {one[0].lower(): _number(one) for one in _ROMAN.finditer(question)}


def ordinals_told(text: str) -> set[int]:
    """Return the numbers that a name or a cell has: *II miejsce*, *2. miejsce*, *drugie*; no sums and no dates."""
    figures = {int(one[1]) for one in _FIGURES.finditer(text.strip())}
    return figures | {_number(one) for one in _ROMAN.finditer(text)} | set(ordinals_of(text).values())


def _number(roman: re.Match[str]) -> int:
    return 10 * len(roman["tens"]) + _ONES[roman["ones"]]


def as_told(numbers: set[int]) -> set[str]:
    """Return numbers as words of a question are compared: in figures, and as ordinals."""
    return {told for one in numbers for told in (f"{one}.", str(one))}
