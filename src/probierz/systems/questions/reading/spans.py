"""Spans of a passage that may be the answer, described by numbers: the features of the reader.

All spans of a passage are described at once, with sums over its words, so that a passage takes about a millisecond.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from probierz.systems.questions.reading.asked_question import AskedQuestion
from probierz.systems.questions.reading.passage_words import Flags, Numbers, PassageWords
from probierz.systems.questions.reading.span_candidates import is_odd, spans_that_fit
from probierz.systems.questions.reading.span_features import (
    FEATURES,
    KINDS,
    PLAIN,
    SHAPES,
    plain_features,
    shape_features,
)
from probierz.systems.questions.wanted.kinds import wanted_by
from probierz.systems.questions.wording.cut_words import cut_form, cut_forms
from probierz.systems.questions.wording.span_tokens import TOKEN
from probierz.systems.questions.wording.words import without_asking
from probierz.systems.questions.wording.years import years_between

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class PassageSpans:
    """Spans as characters of their passage, (spans, 2), and their features, (spans, FEATURES).

    is_odd: of each span, whether it is unlike what is asked for: a date without a number, a person without a capital.
    lacks_name, lacks_number: whether the question has one that is neither in the passage nor in its title; lacking: how
    many of its words are in neither, apart from those that ask.
    """

    places: Numbers
    features: Flags
    is_odd: NDArray[numpy.bool_]
    lacks_name: bool = False
    lacks_number: bool = False
    lacking: int = 0


def spans_of(
    question: AskedQuestion, title: str, passage: str, *, standing: float = 1.0, rank: int = 0
) -> PassageSpans:
    """Return the spans of a passage that may answer; none where it has no word.

    standing: how well the passage fits, beside the best one, 0 to 1. rank: its place among those found, from 0.
    """
    tokens = list(TOKEN.finditer(passage))
    if not tokens:
        return PassageSpans(
            numpy.zeros((0, 2), numpy.int64), numpy.zeros((0, len(FEATURES)), numpy.float32), numpy.zeros(0, bool)
        )
    words = PassageWords(question, title, passage, [token.group() for token in tokens], [one.start() for one in tokens])
    kind = question.kind or wanted_by(question.text)
    first, last = spans_that_fit(words, kind)
    plain = plain_features(words, kind, first, last)
    plain["standing of the passage"] = numpy.full(len(first), standing)
    plain["first passage"] = numpy.full(len(first), float(rank == 0))
    features = numpy.zeros((len(first), len(FEATURES)), numpy.float32)
    for number, name in enumerate(PLAIN):
        features[:, number] = plain[name]
    if kind in KINDS:
        begin = len(PLAIN) + KINDS.index(kind) * len(SHAPES)
        shapes = shape_features(words, first, last)
        for number, name in enumerate(SHAPES, begin):
            features[:, number] = shapes[name]
    begins = numpy.array([one.start() for one in tokens])
    ends = numpy.array([one.end() for one in tokens])
    known = {cut_form(word) for word in _WORD.findall(f"{title} {passage}")}
    lacks = _lacks(question.text, known | years_between(question.text, passage))
    places = numpy.stack([begins[first], ends[last]], axis=1)
    return PassageSpans(places, features, is_odd(words, kind, first, last), *lacks)


def _lacks(question: str, known: set[str]) -> tuple[bool, bool, int]:
    """Whether a name, and whether a number, of a question is not among the cut words of a passage; how many are not."""
    words = _WORD.findall(question)
    missing = [word for word in words if cut_form(word) not in known]
    has_name = any(word[0].isupper() and len(word) > 1 for word in missing if word is not words[0])
    return has_name, any(map(str.isdigit, missing)), len(cut_forms(without_asking(question)) - known)
