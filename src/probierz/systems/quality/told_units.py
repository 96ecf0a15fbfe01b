"""Whether what is counted and measured in a translation is what its source counts: units and currencies.

It is 12 miles away.      |  To 12 km stąd.             the same number of something else
Every six hours.          |  Co sześć dni.              numbers in words are as those in digits
The fine is $5 million.   |  Grzywna to 5 mln euro.     so is money
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

from probierz.systems.quality.number_words import english_number, polish_number

_UNITS = (
    ("°C|degrees? Celsius", r"°C|stopni\w* Celsjusza"), ("°F|degrees? Fahrenheit", r"°F|stopni\w* Fahrenheita"),
    ("seconds?|secs?", r"sekund\w*|sek"), ("minutes?|mins?", r"minut\w*|min"), ("hours?|hrs?", r"godzin\w*|godz"),
    ("days?", r"dni\w{0,2}|dzień|dób|dob\w"), ("weeks?", r"tydzień|tygodni\w*"), ("months?", r"miesi[ąę]c\w*"),
    ("years?", r"lat\w{0,3}|rok\w{0,3}"),
    ("decades?", r"dekad\w*|dziesięcioleci\w*"), ("centur(?:y|ies)", r"wiek(?:i|ów|ach|om|ami)|stuleci\w*"),
    ("millimet(?:re|er)s?|mm", r"milimetr\w*|mm"),
    ("centimet(?:re|er)s?|cm", r"centymetr\w*|cm"), ("met(?:re|er)s?|m", r"metr\w*|m"),
    ("kilomet(?:re|er)s?|km", r"kilometr\w*|km"), ("miles?", r"mil|mile|mili|milach|milę"),
    ("feet|foot|ft", r"stóp|stop[ay]"),
    ("inch(?:es)?", r"cal\w{0,3}"), ("micrograms?|mcg", r"mikrogram\w*|mcg"), ("milligrams?|mg", r"miligram\w*|mg"),
    ("grams?|g", r"gram\w{0,3}|g"), ("kilograms?|kilos?|kg", r"kilogram\w*|kilo|kg"),
    ("millilit(?:re|er)s?|ml", r"mililitr\w*|ml"), ("lit(?:re|er)s?|l", r"litr\w{0,3}|l"),
)  # fmt: skip
"""Of each unit, what it is called in English and in Polish, as patterns of whole words."""
_CURRENCIES = (
    ("pounds?|lbs?|quid|£|GBP", r"funt\w{0,3}|£|GBP"),  # a weight, too, in both languages
    (r"(?:US )?dollars?|bucks?|\$|USD", r"dolar\w{0,3}|dolc\w{0,3}|\$|USD"), ("euros?|€|EUR", "euro|€|EUR"),
    ("z[lł]ot(?:y|ys|ies|ych|e)|PLN", r"zł|złot(?:y|e|ych|ego|emu|ym|ymi|ówek|ówk[ai])|PLN"),
    ("francs?|CHF", r"frank\w{0,3}|CHF"), ("yen|¥|JPY", r"jen\w{0,3}|¥|JPY"), ("yuan|renminbi|CNY", r"juan\w{0,3}|CNY"),
    ("rou?bles?|RUB", r"rubl\w{0,3}|RUB"), ("rupees?|INR", r"rupi\w{1,3}|INR"), ("pesos?", r"pes[aoó]\w{0,2}"),
    ("crowns?|kron[aeu]r?|korunas?|CZK|SEK|NOK|DKK", r"koron\w{0,3}|CZK|SEK|NOK|DKK"),
    (r"hryvn\w+|UAH", r"hrywi\w+|UAH"),
    ("cents?|¢", r"cent(?:y|a|ów|em|om|ami|ach)?|¢"), ("pence|penn(?:y|ies)", r"pens\w{0,3}"),
)  # fmt: skip
Names = Sequence[tuple[str, str]]
NAMES: Names = (*_UNITS, *_CURRENCIES)
"""Of each unit and currency, what it is called in English and in Polish."""
_BEFORE_NUMBERS = {"£": "£", "$": "$", "€": "€", "¥": "¥", "GBP": "£", "USD": "$", "EUR": "€", "JPY": "¥"}
_SURE = frozenset(
    len(_UNITS) + at for at, (name, _) in enumerate(_CURRENCIES) if not re.match("pound|cro|cent|pence", name)
)
"""The places of currencies that are nothing else."""
_OF_SIGNS = {sign: len(_UNITS) + at for at, names in enumerate(_CURRENCIES) for sign in "£$€¥" if sign in names[1]}
"""Of each sign of a currency its place in the table."""

_NUMBER = r"(?<![\w.,:])(\d+(?:[.,]\d+)?)"
_SCALE = r"(?:[ -]?(?:thousand|million|billion|trillion|tys\.|tysi\w+|milion\w*|mln|miliard\w*|mld|bn|m))?"
_MONEY = re.compile(
    rf"(?:\b(?:US|A|C))?({'|'.join(map(re.escape, _BEFORE_NUMBERS))})[ \xa0]?(\d+(?:[.,]\d+)?){_SCALE}(?!\w)"
)
_THOUSANDS = re.compile(r"(?<=\d)[ \xa0\u202f,](?=\d{3}(?!\d))")
_MOST_WORDS = 4  # of a number
_WORDS = re.compile(r"[^\W\d_]+")
_AND = re.compile(r"(?<=hundred) and |(?<=thousand) and |(?<=illion) and ")
_NO_COUNT = re.compile(r"(?:first|second|third|once|and|a|an|i|(?!thousand)\w+th|pierwsz\w+|drug\w+|raz)$")


class Amount(NamedTuple):
    """A number, the place of its unit in the table, and both as they are written."""

    number: float
    unit: int
    shown: str


class Language(NamedTuple):
    """How units are called in a language, alone and behind digits, and what its words say as a number."""

    units: re.Pattern[str]
    behind_digits: re.Pattern[str]
    number: Callable[[str], float]


def language_of(side: int, names: Names = NAMES) -> Language:
    """What counts in a text. side: 0 English, 1 Polish; names: as in `NAMES`, with those of it first."""
    number = polish_number if side else english_number
    called = "|".join(f"({one[side]})" for one in names)
    flags = re.IGNORECASE if side else 0
    units = re.compile(rf"(?<!\w)(?:{called})(?!\w)", flags)
    return Language(units, re.compile(rf"{_NUMBER}{_SCALE}[ \xa0-]?(?:{called})(?!\w)", flags), number)


_ENGLISH, _POLISH = language_of(0), language_of(1)


def other_units(source: str, translation: str) -> str:
    """What the same number counts of something else in a Polish translation, in words; "" for nothing."""
    given, made = list(amounts_in(source, _ENGLISH)), list(amounts_in(translation, _POLISH))
    for number, unit, shown in given:
        same = [one for one in made if one.number == number]
        if same and all(one.unit != unit for one in same):
            here = " ".join(sorted(one.shown for one in same))
            is_money = min(unit, *(one.unit for one in same)) >= len(_UNITS)
            kind = "currency" if is_money else "unit"
            return f"another {kind}: {shown} in the source, {here} here"
    return _other_currency(source, translation)


def _other_currency(source: str, translation: str) -> str:
    """The one currency that a text speaks of, and the one of its translation, where they differ; whatever the numbers.

    A pound is a weight, too, and a cent or a crown is a part of much else: they do not tell.
    """
    given, made = _currencies(source, _ENGLISH), _currencies(translation, _POLISH)
    if len(given) != 1 or len(made) != 1 or given.keys() == made.keys() or not given.keys() | made.keys() <= _SURE:
        return ""
    return f"another currency: {' '.join(given.values())} in the source, {' '.join(made.values())} here"


def _currencies(text: str, language: Language) -> dict[int, str]:
    """The currencies that a text speaks of, by their places in the table."""
    found = ((_place(one.groups()), one.group()) for one in language.units.finditer(text))
    signs = ((place, sign) for sign, place in _OF_SIGNS.items() if sign in text)
    return {place: name for place, name in (*found, *signs) if place >= len(_UNITS)}


def amounts_in(text: str, language: Language) -> Iterator[Amount]:
    """Each number in digits or in words that has a unit beside it."""
    text = _THOUSANDS.sub("", text)
    for found in language.behind_digits.finditer(text):
        yield Amount(_value(found[1]), _place(found.groups()[1:]), found.group())
    for found in _MONEY.finditer(text):
        yield Amount(_value(found[2]), _OF_SIGNS[_BEFORE_NUMBERS[found[1]]], found.group())
    for found in language.units.finditer(text):
        words = _number_before(text[: found.start()], language.number)
        if words:
            yield Amount(language.number(words), _place(found.groups()), f"{words} {found.group()}")


def _number_before(text: str, number: Callable[[str], float]) -> str:
    """The words of a number that a text ends with, ordinal ones aside; "": there are none."""
    if text[-1:] not in (" ", "-", "\xa0"):
        return ""
    clause = _AND.sub(" ", re.split(r"[^\w\s-]|\d", text)[-1])
    near = reversed(_WORDS.findall(clause)[-_MOST_WORDS:])
    words = [*takewhile(lambda word: number(word) and not _NO_COUNT.match(word.lower()), near)]
    return " ".join(reversed(words))


def _value(digits: str) -> float:
    return float(digits.replace(",", "."))


def _place(groups: tuple[str | None, ...]) -> int:
    return next(at for at, name in enumerate(groups) if name)
