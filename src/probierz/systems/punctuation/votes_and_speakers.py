"""Who voted how, and who asked: what a number or a verb of saying belongs to.

głosowało 12 osób. Przeciw 3 wstrzymały się 2   →  głosowało 12 osób, przeciw 3, wstrzymały się 2
przyjęto 48. głosami przeciw-45                 →  przyjęto 48 głosami przeciw 45
czy przyjdziesz? Zapytała Ewa                   →  czy przyjdziesz? – zapytała Ewa
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import LOWER, TITLE

__all__ = ["SAID", "with_speakers", "with_votes"]

_NONE, _STOP, _COMMA, _ASKS, _CALLS = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!"))

_VOTED = re.compile(r"głosow\w+|poparł\w*|opowiedział\w*|głosami")
_VOTES = re.compile("głos(?:ami|ów|y|ach)")
_AGAINST, _ABSTAINED = frozenset(["przeciw", "przeciwko"]), re.compile(r"wstrzyma\w+")
_AND = ("i", "a", "oraz", "zaś")
_FAR = 12  # words between who voted and how the others did

SAID = re.compile(
    r"(?:za|s|wy)?pyta(?:ł|ła|li|ły)|odpar(?:ł|ła|li)|odpowiedzia(?:ł|ła)|odrzek(?:ł|ła)|rzek(?:ł|ła)|powiedzia(?:ł|ła)"
    r"|(?:wy)?krzykn(?:ął|ęła)|(?:za|wy)woła(?:ł|ła|li)|szepn(?:ął|ęła)|mrukn(?:ął|ęła)|wtrąci(?:ł|ła)|jękn(?:ął|ęła)"
)
"""Verbs that tell who said what stands before."""


def with_votes(words: Sequence[str], marks: list[int], cases: list[int]) -> None:
    """Set the commas between votes for, against and of those who abstained, in place."""
    for at in range(1, len(words) - 1):
        if _VOTES.fullmatch(words[at]) and words[at - 1].isdigit():
            marks[at - 1] = _NONE  # they are no ordinal
        if words[at] not in _AGAINST or not words[at + 1].isdigit():
            continue
        if not any(map(_VOTED.fullmatch, words[max(0, at - _FAR) : at])):
            continue
        if words[at - 1] == "głosami":
            marks[at - 1] = _NONE
        else:
            _divide(at, marks, cases)
        marks[at] = _NONE  # a dash, as the others have none
        abstained = next((one for one in range(at + 2, min(at + 5, len(words))) if _ABSTAINED.fullmatch(words[one])), 0)
        if abstained and not any(word.isdigit() or word in _AND for word in words[at + 2 : abstained]):
            _divide(abstained, marks, cases)


def _divide(at: int, marks: list[int], cases: list[int]) -> None:
    """Set a comma before a word where a sentence ended, or nothing stood."""
    if marks[at - 1] in (_NONE, _STOP):
        marks[at - 1], cases[at] = _COMMA, LOWER


def with_speakers(words: Sequence[str], marks: Sequence[int], cases: list[int]) -> None:
    """Give verbs of saying behind a question or a call their small letter, in place, if a name follows."""
    for at in range(1, len(words) - 1):
        if marks[at - 1] in (_ASKS, _CALLS) and cases[at + 1] == TITLE and not marks[at] and SAID.fullmatch(words[at]):
            cases[at] = LOWER
