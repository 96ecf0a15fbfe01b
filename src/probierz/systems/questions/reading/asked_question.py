"""What is looked for in passages: the words of a question, weighed, and the sentence with most of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from probierz.systems.questions.wanted.kinds import Wanted
from probierz.systems.questions.wording.cut_words import SMALL, cut_form
from probierz.systems.questions.wording.span_tokens import TOKEN, sentences_of
from probierz.systems.questions.wording.words import STEM

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class AskedQuestion:
    """What is looked for. weights: how rare each cut word of the question is; kind: None where its words tell it."""

    text: str
    weights: Mapping[str, float]
    kind: Wanted | None = None

    @property
    def told(self) -> dict[str, float]:
        """The weights of words that say something, as shares of their sum."""
        kept = {form: self.weights.get(stem, 0.0) for form, stem in _telling(self.text).items()}
        total = sum(kept.values()) or 1.0
        return {stem: weight / total for stem, weight in kept.items()}


@lru_cache(64)
def _telling(question: str) -> Mapping[str, str]:
    """The words of a question that say something, by their forms (`cut_form`): the stem in the index of each."""
    words = [word.lower() for word in TOKEN.findall(question) if word[0].isalnum()]
    return {cut_form(word): word[:STEM] for word in words if word not in SMALL}


def best_sentence(question: AskedQuestion, passage: str) -> tuple[int, int]:
    """Return the characters of the sentence that shares most with the question; of equal ones the first.

    Behind a sentence that asks it is the next one.
    """
    told = question.told
    spans = [(begin, end) for begin, end in sentences_of(passage) if passage[begin:end].strip()]

    def share(span: tuple[int, int]) -> float:
        return sum(told.get(form, 0.0) for form in set(map(cut_form, _WORD.findall(passage[slice(*span)]))))

    begin, end = max(spans, key=share, default=(0, len(passage)))
    if passage[begin:end].rstrip().endswith("?") and (begin, end) != spans[-1]:
        begin, end = spans[spans.index((begin, end)) + 1]
    text = passage[begin:end]
    return begin + len(text) - len(text.lstrip()), begin + len(text.rstrip())
