"""Questions that a text asks itself, as lists of frequent ones do: what stands below them answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from probierz.systems.questions.reading.reader import PassageReading
from probierz.systems.questions.wanted.kinds import wanted_by
from probierz.systems.questions.wording.field_words import OF_ASKING, forms
from probierz.systems.questions.wording.span_tokens import SENTENCE_END
from probierz.systems.questions.wording.words import without_asking

if TYPE_CHECKING:
    from probierz.systems.questions.finding.index import FoundPassage

_QUESTION = re.compile(
    r"^[ \t]*(?:[#*•>–-]+[ \t]*|\d+[.)][ \t]*)*[*_]*(\S[^\n?]*\?)[*_\s]*\n\s*(?:[–—-]\s+)?(?=\S)", re.MULTILINE
)
_ALIKE = 0.7
"""The share of the words of either question that the other has."""
_SURE = 0.6


def below_same_question(question: str, found: Sequence[FoundPassage]) -> PassageReading | None:
    """Return the first sentence below a line that asks the same as a question; None where no passage has such."""
    asked = _words(question)
    best: tuple[float, PassageReading | None] = (0.0, None)
    for passage in found:
        for line in _QUESTION.finditer(passage.text):
            alike = _alike(asked, _words(line[1])) if wanted_by(line[1]) == wanted_by(question) else 0.0
            if alike > max(best[0], _ALIKE):
                best = alike, _first_sentence(passage, line.end())
    return best[1]


def _words(question: str) -> set[str]:
    return forms(without_asking(question)) - OF_ASKING


def _alike(asked: set[str], told: set[str]) -> float:
    return len(asked & told) / (max(len(asked), len(told)) or 1)


def _first_sentence(passage: FoundPassage, begin: int) -> PassageReading:
    stop = SENTENCE_END.search(passage.text, begin)
    end = begin + len(passage.text[begin : stop.start() if stop else len(passage.text)].rstrip(" \n.:"))
    return PassageReading(passage.text[begin:end], passage, begin, end, _SURE)
