"""Whether the value of a field is of the kind that a question asks for: a telephone, a place, a time, a person."""

from __future__ import annotations

import re

from probierz.systems.questions.field_words import PEOPLE, PHONE, PLACES, forms
from probierz.systems.questions.kinds import Wanted, asks_for_hour, asks_for_hours, asks_for_phone, wanted_by
from probierz.systems.questions.tables import says_something
from probierz.systems.questions.words import without_marks

__all__ = ["fits", "is_closed", "is_money", "is_phone"]

_HOUR = re.compile(r"(?<![\d.,:])(?:[01]?\d|2[0-4])(?:[:.][0-5]\d)?(?![\d.,:]|[ \xa0]?(?:zł|gr|kg|k?m|os|%|Kč))")
_FROM_TO = re.compile(r"\d\s?(?:[–—-]|do)\s?\d")
_MONEY = re.compile(r"\d[ \xa0]?(?:zł|gr\b|euro|eur\b|pln|kč|€)", re.IGNORECASE)
_CLOSED = re.compile(r"\W*(?:nieczynn|zamkni|zavren)")
_FEWEST_DIGITS = 6
"""Digits that a telephone has at least, as numbers within a town had."""
_DAY_OR_MONTH = re.compile(
    r"\b(?:poniedzial|wtor|srod|sro?d|czwart|piat|sobot|niedziel|codzien|dzis|jutro|weekend|styczn|lut(?:y|ego)\b|marz?c|marca"
    r"|kwiet|kwiec|maj[au]?\b|czerw|lip(?:iec|ca)|sierp|wrzes|pazdz|listop|grud|rano|wieczor|poludni|pondel|uter|stred|ctvrt"
    r"|pat(?:ek|ku)|nedel|wiosn|lat(?:em|o)\b|jesien|zim)"
)
_AT_PLACE = re.compile(
    r"\W*(?:(?:ul|al|pl|os|w|we|na|przy|obok)\b|sala|pokoj|parter|pietr|budyn|hala|boisk|plac\b|\d+ pietr)"
)
_BODY = re.compile(r"\W*(?:wydzial|urzad|biuro|dzial|referat|szkola|klub|sekcja|oddzial|zespol|fundacja|stowarz)")
_PERSON = re.compile(
    r"(?:(?:dr|mgr|inż|prof|hab|ks|pan|pani|p|lek|med|ing)\b\.?[ \t]+)*[^\W\d_a-ząćęłńóśźżáčďéěíňřšťúůýž]"
)
_ASIDE = re.compile(r"\([^()]*\)|[,;].*")
_WHEN = re.compile(r"\b(?:kiedy|kdy)\b")
_WHERE = re.compile(r"\b(?:gdzie|kde)\b")
_WHO = re.compile(r"\b(?:kto|kogo|komu|kdo|koho)\b")
_WHAT = re.compile(r"^\W*co\b")


def is_phone(value: str) -> bool:
    """Whether a value has as many digits as a telephone."""
    return sum(map(str.isdigit, value)) >= _FEWEST_DIGITS


def is_money(value: str) -> bool:
    """Whether a value is a sum of money."""
    return bool(_MONEY.search(value))


def is_closed(value: str) -> bool:
    """Whether a value says that it is not open: `nieczynne`."""
    return bool(_CLOSED.match(without_marks(value.lower())))


def fits(question: str, name: str, value: str, *, is_row: bool) -> bool:
    """Whether a value says something, of the kind that a question asks for; is_row: in a table, where names tell it."""
    if not says_something(value):
        return False
    plain = without_marks(question.lower())
    if asks_for_phone(question):
        return is_phone(value)
    if asks_for_hours(question):
        return bool(_FROM_TO.search(value)) or is_closed(value)
    if asks_for_hour(question):
        return bool(_HOUR.search(value)) or is_closed(value)
    if _WHERE.search(plain):
        return _is_place(name, value, is_row=is_row)
    if _WHO.search(plain):
        return _is_person(name, value)
    if _WHEN.search(plain):
        return _is_time(name, value)
    if _WHAT.search(plain) and value.strip(" .").isdigit():
        return False
    if wanted_by(question) is Wanted.DATE:
        return _is_time(name, value)
    return wanted_by(question) is not Wanted.NUMBER or any(map(str.isdigit, value))


def _is_place(name: str, value: str, *, is_row: bool) -> bool:
    if forms(name) & PLACES:
        return not is_money(value) and not (_has_seats(name) and value.strip().isdigit())
    return not is_row and bool(_AT_PLACE.match(without_marks(value.lower())))


def _has_seats(name: str) -> bool:
    """Whether a name may be one of seats, `miejsca`, whose value is a number and no place."""
    return without_marks(name.lower()).startswith("miejsc")


def _is_person(name: str, value: str) -> bool:
    own = _ASIDE.sub("", value).strip()
    if any(map(str.isdigit, own)) or _BODY.match(without_marks(own.lower())):
        return False
    return bool(forms(name) & PEOPLE) or bool(_PERSON.match(own))


def _is_time(name: str, value: str) -> bool:
    if is_money(value) or PHONE in forms(name):
        return False
    return any(map(str.isdigit, value)) or bool(_DAY_OR_MONTH.search(without_marks(value.lower())))
