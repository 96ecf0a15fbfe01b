"""Whether a name is no object of a verb, as *kogo* and *komu* ask for: by a preposition before it, or by its case; and
whether it is no subject, as *kto* asks for, by its case, or not behind the preposition of *od kogo* and *po kim*.

Kogo zwolnił burmistrz?         Burmistrz zwolnił strażników na wniosek Jana Kosa.
Od kogo młyn kupił Jan Kos?     Od Jana Kosa młyn kupił Adam Bem.
Koho odvolala rada?             Rada odvolala starostu spolu s Petrem Novým.
Kto sprzedał dwór?              Dwór sprzedano kupcowi Janowi Zawadzie.

Of cases only those endings are known that no object has, of the first word of a name, and no subject, of any.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import clauses_of, sentence_around
from probierz.systems.questions.wanted.kinds import preposition_asked_with
from probierz.systems.questions.wording.agreement import is_of_woman_not_in_nominative
from probierz.systems.questions.wording.kin import is_kin_of_somebody
from probierz.systems.questions.wording.phrases import BY
from probierz.systems.questions.wording.verbs import is_past
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS, is_no_nominative, with_its_other_form
from probierz.systems.questions.wording.words import ASKS_WHO, ASKS_WHOM, CAPITAL, NAME_WORD, WORDS
from probierz.systems.shared.months import MONTH

_NAME = re.compile(NAME_WORD)
_TOWARDS = frozenset(("do", "dla", "na", "pro", "k", "ke"))
"""Prepositions that say to whom, as *komu* asks: `nagroda dla Jana Kosa`; not behind another: `za list do Jana`."""
_NO_TITLE = re.compile(rf"\w*\d\w*|{MONTH}|roku?|r\.|roce|lat\w*|dni\w*|razy?|w\.|{CAPITAL}.*")
"""What ends the words between a preposition and a name, as a verb of the past does: a number or time, another name."""
_INSTEAD = frozenset("zamiast místo oprócz kromě mimo wobec przeciw przeciwko proti bez".split())
"""Prepositions behind which he stands who did nothing: `zamiast chorej Anny Kos`."""
_WORDS_BETWEEN = 3
_OF_WHOM = re.compile(r"\W*(?:od|ode|u|dla|bez) (?P<whom>kogo|koho)\b", re.IGNORECASE)
_OF_PLACE_OR_TIME = frozenset(("w", "we", "v", "ve"))
_FROM = frozenset(("od", "ode", "u", "po"))
"""Prepositions behind which he stands from whom something came; to nobody there was anything given."""
_NOT_WHOM = re.compile(r"\w{2,}(?:owi|ovi|emu|ému|em|ami|ach|om)")
_ACCUSATIVE = ("ę", "ą")
_OFFICE = re.compile(
    r"(?:wice)?prezesa|(?:wice)?starostę|(?:kierown|skarbn|naczeln|urzędn|pracown)ika|(?:wice|wice-)?(?:dyrek|instruk|rek)tora"
    r"|sekretarza|wójta|burmistrza|członka|trenera|starostu|předsedu|tajemníka|kronikáře",
    re.IGNORECASE,
)
"""Names of offices in the accusative, which no other noun looks like: *Prezesa wybiera zebranie*."""
_NOT_TO_WHOM = re.compile(r"\w{2,}(?:ego|ého|em|ami|ach|[ęą])")


def is_behind_preposition(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kogo* or *komu*, and a preposition stands before the name of an answer, or before the
    noun that this belongs to: `na wniosek Jana Kosa`.

    >>> text = "Burmistrz zwolnił wczoraj Adama Bema na wniosek Jana Kosa."
    >>> [is_behind_preposition("Kogo zwolnił burmistrz?", text, *one) for one in ((26, 36), (48, 57))]
    [False, True]
    """
    asked, name = ASKS_WHOM.match(question), _NAME.search(text, begin, end)
    if not asked or not name:
        return False
    governing = _prepositions_before(text, name.start())
    return bool(governing) and (bool(asked["whom"]) or len(governing) > 1 or governing[0] not in _TOWARDS)


