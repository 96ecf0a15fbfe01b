"""Who held an office once, and no longer: nobody such answers who it is now.

Kto jest prezesem?      Dawni prezesi: Jan Kot, Ewa Lis.
Kto jest prezesem?      osoba: Jan Kot; funkcja: prezes; od: 1998; do: 2011
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import pairwise

from probierz.systems.questions.doubting.doubts import own_clause
from probierz.systems.questions.wanted.kinds import asks_for_now
from probierz.systems.questions.wording.field_words import forms, is_name_of_end
from probierz.systems.questions.wording.headings import heading_above
from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.words import WORDS, without_marks
from probierz.systems.questions.wording.years import YEAR

_FORMER = re.compile(
    r"\b(?:dawn\w+|byl[iy]|byla|byl(?:ych|ego|ej|ym|ymi)|poprzedni\w*|wczesniejsz\w+|niegdysiejsz\w+|ustepujac\w+"
    r"|drivejsi\w*|byval\w+|predchozi\w*)\b"
)
_WHO = re.compile(r"\b(?:kto|kdo)\s+(?:(?:sie|se|tu|tam|u \w+)\s+)?(\w+)")
_TO_COME = ("bedzie", "bude")
_SPAN_OF_YEARS = re.compile(r"(?:w latach |lata )?[12]\d{3}(?: r\.)?\s*[–—-]\s*([12]\d{3})(?: r\.)?")
_UNTIL = re.compile(r"\b(?:do|az do) ([12]\d{3})\b|\bw latach [12]\d{3}\s*[–—-]\s*([12]\d{3})\b")


def asks_who_is_now(question: str) -> bool:
    """Whether a question asks who somebody is, or does something, today.

    >>> [asks_who_is_now(one) for one in ("Kto jest prezesem?", "Kto prowadził chór?", "Kto jest dawnym prezesem?")]
    [True, False, False]
    """
    plain = without_marks(question.lower())
    asked = _WHO.search(plain)
    if not asked or _FORMER.search(plain):
        return False
    return asks_for_now(question) or not (is_past(asked[1]) or asked[1] in _TO_COME or YEAR.search(plain))


def is_over(told: str, fields: Iterable[tuple[str, str]] = ()) -> bool:
    """Whether what stands above says that it was before, or a row has an end, as name and value, in a year gone by."""
    if _FORMER.search(without_marks(told.lower())):
        return True
    return any(_has_ended(name, value) for name, value in fields)


def _has_ended(name: str, value: str) -> bool:
    span = _SPAN_OF_YEARS.fullmatch(value.strip())
    years = [span[1]] if span else YEAR.findall(value) if is_name_of_end(name) else []
    return bool(years) and _is_gone(max(years))


def tells_of_former(question: str, text: str, begin: int, end: int) -> bool:
    """Whether what a question asks for is said of somebody in the clause of an answer, or above, as of a former one.

    >>> text = "Dawny prezes Jan Kot gra w szachy."
    >>> [tells_of_former(one, text, 13, 20) for one in ("Kto jest prezesem?", "Kto gra w szachy?")]
    [True, False]
    """
    if not asks_who_is_now(question):
        return False
    if is_over(heading_above(text, begin)):
        return True
    asked = forms(question)
    plain = without_marks(own_clause(text, begin, end).lower())
    if any(_FORMER.fullmatch(one) and forms(two) & asked for one, two in pairwise(WORDS.findall(plain))):
        return True
    return any(_is_gone(one[1] or one[2]) for one in _UNTIL.finditer(plain))


def _is_gone(year: str) -> bool:
    return int(year) < datetime.now(UTC).year
