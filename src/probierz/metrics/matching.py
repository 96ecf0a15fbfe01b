r"""Matching specifications: how well a given text matches an expected one, as a number in [0, 1].

They are prefixes (`Harden/CutLabel/Smart/Fuzzy/…`), read left to right, the leftmost is the outermost. A specification
takes the inner match and returns a new one. Source: GEval 1.42.2.0.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.metrics.distances import edit_distance
from probierz.text import lower_case, words

Match = Callable[[str, str], float]
"""A match takes the text that was given and the text that was expected."""

MATCHING: dict[str, Callable[[Match], Match]] = {}


def matching(name: str) -> Callable[[Callable[[Match], Match]], Callable[[Match], Match]]:
    """Register a matching specification under its prefix."""

    def register(specification: Callable[[Match], Match]) -> Callable[[Match], Match]:
        MATCHING[name] = specification
        return specification

    return register


def exact(given: str, expected: str) -> float:
    """1 when the texts are equal, else 0."""
    return 1.0 if given == expected else 0.0


@matching("Fuzzy")
def fuzzy(_inner: Match) -> Match:
    """max(0, 1 - lev(g, e) / |e|), lengths in code points; 0 when e is empty.

    A leaf: whatever stands inside is gone.
    """

    def match(given: str, expected: str) -> float:
        return max(0.0, 1.0 - edit_distance(given, expected) / len(expected)) if expected else 0.0

    return match


@matching("Lower")
def lower(inner: Match) -> Match:
    """The inner match on texts in simple lower case, a letter for a letter: `İ` becomes `i`, without its dot."""

    def lowered(text: str) -> str:
        return lower_case(text.replace("İ", "i"))  # the one letter whose full lower case is two

    return lambda given, expected: inner(lowered(given), lowered(expected))


@matching("CutLabel")
def cut_label(inner: Match) -> Match:
    """The inner match on what follows the first `=` of each text; labels are not compared."""

    def cut(text: str) -> str:
        before, sign, after = text.partition("=")
        return after if sign else before

    return lambda given, expected: inner(cut(given), cut(expected))


@matching("Smart")
def smart(inner: Match) -> Match:
    """The inner match when the expected text has a letter, else an exact one."""
    return lambda given, expected: (inner if any(map(str.isalpha, expected)) else exact)(given, expected)


@matching("Harden")
def harden(inner: Match) -> Match:
    """1 when the inner match is at least 0.8, else 0."""
    return lambda given, expected: 1.0 if inner(given, expected) >= 0.8 else 0.0


@matching("LenientHarden")
def lenient_harden(inner: Match) -> Match:
    """1 when the inner match is at least 0.5, else 0."""
    return lambda given, expected: 1.0 if inner(given, expected) >= 0.5 else 0.0


@matching("ExtractNumber")
def extract_numbers(inner: Match) -> Match:
    """1 when both texts have the same number, else 0; the inner match when the expected text has none."""

    def match(given: str, expected: str) -> float:
        number = extract_number(expected)
        if number is None:
            return inner(given, expected)
        return 1.0 if extract_number(given) == number else 0.0

    return match


_NUMBER = re.compile(r"[-+]?[0-9]*\.[0-9]+|[0-9]+")
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_LETTERS = frozenset(_ROMAN)


def extract_number(text: str) -> str | None:
    """Return the first number as text (`07` is not `7`), else the first upper-case Roman numeral in Arabic digits."""
    found = _NUMBER.search(text)
    if found:
        return found.group()
    for word in words(text):
        if _ROMAN_LETTERS.issuperset(word):
            value = _roman_value(word)
            if value > 0:
                return str(value)
    return None


def _roman_value(numeral: str) -> int:
    total, right = 0, 0
    for symbol in reversed(numeral):
        value = _ROMAN[symbol]
        total += value if value >= right else -value
        right = value
    return total


def effective_prefixes(prefixes: Sequence[str]) -> tuple[str, ...]:
    """Drop what stands inside the first leaf (`Fuzzy/Lower` is `Fuzzy`)."""
    kept = list(prefixes)
    if "Fuzzy" in kept:
        kept = kept[: kept.index("Fuzzy") + 1]
    return tuple(kept)


def build_match(prefixes: Sequence[str]) -> Match:
    """Return the match that these prefixes stand for, the leftmost outermost."""
    match: Match = exact
    for prefix in reversed(effective_prefixes(prefixes)):
        match = MATCHING[prefix](match)
    return match
