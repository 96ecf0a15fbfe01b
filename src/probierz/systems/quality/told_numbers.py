"""Whether the numbers of a translation are those of its source, however they are written.

The show starts at 10 pm.  |  Pokaz zaczyna się o 22:00.     the same number
In the 19th century, five  |  W XIX wieku 5                  as Roman ones and those in words are
12 eggs in the 1990s       |  Tuzin jaj w latach 90.         as words for a dozen, and decades
It costs 12,100.           |  Kosztuje 12 000.               other numbers: 12,100 in the source, 12 000 here
3 million, World War II    |  3 tysiące, I wojna światowa    other ones: what a number is multiplied by counts
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from probierz.systems.quality.number_words import (
    ENGLISH_WORDS,
    english_fractions,
    english_number,
    english_wholes,
    in_english,
    in_polish,
    polish_number,
    polish_wholes,
    scale_of_word,
)
from probierz.systems.quality.told_conversions import without_conversions
from probierz.systems.quality.told_number_words import VAGUE, Told, other_number_words, text_of
from probierz.systems.shared.months import ENGLISH_MONTHS, MONTHS_BEGIN
from probierz.systems.shared.numerals import numbers_begun

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"(?:\d{1,3}(?:\s\d{3}(?!\d))+|\d+)(?:[.,:]\d+)*")  # 2020 100 is two: a year, and how many
_DAY = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})\b")
_BELOW_ZERO = re.compile(r"(?<![\w,.])(?<!\d\s)(?:[-−–]|[Mm]inus\s)$")
_SAID_BELOW_ZERO = re.compile(r"below zero|sub-?zero|zera|mrozu|ujemn", re.IGNORECASE)
_PARTS = re.compile(r"[.,:]")
_CLOCK = re.compile(r"\b(\d{1,2})(?:[:.](\d{2}))?\s?([ap])\.?m\b", re.IGNORECASE)
_DECADE = re.compile(r"['’]?s\b")
_ROMAN = re.compile(r"\b(?=[XVI]+\b)(X{0,3})(IX|IV|V?I{0,3})\b")
_PRONOUN = re.compile(r"(?<![A-Z][a-z]\s)(?<![a-z]{3}\s)I")
_UNITS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

_SCALE_BEHIND = re.compile(r"[\s-]?([^\W\d_]+)")
_RANGE = re.compile(r"\s?(?:[-–—]|to|do|or|lub|and|i)\s?(?=\d)")


_ALSO: tuple[tuple[str, re.Pattern[str]], ...] = (
    *(
        (str(number), re.compile(f"{begins}|{name.lower()}"))
        for number, (begins, name) in enumerate(zip(MONTHS_BEGIN, ENGLISH_MONTHS, strict=True), 1)
    ),
    *((text, re.compile(begins)) for text, begins in (
        ("2", "par[aęąy]$|couple|pair"), ("10", "dekad|decade"), ("14", "fortnight"), ("15", "kwadrans|quarter"),
        ("24", "dob[aęyą]$"), ("25", "ćwier|quarter"), ("0.25", "ćwier|quarter"), ("30", "pół|half"),
        ("50", "pół|połow|half"), ("100", "wiek|stuleci|centur"),
    )),
)  # fmt: skip
"""Beginnings of words that may stand for a number, or for a month by its number, and need not."""


def other_numbers(source: str, translation: str) -> str:
    """Which numbers of a source and its Polish translation differ, in words; "" for none."""
    source, translation = _in_digits(*without_conversions(source, translation))
    for find in (_other_digits, _other_words, _other_roman, _other_centuries):
        lost, new = find(source, translation)
        if lost or new:
            return f"other numbers: {' '.join(lost) or 'none'} in the source, {' '.join(new) or 'none'} here"
    return ""


# --- as others write them --------------------------------------------------------------------------------------------

_HALF_PAST = re.compile(r"\bhalf past (\w+)", re.IGNORECASE)
_MINUTES = re.compile(
    r"\b(?:an? )?(quarter|five|ten|twenty(?:[- ]five)?)(?: minutes)? (past|to) (\w+)\b", re.IGNORECASE
)
_MINUTES_OF = {"quarter": 15, "five": 5, "ten": 10, "twenty": 20}
_TWELVE = re.compile(r"\b12(?:[:.]00)?\s?([ap])(?:\.\s?m\b\.?|m\b)", re.IGNORECASE)
_MIDDLES = {"a": ("midnight", re.compile("północ", re.IGNORECASE)),
            "p": ("noon", re.compile(r"(?<!po )(?<!przed )\bpołudni[ae]", re.IGNORECASE))}  # fmt: skip
"""What 12 am and 12 pm are called, in English and in Polish."""
_HALF_TO = re.compile(r"\bwpół do (\w+)", re.IGNORECASE)
_SHORT_SCALE = re.compile(r"(?:([$£€]\s?\d[\d.,]*)(m)|(\d)(bn|tn|k))\b")
_SCALES_SPELT = {"bn": "billion", "tn": "trillion", "k": "thousand", "m": "million"}
_SCORE = re.compile(r"(?<![\w:.])(\d{1,2}):(\d)(?![\d:]|\.\d)")
_SHARE = re.compile(r"\b(\w+) (?:in|out of) (\w+)\b", re.IGNORECASE)


def _in_digits(source: str, translation: str) -> tuple[str, str]:
    """Both texts with times and fractions in digits, short scales spelt, scores as two numbers, shares as percentages.

    Times in words but for half hours, and fractions, only where the translation has them in digits.
    """
    source = _MINUTES.sub(lambda found: _minutes(found, translation) or found.group(), source)
    source = _TWELVE.sub(lambda found: _middle(found, translation) or found.group(), source)
    source = _with_fractions(source, translation)
    source = _HALF_PAST.sub(lambda found: _half_hour(ENGLISH_WORDS.get(found[1].lower()), 0) or found.group(), source)
    translation = _HALF_TO.sub(
        lambda found: _half_hour(next(iter(numbers_begun(found[1].lower())), None), 1) or found.group(), translation
    )
    source = _SHORT_SCALE.sub(lambda found: f"{found[1] or found[3]} {_SCALES_SPELT[found[2] or found[4]]}", source)
    source, translation = (_SCORE.sub(r"\1 \2", text) for text in (source, translation))
    return _SHARE.sub(lambda found: _percentage(found, translation) or found.group(), source), translation


def _half_hour(hour: float | None, less: int) -> str:
    """Half an hour behind an hour, or that before the next one; "" for none."""
    return f"{(int(hour) - less - 1) % 12 + 1}:30" if hour and hour <= 12 else ""


def _minutes(told: re.Match[str], translation: str) -> str:
    """A quarter to six as 5:45, if the translation has it in digits, of the evening or not; else ""."""
    hour = int(told[3]) if told[3].isdigit() else int(ENGLISH_WORDS.get(told[3].lower(), 0))
    minutes = _MINUTES_OF.get(told[1].lower(), 25)
    if not 0 < hour <= 12:
        return ""
    exact = 60 * hour + (minutes if told[2].lower() == "past" else -minutes)
    found = f"{exact // 60}:{exact % 60:02}"
    return found if any(found in one.readings for one in _numbers(translation)) else ""


def _middle(twelve: re.Match[str], translation: str) -> str:
    """Noon or midnight for 12 pm or 12 am, if the translation calls it so; else ""."""
    name, in_polish_words = _MIDDLES[twelve[1].lower()]
    return name if in_polish_words.search(translation) else ""


def _with_fractions(source: str, translation: str) -> str:
    """A source with fractions in words as the translation has them, in digits or as percentages: 2/3, 75%."""
    for (above, below), words in english_fractions(source):
        ways = f"{above:g}/{below}", rf"{round(100 * above / below)}(?=\s?%|\s?proc)"
        found = next(filter(None, (re.search(rf"(?<![\d/]){way}(?![\d/])", translation) for way in ways)), None)
        if found:
            shown = words.replace(" ", "[ -]")
            source = re.sub(rf"\b{shown}\b", found.group(), source, count=1, flags=re.IGNORECASE)
    return source


def _percentage(share: re.Match[str], translation: str) -> str:
    """Two in five as 40 %, if the translation has it so; else ""."""
    part, whole = (float(word) if word.isdigit() else ENGLISH_WORDS.get(word.lower(), 0) for word in share.groups())
    found = text_of(100 * part / whole) if part and whole else ""
    return f"{found} %" if found and found in _NUMBER.findall(translation) else ""


# --- in digits -------------------------------------------------------------------------------------------------------


class _WrittenNumber(NamedTuple):
    """A number in digits: as it is shown, and all that it may mean: 12.100 is twelve thousand here and 12.1 there."""

    shown: str
    digits: str
    readings: frozenset[str]


def _other_digits(source: str, translation: str) -> Told:
    """Numbers in digits of which the other side has none that is the same, in digits, words or Roman."""
    made, given = _numbers(translation), _numbers(source)
    for choices in _clock_times(source):
        same = next((one for one in made if one.digits in choices), None)
        if same:
            made.remove(same)
            given = _without_one(given, choices[0])
    here, there = _unlike(made, given), _unlike(given, made)
    lost = _untold(there, {*_roman(translation), *_texts(in_polish(translation)), *_also(translation)})
    new = _untold(here, {*_roman(source), *_texts(in_english(source)), *_also(source)})
    if lost and not new:  # what the other side says is a number in words
        new = [*_texts({*polish_wholes(translation)} - {*in_english(source)} - VAGUE)]
    elif new and not lost:
        lost = [*_texts({*english_wholes(source)} - {*in_polish(translation)} - VAGUE)]
    return lost, new


def _without_one(numbers: list[_WrittenNumber], digits: str) -> list[_WrittenNumber]:
    at = next((at for at, one in enumerate(numbers) if one.digits == digits), None)
    return numbers if at is None else numbers[:at] + numbers[at + 1 :]


def _unlike(numbers: list[_WrittenNumber], others: list[_WrittenNumber]) -> list[_WrittenNumber]:
    """The numbers that none of the others can be read as."""
    return [one for one in numbers if not any(other.readings & one.readings for other in others)]


def _untold(numbers: list[_WrittenNumber], otherwise: set[str]) -> list[str]:
    """The numbers, in order, that are not written in another way."""
    return [one.shown for one in numbers if not one.readings & otherwise]


def _numbers(text: str) -> list[_WrittenNumber]:
    text = _DAY.sub(r"\1 \2 \3", text)
    found = [
        (one.group(), _signs(text, one.start()), *_scale_behind(text, one.end())) for one in _NUMBER.finditer(text)
    ]
    return [_number(*one) for one in found]


def _signs(text: str, begin: int) -> tuple[str, ...]:
    """What may stand before a number: a minus, nothing, or either where the text speaks of degrees below zero."""
    if _BELOW_ZERO.search(text[:begin]):
        return ("-",)
    return ("", "-") if _SAID_BELOW_ZERO.search(text) else ("",)


def _scale_behind(text: str, end: int) -> tuple[str, tuple[int, ...]]:
    """The word behind a number that multiplies it, as written, "s" for a decade, and by what it may be multiplied."""
    if _DECADE.match(text, end):
        return "s", (1,)
    found = _SCALE_BEHIND.match(text, end)
    if found and (scale := scale_of_word(found[1].lower())):
        return found.group(), (scale,)
    through = _RANGE.match(text, end)
    upper = _NUMBER.match(text, through.end()) if through else None
    return "", tuple({1, *(_scale_behind(text, upper.end())[1] if upper else ())})


def _number(written: str, signs: tuple[str, ...], behind: str, scales: tuple[int, ...]) -> _WrittenNumber:
    """A number with its readings: thousands are parted by blanks, commas or points, decimals by the last of these.

    10.30 and 10:30 may be the same time, 1990s the years 90, and 05 in a date is 5.
    """
    if written.count(".") > 1 and not all(len(part) == 3 for part in written.split(".")[1:]):
        return _WrittenNumber(written, written, frozenset([written]))  # a section: 4.2.1
    first, *rest = _PARTS.split("".join(written.split()))
    digits = first + "".join(rest)
    decimal = ".".join([first + "".join(rest[:-1]), rest[-1]]).rstrip("0").rstrip(".") if rest else digits
    plain = {decimal}
    if all(len(part) == 3 for part in rest):
        plain.add(digits)
    readings = {text_of(float(one) * scale) if scale > 1 else one for one in plain for scale in scales}
    if len(rest) == 1 and len(first) <= 2 and len(rest[0]) == 2:
        readings |= {f"{first}:{rest[0]}", f"{(int(first) + 12) % 24}:{rest[0]}"}  # of a watch, too
    readings |= {one.lstrip("0") for one in readings if one.isdigit() and one.strip("0")}
    if behind == "s":
        readings.add(digits[-2:])
    shown = written if ":" in written else digits if digits in plain else decimal
    behind = "" if behind == "s" else behind
    return _WrittenNumber(
        signs[0] + shown + behind, digits, frozenset(sign + one for sign in signs for one in readings)
    )


def _texts(values: Iterable[float]) -> Iterator[str]:
    return map(text_of, values)


def _clock_times(text: str) -> Iterator[list[str]]:
    """Of each time in twelve hours, 10 pm, the digits that it has, first as written: 10, 22, 1000, 2200."""
    for hour, minutes, half in _CLOCK.findall(text):
        hours = [int(hour), int(hour) % 12 + 12 * (half.lower() == "p")]
        with_minutes = [f"{one}{minutes or '00'}" for one in (hour, *hours, f"{hours[1]:02}")]
        yield with_minutes if minutes else [hour, *map(str, hours), *with_minutes]


# --- in words --------------------------------------------------------------------------------------------------------


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())


def _also(text: str) -> set[str]:
    return {number for word in _words(text) for number, begins in _ALSO if begins.match(word)}


def _other_words(source: str, translation: str) -> Told:
    """Numbers in words that differ: two, and trzy."""
    given, made = ({reading for one in _numbers(text) for reading in one.readings} for text in (source, translation))
    return other_number_words(source, translation, (given, made))


# --- Roman numbers, and centuries ------------------------------------------------------------------------------------


def _other_roman(source: str, translation: str) -> Told:
    """Roman numbers of both sides that the other has in no way: II, and I."""
    given = [one for one in _ROMAN.finditer(source) if not _PRONOUN.fullmatch(source, one.start(), one.end())]
    made = list(_ROMAN.finditer(translation))
    there = {*map(_value, given), *_texts(in_english(source)), *_NUMBER.findall(source)}
    here = {*map(_value, made), *_texts(in_polish(translation)), *_NUMBER.findall(translation)}
    lost = [one.group() for one in given if _value(one) not in here]
    new = [one.group() for one in made if _value(one) not in there]
    return (lost, new) if lost and new else ([], [])


_CENTURY = re.compile(r"\b(?:(\d+)(?:st|nd|rd|th)|((?:twenty[- ])?[a-z]+))[ -]centur", re.IGNORECASE)
_WIEK = re.compile(
    r"\b(?:(\d+)\.?|([XVI]+)|((?:dwudziest\w+ )?[^\W\d_]+)) (?:wiek(?:u|iem|ach|ów|i)?|w\.)(?!\w)"
    r"|\b[Ww]iek(?:u|iem)? (?:(\d+)|([XVI]+))\b"
)


def _other_centuries(source: str, translation: str) -> Told:
    """Centuries of both sides that differ, in words, in digits and Roman."""
    given = dict(_centuries(_CENTURY, source, english_number))
    made = dict(_centuries(_WIEK, translation, polish_number))
    if not given or not made or given.keys() & made.keys():
        return [], []
    return [*given.values()], [*made.values()]


def _centuries(pattern: re.Pattern[str], text: str, value_of: Callable[[str], float]) -> Iterator[tuple[float, str]]:
    for found in pattern.finditer(text):
        told = next(filter(None, found.groups()))
        roman = _ROMAN.fullmatch(told)
        value = float(told) if told.isdigit() else float(_value(roman)) if roman else value_of(told)
        if value:
            yield value, told


def _roman(text: str) -> Iterator[str]:
    return map(_value, _ROMAN.finditer(text))


def _value(roman: re.Match[str]) -> str:
    return str(10 * len(roman[1]) + _UNITS.index(roman[2]))
