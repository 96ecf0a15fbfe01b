"""Question marks inside of a line, where a network that is not sure of them says what stands around.

    jak się czujesz, słyszałem o tym.      →  jak się czujesz? słyszałem o tym.      a question, and why it is asked
    kiedy wrócisz, bo czekam.              →  kiedy wrócisz? bo czekam.
    czy to da się jeszcze mierzyć.         →  czy to da się jeszcze mierzyć?
    gdzie jesteś? dzwonię od godziny?      →  gdzie jesteś? dzwonię od godziny.      nobody asks again

A sentence that begins with a word that asks, and ends as a statement, gets its question mark where a sentence may end
and the network finds one likeliest. Thresholds were chosen on 1,500 paragraphs of records, textbooks and talk: of the
marks that are set four in five stand there. A text that begins with a question, or goes on with one behind another,
needs no network, see opening_questions.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from probierz.systems.punctuation.abbreviations import ALWAYS, PERHAPS
from probierz.systems.punctuation.marks import MARKS, SENTENCE_ENDS
from probierz.systems.punctuation.opening_questions import opens_with_question

_STOP, _COMMA, _ASKS = (MARKS.index(mark) for mark in (".", ",", "?"))

_SURE = frozenset(
    """
    czy czyż czyżby dlaczego czemu kto kogo komu gdzie skąd dokąd którędy kiedy ile ilu jaki jaka jakie jakiego jakiej
    jaką jakim czyj czyja czyje
    """.split()
)
"""Words at whose beginning a sentence is rather a question than anything else."""
_PERHAPS = frozenset(["co", "czego", "czym", "jak", "który", "która", "które", "kim"])
"""Words that begin questions and statements: jak wiadomo, co prawda."""

_OFTEN_TELLING = frozenset(["co", "czego", "czym", "jak"])

_SHORTENED = PERHAPS | {"r"}
"""Abbreviations behind which a question may go on: kto w 1364 r. założył akademię?"""

_LIKELY, _LIKELY_INSIDE, _LIKELY_PERHAPS = 0.2, 0.3, 0.38
"""How likely a question mark must be at the end of a sentence, at a comma in it, and at its end behind `jak`."""
_LIKELY_AGAIN = 0.5
"""How likely a second question in a row must be that has no word that asks."""
_OF_YOU = ("sz", "cie")
"""Ends of verbs that are said to somebody: kiedy wrócisz; `kiedy wrócił, bo` may tell of a time."""


def asks_first(words: Sequence[str]) -> bool:
    """Whether words begin as a question does, and hardly as anything else."""
    return bool(words) and words[0] in _SURE


_TO_YOU = re.compile(
    r"(?:(?:a|i|no|to|czyli|naprawdę) )?(?:"
    r"masz (?:chwil\w+|czas|coś|ochotę \w.*|jaki(?:ś|eś|ch)? \w+|jakąś \w+)|możesz (?:mi|nam) \w+[ćc](?: \w+){0,3}"
    r"|(?<=naprawdę )nie (?:wiesz|pamiętasz|rozumiesz|widzisz|słyszysz) .*"
    r"|(?:wiesz|wiecie|wie (?:pan|pani)|wiedzą państwo|pamiętasz|pamiętacie|pamięta (?:pan|pani)"
    r"|powie(?:sz|cie) (?:mi|nam)) (?:(?:od?|z|do|na|po|w|za|dla) )?"
    r"(?:kto|kogo|komu|kim|czego|czym|gdzie|jak|ile|kiedy|dlaczego|czemu|skąd|dokąd|czy|co"
    r"|jak(?:i|a|ie|iej|ą|im|ich)|czyj\w*|któr\w+)(?: [^ ]+){1,10})"
)
"""Sentences that are said to somebody and hardly anything but questions, though no word in them asks."""


def with_questions(
    words: Sequence[str], marks: list[int], asks: Sequence[float], is_verb: Callable[[str], bool] = lambda _: False
) -> None:
    """Set question marks inside of a text, in place, and take those away that nobody asks.

    asks: how likely one is behind each word. is_verb: whether a word is a verb that makes a sentence.
    """
    begin, is_behind_question = 0, False
    for at in range(len(words)):
        if marks[at] not in SENTENCE_ENDS:
            continue
        if marks[at] == _STOP and _TO_YOU.fullmatch(" ".join(words[begin : at + 1])):
            marks[at] = _ASKS
        elif (
            marks[at] == _STOP
            and (not begin or is_behind_question)
            and opens_with_question(words, marks, begin, at, is_verb)
        ):
            if words[at] in ALWAYS:
                continue
            if at + 1 == len(words) or words[at] not in _SHORTENED:
                marks[at] = _ASKS
        elif marks[at] == _STOP:
            _ask(words, marks, asks, begin, at)
        elif marks[at] == _ASKS and is_behind_question and asks[at] < _LIKELY_AGAIN:
            marks[at] = _ASKS if _has_question(words[begin : at + 1]) else _STOP
        begin, is_behind_question = at + 1, marks[at] == _ASKS


def _has_question(sentence: Sequence[str]) -> bool:
    """Whether a sentence has a word that asks, or begins with one that may: pachną jak u babci asks nothing."""
    return not _SURE.isdisjoint(sentence) or not _PERHAPS.isdisjoint(sentence[:2])


def _ask(words: Sequence[str], marks: list[int], asks: Sequence[float], begin: int, end: int) -> None:
    """Set the question mark of a sentence that is to end with a full stop, if it asks."""
    first = words[begin]
    if first not in _SURE | _PERHAPS:
        return
    commas = [at for at in range(begin, end) if marks[at] == _COMMA]
    inside = max(commas, key=lambda at: asks[at], default=end)
    if asks[end] >= max(_LIKELY if first in _SURE else _LIKELY_PERHAPS, asks[inside] if inside != end else 0):
        marks[end] = _ASKS
    elif inside != end and asks[inside] >= _LIKELY_INSIDE:
        marks[inside] = _ASKS
    elif commas and _gives_reason(words, begin, commas[0]):
        marks[commas[0]] = _ASKS


def _gives_reason(words: Sequence[str], begin: int, comma: int) -> bool:
    """Whether a question is over with a comma, as what follows is why it is asked."""
    if words[comma + 1] != "bo" or words[begin] in _OFTEN_TELLING:
        return False
    return words[begin] != "kiedy" or any(word.endswith(_OF_YOU) for word in words[begin + 1 : comma + 1])
