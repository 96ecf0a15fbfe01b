"""Where something was, told by the town that a piece of news begins with: *Puławy. Strażacy ugasili pożar młyna.*"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.doubting.doubts import subject_of
from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wanted.values import DATE
from probierz.systems.questions.wording.field_words import forms
from probierz.systems.questions.wording.span_tokens import sentences_of
from probierz.systems.questions.wording.verbs import BEING, is_past, verb_of
from probierz.systems.questions.wording.words import CAPITAL, NAME_WORD, WORDS, without_marks

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_DATELINE = re.compile(
    rf"^[ \t]*(?:[-*•–][ \t]+)?(?P<town>{NAME_WORD}(?:[ \t]{NAME_WORD}){{0,2}})(?:,[ \t]+(?i:{DATE}))?"
    rf"(?:[.:]|[ \t][–—])[ \t]+(?P<news>{CAPITAL}[^\W\d_]*[ \t][^\n]+)",
    re.MULTILINE,
)
_NO_TOWN = re.compile(
    r"(?:sport|kultur|uwag|remont|pozar|wypad|zdrow|pogod|szkol|oswiat|gospod|polity|kraj|swiat|region|drog|oglosz"
    r"|komunik|inform|piln|zapowie|wydarz|nowos|przypom|sprost|konkurs|inwest|budow|kronik|histor|policj|straz|wazne"
    r"|upozor|zprav|soutez|doprav|pocasi|oprav)"
)
"""How headings begin that name no place, without marks."""
_AT_A_PLACE = re.compile(rf"\b(?:we?|na|przy|pod|nad|koło|obok|ve?|u|do|ze?) (?:[^\W\d_]+ )?{CAPITAL}")
_WHERE = re.compile(r"\W*(?:gdzie|kde)\b", re.IGNORECASE)
_ALIKE = 4
"""Letters that two forms of one verb have in common: *ugaszono*, *ugasili*."""
_SURE = 0.55
"""A heading may look as a town does, so it is told with *perhaps*."""


def told_in_datelines(question: str, found: Sequence[FoundPassage]) -> Iterator[PassageReading]:
    """Yield the towns of news that tell what a question asks the place of, and no other place."""
    for passage in found if _WHERE.match(question) else ():
        for line in _DATELINE.finditer(passage.text):
            words = WORDS.findall(passage.text)
            is_town = not _NO_TOWN.match(without_marks(line["town"].lower())) and line["town"].lower() not in words
            if is_town and any(_tells(question, line["news"][low:high]) for low, high in sentences_of(line["news"])):
                yield PassageReading(line["town"], passage, *line.span("town"), _SURE)


def _tells(question: str, sentence: str) -> bool:
    """Whether a sentence has all words of a question, the verb in some form of it, and no place of its own."""
    verb, subject = verb_of(question), subject_of(question)
    own = subject - forms(verb)
    is_done = bool(forms(verb) & BEING) or any(_is_verb(verb, one) for one in WORDS.findall(sentence.lower()))
    return bool(own) and own <= forms(sentence) and is_done and not _AT_A_PLACE.search(sentence)


def _is_verb(verb: str, word: str) -> bool:
    return word == verb or (is_past(word) and len(verb) > _ALIKE and word[:_ALIKE] == verb[:_ALIKE])
