"""Commas around those who are spoken to, at the beginning and at the end of a sentence.

    dziękuję. mamo              →  dziękuję, mamo
    kochanie wróciłem           →  kochanie, wróciłem
    chodź tu Piotrze            →  chodź tu, Piotrze

Words in the vocative that are nothing else stand apart wherever a verb is on one side; of names, whose vocative has
other meanings, only those at the end of what somebody is told to do, behind a small word.
Source: Wielki słownik ortograficzny PWN, rule 90.F, in our own words.
"""

from __future__ import annotations

from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.texts import LOWER, TITLE

_NONE, _STOP, _COMMA = (MARKS.index(mark) for mark in ("", ".", ","))

_SPOKEN_TO = frozenset(
    """
    mamo mamusiu tato tatusiu babciu babuniu dziadku dziadziu wujku ciociu synku synu córeczko córko bracie siostro
    siostrzyczko kochanie skarbie kotku misiu przyjacielu kolego koleżanko chłopcze dziewczyno
    człowieku sąsiedzie
    """.split()
)
_ALSO_OTHERS = frozenset(["kochanie", "synu", "kotku", "misiu"])
"""Those that are subjects or other cases, too: they are spoken to beside a verb in the first or second person."""
_OF_ME_OR_YOU = ("ę", "łem", "łam", "łeś", "łaś", "sz", "my", "cie")
_SAID = frozenset("dziękuję przepraszam proszę cześć dobranoc witaj tak nie dobrze hej".split())
_BEFORE_NAMES = frozenset("tu tutaj tam mi mnie nam nas to się go ją je już teraz stąd szybko proszę".split())
_OF_VOCATIVES = ("o", "u", "e")


def with_vocatives(words: Sequence[str], marks: list[int], cases: list[int], grammar: Grammar) -> None:
    """Set these commas in the marks, in place, and small letters behind what was no end of a sentence."""
    begin = 0
    for at, word in enumerate(words):
        is_last = at + 1 == len(words) or marks[at] in SENTENCE_ENDS
        if at == begin and not is_last and marks[at] == _NONE and _is_spoken_to(word, words[at + 1], grammar):
            marks[at] = _COMMA
        elif is_last and at and marks[at - 1] == _NONE and _ends_with_name(words, cases, (begin, at), grammar):
            marks[at - 1] = _COMMA
        elif is_last and at and _ends_with_one_spoken_to(words[at - 1 : at + 1], marks[at - 1], grammar):
            marks[at - 1], cases[at] = _COMMA, LOWER
        if is_last:
            begin = at + 1


def _is_spoken_to(word: str, after: str, grammar: Grammar) -> bool:
    """Whether a word at the beginning is who is spoken to, by the one behind it: mamo kup."""
    is_sure = word in _SPOKEN_TO and word not in _ALSO_OTHERS
    return word in _SPOKEN_TO and (_is_for_you(after, grammar) or (is_sure and grammar.is_verb(after)))


def _is_for_you(word: str, grammar: Grammar) -> bool:
    """Whether a word tells of who speaks, or of whom they speak to, or is said to them."""
    return word in _SAID or grammar.is_bidding(word) or (grammar.is_finite(word) and word.endswith(_OF_ME_OR_YOU))


def _ends_with_one_spoken_to(words: Sequence[str], mark: int, grammar: Grammar) -> bool:
    """Whether the second of two words is who is spoken to by the first, behind which a mark may stand."""
    return words[1] in _SPOKEN_TO and mark in (_NONE, _STOP) and _is_for_you(words[0], grammar)


def _ends_with_name(words: Sequence[str], cases: Sequence[int], sentence: tuple[int, int], grammar: Grammar) -> bool:
    """Whether a sentence that bids ends with the name of who is spoken to: chodź tu Piotrze."""
    begin, end = sentence
    is_name = cases[end] == TITLE and words[end].endswith(_OF_VOCATIVES) and words[end - 1] in _BEFORE_NAMES
    return is_name and any(map(grammar.is_bidding, words[begin:end]))
