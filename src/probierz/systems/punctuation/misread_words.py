"""Sentence ends that a network sets amid a sentence, as it takes a word for another one.

na ul. Usiadł ptak.              →  na ul usiadł ptak.              a hive, and no street
kupił por. cebulę                →  kupił por cebulę                a leek, and no lieutenant
na tor. Drugi prosimy            →  na tor drugi. Prosimy           which of several
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.texts import LOWER, TITLE

_NONE, _STOP = MARKS.index(""), MARKS.index(".")

_HIVE_OR_LEEK = frozenset(["ul", "por"])
_NUMBERED = frozenset(["tor", "peron", "sektor", "wagon", "tom", "rozdział", "etap"])
_ORDINALS = frozenset(
    """
    pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty dziesiąty jedenasty dwunasty
    """.split()
)


def with_misread_words(
    words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]
) -> None:
    """Take such ends away, in place, with the capital letters behind them; behind an ordinal one is set.

    is_verb: whether a word is a verb that makes a sentence.
    """
    for at in range(len(words) - 1):
        if marks[at] != _STOP:
            continue
        following = words[at + 1]
        is_common = not following.isdigit() and (cases[at + 1] == LOWER or is_verb(following) or following == "dla")
        if words[at] in _HIVE_OR_LEEK and is_common:
            marks[at], cases[at + 1] = _NONE, LOWER
        elif words[at] in _NUMBERED and following in _ORDINALS:
            marks[at], cases[at + 1] = _NONE, LOWER
            _end_behind(marks, cases, at + 1)


def _end_behind(marks: list[int], cases: list[int], at: int) -> None:
    """End the sentence behind a word, if no mark is there."""
    if marks[at] == _NONE:
        marks[at] = _STOP
        if at + 1 < len(cases) and cases[at + 1] == LOWER:
            cases[at + 1] = TITLE
