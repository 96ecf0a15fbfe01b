"""Numbers in words of English and Polish: *seventy-two* and *siedemdziesięciu dwóch*, *a third* and *jedna trzecia*."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from probierz.systems.shared.numerals import numbers_begun

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


def _polish_words(text: str) -> list[str]:
    """The words of a text, with one more between minutes and the hour before which they are: za dwadzieścia piąta."""
    return _words(_MINUTES_TO.sub(r"\1 do", text))


_MINUTES_TO = re.compile(
    r"\b(za \w+)(?= (?:pierwsz|drug|trzeci|czwart|\w*iąt|szóst|siódm|ósm|\w+nast)a\b)", re.IGNORECASE
)


def english_number(text: str) -> float:
    """The largest number that words of English say; 0 for none."""
    return max(in_english(text), default=0.0)


def polish_number(text: str) -> float:
    """The largest number that words of Polish say; 0 for none."""
    return max(in_polish(text), default=0.0)


def in_english(text: str) -> Iterator[float]:
    """All that words of English may say: of *two hundred five* 205, of *ten five* 10, 5 and 15."""
    return _said(_words(text), _english_values, _AND_IN_ENGLISH)


def in_polish(text: str) -> Iterator[float]:
    """All that words of Polish may say."""
    return _said(_polish_words(text), _polish_values, _AND_IN_POLISH)


def english_wholes(text: str) -> list[float]:
    """Numbers that words of English say whole: *two hundred five* is 205 alone."""
    return _wholes(_words(text), _english_values, _AND_IN_ENGLISH)


def polish_wholes(text: str) -> list[float]:
    """Numbers that words of Polish say whole."""
    return _wholes(_polish_words(text), _polish_values, _AND_IN_POLISH)


def _english_values(word: str) -> list[float]:
    return [ENGLISH_WORDS[word]] if word in ENGLISH_WORDS else []


def _polish_values(word: str) -> list[float]:
    if (tens := _TENS_AND.match(word)) and (units := _units_begun(word[tens.end() :])):
        return [max(numbers_begun(word)) + units]
    found = [value for value, pattern in _POLISH if pattern.fullmatch(word)]
    return found or [value for value in numbers_begun(word) if not scale_of_word(word)]


def _units_begun(rest: str) -> int:
    """The units behind the tens of one word: dwudziesto-dwuletni; 0 for none."""
    found = 2 if rest.startswith("dwu") else max(numbers_begun(rest), default=0)
    return found if found < 10 else 0


class _NumberWord(NamedTuple):
    """A word of a number: what it may be, what it multiplies by, and its kind for `_ONE_NUMBER`."""

    values: list[float]
    scale: int
    kind: str


def _said(words: Sequence[str], values_of: Callable[[str], list[float]], between: Sequence[str]) -> Iterator[float]:
    """What numbers in words may say. values_of: what a word may be; between: words that may stand inside of one."""
    for run in _runs(words, values_of, between):
        yield from _of_run(run)


def _wholes(words: Sequence[str], values_of: Callable[[str], list[float]], between: Sequence[str]) -> list[float]:
    return [_total(run) for run in _runs(words, values_of, between) if _is_whole(run)]


def _runs(
    words: Sequence[str], values_of: Callable[[str], list[float]], between: Sequence[str]
) -> Iterator[list[_NumberWord]]:
    """Words of numbers beside each other."""
    run: list[_NumberWord] = []
    for word in [*words, ""]:
        values, scale = values_of(word), scale_of_word(word)
        if values or scale:
            run.append(_NumberWord(values, scale, _kind(word, values)))
        elif run and word == between[0]:
            run.append(_NumberWord([], 0, "&"))
        elif run and word not in between:
            yield run
            run = []


def _kind(word: str, values: Sequence[float]) -> str:
    if len(values) != 1 or word in _NO_PART:
        return "?"
    return next((kind for least, kind in _KINDS if values[0] >= least and values[0] == int(values[0])), "?")


_AND_IN_ENGLISH, _AND_IN_POLISH = ("and", "a", "an"), ("i",)
_NO_PART = frozenset(["second", "both", "double", "doubled", "doubles", "once", "twice", "dozen", "raz"])
"""Words that are no part of a number of several: thirty second."""
_KINDS = ((101, "C"), (100, "H"), (20, "T"), (10, "t"), (1, "u"))
_ONE_NUMBER = re.compile(r"(?:u?H&?|C)?(?:Tu?|u|t)?&*")
"""What is one number: units, tens, teens and hundreds in their order, *and* behind a hundred."""
_YEAR = re.compile("[tT](?:Tu?|t)")
"""What may be a year: nineteen eighty-four."""
_TENS_AND = re.compile(r"(?:dwu|trzy|czter)dziesto|\w{3,9}dziesięcio")


def _is_whole(run: Sequence[_NumberWord]) -> bool:
    """Whether words beside each other are one number for sure: twenty five, two thousand; not ten five."""
    return any(word.scale for word in run) or _ONE_NUMBER.fullmatch("".join(word.kind for word in run)) is not None


def _of_run(run: Sequence[_NumberWord]) -> Iterator[float]:
    """What words beside each other say: all together, and where they may be several numbers, each and two as well."""
    yield _total(run)
    if not _is_whole(run):
        if _YEAR.fullmatch("".join(word.kind for word in run)):
            yield 100 * run[0].values[0] + sum(word.values[0] for word in run[1:])
        yield from _put_together([word.values for word in run if word.values])


def _total(run: Sequence[_NumberWord]) -> float:
    total = part = 0.0
    for values, scale, _ in run:
        value = max(values, default=0.0)
        if scale:
            total, part = total + (part or 1) * scale, 0.0
        elif value in _MULTIPLIERS:
            part = (part or 1) * value
        else:
            part += value
    return total + part


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
