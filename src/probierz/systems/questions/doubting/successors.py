"""Whether who came after or before somebody is told the other way round, or is he himself.

Kto prowadził chór po Ewie Lis?         Chór prowadził Jan Kot, po nim Ewa Lis.
Kdo byl ředitelem po Janu Horovi?       Ředitelem byl Jan Hora.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from probierz.systems.questions.doubting.life_subjects import is_same_name
from probierz.systems.questions.wording.overlaps import overlapping
from probierz.systems.questions.wording.word_forms import are_forms_of_one_word
from probierz.systems.questions.wording.words import NAMES

_ASKED = re.compile(rf"\W*(?i:k[td]o)\b.*\b(?:(?P<after>po)|przed|před) (?P<name>{NAMES})(?! (?:w|v|roku)\b)")
_NAME = re.compile(rf"(?:\b(?i:(?P<after>po)|(?P<before>przed|před)) )?(?P<name>{NAMES})")
_REPLACES = re.compile(
    r"\b(?:wcześniej|przedtem|poprzedni|przejął|przejęł|zastąpi|następc|zmieni|předtím|dříve|předchůd|nahradi|vystříd"
    r"|převza|nástup)"
)
"""What turns the order round, or may do so: *Ewa Lis zastąpiła Jana Kota*."""

_BEFORE_HIM = re.compile(r"\b(?:przed|před) (?:nim|nią|nimi|ním|ní)\b")
_CLAUSE_END = re.compile(r"[,.;]")


def is_of_other_turn(question: str, text: str, begin: int, end: int) -> bool:
    """Whether *kto* asks who came after or before somebody, and an answer is this one, or stands on the other side.

    >>> text = "Chór prowadził Jan Kot, po nim Ewa Lis."
    >>> [is_of_other_turn(f"Kto prowadził chór {one} Lis?", text, 15, 22) for one in ("po Ewie", "przed Ewą")]
    [True, False]
    >>> is_of_other_turn("Kto prowadził chór po Janie Kocie?", text, 15, 22)
    True
    """
    asked = _ASKED.match(question)
    answer = overlapping(_NAME.finditer(text), begin, end, "name")
    if not asked or not answer:
        return False
    if _is_same(asked["name"], answer["name"]):
        return True
    is_after = bool(asked["after"])
    turns = [_is_on_side(text, one, answer, is_after=is_after) for one in _told_of(asked["name"], text)]
    return bool(turns) and not any(turns)


def _is_on_side(text: str, of: re.Match[str], answer: re.Match[str], *, is_after: bool) -> bool:
    """Whether an answer comes after him, or before, as a preposition before one of them tells, else their order."""
    if of["after"] or of["before"]:
        return bool(of["after"]) == is_after
    if answer["after"] or answer["before"]:
        return bool(answer["after"]) != is_after
    first, last = sorted((of.end(), answer.end()))
    is_turned = bool(_BEFORE_HIM.search(text, first, _end_of_clause(text, last)))
    return bool(_REPLACES.search(text, first, last)) or (of.start() < answer.start()) == (is_after != is_turned)


def _end_of_clause(text: str, at: int) -> int:
    end = _CLAUSE_END.search(text, at)
    return end.start() if end else len(text)


def _told_of(name: str, text: str) -> Iterator[re.Match[str]]:
    """Where a text names somebody."""
    return (one for one in _NAME.finditer(text) if _is_same(name, one["name"]))


def _is_same(one: str, other: str) -> bool:
    """Whether two names may be those of one person: as many words, each a form of the other one, or one of them."""
    words, others = one.split(), other.split()
    alike = [any(is_same_name(word, told) or are_forms_of_one_word(word, told) for told in others) for word in words]
    return all(alike) if len(words) <= len(others) else sum(alike) >= len(others)
