"""Whether who is named behind a thing is whose it is, and not who did it: *Ogrodnik skosił trawnik Zofii.*

*Kto skosił trawnik?* is answered by the noun before the verb, with which it agrees. *W sobotę skosił trawnik Jan Kos*
has nothing there that could have done it.
"""

from __future__ import annotations

import re
from itertools import takewhile

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.doubting.governed_names import is_governed
from probierz.systems.questions.doubting.named_doers import LIGHT, NO_DOER, named_doer
from probierz.systems.questions.wording.agreement import CONSONANT, agrees, is_name_of_subject
from probierz.systems.questions.wording.kin import is_kin, is_kin_of_somebody, may_be_genitive
from probierz.systems.questions.wording.verbs import is_past, past_of
from probierz.systems.questions.wording.word_flags import ALL_PREPOSITIONS, is_no_nominative
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import ASKS_WHO, ASKS_WHOM, NAME_WORD, SMALL, WORDS, without_asking

_NAME = re.compile(NAME_WORD)
_AT_WISH = re.compile(
    rf"\b(?:{'|'.join(sorted(ALL_PREPOSITIONS))}) (?:pro[śs]b|namow|zgod|pomoc|polecen|zlecen|wnios|rozkaz|nakaz"
    r"|inicjatyw|imieni|życzeni|žádost|popud|příkaz|návrh)\w*(?: \w+){1,2}$",
    re.IGNORECASE,
)
"""At whose wish it was done: *na prośbę Marka*."""
_NOUN_BEFORE = re.compile(rf"(?<![\w-])(?P<noun>[{SMALL}]{{3,}}) $")
_THING = re.compile(rf"\w+(?:{CONSONANT}|[ęu])")
"""Nouns in the accusative that are no name of a man: *dom*, *książkę*, *knihu*."""
_NO_DATIVE = re.compile(r"\w+(?:a|ego|ého|[^szżř]y)")
"""Names in the genitive that are no dative: *Adama*, *Ewy*."""
_NO_THING = frozenset(
    "mgr prof gen por mjr kpt płk pan doktor premier nawet jednak zaraz zaś tylko oraz lecz wraz więc tak jak"
    " rok roku roce temu znowu jemu natychmiast wówczas wnet naraz opět ihned hned zpět znovu naposled rovněž".split()
)
"""Titles that do not change before a name, and other words that end as things do."""
_TO_WHOM = re.compile(
    r"\w+(?:owi|ovi|emu|ému|om|ům|ě)|[A-ZŁŚŻ]\w+(?:u|ie|cie|rze|dze|ce)|bratu|ojcu|panu|księdzu|chłopcu"
)
"""Words in the dative alone, as they stand between a verb and what was given."""


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
    at = _NAME.search(text, begin, end) if is_kin_of_somebody(text, begin, end) else None
    return _is_behind_doer(asked, text, low, at.start() if at else begin)


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


def is_owner_of_object(question: str, text: str, begin: int, end: int) -> bool:
    """Whether to *kogo* or *komu* somebody answers who is named right behind a thing, as its owner, or behind what was
    given to another.

    >>> text = "Jan Nowak sprzedał dom Adama Kosa."
    >>> is_owner_of_object("Komu Jan Nowak sprzedał dom?", text, 23, 33)
    True
    >>> is_owner_of_object("Komu Jan Nowak sprzedał dom?", "Jan Nowak sprzedał dom Ewie Kos.", 23, 31)
    False
    >>> is_owner_of_object("Komu Lena dała książkę?", "Lena dała Markowi książkę Oli Gaik.", 26, 34)
    True
    """
    asked, name = ASKS_WHOM.match(question), _NAME.search(text, begin, end)
    before = _NOUN_BEFORE.search(text, 0, name.start()) if asked and name else None
    if not asked or not name or not before or not _is_thing(before["noun"]) or is_governed(text, *before.span("noun")):
        return False
    words = {word.lower() for word in WORDS.findall(question)}
    is_asked = before["noun"] in words
    if asked["whom"]:
        return not is_asked and may_be_genitive(text, name.start(), end)
    low = next(low for low, high in clauses_of(text, begin, end) if low <= name.start() < high)
    told = WORDS.findall(text, low, before.start())
    verb = next((at for at, word in enumerate(told) if word in words and past_of(word)), len(told))
    is_to_another = any(
        _TO_WHOM.fullmatch(word) and told[verb + at].lower() not in ALL_PREPOSITIONS
        for at, word in enumerate(told[verb + 1 :])
    )
    return bool(_NO_DATIVE.fullmatch(name[0])) or (is_asked and is_to_another)


def _is_thing(noun: str) -> bool:
    """Whether a word is a noun of a thing in the accusative, as far as its ending tells."""
    is_other = noun in _NO_THING | LIGHT | ALL_PREPOSITIONS or NO_DOER.fullmatch(noun)
    return bool(_THING.fullmatch(noun)) and not (is_other or is_past(noun) or is_kin(noun))
