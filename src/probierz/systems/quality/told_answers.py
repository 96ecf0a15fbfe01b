"""Whether a translation answers or obliges otherwise than its source: yes and no, must not and need not.

You must not open it.  |  Nie musisz tego otwierać.    forbidden there, left to you here
She said no.           |  Powiedziała: tak.            no there, yes here

Negations alone do not tell: both sides deny, or a single word does.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class _Said(NamedTuple):
    """What one side says in English, how Polish turns it, and what in Polish says the same."""

    english: re.Pattern[str]
    turned: re.Pattern[str]
    same: re.Pattern[str]


def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text, re.IGNORECASE)


_FORBIDDEN = _pattern(
    r"\b(?:nie (?:wolno|należy|moż(?:e|na|esz|ecie|emy)|mo(?:gę|gą)|powin\w+|ma(?:sz|cie|ją)? prawa)|zab(?:ron|ran)\w+"
    r"|zakaz\w+|niedozwol\w+)\b"
)
_NOT_NEEDED = _pattern(
    r"\bnie (?:(?:\w+ )?mus(?:z[ęą]|i(?:sz|cie|my|ał\w*|eli|ały)?)|trzeba|potrzeb\w+|wymaga\w*"
    r"|ma (?:obowiązku|potrzeby)|jest (?:konieczn\w+|potrzebn\w+|wymagan\w+|obowiązkow\w+))\b"
    r"|\bbez potrzeby\b|\bniekonieczn\w+"
)
_BEFORE = r"(?:^|[,:;„”\"–-] *|\b(?:na|powie\w+|mówi\w*|odpowi\w+|odpar\w+|odrzek\w+|rzek\w+|głosowa\w+|usłysza\w+) )"
_BEHIND = r"(?= *(?:[,.;!?”\"–]|$))"
_SAYS = r"(?:(?:sa(?:y|ys|id|ying)|answer(?:s|ed|ing)?|repl(?:y|ies|ied)|vot(?:e|es|ed|ing)|nod(?:s|ded)) )"
_YES, _NO = _pattern(rf"{_BEFORE}tak{_BEHIND}"), _pattern(rf"{_BEFORE}nie{_BEHIND}")

_TURNED = (
    _Said(_pattern(r"\bmust(?: not|n['’]t)\b(?! (?:have|be (?:very|so)|worry|think))"), _NOT_NEEDED, _FORBIDDEN),
    _Said(
        _pattern(
            r"\b(?:need(?: not|n['’]t)|(?:do|does|did)(?: not|n['’]t) (?:have|need) to|not (?:required|obliged) to)\b"
        ),
        _pattern(r"\b(?:nie wolno|zab(?:rania|ronion)\w*|zakaz\w+)\b"),
        _NOT_NEEDED,
    ),
    _Said(
        _pattern(rf"(?:^|\b{_SAYS}[,:\"“]*)yes{_BEHIND}|\b{_SAYS}yes\b"), _NO, _pattern(r"\btak\b|\bowszem\b|\bjasne\b")
    ),
    _Said(_pattern(rf"(?:^|\b{_SAYS}[,:\"“]*)no{_BEHIND}"), _YES, _pattern(r"\bnie\b")),
)
_OTHER_ANSWER = _pattern(
    r"\byes\b.*\bno\b|\bno\b.*\byes\b|\bno,? (?:it|that|he|she|they|you|I|we|this)\b.*(?:\bnot\b|n['’]t\b)"
)
_DUTIES = _pattern(r"\bmust(?: not|n['’]t)\b.*\b(?:need|have to)\b|\b(?:need|have to)\b.*\bmust(?: not|n['’]t)\b")


def other_answer(source: str, translation: str) -> str:
    """Which duty or answer of a source is another one in its translation, in words; "": none, or nobody can tell."""
    if _OTHER_ANSWER.search(source) or _DUTIES.search(source):
        return ""
    for english, turned, same in _TURNED:
        given, made = english.search(source), turned.search(translation)
        if given and made and not same.search(translation):
            return f"the opposite of the source: {_bare(given.group())} there, {_bare(made.group())} here"
    return ""


def _bare(text: str) -> str:
    return text.strip(' ,:;„”"“–-')
