"""Whether the numbers of a translation stand where those of its source do: each before what it counts.

Take 2 tablets 3 times a day.  |  Brać 3 tabletki 2 razy dziennie.  numbers that changed places
Take 5 mg for 10 days.         |  Brać 10 mg przez 5 dni.
She won 7-5.                   |  Wygrała 5:7.
Plant 4 roses and 6 lilies.    |  Posadź 6 róż i 4 lilie.
Fold 8 napkins into 3 boxes.   |  Złóż 3 serwetki do 8 pudełek.     numbers in another order

Units, currencies and what is often counted are known in both languages. Of two numbers that count what is not known
only the order is told: no line among the 1,985 human translations of PolEval's task that repeats two numbers turns it.
"""

from __future__ import annotations

import re
from collections import Counter

from probierz.systems.quality.number_words import in_english, in_polish
from probierz.systems.quality.told_units import NAMES, Language, amounts_in, language_of

_COUNTED = (
    ("times|x", r"raz\w{0,2}|x"), ("percent|per cent|%", r"%|proc\.|procent\w*"),
    ("tablets?|pills?", r"tablet\w+|piguł\w+"), ("capsules?", r"kapsuł\w+"), ("drops?", r"kropl\w+|kropel"),
    ("doses?", r"daw(?:k\w+|ek)"), ("teaspoons?", r"łyżecz\w+"), ("(?:table)?spoons?", r"łyż(?:k\w+|ek)"),
    ("cups?", r"filiżan\w+|kub(?:k\w+|ek)"), ("glass(?:es)?", r"szklan\w+|kielisz\w+"), ("bottles?", r"butel\w+"),
    ("slices?", r"plast\w+|kro(?:mk\w+|mek)"), ("eggs?", r"jaj\w*"), ("people|persons?", r"os[oó]b\w*|ludzi\w*"),
    ("men|man", r"mężczy\w+"), ("women|woman", r"kobiet\w*"), ("children|child|kids?", r"dzie(?:ci\w*|cko)"),
    ("guests?", r"goś\w+"), ("rooms?", r"poko\w+"), ("nights?", r"noc\w*"), ("tickets?", r"bile\w+"),
    ("points?", r"punk\w+"), ("goals?", r"gol\w*|bram\w+"), ("match(?:es)?|games?", r"mecz\w*"),
    ("votes?", r"głos\w*"), ("pages?", r"stron\w*"), ("books?", r"książ\w+"), ("questions?", r"pyta\w+"),
    ("cars?", r"samoch\w+|aut\w*"), ("houses?", r"dom\w*"), ("students?", r"student\w*|uczni\w+"),
)  # fmt: skip
"""What is often counted beside units, in English and in Polish, as patterns of whole words."""
_ENGLISH, _POLISH = (language_of(side, (*NAMES, *_COUNTED)) for side in (0, 1))

_SCORE = re.compile(r"(?<![\w:.-])(\d{1,2})[-–:](\d{1,2})(?![\w:.-]*\d)")
_GIVEN_PAIR = re.compile(r"\b(\d+)(?: [^\W\d]+){1,2} and (\d+) [^\W\d]")
_MADE_PAIR = re.compile(r"\b(\d+)(?: [^\W\d]+){1,2} (?:i|oraz|a) (\d+) [^\W\d]")
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
_TWO_COUNTS = re.compile(r"(?<![\w.,:])(\d{1,3})((?: [^\W\d]+){1,5}) (\d{1,3}) [^\W\d]")
"""Two numbers and what they count, near each other and in one clause."""


def other_places(source: str, translation: str) -> str:
    """Which numbers of a Polish translation stand where others do in its source, in words; "" for none."""
    given, made = _counts(source, _ENGLISH), _counts(translation, _POLISH)
    same = given.keys() & made.keys()
    agrees = any(given[thing][0] == made[thing][0] for thing in same)
    found = _swapped_pair(_SCORE, _SCORE, source, translation)
    if not found and not agrees:
        found = _swapped_pair(_GIVEN_PAIR, _MADE_PAIR, source, translation)
    said = {*in_english(source), *_values(source)} & {*in_polish(translation), *_values(translation)}
    swapped = (
        (given[thing][1], made[thing][1])
        for thing in sorted(same)
        if given[thing][0] != made[thing][0] and {given[thing][0], made[thing][0]} <= said
    )
    if found or (found := next(swapped, None)):
        return f"numbers changed places: {found[0]} in the source, {found[1]} here"
    return "" if same else _other_order(source, translation)


def _swapped_pair(
    english: re.Pattern[str], polish: re.Pattern[str], source: str, translation: str
) -> tuple[str, str] | None:
    """The two numbers of a pattern in either language, if they changed places."""
    made = [one.groups() for one in polish.finditer(translation)]
    for one in english.finditer(source):
        pair = one.groups()
        if pair not in made and pair[::-1] in made:
            return " ".join(pair), " ".join(pair[::-1])
    return None


def _counts(text: str, language: Language) -> dict[int, tuple[float, str]]:
    """How many there are of each thing that is counted once, and as it is written."""
    amounts = [*amounts_in(text, language)]
    often = Counter(one.unit for one in amounts)
    return {one.unit: (one.number, one.shown) for one in amounts if often[one.unit] == 1}


def _values(text: str) -> list[float]:
    return [float(digits) for digits in re.findall(r"\d+", text)]


def _other_order(source: str, translation: str) -> str:
    """Two numbers near each other that stand the other way round, and are all that there are."""
    given, made = _TWO_COUNTS.search(source), _TWO_COUNTS.search(translation)
    if not given or not made or given.group(1, 3) != made.group(3, 1) or given[1] == given[3]:
        return ""
    if not len(_DIGITS.findall(source)) == len(_DIGITS.findall(translation)) == 2:
        return ""
    there, here = (" ".join(one.group(1, 3)) for one in (given, made))
    return f"numbers in another order: {there} in the source, {here} here"
