"""Numbers of something: an answer to *jaki jest numer polisy* stands beside *polisa*, and a telephone is none.

Jaki jest numer polisy?     Polisa nr 1072-44518. Numer dyżurny: 604 118 392.
"""

from __future__ import annotations

import re
from itertools import pairwise

from probierz.systems.questions.wanted.kinds import Wanted, asks_for_phone, wanted_by
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.span_tokens import sentence_of
from probierz.systems.questions.wording.words import without_marks

_NUMBER_ASKED = r"\b(?:jaki|jaky|jake|ktory|podaj)\b(?: \w+){0,2}? (?:numer|nr|cislo)\b"
_THING_ASKED = re.compile(
    rf"{_NUMBER_ASKED}(?: (?:jest|je|sa|ma|maja|mial|miala|nosi|byl|do|na|w|we|z|ze|od|dla|k|ke))* (?P<thing>\w{{2,}})"
)
_NUMBER = re.compile(r"\b(?:numer\w*|nr|cislo)\b")
_ALIKE = (forms("konto rachunek"), forms("ubezpieczenie polisa"))
"""Names of one thing."""
OTHER_NUMBERS = forms(
    "konto rachunek faktura polisa ubezpieczenie umowa wagon nip regon krs pesel iban klient licznik szafka uchwała"
    " protokół zamówienie seryjny ewidencyjny rejestracyjny inwentarzowy účet smlouva"
)
"""What has numbers that are no telephones."""
_ON_TELEPHONES = re.compile(r"tel\b|telef|dzwon|volat|kontakt|komork|\bkom\b|\bfa(?:x|ks)|dyzur|alarm|infolini|sms")
_MARK = re.compile(
    r"(?:\b(?:tel|telefon\w*|kom|komork\w*|dyzurn\w*|infolini\w*|mobil\w*)\b[.:]*(?: \w+)?[\s:(]*|\+4[28][\s-]?)$"
)
_TELEPHONE = re.compile(r"(?:\+4[28][ -]?)?(?:\d{3}[ -]\d{3}[ -]\d{3}|\d{2}[ -]\d{3}[ -]\d{2}[ -]\d{2})")
_FEWEST_DIGITS = 6
_NUMBERED = re.compile(r"\b(?:nr|numer|č\.|čís\.|číslo) ?(\d{1,4})\b", re.IGNORECASE)
_SEAM = re.compile(r"[,;]\s|\s(?=(?:a|zaś|natomiast|ale|i)\s(?:nr|č\.))")
_BEFORE = 40  # characters in which a telephone is told to be one


def asks_for_number(question: str) -> bool:
    """Whether the number of something is asked for, which has digits.

    >>> asks_for_number("Jaki był jej numer?"), asks_for_number("Jaki utwór zagrano?")
    (True, False)
    """
    return re.search(_NUMBER_ASKED, without_marks(question.lower())) is not None


def is_number_of_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether the sentence of an answer does not name what a question asks the number of, or it is a telephone.

    >>> text = "Polisa nr 1072. Numer dyżurny: 604 118 392."
    >>> [is_number_of_another("Jaki jest numer polisy?", text, *one) for one in ((10, 14), (31, 42))]
    [False, True]
    """
    if is_telephone_of_no_question(question, text[:begin], text[begin:end]):
        return True
    thing = _thing(question)
    return bool(thing) and not thing & forms(text[slice(*sentence_of(text, begin, end))])


def is_telephone_of_no_question(question: str, before: str, value: str) -> bool:
    """Whether a value is a telephone, by its figures or what stands before it, and a question asks for something else.

    >>> [is_telephone_of_no_question(one, "", "604 118 392") for one in ("Kiedy?", "Jaki jest numer dyżurnego?")]
    [True, False]
    """
    plain = without_marks(question.lower())
    if asks_for_phone(question) or _ON_TELEPHONES.search(plain):
        return False
    is_marked = sum(map(str.isdigit, value)) >= _FEWEST_DIGITS and (
        value.startswith("+4") or bool(_MARK.search(without_marks(before[-_BEFORE:].lower())))
    )
    if _NUMBER.search(plain):
        return is_marked and bool((_thing(question) or forms(question)) & OTHER_NUMBERS)
    is_shaped = wanted_by(question) is not Wanted.NUMBER and bool(_TELEPHONE.fullmatch(value.strip()))
    return is_marked or is_shaped


def _thing(question: str) -> set[str]:
    """What a question asks the number of, with what else has that name; none where it asks no number, or a telephone's.

    That is the word behind *numer*, and behind *jest*, *ma* and prepositions.
    """
    plain = without_marks(question.lower())
    found = _THING_ASKED.search(plain)
    if not found or asks_for_phone(question) or _ON_TELEPHONES.search(found["thing"]):
        return set()
    own = forms(found["thing"])
    return own.union(*(names for names in _ALIKE if names & own))


def is_of_other_numbered(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question names a thing by its number, and the clause of an answer names one with another alone.

    >>> text = "Autobus nr 5 odjeżdża o 7:00, nr 8 o 9:00."
    >>> [is_of_other_numbered(f"O której odjeżdża autobus nr {one}?", text, 24, 28) for one in (5, 8)]
    [False, True]
    """
    asked, (low, high) = set(_NUMBERED.findall(question)), sentence_of(text, begin, end)
    seams = [low, *(one.end() for one in _SEAM.finditer(text, low, high)), high]
    own = next((part for part in pairwise(seams) if part[0] <= begin < part[1]), (low, high))
    told = set(_NUMBERED.findall(text[slice(*own)]))
    return bool(asked and told) and asked.isdisjoint(told)
