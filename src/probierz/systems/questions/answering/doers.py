"""Who did something, told right before the verb by name or as people, and behind it what was done to, as it is asked.

Kto naprawił rower?     Jan Kowalski naprawił rower Ewy Nowak.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.doubts import clauses_of
from probierz.systems.questions.doubting.named_doers import NamedDoer, named_doer
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wording.span_tokens import sentences_of
from probierz.systems.questions.wording.verbs import past_of
from probierz.systems.questions.wording.words import ASKS_WHO, WORDS, without_asking

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_PEOPLE_FIRST = re.compile(
    r"\W*(?P<who>[^\W\d_]{2,}(?:ci|cy|dzi|dzy|ni|si|rzy|rze|iele|owie|ři|či|ti|ové)) (?P<verb>[^\W\d_]+li)\b"
)
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
                doer = named_doer(asked, passage.text, low, high) or _people_first(asked, passage.text, low, high)
                if doer and _is_done_to(asked, WORDS.findall(passage.text, doer.end_of_verb, high)):
                    told = passage.text[doer.begin : doer.end]
                    yield PassageReading(told, passage, doer.begin, doer.end, _SURE)


def _people_first(asked: set[str], text: str, low: int, high: int) -> NamedDoer | None:
    """Whom a clause begins with, as nouns of several men do that stand in no other case: *Radni uchwalili budżet*."""
    people = _PEOPLE_FIRST.match(text, low, high)
    past = past_of(people["verb"]) if people else None
    roots = {one.root for word in asked if (one := past_of(word))}
    if not people or not past or past.root not in roots or people["who"].lower() in asked:
        return None
    return NamedDoer(*people.span("who"), people.end("verb"), past.ending)


def _is_done_to(asked: set[str], words: Sequence[str]) -> bool:
    """Whether a word of a question stands near the beginning of others, with no name before it."""
    for word in words[: _MOST_BETWEEN + 1]:
        if word.lower() in asked:
            return True
        if word[0].isupper():
            break
    return False
