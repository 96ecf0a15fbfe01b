"""Numbers in words of English and Polish: *seventy-two* and *siedemdziesięciu dwóch*, *a third* and *jedna trzecia*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from probierz.systems.shared.numerals import numbers_begun

__all__ = [
    "ENGLISH_WORDS",
    "english_fractions",
    "english_number",
    "english_tens",
    "in_english",
    "in_polish",
    "polish_fractions",
    "polish_number",
    "polish_tens",
    "scale_of_word",
]

_WORD = re.compile(r"[^\W\d_]+")

_SCALES = (
    (10**3, "tysi|tys$|thousand"), (10**6, "milion|mln|million"), (10**9, "miliard|mld|billion"),
    (10**12, "bilion|bln|trillion"),
)  # fmt: skip
"""Beginnings of words that multiply: an English billion is a Polish *miliard*, and a *bilion* is a trillion."""
_OF_SCALES = [(value, re.compile(begins)) for value, begins in _SCALES]
_MULTIPLIERS = (12, 100)  # dozen, hundred

ENGLISH_WORDS: dict[str, float] = {
    word: number
    for number, words in enumerate(
        ("one first once", "two second twice", "three third", "four fourth", "five fifth", "six sixth", "seven seventh",
         "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth", "thirteen thirteenth",
         "fourteen fourteenth", "fifteen fifteenth", "sixteen sixteenth", "seventeen seventeenth",
         "eighteen eighteenth", "nineteen nineteenth", "twenty twentieth"), 1)
    for word in words.split()
} | {
    "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90,
    "twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
    "nineties": 90, "hundred": 100, "dozen": 12, "half": 0.5, "both": 2, "double": 2, "doubled": 2, "doubles": 2,
    "doubling": 2, "triple": 3, "tripled": 3, "triples": 3, "tripling": 3,
}  # fmt: skip
"""How numbers are written in words of English."""

_POLISH: tuple[tuple[float, re.Pattern[str]], ...] = (
    (2, re.compile(r"podw[oa][ij]\w+|podwójn\w+|ob(?:aj|ie|oje|u|ojga)")),
    (3, re.compile(r"potr[oa][ij]\w+|potrójn\w+")),
    (12, re.compile(r"tuzin\w*")), (1.5, re.compile(r"półtor\w{1,3}")), (0.5, re.compile(r"pół|połow\w{1,3}")),
)  # fmt: skip
"""Polish words for numbers beside those of `numerals`."""


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def english_number(text: str) -> float:
    """The largest number that words of English say; 0 for none."""
    return max(in_english(text), default=0.0)


def polish_number(text: str) -> float:
    """The largest number that words of Polish say; 0 for none."""
    return max(in_polish(text), default=0.0)


def in_english(text: str) -> Iterator[float]:
    """All that words of English may say: of *two hundred five* 205, 2, 100, 5 and 200."""
    return _said(_words(text), _english_values, ("and", "a", "an"))


def in_polish(text: str) -> Iterator[float]:
    """All that words of Polish may say."""
    return _said(_words(text), _polish_values, ("i",))


def english_tens(text: str) -> set[float]:
    """Numbers of tens and units in words of English: *seventy-two*."""
    return _tens(_words(text), _english_values)


def polish_tens(text: str) -> set[float]:
    """Numbers of tens and units in words of Polish."""
    return _tens(_words(text), _polish_values)


def _tens(words: Sequence[str], values_of: Callable[[str], list[float]]) -> set[float]:
    pairs = ((a, b) for one, other in pairwise(words) for a in values_of(one) for b in values_of(other))
    return {first + second for first, second in pairs if 20 <= first < 100 and 0 < second < 10}


def _english_values(word: str) -> list[float]:
    return [ENGLISH_WORDS[word]] if word in ENGLISH_WORDS else []


def _polish_values(word: str) -> list[float]:
    found = [value for value, pattern in _POLISH if pattern.fullmatch(word)]
    return found or [value for value in numbers_begun(word) if not scale_of_word(word)]


def _said(words: Sequence[str], values_of: Callable[[str], list[float]], between: Sequence[str]) -> Iterator[float]:
    """What numbers in words may say. values_of: what a word may be; between: words that may stand inside of one."""
    run: list[tuple[list[float], int]] = []
    for word in [*words, ""]:
        one = values_of(word), scale_of_word(word)
        if any(one):
            run.append(one)
        elif run and word not in between:
            yield from _of_run(run)
            run = []


def _of_run(run: Sequence[tuple[list[float], int]]) -> Iterator[float]:
    """What words beside each other say: all together, and where none of them multiplies, each and two alone as well."""
    total = part = 0.0
    for values, scale in run:
        value = max(values, default=0.0)
        if scale:
            total, part = total + (part or 1) * scale, 0.0
        elif value in _MULTIPLIERS:
            part = (part or 1) * value
        else:
            part += value
    yield total + part
    if not any(scale for _, scale in run):
        yield from _put_together([values for values, _ in run])


def _put_together(numbers: list[list[float]]) -> Iterator[float]:
    """What each word may say, and what two together do: twenty five, two hundred."""
    yield from (number for one in numbers for number in one)
    for first, second in ((a, b) for one, other in pairwise(numbers) for a in one for b in other):
        if second in _MULTIPLIERS:
            yield first * second
        elif second < 10 < first:
            yield first + second


_PARTS_IN_ENGLISH = {
    "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10,
}  # fmt: skip
_POLISH_PARTS = re.compile(r"trzeci\w{0,2}|czwart\w{1,3}|ćwierci\w{0,2}|(?:pią|dziewią|dziesią)t\w{1,3}|szóst\w{1,3}"
                           r"|si[oó]dm\w{1,3}|[oó]sm\w{1,3}")  # fmt: skip

_HALF = re.compile(r"\bhalf(?: of)?(?= (?:of|the|our|my|his|her|their)\b)", re.IGNORECASE)
_POLOWA = re.compile(r"\b(?:pół|połow\w{1,3})(?!\w)", re.IGNORECASE)


def english_fractions(text: str) -> Iterator[tuple[tuple[float, int], str]]:
    """Fractions in words of English, above and below the line, and how they are written."""
    words = _words(text)
    for before, above, below, behind in zip(["", *words], words, words[1:], [*words[2:], ""], strict=False):
        parts = _PARTS_IN_ENGLISH.get(below.removesuffix("s"))
        count = 1.0 if above == "a" and (before == "by" or behind == "of") else ENGLISH_WORDS.get(above, 0)
        if parts and 0 < count < 10:
            yield (count, parts), f"{above} {below}"
    yield from (((1, 2), found) for found in _HALF.findall(text))


def polish_fractions(text: str) -> Iterator[tuple[tuple[float, int], str]]:
    """Fractions in words of Polish, as those of English."""
    for above, below in pairwise(_words(text)):
        counts = [value for value in numbers_begun(above) if value < 10]
        if counts and _POLISH_PARTS.fullmatch(below):
            parts = 4 if below.startswith("ćwierci") else max(numbers_begun(below))
            yield (counts[0], parts), f"{above} {below}"
    yield from (((1, 2), found) for found in _POLOWA.findall(text))


def scale_of_word(word: str) -> int:
    """What a word multiplies a number by; 0 for other words."""
    return next((value for value, begins in _OF_SCALES if begins.match(word)), 0)
