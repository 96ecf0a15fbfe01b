"""Whether the hour of a translation is in the half of the day that its source says.

The ferry sails at 6 p.m.     |  Prom odpływa o 6 rano.       it was turned
The cinema closes at 11 p.m.  |  Kino zamykają o 11.          it is lost

Polish says it in 24 hours, o 18, or by a part of the day, o szóstej wieczorem. What is lost is told where an hour
stands in digits: people say *o trzeciej* of an afternoon.
"""

from __future__ import annotations

import re

from probierz.systems.quality.number_words import polish_wholes

_CLOCK = re.compile(r"(?<![\d:.])(1[0-2]|[1-9])(?:[:.][0-5]\d)?\s?([ap])(?:\.\s?m\b\.?|m\b)", re.IGNORECASE)
_BEFORE_NOON = re.compile(r"\b(?:rano|ran(?:ek|k\w+|em)|porann\w+|świ[ct]\w*|przed południem)\b", re.IGNORECASE)
_IN_THE_NIGHT = re.compile(r"\bw nocy\b|\bnad ranem\b", re.IGNORECASE)
_AFTER_NOON = re.compile(r"\b(?:wiecz[oó]r\w*|po ?południ\w*|popołudni\w*)\b", re.IGNORECASE)
_NIGHT = re.compile(r"\bnoc\w*", re.IGNORECASE)
_DIGITS = re.compile(r"\d+")
_EVENING = 7  # the hour behind which a night may be meant


def other_half_of_day(source: str, translation: str) -> str:
    """The hour of a source, if it is the only one, that a translation has in the other half of the day; "" for none."""
    found = _CLOCK.findall(source)
    if len(found) != 1:
        return ""
    hour, is_after = int(found[0][0]), found[0][1].lower() == "p"
    told = {*map(int, _DIGITS.findall(translation))}
    is_in_digits = hour in told
    if hour == 12 or hour + 12 in told or not (is_in_digits or hour in polish_wholes(translation)):
        return ""
    shown = next(_CLOCK.finditer(source)).group()
    if turned := _turned(translation, hour, is_after=is_after):
        return f"another half of the day: {shown} in the source, {turned} here"
    is_lost = is_after and is_in_digits and not (_AFTER_NOON.search(translation) or _NIGHT.search(translation))
    return f"another half of the day: {shown} in the source, {hour} here" if is_lost else ""


def _turned(translation: str, hour: int, *, is_after: bool) -> str:
    """The part of the other half of the day that a translation names; "" for none."""
    before, after = _BEFORE_NOON.search(translation), _AFTER_NOON.search(translation)
    if is_after and hour < _EVENING:
        before = before or _IN_THE_NIGHT.search(translation)
    here, there = (after, before) if is_after else (before, after)
    return there.group() if there and not here else ""
