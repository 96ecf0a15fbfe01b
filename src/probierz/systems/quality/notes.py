"""What ratings of translations do not see: other numbers, a copy of the source, an order of words that nobody wrote.

The show starts at 10 pm.  |  Pokaz zaczyna się o 22:00.     the same number
In the 19th century, five  |  W XIX wieku 5                  as Roman ones and those in words are
It costs 12,100.           |  Kosztuje 12 000.               other numbers: 12100 in the source, 12000 here
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

__all__ = ["TranslatedLine", "is_copy", "is_of_names", "unrated_faults", "words_of"]

_NUMBER = re.compile(r"(?:\d{1,3}(?:\s\d{3}(?!\d))+|\d+)(?:[.,:]\d+)*")  # 2020 100 is two: a year, and how many
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"\w+")
_ROMAN = re.compile(r"\b(X{0,3})(IX|IV|V?I{0,3})\b")
_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

_ENGLISH = {
    word: number
    for number, words in enumerate(
        ("one first once", "two second twice", "three third", "four fourth", "five fifth", "six sixth", "seven seventh",
         "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth"), 1)
    for word in words.split()
}  # fmt: skip
_POLISH = (
    (1, "jed(?:en|n)|pierwsz"), (2, "dw(?:a|ie|u|óch|óm|oma)$|drug|dwóch|dwoj"), (3, "trz(?:y|ech|em)|trzec|troj"),
    (4, "czter|czwar"), (5, "pię(?:ć|ci)|piąt"), (6, "sześ[ćc]|szóst"), (7, "sied(?:em|mi)|siódm"),
    (8, "oś(?:iem|mi)|ósm"), (9, "dziewię[ćc]|dziewiąt"), (10, "dziesię[ćc]|dziesiąt"),
    (11, "jedena"), (12, "dwuna|dwana"),
)  # fmt: skip
"""Numbers up to twelve, in words: how those of English and the beginnings of the Polish ones are written."""

_REPEATED, _LONG = 5, 2.5  # words from which repetition tells, and how many times as long as both others is too long
_SAME_WORDS, _SAME_PAIRS = 0.8, 0.2  # shares of a translation's words, and of its pairs of words, in the human one


class TranslatedLine(NamedTuple):
    """A line of each file; reference: None without a file of human translations."""

    translation: str
    source: str
    reference: str | None = None


def words_of(text: str) -> list[str]:
    """The words of a text, in small letters."""
    return _WORD.findall(text.lower())


def is_copy(row: TranslatedLine) -> bool:
    """Whether a translation is its source, marks and capital letters aside.

    A single word, and what has no word in small letters but the first, are perhaps the same in both languages: OK,
    Stop, Jan Kowalski.
    """
    tokens = _TOKEN.findall(row.source)
    is_telling = any(word.islower() for word in tokens[1:]) or (len(tokens) > _NAMES and row.source.isupper())
    return is_telling and _TOKEN.findall(row.translation.casefold()) == [word.casefold() for word in tokens]


_NAMES = 3  # words in capitals that may be a name


def is_of_names(text: str) -> bool:
    """Whether a text may be names alone: few words, each with a capital letter."""
    words = _WORD.findall(text)
    return len(words) <= 2 * _NAMES and all(word[0].isupper() for word in words) and not text.isupper()


def unrated_faults(row: TranslatedLine) -> tuple[str, ...]:
    """What is odd about a translation that its rating does not tell."""
    found = [_of_numbers(row), _of_length(row), _of_order(row)]
    if sum(map(str.isalpha, row.translation)) > _REPEATED and row.translation.isupper() and not row.source.isupper():
        found.append("in capitals")
    return tuple(filter(None, found))


def _of_length(row: TranslatedLine) -> str:
    words = words_of(row.translation)
    if len(words) < _REPEATED:
        return ""
    word, count = Counter(words).most_common(1)[0]
    if 2 * count > len(words):
        return f"one word over and over: {word}"
    longest = max(len(words_of(text)) for text in (row.source, row.reference or ""))
    return "much longer than it should be" if longest and len(words) > _LONG * longest else ""


def _of_order(row: TranslatedLine) -> str:
    """Whether a translation has the words of the human one, and next to none of its pairs of words."""
    made, human = words_of(row.translation), words_of(row.reference or "")
    if min(len(made), len(human)) < _REPEATED:
        return ""
    same = (Counter(made) & Counter(human)).total() / len(made)
    pairs = (Counter(pairwise(made)) & Counter(pairwise(human))).total() / (len(made) - 1)
    return "other order of words" if same >= _SAME_WORDS and pairs <= _SAME_PAIRS else ""


def _of_numbers(row: TranslatedLine) -> str:
    """Whether the numbers of source and translation, written in digits, differ; and what both have."""
    made, given = _numbers(row.translation), _numbers(row.source)
    for choices in _clock_times(row.source):
        same = next((one for one in choices if made[one]), "")
        if same:
            made[same] -= 1
            given[_digits_of_clock(choices)] -= 1
    here, there = +(made - given), +(given - made)
    lost = _without(there, {*_roman(row.translation), *_in_polish(row.translation)})
    new = _without(here, {*_roman(row.source), *_in_english(row.source)})
    if not lost and not new:
        return ""
    return f"other numbers: {' '.join(lost) or 'none'} in the source, {' '.join(new) or 'none'} here"


def _without(numbers: Counter[str], in_words: set[str]) -> list[str]:
    """The numbers, in order, that are not written in another way."""
    return [number for number in numbers.elements() if number not in in_words]


def _numbers(text: str) -> Counter[str]:
    """The numbers written in digits, as digits alone: 1,234.5 is 1 234,5 elsewhere."""
    return Counter("".join(filter(str.isdigit, one)) for one in _NUMBER.findall(text))


def _clock_times(text: str) -> Iterator[list[str]]:
    """Of each time in twelve hours, 10 pm, the digits that it has, first as written: 10, 22, 1000, 2200."""
    for hour, minutes, half in _CLOCK.findall(text):
        hours = [int(hour), int(hour) % 12 + 12 * (half.lower() == "p")]
        with_minutes = [f"{one}{minutes or '00'}" for one in (hour, *hours, f"{hours[1]:02}")]
        yield with_minutes if minutes else [hour, *map(str, hours), *with_minutes]


def _digits_of_clock(choices: list[str]) -> str:
    return choices[0]


def _roman(text: str) -> Iterator[str]:
    for tens, units in _ROMAN.findall(text):
        yield str(10 * len(tens) + _UNITS.index(units))


def _in_english(text: str) -> Iterator[str]:
    return (str(_ENGLISH[word]) for word in words_of(text) if word in _ENGLISH)


def _in_polish(text: str) -> Iterator[str]:
    return (str(number) for word in words_of(text) for number, begins in _POLISH if re.match(begins, word))
