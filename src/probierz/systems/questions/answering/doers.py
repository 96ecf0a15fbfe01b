"""Who did something, told by name right before the verb, and behind it what was done to, as a question has it.

Kto naprawił rower?     Jan Kowalski naprawił rower Ewy Nowak.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.doubting.named_doers import named_doer
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.span_tokens import sentences_of
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS, without_asking

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

__all__ = ["told_as_doers"]

_MOST_BETWEEN = 2
"""Words between the verb and what was done to: *naprawił wczoraj stary rower*."""
_SURE = 0.55
"""Nothing but the order and the endings of words tells who did it, so it is told with *perhaps*."""


def told_as_doers(question: str, found: Sequence[FoundPassage]) -> Iterator[PassageReading]:
    """Yield who did by name what a question asks the doer of."""
    asked = {word.lower() for word in WORDS.findall(without_asking(question))}
    for passage in found if ASKS_WHO.match(question) else ():
        for sentence, _ in sentences_of(passage.text):
            for low, high in clauses_of(passage.text, sentence, sentence):
                doer = named_doer(asked, passage.text, low, high)
                if doer and _is_done_to(asked, WORDS.findall(passage.text, doer.end_of_verb, high)):
                    told = passage.text[doer.begin : doer.end]
                    yield PassageReading(told, passage, doer.begin, doer.end, _SURE)


def _is_done_to(asked: set[str], words: Sequence[str]) -> bool:
    """Whether a word of a question stands near the beginning of others, with no name before it."""
    for word in words[: _MOST_BETWEEN + 1]:
        if word.lower() in asked:
            return True
        if word[0].isupper():
            break
    return False
