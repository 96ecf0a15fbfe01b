"""Whether the clause of an answer tells of another person with the surname that is asked about, or of another gender.

Kiedy wyprowadziła się Natalia Grabiec?     Adrian Grabiec wyprowadził się w maju.
Kiedy Tadeusz Wilk sprzedał młyn?           Tadeusz Wilk kupił młyn, a Roman Wilk sprzedał go w 1930 roku.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import STRONG_SEAM, own_clause
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD, WORDS

_NAME = re.compile(rf"(?=(?<!\w)(?P<first>{NAME_WORD}) (?P<last>{NAME_WORD}))")
_OF_ONE = ("l", "la")
"""Endings of verbs of one man and of one woman."""


def is_of_namesake(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question names somebody in full, and in the clause of an answer the surname has another first name, or
    the verb is of the other gender.

    >>> text = "Jan Wilk kupił młyn, a Roman Wilk sprzedał go w 1930 roku."
    >>> [is_of_namesake(f"Kiedy {one} Wilk sprzedał młyn?", text, 44, 57) for one in ("Jan", "Roman")]
    [True, False]
    """
    asked = [one.group("first", "last") for one in _NAME.finditer(question)]
    if not asked or ASKS_WHO.match(question):
        return False
    clause = own_clause(text, begin, end, STRONG_SEAM)
    told = [one.group("first", "last") for one in _NAME.finditer(clause)]
    words = WORDS.findall(clause)
    return any(
        any(are_forms_of_one_word(last, one) and not are_forms_of_one_word(first, other) for other, one in told)
        and not any(are_forms_of_one_word(first, word) for word in words)
        for first, last in asked
    ) or _is_of_other_gender(question, words)


def _is_of_other_gender(question: str, words: list[str]) -> bool:
    """Whether a verb of a question stands in a clause, but is there of a man where it asks about a woman, or so."""
    asked = {past.root: past.ending for one in WORDS.findall(question) if (past := past_of(one))}
    told = [past for one in words if (past := past_of(one)) and past.root in asked]
    return bool(told) and all(
        past.ending in _OF_ONE and asked[past.root] in _OF_ONE and past.ending != asked[past.root] for past in told
    )
