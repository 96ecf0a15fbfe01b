"""Reading: of the passages that were found, the span of words that answers, and how sure that is.

A span's score is linear in its features; over all spans of a question the scores make probabilities. The answer is the
span that would be right if any of the spans like it were, as the quiz of PolEval 2021 counts: of which at most half of
the letters must be changed to get the other one. Weights were learnt from PoQuAD, see `shipped/README.md`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy
from numpy.typing import NDArray

from probierz.errors import SystemFileError
from probierz.systems.questions.finding.index import FoundPassage
from probierz.systems.questions.reading.asked_question import AskedQuestion
from probierz.systems.questions.reading.span_features import FEATURES
from probierz.systems.questions.reading.spans import PassageSpans, spans_of
from probierz.systems.questions.reading.whole_answers import whole_answer
from probierz.systems.questions.wanted.values import stands_where_asked_for
from probierz.systems.shared.logistic import choice_weights, yes_weights

_TOLD = 0.5
"""So sure is at least the one value of a sentence, or of the half of one, that has all words of a question: likely."""
_SEVERAL = 4
"""So many readings are yielded at most."""
_WEIGHED = 60  # spans that are compared with each other, the likeliest
_AROUND = FEATURES.index("the same with neighbours")
_ALONE = FEATURES.index("share of the question in the sentence")
_SHIPPED = Path(__file__).parent / "shipped" / "reader.json"


@dataclass(frozen=True)
class ReaderWeights:
    """What the reader learnt.

    spans: a weight for each of FEATURES. confidence: up to nine numbers, a to i; an answer is right with probability
    1 / (1 + exp(-(a + b ln(m / (1 - m)) + c s + d n + e z + f p + g t + h u + i w))), m the mass of spans like it, s
    the share of the question in its sentence and both beside it, t in its sentence alone; n, z: 1 where the passage
    lacks a name, a number of the question; w: how many of its words are lacking; p: 1 in the first passage; u: 1 where
    it is no date, person or price that was asked for.
    """

    spans: tuple[float, ...]
    confidence: tuple[float, ...] = (0.0, 1.0, 0.0)


@dataclass(frozen=True)
class PassageReading:
    """An answer. begin, end: its characters in the passage. confidence: the probability that it is right, 0 to 1.

    other_rows: how many more rows of tables fit as well and say something else.
    """

    answer: str
    found: FoundPassage
    begin: int
    end: int
    confidence: float
    other_rows: int = 0


def read(
    question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float], weights: ReaderWeights | None = None
) -> PassageReading | None:
    """Return the likeliest answer of passages, which come with the best first; None where no span can answer.

    rarity: how much each cut word of the question tells, see `PassageIndex.rarity`.
    """
    return next(readings(question, found, rarity, weights), None)


def readings(
    question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float], weights: ReaderWeights | None = None
) -> Iterator[PassageReading]:
    """Yield the likeliest answer of passages, and behind it a few others, none like one before it."""
    return read_spans(question, found, described(question, found, rarity), weights or shipped_weights())


def read_spans(
    question: str, found: Sequence[FoundPassage], spans: Sequence[PassageSpans], weights: ReaderWeights
) -> Iterator[PassageReading]:
    """Yield the likeliest answers among spans that are described already, as wholes, each once."""
    said = set()
    for passage, at, mass in _likeliest(spans, weights, _SEVERAL):
        own = found[passage]
        begin, end = whole_answer(question, own.text, *spans[passage].places[at].tolist())
        if (passage, begin, end) in said:
            continue
        said.add((passage, begin, end))
        confidence = _sureness(spans, weights, passage, at, mass)
        if stands_where_asked_for(question, own.title, own.text, begin, end):
            confidence = max(confidence, _TOLD)
        yield PassageReading(own.text[begin:end], own, begin, end, confidence)


def described(question: str, found: Sequence[FoundPassage], rarity: Mapping[str, float]) -> list[PassageSpans]:
    """The spans of each passage."""
    asked = AskedQuestion(question, rarity)
    best = max((one.words for one in found), default=0.0) or 1.0
    return [
        spans_of(asked, one.title, one.text, standing=one.words / best, rank=rank) for rank, one in enumerate(found)
    ]


def choose_span(spans: Sequence[PassageSpans], weights: ReaderWeights) -> tuple[int, int, float] | None:
    """The passage, the span in it, and the probability that it is right."""
    likeliest = next(_likeliest(spans, weights), None)
    return likeliest and (*likeliest[:2], _sureness(spans, weights, *likeliest))


def _sureness(spans: Sequence[PassageSpans], weights: ReaderWeights, passage: int, at: int, mass: float) -> float:
    known = zip(weights.confidence, _known_of(spans, passage, at, mass), strict=False)  # old readers know fewer
    return _sigmoid(sum(weight * value for weight, value in known))


def _known_of(spans: Sequence[PassageSpans], passage: int, at: int, mass: float) -> list[float]:
    """What tells how sure a span is, see `ReaderWeights`."""
    own = spans[passage]
    around, alone = float(own.features[at, _AROUND]), float(own.features[at, _ALONE])
    lacks = [float(own.lacks_name), float(own.lacks_number)]
    return [1.0, _logit(mass), around, *lacks, float(passage == 0), alone, float(own.is_odd[at]), float(own.lacking)]


def _likeliest(
    spans: Sequence[PassageSpans], weights: ReaderWeights, several: int = 1
) -> Iterator[tuple[int, int, float]]:
    """Of each of the likeliest spans, none of which is like one before it: the passage, the span in it, and the mass of
    spans like it.
    """
    sizes = [len(one.places) for one in spans]
    if not sum(sizes):
        return
    scores = numpy.concatenate([one.features @ numpy.array(weights.spans) for one in spans])
    chances = numpy.exp(scores - scores.max())
    chances /= chances.sum()
    owners = numpy.repeat(numpy.arange(len(spans)), sizes)
    places = numpy.concatenate([one.places for one in spans])
    top = numpy.argsort(-scores, kind="stable")[:_WEIGHED]
    are_alike = _likeness(places[top], owners[top])
    masses = are_alike @ chances[top]
    worth = masses + 1e-6 * chances[top]  # of spans that are as good, the likelier
    for _ in range(several):
        best = int(numpy.argmax(worth))
        if worth[best] < 0:
            return
        passage = int(owners[top[best]])
        yield passage, int(top[best]) - sum(sizes[:passage]), float(masses[best])
        worth[are_alike[best] | are_alike[:, best]] = -1.0


def _likeness(places: NDArray[numpy.int64], owners: NDArray[numpy.int64]) -> NDArray[numpy.bool_]:
    """Whether the span of the row is right where that of the column is wanted: half its letters need no change."""
    begins, ends = places[:, 0], places[:, 1]
    lengths = ends - begins
    common = numpy.minimum(ends[:, None], ends) - numpy.maximum(begins[:, None], begins)
    changes = lengths[:, None] + lengths - 2 * numpy.maximum(common, 0)
    found: NDArray[numpy.bool_] = (2 * changes <= lengths) & (owners[:, None] == owners)
    return found


def _sigmoid(value: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, value))))


def _logit(share: float) -> float:
    kept = min(max(share, 1e-6), 1 - 1e-6)
    return math.log(kept / (1 - kept))


# --- what was learnt -------------------------------------------------------------------------------------------------


@lru_cache(1)
def shipped_weights() -> ReaderWeights:
    """The weights that come with the package. Raises SystemFileError when they are of another version."""
    try:
        found = json.loads(_SHIPPED.read_text("utf-8"))
        by_name = found["spans"]
        return ReaderWeights(tuple(float(by_name[name]) for name in FEATURES), tuple(map(float, found["confidence"])))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SystemFileError(f"{_SHIPPED} cannot be read ({error}); install Probierz again") from None


# --- learning --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class LearntQuestion:
    """A question to learn from: the spans of its passages, of which the first holds the answer.

    wanted: the number of the span there that is most like the answer.
    """

    spans: Sequence[PassageSpans]
    wanted: int


def learn_spans(
    questions: Sequence[LearntQuestion], *, seed: int, others: int = 50, ridge: float = 3.0
) -> ReaderWeights:
    """Learn how much each feature weighs, from the right span beside `others` wrong ones of its passage, at random.

    Of each further passage there are a fifth as many. Logistic regression of a choice among several, see logistic.py.
    """
    random = numpy.random.default_rng(seed)
    rows, begins, count = [], [], 0
    for question in questions:
        begins.append(count)
        for number, spans in enumerate(question.spans):
            some = random.permutation(len(spans.places))[: others if number == 0 else others // 5]
            if number == 0:
                some = numpy.concatenate([[question.wanted], some[some != question.wanted]])
            rows.append(spans.features[some])
            count += len(some)
    groups = numpy.array(begins)
    return ReaderWeights(tuple(choice_weights(numpy.concatenate(rows).astype(float), groups, groups, ridge).tolist()))


def confidence_rows(
    weights: ReaderWeights, questions: Iterable[tuple[Sequence[PassageSpans], Callable[[int, int], bool]]]
) -> Iterator[tuple[list[float], bool]]:
    """Yield what is known of the answer to each question, see `ReaderWeights`, and whether it is right.

    questions: the spans of their passages, and a judge of the span that is chosen: number of passage, number of span.
    Weights must not have been learnt from them.
    """
    for spans, is_right in questions:
        found = next(_likeliest(spans, weights), None)
        if found:
            yield _known_of(spans, *found), is_right(found[0], found[1])


def learn_confidence(weights: ReaderWeights, rows: Iterable[tuple[list[float], bool]]) -> ReaderWeights:
    """Learn how sure answers are from what is known of some and whether each was right, see `confidence_rows`."""
    known, right = zip(*rows, strict=True)
    learnt = yes_weights(numpy.array(known), numpy.array(right, float), numpy.ones(len(known)), ridge=0.1)
    return ReaderWeights(weights.spans, tuple(learnt.tolist()))
