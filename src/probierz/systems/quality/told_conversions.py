"""Measures that a translator turned into those of Polish readers: 300 feet, and 91 metrów; from 9 to 5, and do 17.

So are times: two decades, and dwadzieścia lat. All are taken out of their texts, so that nobody compares the numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from probierz.systems.quality.number_words import english_number, in_polish, polish_number

_NEAR = 0.06  # of a value: translators round
_ROUNDED = 2.5  # from which a whole number may be a rounded one: two miles, and trzy kilometry
_SCALE: tuple[tuple[str, str, Callable[[float], float]], ...] = (
    (r"feet|foot|ft", r"metr\w*|m", lambda value: 0.3048 * value),
    (r"feet|foot|ft|inch(?:es)?", r"centymetr\w*|cm", lambda value: 30.48 * value),
    (r"inch(?:es)?", r"centymetr\w*|cm", lambda value: 2.54 * value),
    (r"yards?", r"metr\w*|m", lambda value: 0.9144 * value),
    (r"miles?", r"kilomet\w*|km", lambda value: 1.609 * value),
    (r"mph", r"km", lambda value: 1.609 * value),
    (r"pounds?|lbs?", r"kilogram\w*|kilo|kg", lambda value: 0.4536 * value),
    (r"ounces?|oz", r"gram\w*|g", lambda value: 28.35 * value),
    (r"gallons?", r"litr\w*|l", lambda value: 3.785 * value),
    (r"acres?", r"hektar\w*|ha", lambda value: 0.4047 * value),
    (r"degrees(?: Fahrenheit)?|°F|F", r"stopni\w*|°C|°", lambda value: (value - 32) / 1.8),
)
"""Of each unit how it is called in English, how the one that it becomes is in Polish, and what a value becomes."""
_TIMES: tuple[tuple[str, str, float], ...] = (
    (r"minutes?", r"minut\w*", 1 / 1440), (r"quarters? of an hour", r"kwadrans\w*", 1 / 96),
    (r"hours?", r"godzin\w*", 1 / 24), (r"days?", r"dni\w{0,2}|dób|dob\w", 1),
    (r"weeks?", r"tydzień|tygodni\w*", 7), (r"fortnights?", r"(?!)", 14), (r"months?", r"miesi[ąę]c\w*", 30.44),
    (r"years?", r"lat\w{0,3}|rok\w{0,3}", 365.25), (r"decades?", r"dekad\w*|dziesięcioleci\w*", 3652.5),
    (r"century|centuries", r"wiek\w{0,3}|stuleci\w*", 36525),
)  # fmt: skip
"""Of each unit of time how it is called in English and in Polish, and how many days it has."""
_ONE_IN_ENGLISH = re.compile(
    r"\b(?<!of )(?:an?|(?:the )?(?:last|past|next|whole)|every|per) "
    r"(?=(?:minute|hour|day|week|month|year|decade|century)\b)",
    re.IGNORECASE,
)
_ONE_IN_POLISH = re.compile(
    r"\b(?=(?:minut[aęą]|godzin[aęą]|dob[aęą]|tydzień|miesiąc|rok|dekad[aęą]|stulecie)\b)", re.IGNORECASE
)
"""What stands before one of a unit that has no number."""
_NEAR_IN_TIME = 0.02  # of a time: a month has 30 days, or 31
_IN_ENGLISH, _IN_POLISH = (
    re.compile(rf"(?<!\w)(?:{'|'.join(names)})(?!\w)", re.IGNORECASE)
    for names in ([english for english, _, _ in _TIMES], [polish for _, polish, _ in _TIMES])
)
_DIGITS = r"\d+(?:[,. ]\d{3})*(?:[.,]\d+)?"
_WORDS = r"(?:[^\W\d_]+[ -]){1,3}"
_FROM_TO = re.compile(
    r"\b(from (\d{1,2}|[a-z]+)(?: ?a\.?m\.?)? (?:to|till|until) )(\d{1,2}|[a-z]+)\b(?! ?[ap]\.?m)", re.I
)
_HALF_DAY = 12


class _Measure(NamedTuple):
    value: float
    start: int
    end: int


def without_conversions(source: str, translation: str) -> tuple[str, str]:
    """A source and its Polish translation without what was turned into other units; hours after noon have 12 more."""
    for english, polish, turned in _SCALE:
        for given in _measures(source, english, english_number):
            made = next((one for one in _measures(translation, polish, polish_number)
                         if _is_about(one.value, turned(given.value))), None)  # fmt: skip
            if made:
                source, translation = _cut(source, given), _cut(translation, made)
                break
    source, translation = _without_times(source, translation)
    return _FROM_TO.sub(lambda found: _until_evening(found, translation), source), translation


def _is_about(value: float, exact: float) -> bool:
    """Whether a translator may write a value for an exact one."""
    return abs(value - exact) <= _NEAR * abs(value) or (exact >= _ROUNDED and value == round(exact))


def _without_times(source: str, translation: str) -> tuple[str, str]:
    """Both texts without the first times that are as long, told in other units, and then without the next ones."""
    if not (_IN_ENGLISH.search(source) and _IN_POLISH.search(translation)):
        return source, translation
    given_text, made_text = _ONE_IN_ENGLISH.sub("one ", source), _ONE_IN_POLISH.sub("jeden ", translation)
    made_times = list(_times(made_text, polish_number))
    for unit, given in _times(given_text, english_number):
        for other, made in made_times:
            if unit != other and abs(given.value - made.value) <= _NEAR_IN_TIME * made.value:
                return _without_times(_cut(given_text, given), _cut(made_text, made))
    return source, translation


def _cut(text: str, one: _Measure) -> str:
    return text[: one.start] + text[one.end :]


def _times(text: str, number: Callable[[str], float]) -> Iterator[tuple[int, _Measure]]:
    """Times in days, each with the place of its unit. number: what words of the text's language say."""
    for at, (english, polish, days) in enumerate(_TIMES):
        for found in _measures(text, polish if number is polish_number else english, number):
            yield at, found._replace(value=found.value * days)


def _measures(text: str, unit: str, number: Callable[[str], float]) -> Iterator[_Measure]:
    """Numbers in digits or words before a unit, with where they and the unit stand."""
    for found in re.finditer(rf"(?<![\w.,])(?:({_DIGITS})[ \xa0-]?|({_WORDS}))(?:{unit})(?!\w)", text, re.IGNORECASE):
        value = _value(found[1]) if found[1] else number(found[2])
        if value:
            yield _Measure(value, *found.span())


def _value(digits: str) -> float:
    plain = re.sub(r"[,. ](?=\d{3}(?!\d))", "", digits)
    return float(plain.replace(",", "."))


def _until_evening(found: re.Match[str], translation: str) -> str:
    """The hours as a clock of 24 hours has them, if the translation does: from 9 to 17."""
    first, last = (float(text) if text.isdigit() else english_number(text) for text in found.group(2, 3))
    later = last + _HALF_DAY
    told = {*in_polish(translation), *map(float, re.findall(r"\d+", translation))}
    return f"{found[1]}{later:g}" if 0 < last <= first <= _HALF_DAY and later in told else found.group()
