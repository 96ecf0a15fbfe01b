"""Terms of days, months or years, *od 1 maja do 30 września*, and which of their ends a question asks for."""

from __future__ import annotations

import re

from probierz.systems.questions.wording.field_words import end_asked
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.shared.months import MONTH

_YEAR = r"[12]\d{3}"
_DATE = rf"(?:\d{{1,2}}\.? )?{MONTH}(?: {_YEAR})?|\d{{1,2}}\.\d{{1,2}}\.(?:{_YEAR})?"
_DAY = rf"(?:{_DATE}|{_YEAR})(?: r\.| roku| r\b)?"
_TERM = re.compile(
    rf"\b(?P<first>od (?:dnia )?(?:{_DAY}|(?P<bare>\d{{1,2}})\.?)) (?P<last>do (?:dnia )?{_DAY})", re.IGNORECASE
)
_SEASON = re.compile(rf"(?:{_TERM.pattern}|\b(?:od|do) (?:dnia )?(?:{_DATE}))[^.!?;\d]{{0,20}}$", re.IGNORECASE)
_LONGEST = 100
"""Characters of dates and what leads from them to hours."""
_LEAD = 14
"""Characters that a preposition and the word behind it take before a date."""
_BEFORE_MONTH = re.compile(rf"\.? {MONTH}", re.IGNORECASE)
_WHEN = re.compile(r"\b(?:kiedy|kdy)\b", re.IGNORECASE)
_END_ASKED_BY_NAME = re.compile(
    r"\W*(?:od|do) (?:kiedy|kdy|(?:którego|jakiego) (?:roku|dnia|miesiąca))\b", re.IGNORECASE
)
_SIDES = {"first": ("od", "ode", "po"), "last": ("do", "przed", "před")}
_SIDE = re.compile(
    r"\b(od|ode|po|do|przed|před) (?:(?:dnia|dne|dniem|roku|początku|końca|połowy|godz\.?) )?(?=\d)"
    rf"|\b(od|ode|po|do|przed|před) (?=(?:początku |końca |połowy )?{MONTH})",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\d\s?[–—-]\s?\d|\b(?:między|mezi)\b", re.IGNORECASE)


def term_asked_for(question: str, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of the term that a span has a part of, or of the end of it that is asked for.

    To *kiedy*, and to *od kiedy do kiedy*, that is all of it; so where the first day has no month of its own.

    >>> text = "Prom kursuje od 1 maja do 30 września."
    >>> [text[slice(*term_asked_for(f"{one} kursuje prom?", text, 16, 22))] for one in ("Kiedy", "Do kiedy")]
    ['od 1 maja do 30 września', 'do 30 września']
    """
    term = overlapping(_TERM.finditer(passage), begin, end)
    side = end_asked(question)
    if term is None or not (side or _WHEN.search(question)):
        return begin, end
    return term.span(side) if side and not (side == "first" and term["bare"]) else term.span()


def is_before_month(text: str, end: int) -> bool:
    """Whether a number that ends here is the day of a month: `od 1 czerwca`, `1. června`."""
    return bool(_BEFORE_MONTH.match(text, end))


def with_season(question: str, text: str, begin: int, end: int) -> tuple[int, int]:
    """Return the characters of hours, to *kiedy* with the dates right before them, or what of these is asked for.

    >>> text = "Skansen jest otwarty od 1 maja do 30 września, w godzinach od 9 do 17."
    >>> [text[slice(*with_season(f"{one} otwarty?", text, 59, 69))] for one in ("Do kiedy jest", "O której jest")]
    ['do 30 września', 'od 9 do 17']
    """
    if not _WHEN.search(question):
        return begin, end
    season = _SEASON.search(text, max(0, begin - _LONGEST), begin)
    return term_asked_for(question, text, season.start() if season else begin, end)


def is_of_other_end_of_term(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked until when, and an answer says but since when; or the reverse.

    >>> text = "Wystawa jest czynna od 3 maja."
    >>> [is_of_other_end_of_term(f"{one} kiedy jest wystawa?", text, 20, 29) for one in ("Do", "Od")]
    [True, False]
    """
    asked, told = end_asked(question), _sides_told(text, begin, end)
    return bool(asked and told) and asked not in told


def is_at_no_such_end(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked *do kiedy* or *od kiedy*, and an answer has no such preposition, nor is it a range.

    >>> [is_at_no_such_end("Do kiedy jest kurs?", f"Kurs jest {one}5 maja.", 10, 19) for one in ("", "do ")]
    [True, False]
    >>> is_at_no_such_end("Od kiedy do kiedy jest kurs?", "Kurs jest od 1 do 5 maja.", 10, 24)
    False
    """
    side = end_asked(question)  # none of *od kiedy do kiedy*, which asks for both
    if not side or not _END_ASKED_BY_NAME.match(question) or _BETWEEN.search(text, begin, end):
        return False
    return side not in _sides_told(text, begin, end)


def _sides_told(text: str, begin: int, end: int) -> set[str]:
    """The ends of a time that an answer tells by the prepositions in it or right before it."""
    low = max(0, begin - _LEAD)
    found = [one for one in _SIDE.finditer(text, low) if one.start() < end and one.end() >= begin]
    words = {(one[1] or one[2]).lower() for one in found}
    return {side for side, prepositions in _SIDES.items() if words.intersection(prepositions)}
