"""Whether the answer to *kogo* or *komu* is a person in the nominative who did it himself, and had nothing done to him.

Kogo uratowała Maria?       Marię uratował Adam Sum, ponieważ Maria nie umiała pływać.
Kogo uderzył Kos?           Tomasza uderzył Jan Kos.
Koho pochválil trenér?      Vojtu pochválil trenér Milan Dub.

The nominative is told by endings alone: what ends so is a club in the accusative as well, *Lech pokonał Ruch*, and the
name of a body, *spółce Zdrój*. So who is asked about must not stand in the clause as he does in the question, but
before the name, as its title.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.recipients import TO_A_BODY
from probierz.systems.questions.doubting.relative_clauses import RELATIVE_OBJECT
from probierz.systems.questions.doubting.turned_roles import words_of_clause
from probierz.systems.questions.wording.agreement import FIRST_OF_MAN, FIRST_OF_WOMAN, is_name_of_subject
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.words import ASKS_WHO, ASKS_WHOM, NAME_WORD, WORDS, without_asking

_NAME = re.compile(rf"{NAME_WORD}(?:[ -]{NAME_WORD})*")
_OF_A_MAN = frozenset(("pan", "pán", "ksiądz"))
"""Titles in the nominative."""
_RELATIVE_BEHIND = re.compile(rf",\s{RELATIVE_OBJECT.pattern}", re.IGNORECASE)
_SHORTEST = 3
"""Words of a question that names somebody."""
_ACCUSATIVE = re.compile(r"\w+(?:ę|ą|ego|ého|ou)")
_TITLE_BEFORE = re.compile(r"(\w+)[ \xa0]$")


def takes_doer_for_whom(question: str, text: str, begin: int, end: int) -> bool:
    """Whether to *kogo* or *komu* a person answers who stands in the nominative that the verb of his clause goes with,
    and is not set beside another one of whom it is asked.

    >>> text = "Tomasza uderzył Jan Kos."
    >>> [takes_doer_for_whom(f"{one}?", text, 16, 23) for one in ("Kogo uderzył Kos", "Kto uderzył Tomasza")]
    [True, False]
    >>> takes_doer_for_whom("Kogo uderzył Jan Kos?", text, 0, 7)
    False
    >>> takes_doer_for_whom("Komu Jan Kos sprzedał młyn?", "Potem sprzedał go spółce Zdrój.", 25, 30)
    False
    """
    asked = ASKS_WHOM.match(question)
    name = _NAME.search(text, begin, end) if asked else None
    if not asked or not name or _RELATIVE_BEHIND.match(text, name.end()):
        return False
    clause = words_of_clause(text, *name.span())
    endings = {past.ending for word in clause if (past := past_of(word))}
    words = name.group().split()
    of_question = set(WORDS.findall(without_asking(question)))
    names = {word for word in of_question if re.fullmatch(NAME_WORD, word)}
    if names.intersection(words) and (FIRST_OF_MAN.fullmatch(words[0]) or FIRST_OF_WOMAN.fullmatch(words[0])):
        return True
    before = _TITLE_BEFORE.search(text[: name.start()])
    title = before[1] if before else ""
    if title in _OF_A_MAN:
        return True
    if title in TO_A_BODY or title.endswith(("ę", "ą")):
        return False
    is_told = any(word in clause and word not in (title, *words) and not past_of(word) for word in of_question)
    return not is_told and _is_nominative(words, endings, is_to=not asked["whom"])


def _is_nominative(words: list[str], endings: set[str], *, is_to: bool) -> bool:
    """Whether a name goes with a verb of these endings as its subject, and is of no case that is asked for.

    is_to: *komu* asks, in whose case no name ends in *a*.
    """
    is_of_woman = is_to and "la" in endings and bool(FIRST_OF_WOMAN.fullmatch(words[0]))
    return is_of_woman or any(is_name_of_subject(words, one) for one in endings)


def takes_object_for_doer(question: str, text: str, begin: int, end: int) -> bool:
    """Whether to *kto* somebody answers to whom it is done: behind a verb of the present, in the accusative, where who
    the question names stands right before the verb.

    >>> text = "Inżynier Nowak zastępuje inżyniera Bielca."
    >>> [takes_object_for_doer(f"Kto zastępuje {one}?", text, 35, 41) for one in ("inżynier Nowak", "inżyniera Bielca")]
    [True, False]
    """
    words = [word.lower() for word in WORDS.findall(question)]
    if not ASKS_WHO.match(question) or len(words) < _SHORTEST or past_of(words[1]):
        return False
    verb, named = words[1], words[2:]
    clause = words_of_clause(text, begin, end)
    lower = [word.lower() for word in clause]
    at = lower.index(verb) if verb in lower else -1
    if at < len(named) or lower[at - len(named) : at] != named:
        return False
    if any(map(_ACCUSATIVE.fullmatch, named)):
        return False
    return any(_ACCUSATIVE.fullmatch(word) or word[:-1] in named for word in lower[at + 1 :])
