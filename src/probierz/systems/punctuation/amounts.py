"""Commas between amounts that follow each other, as in recipes: 3 jajka 200 g mąki is 3 jajka, 200 g mąki.

An amount is a number and what it measures, in few words with neither a verb nor a preposition among them; of two
beside each other one has a unit of the kitchen or of weight.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.measures import is_measure
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import PREPOSITIONS

_COMMA = MARKS.index(",")
_NO_INGREDIENT = re.compile(
    "stycznia|lutego|marca|kwietnia|maja|czerwca|lipca|sierpnia|września|października|listopada|grudnia"
    "|raz\\w*|minut\\w*|godzin\\w*|dni|lat|zł\\w*|gr|euro|proc\\w*|stop\\w*|osob\\w+|osób|porcj\\w+|sztuk\\w*"
)
"""What numbers count behind an amount that is no other one: 2 kg mąki 3 razy, 20 zł, 3 maja."""
_JOINING = frozenset("i a oraz lub albo plus po".split())
_LONGEST = 4  # words of an amount behind its number


def with_amounts(words: Sequence[str], marks: list[int], grammar: Grammar) -> None:
    """Set the comma before each amount that follows another one, in place."""
    last = -1
    for at, word in enumerate(words[:-1]):
        if at and marks[at - 1] in SENTENCE_ENDS | {_COMMA} and not is_measure(words, at - 1):
            last = -1
        if not word.isdigit():
            continue
        if last >= 0 and _is_amount(words, last, at, grammar) and _is_other(words, last, at, grammar):
            marks[at - 1] = _COMMA
        last = at


def _is_amount(words: Sequence[str], begin: int, end: int, grammar: Grammar) -> bool:
    """Whether a number and the words behind it, up to another number, are an amount."""
    counted = words[begin + 1 : end]
    is_short = 0 < len(counted) <= _LONGEST and not is_measure(words, end - 1)
    are_nouns = all(word.isalpha() and not grammar.is_finite(word) for word in counted)
    return is_short and are_nouns and (_JOINING | PREPOSITIONS).isdisjoint(counted)


def _is_other(words: Sequence[str], begin: int, at: int, grammar: Grammar) -> bool:
    """Whether another amount begins with a number, and one of the two has a unit."""
    after = words[at + 1]
    if not after.isalpha() or _NO_INGREDIENT.fullmatch(after) or grammar.is_finite(after) or after in PREPOSITIONS:
        return False
    return is_measure(words, at + 1) or is_measure(words, begin + 1)
