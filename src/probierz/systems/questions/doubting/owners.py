"""Whether who is named behind a thing is whose it is, and not who did it: *Ogrodnik skosił trawnik Zofii.*

*Kto skosił trawnik?* is answered by the noun before the verb, with which it agrees. *W sobotę skosił trawnik Jan Kos*
has nothing there that could have done it.
"""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.turned_roles import words_of_clause
from probierz.systems.questions.wording.agreement import agrees
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS, without_asking

__all__ = ["is_owner_of_thing"]

_BEFORE = re.compile(r"(\w+) $")
_NO_DOER = re.compile(
    r"\w+(?:em|ów|ch|aj|ego|ik?rát)|\w{2,}(?:[iyeo]czn|enn|ln)ie|pierwsz[yai]|drug[ia]|drudzy|ostatni[a]?|sam[ai]?|první|druhá"
    r"|raz|znów|już|też|zaraz|wtedy|nagle|dziś|dnes|včera|wkrótce|najpierw|teraz|rano|ráno|dawno|szybko|rychle|krátce|później"
    r"|wcześniej|wreszcie|potom|pak|brzy|loni|często|długo|wspólnie|społem|společně|dnia|dne|lata|potajemnie|również|także",
    re.IGNORECASE,
)
"""When and how it was done: *latem*, *wczoraj*, *jako pierwsza*."""
_AT_WISH = re.compile(
    rf"\b(?:{'|'.join(sorted(ALL_PREPOSITIONS))}) (?:pro[śs]b|namow|zgod|pomoc|polecen|zlecen|wnios|rozkaz|nakaz"
    r"|inicjatyw|imieni|życzeni|žádost|popud|příkaz|návrh)\w*(?: \w+){1,2}$",
    re.IGNORECASE,
)
"""At whose wish it was done: *na prośbę Marka*."""
_LIGHT = frozenset(["się", "se", "si", "już", "už", "też", "także", "również", "nie", "go", "ją", "je", "ho", "ji"])


def is_owner_of_thing(question: str, text: str, begin: int, end: int) -> bool:
    """Whether to *kto* somebody answers who stands behind what was done to, where a doer stands before the verb; or
    anybody behind the verb, where that doer is of whom it is asked.

    >>> text = "Ogrodnik skosił trawnik Zofii."
    >>> is_owner_of_thing("Kto skosił trawnik?", text, 24, 29)
    True
    >>> is_owner_of_thing("Kto skosił trawnik?", "W sobotę skosił trawnik Jan Kos.", 24, 31)
    False
    >>> is_owner_of_thing("Kto zagryzł wilka?", "Wilk zagryzł psa Gajdy.", 17, 22)
    True
    """
    before = _BEFORE.search(text, 0, begin) if ASKS_WHO.match(question) else None
    asked = {word.lower() for word in WORDS.findall(without_asking(question))}
    if before is None or past_of(before[1].lower()):
        return False
    clause = words_of_clause(text, begin, end)
    roots = {past.root for one in asked if (past := past_of(one))}
    verb = next((at for at, word in enumerate(clause) if (past := past_of(word)) and past.root in roots), 0)
    while verb and clause[verb - 1].lower() in _LIGHT:
        clause.pop(verb - 1)
        verb -= 1
    if not verb or before[1] not in clause[verb:] or not _is_doer(clause[:verb], clause[verb].lower(), asked):
        return False
    doer = clause[verb - 1].lower()
    return before[1].lower() in asked or any(are_forms_of_one_word(doer, one) for one in asked)


def _is_doer(words: list[str], verb: str, asked: set[str]) -> bool:
    """Whether the last of some words agrees with the verb behind them, and is neither asked about nor an adverbial."""
    last = words[-1]
    if not agrees(last, past_of(verb)) or last.lower() in asked or _NO_DOER.fullmatch(last):
        return False
    is_governed = len(words) > 1 and words[-2].lower() in ALL_PREPOSITIONS
    return not is_governed and not _AT_WISH.search(" ".join(words))
