"""Who voted how, and who said what: what a number or a verb of saying belongs to.

głosowało 12 osób. Przeciw 3 wstrzymały się 2   →  głosowało 12 osób, przeciw 3, wstrzymały się 2
przyjęto 48. głosami przeciw-45                 →  przyjęto 48 głosami przeciw 45
czy przyjdziesz? Zapytała Ewa                   →  czy przyjdziesz? – zapytała Ewa
kto tam krzyknął stróż?                         →  kto tam? – krzyknął stróż
nie, krzycz – szepnęła                          →  nie krzycz – szepnęła
gdzie? – spytał Jan w kinie – odparła Ewa       →  gdzie? – spytał Jan. W kinie – odparła Ewa
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.punctuation.answers import THANKS
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.texts import LOWER, TITLE

_NONE, _STOP, _COMMA, _ASKS, _CALLS, _DASH = (MARKS.index(mark) for mark in ("", ".", ",", "?", "!", "-"))

_VOTED = re.compile(r"głosow\w+|poparł\w*|opowiedział\w*|głosami")
_VOTES = re.compile("głos(?:ami|ów|y|ach)")
_AGAINST, _ABSTAINED = frozenset(["przeciw", "przeciwko"]), re.compile(r"wstrzyma\w+")
_AND = ("i", "a", "oraz", "zaś")
_FAR = 12  # words between who voted and how the others did

SAID = re.compile(
    r"(?:za|s|wy)?pyta(?:ł|ła|li|ły)|odpar(?:ł|ła|li)|odrzek(?:ł|ła)|rzek(?:ł|ła)|ostrzeg(?:ł|ła)|ostrzega(?:ł|ła)"
    r"|(?:(?:od)?powiedzia|przypomnia|(?:za|wy)?woła|krzycza|(?:wy)?szepta|przyzna|doda|obieca)(?:ł|ła|ło|li|ły)"
    r"|(?:(?:wy|od)?krzyk|szep|mruk|burk|jęk|wrzas|westch|wark|pis)n(?:ął|ęła|ęło|ęli|ęły)"
    r"|(?:wtrąci|dorzuci|(?:po)?prosi|oznajmi|stwierdzi|zauważy|powtórzy)(?:ł|ła|ło|li|ły)"
)
"""Verbs that tell who said what stands before."""
_SHOUTED = re.compile(r"(?:za)?woła(?:ł|ła|li)|krzycza(?:ł|ła|li)|(?:wy)?krzykn(?:ął|ęła|ęli)|wrzasn(?:ął|ęła|ęli)")
_TWO_ASKING = frozenset([("kto", "tam"), ("kto", "to"), ("co", "to"), ("co", "tam")])
_TO_WHOM = frozenset(["go", "ją", "ich"])
_ANSWERS = frozenset("w we na do od u z ze za po przy nie tak o bo żeby dla przed nad pod".split())
"""Words with which answers begin, and of a speaker next to nothing."""
_ANSWER = 7  # words of a short one, with its speaker before


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


def with_speakers(words: Sequence[str], marks: list[int], cases: list[int], is_verb: Callable[[str], bool]) -> None:
    """Set what tells who speaks, in place; is_verb: whether a word makes a sentence, or bids somebody do something."""
    ends = [-1, *(at for at, mark in enumerate(marks) if mark in SENTENCE_ENDS)]
    for begin in (end + 1 for end in ends if end + 2 < len(words)):
        if words[begin] == "nie" and marks[begin] == _COMMA and _bids(words[begin + 1], is_verb):
            marks[begin] = _NONE
        _ask_who(words, marks, begin)
    for at in range(1, len(words) - 1):
        if SAID.fullmatch(words[at]) and not marks[at]:
            is_called = marks[at - 1] in (_ASKS, _CALLS) and (cases[at + 1] == TITLE or _is_tag(words, marks, at))
            if is_called or marks[at - 1] == _DASH:
                cases[at] = LOWER
            if marks[at - 1] == _DASH and _SHOUTED.fullmatch(words[at]) and is_verb(words[_first_of(marks, at - 1)]):
                marks[at - 1] = _CALLS  # chodź tu! – zawołała
            _part_answer(words, marks, at)


def _first_of(marks: Sequence[int], at: int) -> int:
    """The first word of what stands before a word with no mark between."""
    while at and marks[at - 1] == _NONE:
        at -= 1
    return at


def _bids(word: str, is_verb: Callable[[str], bool]) -> bool:
    return is_verb(word) and word not in THANKS


def _ask_who(words: Sequence[str], marks: list[int], begin: int) -> None:
    """End a question of two words before the verb that tells who asks it."""
    said, speaker = begin + 2, begin + 3
    if tuple(words[begin:said]) not in _TWO_ASKING or speaker >= len(words) or not SAID.fullmatch(words[said]):
        return
    if words[begin + 1] == "to" and words[said].startswith("powiedz"):
        return  # kto to powiedział panu
    is_end = speaker + 1 == len(words) or marks[speaker] in SENTENCE_ENDS
    if is_end and not any(marks[begin:speaker]):
        marks[said - 1] = _ASKS
        marks[speaker] = _STOP if marks[speaker] == _ASKS else marks[speaker]


def _is_tag(words: Sequence[str], marks: Sequence[int], said: int) -> bool:
    """Whether a verb and who says it, are all up to the next mark: ostrzegł go brat."""
    speaker = said + 2 if words[said + 1] in _TO_WHOM else said + 1
    return (
        speaker < len(words) and not any(marks[said:speaker]) and (marks[speaker] != _NONE or speaker + 1 == len(words))
    )


def _part_answer(words: Sequence[str], marks: list[int], said: int) -> None:
    """End the sentence behind one who speaks where an answer begins: spytał Jan w kinie – odparła Ewa."""
    speaker = said + 1
    answers = (at for at in range(speaker + 1, min(speaker + _ANSWER, len(words))) if SAID.fullmatch(words[at]))
    answer = next(answers, 0)
    is_behind_speech = said > 0 and marks[said - 1] in (_ASKS, _CALLS, _DASH)
    if (
        is_behind_speech
        and answer > speaker + 1
        and words[speaker + 1] in _ANSWERS
        and not any(marks[said : answer - 1])
    ):
        marks[speaker] = _STOP
