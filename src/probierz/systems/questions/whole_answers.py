"""Answers made whole: the surname behind a first name, the thousands and the currency behind a number.

A reader chooses among spans by likelihood, and half a name is often likelier than all of it. Lists of words are ours.
"""

from __future__ import annotations

import re

from probierz.systems.questions.kinds import Wanted

__all__ = ["whole_answer"]

_NEXT_WORD = re.compile(r"[ \xa0]((?:(?:von|van|der|den|de|di|da|del|la|le|al|bin)[ \xa0])*)(\w[\w’'-]*)")
_FIRST_WORD = re.compile(r"\w[\w’'-]*")
_WORD_BEFORE = re.compile(r"(?<![\w-])(\w[\w’'-]*)[ \xa0]$")
_NO_NAME_WORDS = (
    "a i o u w z od do po za na ku przez dla według wg dzięki zdaniem oraz lecz ale gdy kiedy jako jak wtedy potem nad"
    " wczoraj dziś dzisiaj jutro tam tu tutaj zaś także tak też pod przed przy bez oprócz obok wobec mimo choć był była"
    " jest są ten ta jego jej ich który która teraz następnie wreszcie podobnie natomiast gdyby ponieważ podczas poza"
    " v ve s se"
)
_NO_NAMES = frozenset(_NO_NAME_WORDS.split())
_NO_ENDINGS = ("o", "ie", "wszy", "ąc")  # adverbs and participles: Dawno, Obecnie, Kupiwszy, Mówiąc
_LAST_WORD = re.compile(r"\w[\w’'-]*$")
_THOUSANDS = r"tys\b\.?|tysi\w+|mln\b\.?|mili[oó]n\w*|mld\b\.?|miliard\w*|tis\b\.?|tisíc\w*"
_MONEY = r"zł\b|złot\w+|gr\b|grosz\w*|euro\b|€|\$|dolar\w*|USD\b|PLN\b|EUR\b|Kč|korun\w*"
_UNIT = re.compile(rf"[ \xa0\u202f]?(?:{_THOUSANDS}|{_MONEY})", re.IGNORECASE)


def whole_answer(wanted: Wanted, passage: str, begin: int, end: int) -> tuple[int, int]:
    """Return where an answer, from `begin` to before `end` of a passage, begins and ends as a whole.

    >>> text = "Młyn kupił Stanisław Pawlak za 215 tys. zł."
    >>> ["{}".format(text[slice(*whole_answer(Wanted.PERSON, text, *one))]) for one in ((11, 20), (21, 27))]
    ['Stanisław Pawlak', 'Stanisław Pawlak']
    >>> text[slice(*whole_answer(Wanted.NUMBER, text, 31, 34))]
    '215 tys. zł'
    """
    if wanted is Wanted.PERSON:
        return _begin_of_name(passage, begin, end), _end_of_name(passage, end)
    if wanted is Wanted.NUMBER:
        return begin, _end_of_number(passage, end)
    return begin, end


def _begin_of_name(passage: str, begin: int, end: int) -> int:
    """At the first of the words with capitals that go before a word with one; none that begins a sentence and is no
    name, as far as its ending tells.
    """
    first = _FIRST_WORD.match(passage, begin, end)
    if first is None or not _is_name(first.group()):
        return begin
    while (before := _WORD_BEFORE.search(passage, max(0, begin - 40), begin)) and _is_name(before.group(1)):
        at = before.start(1)
        is_first = not passage[:at].strip() or passage[:at].rstrip()[-1] in ".!?…:;\n" or passage[at - 1] == "\n"
        if is_first and (before.group(1).lower() in _NO_NAMES or before.group(1).endswith(_NO_ENDINGS)):
            return begin
        begin = at
        if is_first:
            break
    return begin


def _end_of_name(passage: str, end: int) -> int:
    """Behind the words with capitals that follow a word with one."""
    last = _LAST_WORD.search(passage, max(0, end - 40), end)
    if last is None or not _is_name(last.group()):
        return end
    while (following := _NEXT_WORD.match(passage, end)) and _is_name(following.group(2)):
        end = following.end()
    return end


def _is_name(word: str) -> bool:
    return word[0].isupper() and len(word) > 1


def _end_of_number(passage: str, end: int) -> int:
    """Behind what follows a number in figures and makes it another one, as `tys.` and then `zł`."""
    if not passage[end - 1 : end].isdigit():
        return end
    while following := _UNIT.match(passage, end):
        end = following.end()
    return end
