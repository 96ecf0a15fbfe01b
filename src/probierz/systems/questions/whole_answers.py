"""Answers made whole: the surname behind a first name, the thousands and the currency behind a number.

A reader chooses among spans by likelihood, and of a name that is written twice in two ways it may choose half.
"""

from __future__ import annotations

import re

from probierz.systems.questions.kinds import Wanted

__all__ = ["whole_answer"]

_NEXT_WORD = re.compile(r"[ \xa0]((?:(?:von|van|der|den|de|di|da|del|la|le|al|bin)[ \xa0])*)(\w[\w’'-]*)")
_LAST_WORD = re.compile(r"\w[\w’'-]*$")
_THOUSANDS = r"tys\b\.?|tysi\w+|mln\b\.?|mili[oó]n\w*|mld\b\.?|miliard\w*|tis\b\.?|tisíc\w*"
_MONEY = r"zł\b|złot\w+|gr\b|grosz\w*|euro\b|€|\$|dolar\w*|USD\b|PLN\b|EUR\b|Kč|korun\w*"
_UNIT = re.compile(rf"[ \xa0\u202f]?(?:{_THOUSANDS}|{_MONEY})", re.IGNORECASE)


def whole_answer(wanted: Wanted, passage: str, end: int) -> int:
    """Return where an answer that ends before `end` in a passage ends as a whole.

    >>> text = "Młyn kupił Stanisław Pawlak za 215 tys. zł."
    >>> text[11 : whole_answer(Wanted.PERSON, text, 20)], text[31 : whole_answer(Wanted.NUMBER, text, 34)]
    ('Stanisław Pawlak', '215 tys. zł')
    """
    if wanted is Wanted.PERSON:
        return _end_of_name(passage, end)
    if wanted is Wanted.NUMBER:
        return _end_of_number(passage, end)
    return end


def _end_of_name(passage: str, end: int) -> int:
    """Behind the words with capitals that follow a word with one."""
    last = _LAST_WORD.search(passage, max(0, end - 40), end)
    if last is None or not _is_name(last.group()):
        return end
    while (following := _NEXT_WORD.match(passage, end)) and _is_name(following.group(2)):
        end = following.end()
    return end


def _is_name(word: str) -> bool:
    return word[0].isupper() and len(word) > 1


def _end_of_number(passage: str, end: int) -> int:
    """Behind what follows a number in figures and makes it another one, as `tys.` and then `zł`."""
    if not passage[end - 1 : end].isdigit():
        return end
    while following := _UNIT.match(passage, end):
        end = following.end()
    return end
