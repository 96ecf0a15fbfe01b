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

from probierz.systems.quality.belonging import are_strangers
from probierz.systems.quality.residue import markup_of_one_side, misread_letters
from probierz.systems.shared.numerals import numbers_begun

__all__ = ["TranslatedLine", "is_copy", "is_of_names", "unrated_faults", "words_of"]

_NUMBER = re.compile(r"(?:\d{1,3}(?:\s\d{3}(?!\d))+|\d+)(?:[.,:]\d+)*")  # 2020 100 is two: a year, and how many
_BELOW_ZERO = re.compile(r"(?<![\w,.])(?<!\d\s)(?:[-−–]|[Mm]inus\s)$")
_SAID_BELOW_ZERO = re.compile(r"below zero|sub-?zero|zera|mrozu|ujemn", re.IGNORECASE)
_THOUSANDS = re.compile(r"\s?(?:tys\b|tysi|thousand)")
_PARTS = re.compile(r"[.,:]")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_TOKEN = re.compile(r"\w+")
_ROMAN = re.compile(r"\b(X{0,3})(IX|IV|V?I{0,3})\b")
_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

_ENGLISH = {
    word: number
    for number, words in enumerate(
        ("one first once", "two second twice", "three third", "four fourth", "five fifth", "six sixth", "seven seventh",
         "eight eighth", "nine ninth", "ten tenth", "eleven eleventh", "twelve twelfth", "thirteen thirteenth",
         "fourteen fourteenth", "fifteen fifteenth", "sixteen sixteenth", "seventeen seventeenth",
         "eighteen eighteenth", "nineteen nineteenth", "twenty twentieth"), 1)
    for word in words.split()
} | {
    "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
    "thousand": 1000,
}  # fmt: skip
"""How numbers are written in words of English."""

_VAGUE = frozenset([1, 100, 1000])
"""Numbers whose words need no counterpart: one of them, at first, hundreds, thousands."""

_REPEATED, _LONG = 5, 2.5  # words from which length tells, and how many times as long or as short as both others is odd
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
    found = [_of_numbers(row), _of_length(row), _of_order(row), _of_other_words(row)]
    if letters := misread_letters(row.translation):
        found.append(f"letters of another encoding: {letters}")
    found.append(markup_of_one_side(row.source, row.translation))
    if are_strangers(row.source, row.translation, row.reference or ""):
        found.append("nothing in common with the source; it may be of another line")
    if sum(map(str.isalpha, row.translation)) > _REPEATED and row.translation.isupper() and not row.source.isupper():
        found.append("in capitals")
    return tuple(filter(None, found))


def _of_length(row: TranslatedLine) -> str:
    words = words_of(row.translation)
    shortest = min(len(words_of(text)) for text in (row.source, row.reference or row.source))
    if shortest >= _REPEATED and _LONG * len(words) < shortest:
        return "much shorter than it should be"
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


def _of_other_words(row: TranslatedLine) -> str:
    """Whether a translation of a few words has none of the human one or of the source, whatever their endings.

    A stock phrase such as "nie wiem" has none; nor have 5 of the 37 sources of two to four words in dev-0 and test-A of
    PolEval's task, which were rated 4.2 of 5 in the mean: there the human one has other words.
    """
    if row.reference is None or not 1 < len(words_of(row.source)) < _REPEATED:
        return ""
    made, human = words_of(row.translation), words_of(row.reference)
    beginnings = {word[:_ENDLESS] for word in (*words_of(row.source), *human)}
    is_shared = any(word[:_ENDLESS] in beginnings for word in made if word != "nie")
    return "" if is_shared or not made or not human else "no word of the human translation"


_ENDLESS = 3  # letters of a word that its endings leave as they are


class _Number(NamedTuple):
    """A number in digits: as it is shown, and all that it may mean: 12.100 is twelve thousand here and 12.1 there."""

    shown: str
    digits: str
    readings: frozenset[str]


def _of_numbers(row: TranslatedLine) -> str:
    """Whether the numbers of source and translation differ; and what both have."""
    made, given = _numbers(row.translation), _numbers(row.source)
    for choices in _clock_times(row.source):
        same = next((one for one in made if one.digits in choices), None)
        if same:
            made.remove(same)
            given = _without_one(given, choices[0])
    here, there = _unlike(made, given), _unlike(given, made)
    lost = _untold(there, {*_roman(row.translation), *map(str, _in_polish(row.translation))})
    new = _untold(here, {*_roman(row.source), *map(str, _in_english(row.source))})
    if not lost and not new and (words := _other_words(row)):
        lost, new = words
    if not lost and not new:
        return ""
    return f"other numbers: {' '.join(lost) or 'none'} in the source, {' '.join(new) or 'none'} here"


