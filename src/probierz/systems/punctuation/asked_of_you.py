"""Questions in which no word asks: what is said to somebody as only a question is, and what ends with `prawda`.

    masz może ołówek.                →  masz może ołówek?
    mogę prosić o wodę.              →  mogę prosić o wodę?
    ładnie tu. prawda.               →  ładnie tu, prawda?
    masz może rację, jedziesz sam.   two clauses, or something that is told

A verb in the second person makes a statement as often as a question, so that a word must tell, *może*, *już* beside the
past, *jeszcze* or *z nami*, and the network find a question mark possible. Of 10,500 sentences of Polish corpora that
begin with such a verb, or with *mogę* and *możemy*, 1,800 are questions.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import ASKING
from probierz.systems.punctuation.texts import LOWER

_NONE, _STOP, _COMMA, _ASKS = (MARKS.index(mark) for mark in ("", ".", ",", "?"))

_POSSIBLE, _POSSIBLE_STILL = 0.1, 0.05
"""How likely the network must find a question mark, and behind `jeszcze`."""
_POSSIBLE_TAG = 0.08
"""As much of a `prawda` at the end."""
_OF_ME = ("ę", "em", "am", "my")
_JOINING = frozenset("że gdzie jak ale czy i lub albo która której jaka jakaś".split())
_LONGEST = 9  # words
_OF_PAST = ("łeś", "łaś", "liście", "łyście")
_STILL = frozenset("macie masz jesteś jesteście śpisz śpicie żyjesz pamiętasz pamiętacie pracujesz mieszkasz".split())
_WHERE = frozenset("w na u tu tutaj tam".split())
_TOLD = frozenset(
    """
    czas czasu szansę tylko dużo dość dosyć rację słuszność wtedy wówczas i więc ale bo przecież nie kiedyś chyba
    zawsze
    """.split()
)
"""Words with which something is told: masz jeszcze czas, masz może rację."""
_REQUEST = re.compile(
    r"(?:(?:a|i|no|to) )?(?:mogę|możemy|można) (?:(?:już|jeszcze|panią|pana|państwa|cię|ciebie|was) )?prosić"
    r"(?! tylko| najwyżej| jedynie| co najwyżej)(?: \w+){1,8}"
)
_NOT_BEFORE_TRUE = re.compile(
    r"to|jest|już|ach|połowie|końca|wartości|tak|trochę|prostu|prawda|by(?:ł|ł[aoy]|li)|będzie|że|i|a|co|jak|jako|niż|czy|nie|ani|oto|tylko|także|też|również|zresztą|chyba|może"
    r"|zawsze|jednak|sama?|moja|twoja|jego|jej|ich|nasza|wasza|ta|ta?ka|jaka|cała|czysta|szczera|święta|naga|gorzka|własna|w"
    r"|z|na|po|o|za|od|do|istnieje|wyszła|żyje|zwycięży\w*|\w+(?:sza|cza|[dłnrtw]na|ska|cka|ąca|zła|owa|ista)"
)
"""Words before a `prawda` that is the truth: to prawda, cała prawda, smutna prawda."""
_KNOWS = re.compile(r"wie(?:m|sz|my|cie|dz\w+)?|nic|a|i|czy|albo|lub|kto|gdzie|że")


def with_questions_of_you(
    words: Sequence[str], marks: list[int], cases: list[int], asks: Sequence[float], grammar: Grammar
) -> None:
    """Set these question marks, and the comma before what asks at the end, in place.

    asks: how likely a question mark is behind each word.
    """
    begin = before = 0  # where the sentence begins, and the one before it
    for at in range(len(words)):
        if at + 1 < len(words) and marks[at] not in SENTENCE_ENDS:
            continue
        first = before if at - begin < 2 else begin  # the network may have ended the sentence before what asks
        tag = _tag(words, first, at, asks, grammar)
        if tag and at - tag >= begin - 1 and words[first] not in ASKING:
            marks[at - tag], cases[at - tag + 1], marks[at] = _COMMA, LOWER, _ASKS
        elif marks[at] in (_STOP, _NONE) and _is_asked(words, marks, (begin, at), asks, grammar):
            marks[at] = _ASKS
        before, begin = begin, at + 1


def _tag(words: Sequence[str], begin: int, end: int, asks: Sequence[float], grammar: Grammar) -> int:
    """How many words ask at the end of a sentence whether what it says is so; 0: none do."""
    if end - begin >= 3 and words[end] == "nie" and words[end - 1] in ("co", "no"):
        return 0 if _KNOWS.fullmatch(words[end - 2]) else 2
    if end - begin < 2 or words[end] != "prawda" or asks[end] < _POSSIBLE_TAG:
        return 0
    last, said = words[end - 1], words[begin:end]
    is_verb = grammar.is_finite(last) and not last.endswith(_OF_ME) and not grammar.is_of_you(last)
    is_truth = is_verb or _NOT_BEFORE_TRUE.fullmatch(last) or grammar.is_quality(last) or last.endswith(("ć", "wsza"))
    is_truth = is_truth or said[0] in ("prawda", "taka")
    return 0 if is_truth or len(said) > _LONGEST or not _JOINING.isdisjoint(said[-3:]) else 1


def _is_asked(
    words: Sequence[str], marks: Sequence[int], sentence: tuple[int, int], asks: Sequence[float], grammar: Grammar
) -> bool:
    """Whether a sentence of one clause is said to somebody as only a question is."""
    begin, end = sentence
    if _REQUEST.fullmatch(" ".join(words[begin : end + 1])):
        return True
    first = begin + (words[begin] in ("a", "no", "to"))
    said = words[first : end + 1]
    if not 2 <= len(said) <= _LONGEST or any(marks[begin:end]) or not _TOLD.isdisjoint(said[2:]):
        return False
    if not grammar.is_of_you(said[0]) or any(grammar.is_verb(word) or grammar.is_of_you(word) for word in said[2:]):
        return False
    is_still = said[1] == "jeszcze" and _is_still(said)
    return asks[end] >= (_POSSIBLE_STILL if is_still else _POSSIBLE) and (is_still or _is_possible(said))


def _is_possible(said: Sequence[str]) -> bool:
    """Whether a sentence has a word with which one asks: masz może, byłeś już, idziesz z nami."""
    is_past = said[0].endswith(_OF_PAST)
    return said[1] == "może" or (said[1] == "już" and is_past) or (tuple(said[1:3]) in _WITH_US and not is_past)


_WITH_US = frozenset([("z", "nami"), ("ze", "mną")])


def _is_still(said: Sequence[str]) -> bool:
    """Whether a sentence asks for what may be over: macie jeszcze bilety, jesteś jeszcze w pracy."""
    is_over = len(said) > 2 and (said[2].endswith("ć") or (said[0].startswith("jesteś") and said[2] not in _WHERE))
    return said[0] in _STILL and not is_over
