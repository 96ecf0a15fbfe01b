"""What readers are made of: questions of SQuAD's form with the spans of their paragraphs, in parts by article."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy

from probierz.systems.questions.finding.index import FoundPassage, IndexRecipe, PassageIndex, build_index
from probierz.systems.questions.finding.passages import SourceDocument
from probierz.systems.questions.learning.quiz_rule import is_right
from probierz.systems.questions.learning.squad import AnsweredQuestion
from probierz.systems.questions.reading.reader import LearntQuestion, described
from probierz.systems.questions.reading.spans import PassageSpans
from probierz.systems.questions.reading.whole_answers import whole_answer
from probierz.systems.questions.wanted.kinds import Wanted, wanted_by

OTHERS, RIDGE = 200, 3.0
"""Wrong spans beside a right one, and how much the weights are held down: of several that were tried, the best."""
NEAR = 0.6
"""A span is learnt from when it shares so much with the answer: twice the common characters, by those of both."""

PASSAGES = 3
"""So many are read of each question, as `probierz ask` does."""

Described = tuple[AnsweredQuestion, list[PassageSpans]]


def indexed(paragraphs: Iterable[tuple[str, str]], place: Path) -> PassageIndex:
    """An index of paragraphs, title and text, which knows how rare words are."""
    texts = dict.fromkeys(paragraphs)
    documents = (SourceDocument(str(at), title, text) for at, (title, text) in enumerate(texts))
    build_index(place, documents, IndexRecipe("whole"))
    return PassageIndex(place)


def told(questions: Iterable[AnsweredQuestion], index: PassageIndex) -> list[Described]:
    """The spans of each paragraph, without yes-or-no questions."""
    return [
        (one, described(one.question, [given(one)], index.rarity(one.question)))
        for one in questions
        if wanted_by(one.question) is not Wanted.BOOLEAN
    ]


def given(one: AnsweredQuestion) -> FoundPassage:
    """The paragraph of a question, as if it had been found."""
    return FoundPassage(0, "", one.title, one.paragraph, 0, 1.0, 1.0)


def parts_by_article(questions: Sequence[AnsweredQuestion], count: int, seed: int) -> list[list[AnsweredQuestion]]:
    """The questions in so many parts, those of one article in one."""
    names = sorted({one.title for one in questions})
    random.Random(seed).shuffle(names)
    part = {name: at % count for at, name in enumerate(names)}
    return [[one for one in questions if part[one.title] == at] for at in range(count)]


def wanted_span(one: Described) -> LearntQuestion | None:
    """The question with the span that is most like its answer; None where none is like it."""
    question, (spans,) = one
    return learnt_from(spans, question.begin, question.end)


def wanted_among_found(one: Described, index: PassageIndex) -> LearntQuestion | None:
    """The question with the span that is most like its answer and, where it finds its passage, those of what else it
    finds; None where no span is like it.
    """
    learnt = wanted_span(one)
    question, _ = one
    found = index.search(question.question, PASSAGES)
    own = next((at for at, passage in enumerate(found) if passage.text == question.paragraph), None)
    if learnt is None or own is None:
        return learnt
    spans = described(question.question, found, index.rarity(question.question))
    return LearntQuestion([spans[own], *spans[:own], *spans[own + 1 :]], learnt.wanted)


def learnt_from(spans: PassageSpans, begin: int, end: int) -> LearntQuestion | None:
    """The spans of one passage with the one that is most like its answer, from `begin` to `end`; None for none."""
    if not len(spans.places):
        return None
    begins, ends = spans.places[:, 0], spans.places[:, 1]
    common = numpy.minimum(ends, end) - numpy.maximum(begins, begin)
    likeness = 2 * numpy.maximum(common, 0) / (ends - begins + end - begin)
    best = int(likeness.argmax())
    return LearntQuestion([spans], best) if likeness[best] > NEAR else None


def judge(
    question: AnsweredQuestion, found: Sequence[FoundPassage], spans: Sequence[PassageSpans]
) -> Callable[[int, int], bool]:
    """What says of a span, by the numbers of its passage and of itself, whether it answers; none does where nothing is
    answered.
    """

    def is_answer(passage: int, at: int) -> bool:
        begin, end = spans[passage].places[at].tolist()
        text = found[passage].text
        said = text[slice(*whole_answer(question.question, text, begin, end))]
        return question.is_answered and is_right(said, question.answers)

    return is_answer
