"""Whether a time is that of another office or holder of the same sentence, whose clause an answer stands in.

Do kiedy Ewa Lis była prezesem?         Jan Kot był prezesem do 2010 roku, Ewa Lis skarbnikiem.
Od kiedy Jan Kot był skarbnikiem?       Jan Kot był prezesem od 2010 roku, skarbnikiem Ewa Lis.
Kto był skarbnikiem do 2010 roku?       Jan Kot był prezesem do 2010 roku, Ewa Lis skarbnikiem.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of, own_clause
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.verbs import IS, is_past, verb_of
from probierz.systems.questions.wording.words import NAME_WORD, WORDS, without_asking
from probierz.systems.questions.wording.years import YEAR

_NAME = re.compile(rf"{NAME_WORD}(?: {NAME_WORD})+")
_OFFICE = re.compile(r"[^\W\d_]{3,}(?:em|[ąý]m?|ou|ím|yní)")
"""The case in which *był* and *byl* have an office."""
_IS = re.compile(rf"\b{IS}\b")
_OF_TIME = re.compile(r"\W*(?:(?:od|do|po|przed|před|we?|ve?|latach|letech|roku|roce)\s+)*", re.IGNORECASE)
_SIDE_OF_YEAR = re.compile(r"\b(?:od|do|przed|po|před) (?:roku )?([12]\d{3})\b")


def is_of_another_holder(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question of who was what and when has its name, its office or its year in another clause alone, and
    that of an answer another one.

    >>> text = "Jan Kot był prezesem do 2010 roku, Ewa Lis skarbnikiem."
    >>> [is_of_another_holder(f"Do kiedy {one} prezesem?", text, 24, 28) for one in ("Ewa Lis była", "Jan Kot był")]
    [True, False]
    >>> is_of_another_holder("Kto był skarbnikiem do 2010 roku?", text, 35, 42)
    True
    """
    if not _IS.search(question) or is_past(verb_of(question)):
        return False
    clauses = clauses_of(text, begin, end)
    own = own_clause(text, begin, end)
    others = " ".join(text[slice(*part)] for part in clauses if not overlaps(part, begin, end))
    if wanted_by(question) is Wanted.PERSON:
        return _has_year_of_others(question, own, text[clauses[0][0] : begin])
    asked = [(pattern, forms(" ".join(pattern.findall(without_asking(question))))) for pattern in (_NAME, _OFFICE)]
    if wanted_by(question) is not Wanted.DATE or _holds_for_all(text, clauses, begin, [told for _, told in asked]):
        return False
    return any(
        told & forms(others) and not told & forms(own) and _others(own, told, pattern) for pattern, told in asked
    )


def _holds_for_all(text: str, clauses: list[tuple[int, int]], begin: int, asked: list[set[str]]) -> bool:
    """Whether a time leads its sentence, and one clause of this has the name and the office: *W 2010 roku …*."""
    is_first = _OF_TIME.fullmatch(text, clauses[0][0], begin)
    return bool(is_first) and any(all(told & forms(text[low:high]) for told in asked) for low, high in clauses)


def _others(own: str, told: set[str], pattern: re.Pattern[str]) -> bool:
    """Whether a clause has a name or an office of its own."""
    found = pattern.findall(own) if pattern is _NAME else filter(pattern.fullmatch, WORDS.findall(own))
    return any(not forms(one) & told for one in found)


def _has_year_of_others(question: str, own: str, before: str) -> bool:
    """Whether the side of a year that is asked about is told of somebody before, and the clause has no year."""
    asked = _SIDE_OF_YEAR.search(question)
    told = before.find(asked[1]) if asked else -1
    return told > 0 and not YEAR.search(own) and bool(_NAME.search(before, 0, told) or _OFFICE.search(before, 0, told))
