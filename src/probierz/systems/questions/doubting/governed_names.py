"""Whether a name is no object of a verb, as *kogo* and *komu* ask for: by a preposition before it, or by its case; and
whether it is no subject, as *kto* asks for, by its case.

Kogo zwolnił burmistrz?         Burmistrz zwolnił strażników na wniosek Jana Kosa.
Koho odvolala rada?             Rada odvolala starostu spolu s Petrem Novým.
Kto sprzedał dwór?              Dwór sprzedano kupcowi Janowi Zawadzie.

Of cases only those endings are known that no object has, of the first word of a name, and no subject, of any.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.wording.months import MONTH
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD

__all__ = ["is_behind_preposition", "is_of_no_object", "is_of_no_subject"]

_TO_WHOM = re.compile(r"\W*(?:(?P<whom>kogo|koho)|komu)\b", re.IGNORECASE)
_NAME = re.compile(NAME_WORD)
_FURTHER = (
    "wobec obok między mezi przeciw przeciwko proti według podle dzięki díky kvůli oprócz kromě mimo zamiast místo"
    " wraz razem spolu vedle wśród wokół pro bez před při"
)
_GOVERNING = PREPOSITIONS | frozenset(_FURTHER.split())
_TOWARDS = frozenset(("do", "dla", "na", "pro", "k", "ke"))
"""Prepositions that say to whom, as *komu* asks: `nagroda dla Jana Kosa`; not behind another: `za list do Jana`."""
_NO_TITLE = re.compile(rf"\w*\d\w*|\w+(?:[łl]|ła|la|ło|lo|li|ły)|{MONTH}|roku?|roce|lat\w*|dni\w*|razy?|{CAPITAL}.*")
"""What ends the words between a preposition and a name: a number or time, a verb of the past, another name."""
_WORDS_BETWEEN = 3
_NOT_WHOM = re.compile(r"\w{2,}(?:owi|ovi|emu|ému|em|ami|ach|om)")
_WHO = re.compile(r"\W*k[td]o\b", re.IGNORECASE)
_NOT_WHO = re.compile(r"\w{2,}(?:owi|ovi|skiego|ckiego|skiemu|ckiemu|ského|ckého|skému|ckému|skiej|ckiej|owej|ové)")
"""Endings of cases that no name has as it stands in a dictionary; of Czech surnames of women *ové*, and not *ová*."""
_NOT_TO_WHOM = re.compile(r"\w{2,}(?:ego|ého|em|ami|ach|[ęą])")


def is_behind_preposition(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kogo* or *komu*, and a preposition stands before the name of an answer, or before the
    noun that this belongs to: `na wniosek Jana Kosa`.

    >>> text = "Burmistrz zwolnił wczoraj Adama Bema na wniosek Jana Kosa."
    >>> [is_behind_preposition("Kogo zwolnił burmistrz?", text, *one) for one in ((26, 36), (48, 57))]
    [False, True]
    """
    asked, name = _TO_WHOM.match(question), _NAME.search(text, begin, end)
    if not asked or not name:
        return False
    low = next((low for low, high in clauses_of(text, begin, end) if low <= name.start() < high), 0)
    before = re.findall(r"\w+", text[low : name.start()])
    for at, word in list(enumerate(before))[: -_WORDS_BETWEEN - 2 : -1]:
        if word.lower() in _GOVERNING:
            is_of_noun = any(one.lower() in _GOVERNING for one in before[max(0, at - _WORDS_BETWEEN + 1) : at])
            return bool(asked["whom"]) or is_of_noun or word.lower() not in _TOWARDS
        if _NO_TITLE.fullmatch(word):
            return False
    return False


def is_of_no_object(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kogo* or *komu*, and the first word of a name in an answer has no ending of that case.

    >>> [is_of_no_object(f"{one} chwalił?", "Adamem Bemem", 0, 12) for one in ("Kogo", "Komu", "Kto")]
    [True, True, False]
    """
    asked, name = _TO_WHOM.match(question), _NAME.search(text, begin, end)
    if not asked or not name:
        return False
    return bool((_NOT_WHOM if asked["whom"] else _NOT_TO_WHOM).fullmatch(name.group()))


def is_of_no_subject(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kto*, and a word of a name in an answer has an ending of another case.

    >>> [is_of_no_subject(f"{one} sprzedał dwór?", "Janowi Zawadzie", 0, 15) for one in ("Kto", "Komu")]
    [True, False]
    """
    names = [one.group() for one in _NAME.finditer(text, begin, end)] if _WHO.match(question) else []
    return any(_NOT_WHO.fullmatch(one) for one in names)
