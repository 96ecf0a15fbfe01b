"""Texts that begin with a question, as single questions do: nothing else begins so, and no network is needed.

    w którym roku wybuchło powstanie        ?
    jak nazywał się fizyk, który w 1876 r. wynalazł telefon        ?
    kiedy odjeżdża pociąg        ?
    kto rano wstaje, temu pan bóg daje; co ma wisieć nie utonie; które potem oddał        none asks

Running text has hardly any such sentence, so that a network that has learnt from it finds their marks unlikely: of
1,905 questions of PoQuAD, without marks, 1,533 got one, and 1,781 by this rule, which was made on the quiz of PolEval;
in 400 paragraphs of the Wikipedia it adds none (`python -m benchmarks.question_marks`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from probierz.systems.punctuation.marks import MARKS
from probierz.systems.punctuation.rules import PREPOSITIONS

_COMMA = MARKS.index(",")

_WHICH = "któr(?:y|a|e|ego|ej|ą|ym|emu|ych|ymi|zy)|czyj(?:a|e|ego|ej|ą|im)?|ilu"
_FIRST = re.compile(rf"{_WHICH}|kto|kogo|komu|gdzie|skąd|dokąd|którędy|dlaczego|ile")
"""Words that ask at the beginning of a text. `Jaki` calls as often: jaki piękny dzień!"""
_BEHIND_PREPOSITION = re.compile(rf"{_WHICH}|jak(?:i|a|ie|iego|iej|ą|im|ich|imi)|kogo|kim|czego|kiedy|jak")
_HOW = re.compile(
    r"jak (?:(?:(?:po|z|w) \w+ )?(?:się )?(?:nazyw|zwa|brzmi|ma(?:ją)? na imię|miał[ay]? na imię)"
    r"|(?:duż|dług|wysok|szerok|głębok|dalek|stare?|szybk|częst|daw)\w*)"
)
"""Beginnings with `jak` that ask, unlike *jak wiadomo*."""
_WHAT = frozenset(["co", "czego", "czym"])
"""What asks before its verb: *co zajęło*, not *co prawda*."""
_NO_NOUN = frozenset(
    """
    następnie potem później również także też jednak wcześniej obecnie dziś dotąd już zawsze często nigdy zwykle się nie
    mnie mi mu go jej ją im ich nam was ci razy
    """.split()
)
"""Words behind a `który` that goes on with a sentence above, and behind the `ile` of *ile razy*."""
_GO_ON = frozenset(["że", "żeby", "aby", "by", "gdy", "gdyby", "jeśli", "jeżeli", "zanim", "bo", "ponieważ"])
_TELLING = frozenset(
    ["nie", "wiadomo", "trudno", "taki", "taka", "takie", "tacy", "tyle", "temu", "ten", "tam", "niech"]
)


def opens_with_question(
    words: Sequence[str], marks: Sequence[int], begin: int, end: int, is_verb: Callable[[str], bool]
) -> bool:
    """Whether a sentence begins with what is asked for, and goes on with nothing that answers or tells.

    begin, end: its first and last word. is_verb: whether a word is a verb that makes a sentence.
    """
    at = begin + (words[begin] in PREPOSITIONS)
    if end <= at or not _asks(words[at : end + 1], at > begin, is_verb):
        return False
    commas = [place for place in range(begin, end) if marks[place] == _COMMA]
    if commas and words[begin] == "kiedy":
        return False
    if sum(map(is_verb, words[at : min([*commas, end]) + 1])) > 1:  # two clauses, the comma between them is missing
        return False
    return all(_depends(words[comma + 1 : last + 1], is_verb) for comma, last in pairwise([*commas, end]))


def _asks(words: Sequence[str], is_behind_preposition: bool, is_verb: Callable[[str], bool]) -> bool:
    """Whether the words from the one that may ask on do so: what is said of it tells a question from another clause."""
    first, second = words[:2]
    if first in _WHAT:
        return is_verb(second)
    if is_behind_preposition:
        return _BEHIND_PREPOSITION.fullmatch(first) is not None and not _goes_on(first, second, is_verb)
    if first == "kiedy":
        return second != "indziej" and any(map(is_verb, words))
    return _HOW.match(" ".join(words[:6])) is not None or (
        _FIRST.fullmatch(first) is not None and not _goes_on(first, second, is_verb)
    )


def _goes_on(first: str, second: str, is_verb: Callable[[str], bool]) -> bool:
    """Whether a word goes on with what stands above: który mieszkał, które następnie."""
    return second in _NO_NOUN or (first.startswith("któr") and first != "którędy" and is_verb(second))


def _depends(clause: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Whether a clause behind a comma depends on the one before, or is none as it has no verb."""
    if clause[0] in _GO_ON or any(word.startswith("któr") for word in clause[:2]):
        return True
    return _TELLING.isdisjoint(clause) and not any(map(is_verb, clause))
