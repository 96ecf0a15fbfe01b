"""Commas before an `i` with which a sentence goes on behind a clause that is over.

    do babci, która mieszka na wsi i od razu zauważyłam   →  do babci, która mieszka na wsi, i od razu zauważyłam
    mam nadzieję, że zdążą ci, którzy jadą i że będzie     →  mam nadzieję, że zdążą ci, którzy jadą, i że będzie

The clause is over where the verb behind the `i` is of another person than its own: `który` tells of neither me nor you,
and behind another conjunction the verb is of the person, and of the past, of the sentence before it.
Source: Wielki słownik ortograficzny PWN, rules 90.B and 90.C, in our own words.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import PREPOSITIONS, WHICH

_NONE, _COMMA = MARKS.index(""), MARKS.index(",")

_OPENING = re.compile(r"któr\w+|że|bo|gdy|kiedy|żeby|aby|ponieważ|gdyż|chociaż|choć|jeśli|jeżeli|gdzie")
_OF_ME = re.compile(r"(\w+[łl][ea]m)|(?:\w+(?:ę|em|am|uj))")
_OF_US = re.compile(r"(\w+(?:liśmy|łyśmy))|(?:\w+my)")
_OF_YOU = re.compile(r"(\w+(?:łe|ła|liści|łyści)(?:ś|e))|(?:\w+(?:sz|cie))")
_GOING_ON = frozenset("że bo ponieważ gdyż chociaż choć".split())
"""Behind these another reason, or what else is known, may follow: bo było gorąco i chcieliśmy popływać."""
_NEAR = 5  # words from the `i` to its verb


def with_clauses_before_and(words: Sequence[str], marks: list[int], grammar: Grammar) -> None:
    """Set these commas, in place."""
    begin = 0
    for at in range(1, len(words) - 1):
        if marks[at - 1] in SENTENCE_ENDS:
            begin = at
        elif words[at] == "i" and marks[at - 1] == _NONE and _is_behind_clause(words, marks, (begin, at), grammar):
            marks[at - 1] = _COMMA


def _is_behind_clause(words: Sequence[str], marks: Sequence[int], places: tuple[int, int], grammar: Grammar) -> bool:
    """Whether a clause ends before an `i`. places: where the sentence begins, and the `i`."""
    begin, at = places
    comma = next((place for place in range(at - 1, begin - 1, -1) if marks[place] == _COMMA), -1)
    if comma < 0:
        return False
    opens = comma + 1 + (words[comma + 1] in PREPOSITIONS)
    own = next((word for word in words[opens + 1 : at] if grammar.is_finite(word)), "")
    if not own or not _OPENING.fullmatch(words[opens]):
        return False
    if words[at + 1] in ("że", "żeby"):
        return words[opens].startswith("któr") and _has_begun(words, marks, (begin, comma), words[at + 1])
    end = next((place for place in range(at, len(words)) if marks[place] != _NONE), len(words) - 1)
    behind = words[at + 1 : min(end, at + _NEAR) + 1]
    if any(_OPENING.fullmatch(word) for word in behind[:2]):
        return False
    other = next((word for word in behind if grammar.is_finite(word)), "")
    person, is_past = _person(other)
    if not other or not person or person == _person(own)[0]:
        return False
    if words[opens] in WHICH:
        return not _person(own)[0]
    if words[opens] in _GOING_ON:
        return False
    main = next((word for word in reversed(words[begin : comma + 1]) if grammar.is_finite(word)), "")
    return is_past and _person(main) == (person, True)


def _has_begun(words: Sequence[str], marks: Sequence[int], places: tuple[int, int], word: str) -> bool:
    """Whether a clause of a sentence begins with a word, behind a comma."""
    begin, end = places
    return any(words[at] == word and marks[at - 1] == _COMMA for at in range(begin + 1, end))


def _person(verb: str) -> tuple[str, bool]:
    """Of whom a verb tells, me, us or you, else "", and whether it is past."""
    for name, pattern in (("us", _OF_US), ("you", _OF_YOU), ("me", _OF_ME)):
        if found := pattern.fullmatch(verb):
            return name, found[1] is not None
    return "", False
