"""Whose office is named by that of somebody else: a deputy is not who he stands for.

Kto jest dyrektorem?            Zastępcą dyrektora jest Jan Kot.
Kdo je starostou?               Tajemnicí starosty je Eva Malá.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import own_clause
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.verbs import IS
from probierz.systems.questions.wording.words import NAME_WORD

_ASKED = re.compile(
    rf"\W*(?i:kto|kdo)\s+{IS}\s+(?P<office>[^\W\d_]{{4,}})(?:\s(?P<whose>{NAME_WORD}(?:\s{NAME_WORD})*))?"
)
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
    clause = own_clause(text, begin, end)
    words = _WORD.findall(clause)
    if asked["whose"] and (whose := _whose(office, clause)):
        return not forms(whose) & forms(asked["whose"])
    alike = [at for at, word in enumerate(words) if forms(word) & forms(office)]
    if any(words[at].lower() == office for at in alike):
        return False
    return any(at and _INSTRUMENTAL.fullmatch(words[at - 1]) for at in alike)


def _whose(office: str, clause: str) -> str:
    """The name behind an office, before who holds it: of *Zastępcą Anny Kos był Jan Gil* the first one; else empty."""
    found = re.search(rf"(?i:\b{re.escape(office)})\s(?P<whose>{NAME_WORD}(?:\s{NAME_WORD})*)\s{IS}\b", clause)
    return found["whose"] if found else ""
