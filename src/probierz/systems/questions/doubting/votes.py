"""Votes for and against, whose numbers stand before or behind what they are of: *31 głosów za, 49 przeciw*, *za 31*."""

from __future__ import annotations

import re

from probierz.systems.questions.doubting.doubts import sentence_around
from probierz.systems.questions.wording.overlaps import overlaps
from probierz.systems.questions.wording.words import HOW_MANY, without_marks

_SIDES = {"against": r"przeciw\w*|proti", "abstaining": r"wstrzym\w+|zdrzel\w*", "for": r"za|pro"}
_SIDE = "|".join(rf"(?P<{side}>{words})" for side, words in _SIDES.items())
_VOTED = r"(?:glos\w*|os[oó]b\w*|czlon\w+|radn\w+|uprawn\w+|bylo|byly|oddano|hlas\w*|sie|se)"
_NUMBER_FIRST = re.compile(rf"(?<![\w.,])(?P<number>\d+)(?: {_VOTED}){{0,3}} (?:{_SIDE})\b")
_SIDE_FIRST = re.compile(rf"\b(?:{_SIDE})\b(?: {_VOTED}){{0,3}}(?: ?[:–—-])? (?P<number>\d+)(?![\w.,]\d)")
_ON_VOTES = re.compile(r"\b(?:glos\w*|przeciw\w*|wstrzym\w*|hlas\w*)\b")


def votes_asked_for(question: str, text: str, begin: int, end: int) -> tuple[int, int]:
    """Where the number of votes stands that a question asks for, in the sentence of a span's begin; else the span.

    >>> text = "Uchwała nie przeszła: 31 głosów za, 49 przeciw."
    >>> text[slice(*votes_asked_for("Ile głosów było przeciw uchwale?", text, 22, 24))]
    '49'
    """
    return _told(text, begin).get(_asked(question), (begin, end))


def is_vote_of_other_side(question: str, text: str, begin: int, end: int) -> bool:
    """Whether a span is the number of votes of another side than a question asks for."""
    side = _asked(question)
    others = {one: span for one, span in _told(text, begin).items() if one != side} if side else {}
    return any(overlaps(span, begin, end) for span in others.values())


def tells_votes(text: str) -> bool:
    """Whether a text begins with a sentence that has the votes of two sides."""
    return len(_told(text, 0)) > 1


def _asked(question: str) -> str:
    """The side whose votes a question asks the number of; empty for none."""
    plain = without_marks(question.lower())
    if not HOW_MANY.search(plain) or not _ON_VOTES.search(plain):
        return ""
    return next((side for side, words in _SIDES.items() if re.search(rf"\b(?:{words})\b", plain)), "")


def _told(text: str, begin: int) -> dict[str, tuple[int, int]]:
    """Where the number of each side stands in the sentence around a character, in the order that more of them have."""
    low, high = sentence_around(text, begin, begin + 1)
    plain = without_marks(text.lower())
    ways = [[*pattern.finditer(plain, low, high)] for pattern in (_NUMBER_FIRST, _SIDE_FIRST)]
    found = [*min(ways, key=len), *max(ways, key=len)]
    return {side: one.span("number") for one in found for side in _SIDES if one[side]}
