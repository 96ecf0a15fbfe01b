"""Whose office is named by that of somebody else: a deputy is not who he stands for.

Kto jest dyrektorem?            Zastępcą dyrektora jest Jan Kot.
Kdo je starostou?               Tajemnicí starosty je Eva Malá.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.wording.field_words import forms

__all__ = ["holds_office_of_another"]

_ASKED = re.compile(r"\W*(?:kto|kdo)\s+(?:jest|był|była|został|została|je|byl|byla)\s+(?P<office>[^\W\d_]{4,})", re.I)
_WORD = re.compile(r"[^\W\d_]+")
_INSTRUMENTAL = re.compile(r"\w{2,}(?:em|ą|cą|ou|cem|kou|kyní|ní|ím)", re.I)


def holds_office_of_another(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked who holds an office, and the clause of an answer has it in another case, behind another one.

    >>> text = "Zastępcą dyrektora jest Jan Kot."
    >>> [holds_office_of_another(f"Kto jest {one}?", text, 24, 31) for one in ("dyrektorem", "zastępcą dyrektora")]
    [True, False]
    """
    asked = _ASKED.match(question)
    if not asked:
        return False
    office = asked["office"].lower()
    clauses = [text[low:high] for low, high in clauses_of(text, begin, end) if low < end and high > begin]
    words = _WORD.findall(" ".join(clauses))
    alike = [at for at, word in enumerate(words) if forms(word) & forms(office)]
    if any(words[at].lower() == office for at in alike):
        return False
    return any(at and _INSTRUMENTAL.fullmatch(words[at - 1]) for at in alike)