def is_governed(text: str, begin: int, end: int) -> bool:
    """Whether a preposition stands before a name, or before the noun that this belongs to."""
    name = _NAME.search(text, begin, end)
    return bool(_prepositions_before(text, name.start() if name else begin))


def _prepositions_before(text: str, begin: int) -> list[str]:
    """The preposition that a name or noun stands behind, with a few words between, and those of the noun before it."""
    low = next((low for low, high in clauses_of(text, begin, begin) if low <= begin < high), 0)
    before = [
        word.lower() if word.lower() in ALL_PREPOSITIONS else word for word in re.findall(r"\w+\.?", text[low:begin])
    ]
    for at, word in list(enumerate(before))[: -_WORDS_BETWEEN - 2 : -1]:
        if word in ALL_PREPOSITIONS:
            return [word, *(one for one in before[max(0, at - _WORDS_BETWEEN + 1) : at] if one in ALL_PREPOSITIONS)]
        if _NO_TITLE.fullmatch(word) or is_past(word):
            break
    return []


def is_behind_preposition_of_others(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a name is behind no preposition that a question asks with, *od kogo*, and other words are; or behind
    *od* where it asks *komu*.

    >>> text = "Od Jana Kosa młyn kupił Adam Bem."
    >>> [is_behind_preposition_of_others("Od kogo kupiono młyn?", text, *one) for one in ((24, 32), (3, 12))]
    [True, False]
    """
    name = _NAME.search(text, begin, end)
    if re.match(r"\W*komu\b", question, re.IGNORECASE):
        return bool(name and _FROM.intersection(_prepositions_before(text, name.start())[:1]))
    if not is_behind_no_such_preposition(question, text, begin, end):
        return False
    words = "|".join(with_its_other_form(preposition_asked_with(question)))
    return bool(re.search(rf"\b(?:{words}) (?=[^\W\d])", text[slice(*sentence_around(text, begin, end))].lower()))


def is_behind_no_such_preposition(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks for a person with a preposition, *od kogo*, and an answer does not stand behind it."""
    asked, name = preposition_asked_with(question), _NAME.search(text, begin, end)
    if not asked:
        return False
    governing = _prepositions_before(text, name.start() if name else end)[:1]
    return with_its_other_form(asked).isdisjoint(governing)


def is_of_no_object(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kogo* or *komu*, and the first word of a name in an answer has no ending of that case,
    or an answer begins with *w*.

    >>> [is_of_no_object(f"{one} chwalił?", "Adamem Bemem", 0, 12) for one in ("Kogo", "Komu", "Kto")]
    [True, True, False]
    """
    asked, name = ASKS_WHOM.match(question) or _OF_WHOM.match(question), _NAME.search(text, begin, end)
    if ASKS_WHOM.match(question) and (first := WORDS.search(text, begin, end)) and first[0] in _OF_PLACE_OR_TIME:
        return True
    if not asked or not name or is_kin_of_somebody(text, begin, end):
        return False
    return bool((_NOT_WHOM if asked["whom"] else _NOT_TO_WHOM).fullmatch(name.group()))


def is_of_no_subject(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a question asks *kto*, and a word of a name in an answer has an ending of another case, or the name is
    behind *zamiast* and the like, and is no doer; or it is an office in the accusative.

    >>> [is_of_no_subject(f"{one} sprzedał dwór?", "Janowi Zawadzie", 0, 15) for one in ("Kto", "Komu")]
    [True, False]
    >>> is_of_no_subject("Kto prowadził?", "Jan Kot zamiast Ewy Gil", 16, 23)
    True
    """
    first = WORDS.search(text, begin, end) if ASKS_WHO.match(question) else None
    if first and _OFFICE.fullmatch(first[0]) and BY.isdisjoint(_prepositions_before(text, begin)[:1]):
        return True
    found = [*_NAME.finditer(text, begin, end)] if first else []
    governing = _prepositions_before(text, found[0].start())[:1] if found else []
    if BY.intersection(governing):
        return False
    if _INSTEAD.intersection(governing):
        return True
    names = [] if is_kin_of_somebody(text, begin, end) else [one.group() for one in found]
    return is_of_woman_not_in_nominative(names or [""]) or any(
        is_no_nominative(one) or one.endswith(_ACCUSATIVE) for one in names
    )
