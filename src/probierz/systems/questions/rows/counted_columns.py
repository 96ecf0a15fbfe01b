"""Whether the column of a row counts something else than a question does, or a price is told where none is asked.

Ile lat ma Grom?                 wiek: 5 counts years; cena jazdy [zł]: 140 does not, nor do boxes.
Ile czekanów jest?               sprzęt: czekan; sztuk: 15
"""

from __future__ import annotations

import re

from probierz.systems.questions.wanted.kinds import Wanted, noun_asked_for, wanted_by
from probierz.systems.questions.wanted.units import is_of_other_unit, kinds_of_unit, kinds_of_word
from probierz.systems.questions.wording.field_words import PRICE, forms, has_noun
from probierz.systems.questions.wording.words import HOW_MANY, WORDS, without_asking, without_marks

_NO_NOUN = re.compile(
    r"(?:jest|sa|byl\w*|maja|ma|mam\w*|mial\w*|jsou|je|stoj?i\w*|kosztu\w+|kosztow\w+|wynos\w+|wynio\w+|plac[ia]\w*|zaplac\w*"
    r"|wpla\w+|waz[ya]\w*|mierz\w+|licz[ya]\w*|mies[cz]\w+|zmies\w+|dost\w+|trwa\w*|potrwa\w*|trzeba|mozna|moze|musi|nalezy"
    r"|zarabia\w*|zarobi\w*|kupio\w+|sprzed\w+|zuzy\w+|pobier\w+|przysz\w+|bierze|razem|w|na|do|z|ze|za)"
)
_OF_COUNTS = re.compile(r"\b(?:liczb\w+|ilosc\w*|sztuk\w*|szt|stan|razem|suma|ogolem|pocet)\b")
_OF_AGES = re.compile(r"\bwiek\w*|\bvek\b")
_OF_SEATS = re.compile(r"\b(?:miejsc\w*|pojemnosc\w*|kapacita)\b")
_MONEY_ASKED = re.compile(r"\b(?:zarabia|zarobi|wpla|placi|zapla|kosztu|kosztow|wart|wynos|wynio|pobier|pienied)\w*")


def counts_otherwise(question: str, name: str, value: str) -> bool:
    """Whether a number is asked for, and a column, by its name and a value with its unit, tells no such one.

    >>> [counts_otherwise("Ile lat ma Grom?", *one) for one in (("cena [zł]", "140 zł"), ("wiek", "5"))]
    [True, False]
    """
    plain = without_marks(question.lower())
    if wanted_by(question) is not Wanted.NUMBER or not HOW_MANY.search(plain):
        return False
    noun = _noun_counted(question)
    if noun:
        return not _counts(noun, name, value)
    is_price = "money" in kinds_of_unit(value)
    is_asked = _MONEY_ASKED.search(plain) or forms(without_asking(question)) & (forms(name) | {PRICE})
    return (is_price and not is_asked) or is_of_other_unit(question, value, 0, len(value))


def _noun_counted(question: str) -> str:
    """The noun behind *ile*, or behind an adjective there, *ile wolnych miejsc*; none for a verb."""
    noun = noun_asked_for(question)
    if not noun or _NO_NOUN.fullmatch(without_marks(noun)):
        return ""
    behind = WORDS.findall(question.lower().partition(noun)[2])
    is_adjective = noun.endswith(("ych", "ich")) and behind
    return behind[0] if is_adjective else noun


def _counts(noun: str, name: str, value: str) -> bool:
    """Whether a column counts what a noun says: by its name, its unit, or as the number of all that a row is of."""
    plain = without_marks(name.lower())
    kinds, told = kinds_of_word(noun), kinds_of_unit(value)
    if has_noun(name, noun) or has_noun(value, noun) or kinds & told:
        return True
    if "time" in kinds:
        return bool(_OF_AGES.search(plain)) and noun.startswith(("lat", "let"))
    if "people" in kinds and _OF_SEATS.search(plain):
        return True
    return not told and bool(_OF_COUNTS.search(plain)) and not _OF_COUNTS.sub("", plain).strip(" .[]()")
