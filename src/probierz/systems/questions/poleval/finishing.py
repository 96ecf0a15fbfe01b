"""What is done to an answer that was read or written, so that the quiz of PolEval 2021 counts it (Kłeczek 2021).

yes or no      tak, or nie where the answer begins with it
a choice       the option that the answer is most like, or names; else the option that the passages tell most of
a number       words become digits: *dwudziestu pięciu* 25
a century      its Roman numeral, of what is asked for in words: *w piętnastym* XV
anything       no mark at either end, one line
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from probierz.systems.questions.wanted.kinds import Wanted, options_of, wanted_by
from probierz.systems.questions.wording.words import terms
from probierz.systems.shared.numerals import number_in

_MARKS = " \t\n.,;:!?–—-„”«»\"'()"
_CENTURY = re.compile(r"\bktór\w+ wiek|\bkter\w+ století", re.IGNORECASE)
_ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
_HALF = 0.5


def finished(question: str, answer: str, passages: Sequence[str] = ()) -> str:
    """Return the answer as the quiz wants it. passages: what was read, the best first, for choices without an answer.

    >>> finished("Ilu uczniów ma klasa?", "dwudziestu pięciu uczniów.")
    '25'
    >>> finished("Co jest większe: Ziemia czy Mars?", "planeta Ziemia")
    'Ziemia'
    """
    plain = " ".join(answer.split()).strip(_MARKS)
    wanted = wanted_by(question)
    if wanted is Wanted.BOOLEAN:
        return "nie" if plain.lower().split()[:1] == ["nie"] else "tak"
    if wanted is Wanted.CHOICE:
        return _option(question, plain, passages)
    if wanted is Wanted.NUMBER or _CENTURY.search(question):
        return _number(question, plain)
    return plain


def _number(question: str, answer: str) -> str:
    number = number_in(answer)
    if number is None:
        return answer
    return _roman(number) if _CENTURY.search(question) and 0 < number < 100 else str(number)


def _roman(number: int) -> str:
    found = ""
    for value, letters in _ROMAN:
        count, number = divmod(number, value)
        found += letters * count
    return found


def _option(question: str, answer: str, passages: Sequence[str]) -> str:
    """The option that an answer names or is like; else that of which the passages tell most."""
    options = options_of(question)
    if not options:
        return answer
    said = f" {' '.join(terms(answer))} "
    named = [one for one in options if answer and f" {' '.join(terms(one))} " in said]
    if len(named) == 1:
        return named[0]
    likeness = {one: Levenshtein.normalized_similarity(one.lower(), answer.lower()) for one in options}
    best = max(options, key=likeness.__getitem__)
    if answer and likeness[best] > _HALF:
        return best
    return option_told(question, passages, {}) or answer or options[-1]


def option_told(question: str, passages: Sequence[str], rarity: Mapping[str, float]) -> str:
    """Return the option that the passages tell most of beside the other words of the question; empty for none.

    Each passage counts for the options whose words it all holds, by the share of the rest of the question that it has,
    and the less, the later it was found. rarity: what each cut word tells; 1 where nobody knows.
    """
    options = options_of(question)
    own = {one: set(terms(one)) for one in options}
    rest = set(terms(question)).difference(*own.values()) if own else set()
    whole = sum(rarity.get(term, 1.0) for term in rest) or 1.0
    told = dict.fromkeys(options, 0.0)
    for rank, passage in enumerate(passages, 1):
        held = set(terms(passage))
        share = sum(rarity.get(term, 1.0) for term in rest & held) / whole
        for one in options:
            if own[one] and own[one] <= held:
                told[one] += share / rank
    best = max(told, key=told.__getitem__, default="")
    return best if best and told[best] > 0 else ""
