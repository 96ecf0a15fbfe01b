"""Measures and what they measure: no mark stands between, and commas between one measure and the next.

    dodaj dwie łyżki: masła, szczyptę, soli   →   dodaj dwie łyżki masła, szczyptę soli
    1 szt., Kapusty 2 ząb., Czosnku           →   1 szt. kapusty, 2 ząb. czosnku

What is measured stands right behind, in the genitive; it is known by its ending, and by the dictionary.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from probierz.systems.punctuation.abbreviations import OF_MEASURES
from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.phrases import Grammar
from probierz.systems.punctuation.rules import PREPOSITIONS
from probierz.systems.punctuation.texts import LOWER

_NONE, _COMMA, _COLON = (MARKS.index(mark) for mark in ("", ",", ":"))

_OF_WOMEN = "(?:a|i|y|ę|ą|o|om|ami|ach|e)?"
_OF_MEN = "(?:a|u|owi|em|iem|ie|y|i|e|ów|om|ami|ach)?"
_MEASURE = re.compile(
    rf"(?:łyż(?:k|ecz(?:k)?|ek|eczek)|szklan(?:k|ek|ecz(?:k)?)|szczyp(?:t|ci)|torebk|torebek|kost(?:k|ek)|pusz(?:k|ek)"
    rf"|pacz(?:k|ek)|butel(?:k|ek)|krom(?:k|ek)|główk|główek|lask|lasek|filiżan(?:k|ek)|misecz(?:k|ek)){_OF_WOMEN}"
    r"|łyżce|łyżeczce|szklance|torebce|kostce|puszce|paczce|butelce|kromce|główce|lasce"
    r"|garś(?:ć|ci|cie|cią|ciami|ciach)"
    rf"|(?:kilogram|gram|dekagram|litr|plaster|plastr|plasterk|plasterek|kawałek|kawałk|słoik|słoicz(?:ek|k)|kubek|kubk"
    rf"|ząbek|ząbk|pęczek|pęczk|mililitr){_OF_MEN}"
    r"|kilo|deko|deka|opakowani(?:e|a|u|em|om|ami|ach)|opakowań"
)
_SIGNS = OF_MEASURES | frozenset(["g", "dag", "dkg", "kg", "ml", "l"])
"""Measures behind a number: other words, or letters, anywhere else."""
_OF_QUALITY = re.compile(r"[^\W\d_]{2,}(?:ego|ej|ych|ich)")
_HANDFUL = re.compile("garś|szczyp|pęcz")
"""What is always one of something: garść rodzynek."""
_BIDDING = re.compile(r"\w*(?:syp|lej|daj|kup|wrzuć|weź|krój|mieszaj)")
_NUMBER = re.compile(
    r"\d[\d.,/]*|[½¼¾⅓⅔]|pół|półtora|półtorej|jedn(?:a|ą|ej|o|ego)|jeden|dw(?:a|ie|óch|iema|oma)|trz(?:y|ech|ema)"
    r"|czter(?:y|ech|ema)|pię(?:ć|ciu)|sześ(?:ć|ciu)|kilk(?:a|u|oma)|par(?:ę|u)|mał(?:y|a|ą|e)|duż(?:y|a|ą|e)|cał(?:y|a|ą|e)"
)
_NOT_MEASURED = PREPOSITIONS | frozenset("i a oraz lub albo lecz ale ani się nie to tak już jeszcze trochę".split())


def is_measure(words: Sequence[str], at: int) -> bool:
    """Whether a word is what something is measured in: a noun anywhere, behind a number a sign or an abbreviation."""
    return _MEASURE.fullmatch(words[at]) is not None or _is_sign(words, at)


def _is_sign(words: Sequence[str], at: int) -> bool:
    return words[at] in _SIGNS and at > 0 and _NUMBER.fullmatch(words[at - 1]) is not None


def with_measures(words: Sequence[str], marks: list[int], cases: list[int], grammar: Grammar) -> None:
    """Take marks and capital letters between measures and what they measure out, and set the commas between two pairs.

    Marks and cases are changed in place.
    """
    last = -1  # the last word of what was measured last
    for at in range(len(words) - 1):
        end = _end_of_pair(words, at, grammar)
        if not end:
            continue
        begin = at
        while begin and _NUMBER.fullmatch(words[begin - 1]):
            begin -= 1
        is_bid = begin > 0 and _BIDDING.fullmatch(words[begin - 1]) is not None
        for place in range(begin - is_bid, end):
            marks[place] = _NONE if marks[place] in (_COMMA, _COLON) else marks[place]
        if _is_sign(words, at):
            marks[at:end] = [_NONE] * (end - at)
            for place in range(at, end + 1):
                cases[place] = LOWER if place == at or grammar.is_known(words[place]) else cases[place]
        if begin and begin - 1 == last and marks[last] == _NONE:
            marks[last] = _COMMA
        last = end


def _end_of_pair(words: Sequence[str], at: int, grammar: Grammar) -> int:
    """The last word of what a measure measures; 0: the word is no measure, or nothing that it measures follows."""
    if not is_measure(words, at):
        return 0
    is_described = at + 2 < len(words) and _OF_QUALITY.fullmatch(words[at + 1]) is not None
    end = at + 2 if is_described else at + 1
    is_sure = (words[at] in OF_MEASURES or _HANDFUL.match(words[at])) and words[end][-1] not in "aąeęioóuy"
    return end if _is_measured(words[end], grammar, is_sure=bool(is_sure)) else 0


def _is_measured(word: str, grammar: Grammar, *, is_sure: bool) -> bool:
    """Whether a word is no measure, and a noun in the genitive: masła, cukru, soli, mąki, goździków, jabłek, malin.

    is_sure: it is one unless it is another kind of word.
    """
    if word in _NOT_MEASURED or _MEASURE.fullmatch(word) or _NUMBER.fullmatch(word) or grammar.is_verb(word):
        return False
    if is_sure or word.endswith(("u", "i", "y", "ów")):
        return word.isalpha()
    if word.endswith("a"):
        return not grammar.is_known(word[:-1] + "ę")  # mąka
    if word.endswith("ek"):
        return grammar.is_known(word[:-2] + "kę") or grammar.is_known(word[:-2] + "ko")
    return word.isalpha() and grammar.is_known(word + "ę")
