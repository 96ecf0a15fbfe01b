"""Whether who is named behind a thing is whose it is, and not who did it: *Ogrodnik skosił trawnik Zofii.*

*Kto skosił trawnik?* is answered by the noun before the verb, with which it agrees. *W sobotę skosił trawnik Jan Kos*
has nothing there that could have done it.
"""

from __future__ import annotations

import re
from itertools import takewhile

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.doubting.named_doers import LIGHT, NO_DOER, named_doer
from probierz.systems.questions.wording.agreement import agrees, is_name_of_subject
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS, is_no_nominative
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, NAME_WORD, WORDS, without_asking

__all__ = ["is_owner_of_thing"]

_NAME = re.compile(NAME_WORD)
_AT_WISH = re.compile(
    rf"\b(?:{'|'.join(sorted(ALL_PREPOSITIONS))}) (?:pro[śs]b|namow|zgod|pomoc|polecen|zlecen|wnios|rozkaz|nakaz"
    r"|inicjatyw|imieni|życzeni|žádost|popud|příkaz|návrh)\w*(?: \w+){1,2}$",
    re.IGNORECASE,
)
"""At whose wish it was done: *na prośbę Marka*."""


def is_owner_of_thing(question: str, text: str, begin: int, end: int) -> bool:
    """Whether to *kto* somebody answers who stands behind what was done to, where a doer stands before the verb; or
    anybody behind the verb, where that doer is named in full or is of whom it is asked; or the thing itself.

    >>> text = "Ogrodnik skosił trawnik Zofii."
    >>> [is_owner_of_thing("Kto skosił trawnik?", text, *one) for one in ((24, 29), (16, 29))]
    [True, True]
    >>> is_owner_of_thing("Kto skosił trawnik?", "W sobotę skosił trawnik Jan Kos.", 24, 31)
    False
    >>> is_owner_of_thing("Kto zagryzł wilka?", "Wilk zagryzł psa Gajdy.", 17, 22)
    True
    """
    first = WORDS.search(text, begin, end) if ASKS_WHO.match(question) else None
    if not first:
        return False
    asked = {word.lower() for word in WORDS.findall(without_asking(question))}
    if first[0] in asked and not past_of(first[0]) and not NO_DOER.fullmatch(first[0]):
        return True
    low, high = next(one for one in clauses_of(text, begin, end) if one[0] <= first.start() < one[1])
    if (doer := named_doer(asked, text, low, high)) and doer.end_of_verb < begin:
        between = {word.lower() for word in WORDS.findall(text, doer.end_of_verb, begin)}
        name = _NAME.findall(text, begin, end) or [first[0]]
        return bool(between & asked) or not is_name_of_subject(name, doer.ending)
    return _is_behind_doer(asked, text, low, begin)


def _is_behind_doer(asked: set[str], text: str, low: int, begin: int) -> bool:
    """Whether a noun stands before the verb that may have done it, and behind the verb what was done to, or the noun
    is of whom it is asked.
    """
    roots = {past.root for one in asked if (past := past_of(one))}
    words = WORDS.findall(text, low, begin)
    verb = next((at for at, word in enumerate(words) if (past := past_of(word)) and past.root in roots), 0)
    before = [word for word in words[:verb] if word.lower() not in LIGHT]
    between = {word.lower() for word in words[verb + 1 :]}
    if not before or not between or not _is_doer(before, words[verb], asked):
        return False
    return bool(between & asked) or any(are_forms_of_one_word(before[-1].lower(), one) for one in asked)


def _is_doer(words: list[str], verb: str, asked: set[str]) -> bool:
    """Whether the last of some words agrees with the verb behind them, and is neither asked about nor an adverbial."""
    last = words[-1]
    if not agrees(last, past_of(verb)) or last.lower() in asked or NO_DOER.fullmatch(last):
        return False
    names = [*takewhile(lambda word: word[0].isupper() and word.lower() not in ALL_PREPOSITIONS, reversed(words))]
    if names and (is_no_nominative(last) or not agrees(names[-1], past_of(verb))):
        return False
    before = words[: -max(1, len(names))]
    is_governed = bool(before) and before[-1].lower() in ALL_PREPOSITIONS
    return not is_governed and not _AT_WISH.search(" ".join(words))