def _without_one(numbers: list[_Number], digits: str) -> list[_Number]:
    at = next((at for at, one in enumerate(numbers) if one.digits == digits), None)
    return numbers if at is None else numbers[:at] + numbers[at + 1 :]


def _unlike(numbers: list[_Number], others: list[_Number]) -> list[_Number]:
    """The numbers that none of the others can be read as."""
    return [one for one in numbers if not any(other.readings & one.readings for other in others)]


def _untold(numbers: list[_Number], in_words: set[str]) -> list[str]:
    """The numbers, in order, that are not written in another way."""
    return [one.shown for one in numbers if one.shown not in in_words]


def _other_words(row: TranslatedLine) -> tuple[list[str], list[str]] | None:
    """Numbers in words of which the other side has neither these nor any digits: two, and trzy."""
    if _NUMBER.search(row.source) or _NUMBER.search(row.translation):
        return None
    given, made = ({*found} - _VAGUE for found in (_in_english(row.source), _in_polish(row.translation)))
    if not given or not made or given & made:
        return None
    return [*map(str, sorted(given))], [*map(str, sorted(made))]


def _numbers(text: str) -> list[_Number]:
    return [
        _number(found.group(), _signs(text, found.start()), bool(_THOUSANDS.match(text, found.end())))
        for found in _NUMBER.finditer(text)
    ]


def _signs(text: str, begin: int) -> tuple[str, ...]:
    """What may stand before a number: a minus, nothing, or either where the text speaks of degrees below zero."""
    if _BELOW_ZERO.search(text[:begin]):
        return ("-",)
    return ("", "-") if _SAID_BELOW_ZERO.search(text) else ("",)


def _number(written: str, signs: tuple[str, ...], is_of_thousands: bool) -> _Number:
    """A number with its readings: thousands are parted by blanks, commas or points, decimals by the last of these.

    10.30 and 10:30 may be the same time.
    """
    first, *rest = _PARTS.split("".join(written.split()))
    digits = first + "".join(rest)
    decimal = ".".join([first + "".join(rest[:-1]), rest[-1]]).rstrip("0").rstrip(".") if rest else digits
    readings = {decimal}
    if all(len(part) == 3 for part in rest):
        readings.add(digits)
    if len(rest) == 1 and len(first) <= 2 and len(rest[0]) == 2:
        readings.add(f"{first}:{rest[0]}")
    if is_of_thousands:
        readings.add(f"{float(decimal) * 1000:g}" if "." in decimal else f"{decimal}000")
    shown = digits if digits in readings or ":" in written else decimal
    return _Number(signs[0] + shown, digits, frozenset(sign + one for sign in signs for one in readings))


def _clock_times(text: str) -> Iterator[list[str]]:
    """Of each time in twelve hours, 10 pm, the digits that it has, first as written: 10, 22, 1000, 2200."""
    for hour, minutes, half in _CLOCK.findall(text):
        hours = [int(hour), int(hour) % 12 + 12 * (half.lower() == "p")]
        with_minutes = [f"{one}{minutes or '00'}" for one in (hour, *hours, f"{hours[1]:02}")]
        yield with_minutes if minutes else [hour, *map(str, hours), *with_minutes]


def _roman(text: str) -> Iterator[str]:
    for tens, units in _ROMAN.findall(text):
        yield str(10 * len(tens) + _UNITS.index(units))


def _in_english(text: str) -> Iterator[int]:
    return _put_together([[_ENGLISH[word]] if word in _ENGLISH else [] for word in words_of(text)])


def _in_polish(text: str) -> Iterator[int]:
    return _put_together([numbers_begun(word) for word in words_of(text)])


def _put_together(numbers: list[list[int]]) -> Iterator[int]:
    """What each word may say, and what two together do: twenty five, two hundred."""
    yield from (number for one in numbers for number in one)
    for first, second in ((a, b) for one, other in pairwise(numbers) for a in one for b in other):
        if second in (100, 1000):
            yield first * second
        elif second < 10 < first:
            yield first + second
