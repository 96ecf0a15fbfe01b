"""Whether months, weekdays and units of a translation are those of its source.

He died on 28 January.    |  Zmarł 28 lutego.         another month
It is 12 miles away.      |  To 12 km stąd.           the same number of something else
Take 5 mg for 10 days.    |  Brać 10 mg przez 5 dni.  so are numbers that changed places
She won 7-5.              |  Wygrała 5:7.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

__all__ = ["other_names"]

_Kind = Sequence[tuple[str, str]]
"""Of each thing, what it is called in English and in Polish, as patterns of whole words."""

_MONTHS: _Kind = (
    ("January", r"stycz(?:eń|ni\w+)"), ("February", r"lut(?:y|ego|emu|ym)"), ("March", r"mar(?:zec|c(?:a|u|em|owi))"),
    ("April", r"kwie(?:cień|tni(?:a|u|em|owi))"), ("May", r"maj(?:a|u|em|owi)?"),
    ("June", r"czerw(?:iec|c(?:a|u|em|owi))"),
    ("July", r"lip(?:iec|c(?:a|u|em|owi))"), ("August", r"sierp(?:ień|ni(?:a|u|em|owi))"),
    ("September", r"wrze(?:sień|śni(?:a|u|em|owi))"), ("October", r"październik\w{0,3}"),
    ("November", r"listopad\w{0,3}"), ("December", r"grud(?:zień|ni(?:a|u|em|owi))"),
)  # fmt: skip
_WEEKDAYS: _Kind = (
    ("Mondays?", r"poniedział\w+"), ("Tuesdays?", r"wtor(?:ek|k\w+)"),
    ("Wednesdays?", r"śr(?:oda|ody|odę|odą|odzie|ód|odow\w+)"), ("Thursdays?", r"czwart(?:ek|k\w+)"),
    ("Fridays?", r"piąt(?:ek|k\w+)"), ("Saturdays?", r"sob(?:ot\w+|ót)"),
    ("Sundays?", r"niedziel\w*"),
)  # fmt: skip
_UNITS: _Kind = (
    ("°C|degrees? Celsius", r"°C|stopni\w* Celsjusza"), ("°F|degrees? Fahrenheit", r"°F|stopni\w* Fahrenheita"),
    ("seconds?|secs?", r"sekund\w*|sek"), ("minutes?|mins?", r"minut\w*|min"), ("hours?|hrs?", r"godzin\w*|godz"),
    ("days?", r"dni\w{0,2}|dzień|dób|dob\w"), ("weeks?", r"tydzień|tygodni\w*"), ("months?", r"miesi[ąę]c\w*"),
    ("years?", r"lat\w{0,3}|rok\w{0,3}"), ("millimet(?:re|er)s?|mm", r"milimetr\w*|mm"),
    ("centimet(?:re|er)s?|cm", r"centymetr\w*|cm"), ("met(?:re|er)s?|m", r"metr\w*|m"),
    ("kilomet(?:re|er)s?|km", r"kilometr\w*|km"), ("miles?", r"mil|mile|mili|milach|milę"),
    ("feet|foot|ft", r"stóp|stop[ay]"),
    ("inch(?:es)?", r"cal\w{0,3}"), ("micrograms?|mcg", r"mikrogram\w*|mcg"), ("milligrams?|mg", r"miligram\w*|mg"),
    ("grams?|g", r"gram\w{0,3}|g"), ("kilograms?|kilos?|kg", r"kilogram\w*|kilo|kg"), ("pounds?|lbs?", r"funt\w{0,3}"),
    ("millilit(?:re|er)s?|ml", r"mililitr\w*|ml"), ("lit(?:re|er)s?|l", r"litr\w{0,3}|l"),
)  # fmt: skip
_KINDS = (("month", _MONTHS), ("weekday", _WEEKDAYS))

_SCORE = re.compile(r"(?<![\w:.-])(\d{1,2})[-–:](\d{1,2})(?![\w:.-]*\d)")
_GIVEN_PAIR = re.compile(r"\b(\d+)(?: [^\W\d]+){1,2} and (\d+) [^\W\d]")
_MADE_PAIR = re.compile(r"\b(\d+)(?: [^\W\d]+){1,2} (?:i|oraz|a) (\d+) [^\W\d]")


def other_names(source: str, translation: str) -> str:
    """Which months, weekdays or units, or pairs of numbers, differ, in words; "" for none."""
    for name, kind in _KINDS:
        given, made = _named(source, kind, 0), _named(translation, kind, 1)
        lost, new = given.keys() - made.keys(), made.keys() - given.keys()
        if lost and new:
            return _told(f"another {name}", [given[one] for one in lost], [made[one] for one in new])
    units = _other_units(source, translation)
    return units or _swapped(source, translation)


def _told(what: str, lost: Sequence[str], new: Sequence[str]) -> str:
    return f"{what}: {' '.join(sorted(lost))} in the source, {' '.join(sorted(new))} here"


def _named(text: str, kind: _Kind, side: int) -> dict[int, str]:
    """What of a kind a text names, by its number. English names have a capital letter, and May begins no sentence."""
    found = {}
    for number, names in enumerate(kind):
        flags = re.IGNORECASE if side else 0
        begin = r"(?<=[\w,] )" if names[side] in ("May", "March") else r"\b"
        if one := re.search(rf"{begin}(?:{names[side]})\b", text, flags):
            found[number] = one.group()
    return found


_OF_UNITS = tuple(
    re.compile(
        r"(?<![\w.,:])(\d+(?:[.,]\d+)?)[ -]?(?:" + "|".join(f"({names[side]})" for names in _UNITS) + r")(?!\w)",
        re.IGNORECASE if side else 0,
    )
    for side in (0, 1)
)


def _with_units(text: str, side: int) -> Iterator[tuple[str, int, str]]:
    """Each number that has a unit behind it, the number of the unit, and both as they are written."""
    for found in _OF_UNITS[side].finditer(text):
        unit = next(at for at, name in enumerate(found.groups()[1:]) if name)
        yield found[1].replace(",", "."), unit, found.group()


def _other_units(source: str, translation: str) -> str:
    given, made = list(_with_units(source, 0)), list(_with_units(translation, 1))
    for number, unit, shown in given:
        same = [one for one in made if one[0] == number]
        if same and all(one[1] != unit for one in same):
            return _told("another unit", [shown], [one[2] for one in same])
    return ""


def _swapped(source: str, translation: str) -> str:
    """Scores, and numbers of two things that an `and` joins, whose numbers changed places."""
    for pattern, other in ((_SCORE, _SCORE), (_GIVEN_PAIR, _MADE_PAIR)):
        made = [one.groups() for one in other.finditer(translation)]
        for one in pattern.finditer(source):
            pair = one.groups()
            if pair not in made and pair[::-1] in made:
                return f"numbers changed places: {' '.join(pair)} in the source, {' '.join(pair[::-1])} here"
    return ""
