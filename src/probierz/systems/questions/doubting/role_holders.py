"""Who does what his role is called for is not to whom it is done.

Kogo trenuje Jan Kot?               Jego trenerem jest Adam Bem.
Kogo zastępuje Ewa Lis?             Jej zastępcą jest Jan Kot.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.verbs import IS
from probierz.systems.questions.wording.words import NAME_WORD, WORDS, without_marks

_NAME = re.compile(NAME_WORD)
_WHOM = re.compile(r"\W*(?:kogo|koho)\s+(?P<verb>[^\W\d_]{4,})", re.IGNORECASE)
_ENDS = r"\w{0,6}(?:em|ca|cem|czynia|ka|niczka|kou|kyni|ni|nia)"
_WORDS = r"(?:\s[^\W\d_]+){0,2}"
_END_OF_VERB = re.compile(r"(?:owal[ai]?|uje|ovala?|il[ai]?|al[ai]?|i|y|a)$")
_LEAST = 4
"""Letters that a verb and a role have in common."""


def holds_role_of_doer(question: str, text: str, begin: int, end: int) -> bool:
    """Whether it is asked to whom somebody does something, and an answer is who has the role to do so.

    >>> text = "Jego trenerem jest Adam Bem."
    >>> [holds_role_of_doer(f"{one} trenuje Jana Kota?", text, 19, 27) for one in ("Kogo", "Kto")]
    [True, False]
    """
    asked = _WHOM.match(question)
    if not asked:
        return False
    stem = _END_OF_VERB.sub("", without_marks(asked["verb"].lower()))[:6]
    if len(stem) < _LEAST:
        return False
    low, high = sentence_around(text, begin, end)
    name = _NAME.search(text, begin, end)
    begin = name.start() if name else begin
    before, after = (without_marks(one.lower()) for one in (text[low:begin], text[end:high]))
    role = rf"\b{stem}{_ENDS}\b"
    leads = re.search(rf"{role}{_WORDS}\s{IS}\b(?:\s(?:od|w)\s\d+(?:\sroku)?)?{_WORDS}\s*$", before)
    leads = leads or re.search(rf"\b(?:jego|jej|jeho|jeji) {role}\s*$", before)
    follows = re.match(rf"\s{IS}\s(?:[^\W\d_]+\s){{0,2}}?{role}", after)
    return bool(WORDS.search(text, begin, end)) and bool(leads or follows)
