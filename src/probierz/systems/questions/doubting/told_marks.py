"""Which words of a passage say what a question asks about, and which the opposite: birth and death, years, ordinals."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.doubting.lives import BIRTHS, DEATHS, events_of_others
from probierz.systems.questions.wanted.kinds import asks_for_now, event_of_life, ordinals_of
from probierz.systems.questions.wording.word_flags import PREPOSITIONS
from probierz.systems.questions.wording.years import YEAR

Numbers = NDArray[numpy.int64]

_LIFE = {"birth": (BIRTHS, DEATHS), "death": (DEATHS, BIRTHS)}
LIFE_YEARS = re.compile(r"[12]\d{3}[–-][12]\d{3}")
_A_YEAR = re.compile(r"1\d{3}|20\d\d")
_YEAR_WORDS = frozenset(("roku", "r", "rokiem", "roce"))
_THEN = frozenset(("wtedy", "wowcz", "dawni", "niegd"))


def marks_of_asked(question: str, tokens: Sequence[str], stems: Sequence[str]) -> Numbers:
    """1 at words that say what a question asks about, -1 at those that say the opposite, else 0."""
    event = event_of_life(question)
    if event:
        same, other = _LIFE[event]
        own = [
            int(stem in same or bool(LIFE_YEARS.fullmatch(token))) - (stem in other)
            for token, stem in zip(tokens, stems, strict=True)
        ]
        others = events_of_others(question, tokens, stems)
        return numpy.array([-1 if at in others else mark for at, mark in enumerate(own)], numpy.int64)
    years = set(YEAR.findall(question))
    ordinals = set(ordinals_of(question).values())
    if ordinals and not years:
        return _marks_of_ordinals(ordinals, tokens)
    if not years and not asks_for_now(question):
        return numpy.zeros(len(tokens), numpy.int64)
    own = []
    for before, token, after, stem in zip(["", *tokens[:-1]], tokens, [*tokens[1:], ""], stems, strict=True):
        is_year = bool(_A_YEAR.fullmatch(token)) and (before.lower() in PREPOSITIONS or after in _YEAR_WORDS)
        is_same = token in years if years else stem == "dzis"
        is_other = is_year or (stem == "dzis" if years else stem in _THEN)
        own.append(1 if is_same else -int(is_other))
    return numpy.array(own if 1 in own else [0] * len(tokens), numpy.int64)


def _marks_of_ordinals(asked: set[int], tokens: Sequence[str]) -> Numbers:
    """1 at the ordinal numbers that are asked for, -1 at others; all 0 where none of those asked for is there."""
    told = [set(ordinals_of(token).values()) for token in tokens]
    own = [0 if not one else 1 if one & asked else -1 for one in told]
    return numpy.array(own if 1 in own else [0] * len(own), numpy.int64)
