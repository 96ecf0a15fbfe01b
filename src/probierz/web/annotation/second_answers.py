"""How far second answers agree with those of the records: what is compared, and the numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import F, Q

from probierz.inspection.raters import nominal_alpha
from probierz.metrics.questions import answer_words, bag_f_measure
from probierz.suites.sqad.records import Record
from probierz.web.annotation.files import record_of
from probierz.web.annotation.models import AnnotatedRecord, AnnotationProject, RecordRevision, SecondAnswer


class AnswerPair(NamedTuple):
    """A record's answer and a second one. f1: of the exact answers, as SQuAD-F1. second: empty where none was found."""

    name: str
    question: str
    first: str
    second: str
    is_same_sentence: bool
    f1: float


class RecordAgreement(NamedTuple):
    """How far people agree.

    pairs: worst first. open: second answers that are still to come. same_sentence: pairs with the same sentence.
    f1: the mean over pairs, 0 to 1; 0 for none. question_alpha, answer_alpha: Krippendorff's, nominal, of the types,
    where a blank type is a missing value; None where all are the same, or nothing is compared. Source: Krippendorff
    2011, Computing Krippendorff's Alpha-Reliability.
    """

    pairs: list[AnswerPair]
    open: int
    same_sentence: int
    f1: float
    question_alpha: float | None
    answer_alpha: float | None


def question_of(second: SecondAnswer) -> Record:
    """Return the record as it was when a second answer was asked for."""
    return record_of(second.record.revisions.select_related("article", "record").get(number=second.revision))


def agreement_of(project: AnnotationProject) -> RecordAgreement:
    """Return how far second answers agree with those of the records as they were then."""
    answers = SecondAnswer.objects.filter(record__project=project).select_related("record")
    asked = _questions_of(project)
    decided = [(one, asked[one.record_id, one.revision]) for one in answers if one.is_decided]
    pairs = sorted((_pair(second, record) for second, record in decided), key=lambda one: (one.f1, one.name))
    return RecordAgreement(
        pairs, len(answers) - len(decided), sum(one.is_same_sentence for one in pairs),
        math.fsum(one.f1 for one in pairs) / len(pairs) if pairs else 0.0,
        _alpha([(record.question_type, second.question_type) for second, record in decided]),
        _alpha([(record.answer_type, second.answer_type) for second, record in decided]),
    )  # fmt: skip


def _questions_of(project: AnnotationProject) -> dict[tuple[int, int], Record]:
    """The records that were answered anew as they were then, by number and revision; read in one query."""
    answered = Q(record__second_answers__is_decided=True, record__second_answers__revision=F("number"))
    states = RecordRevision.objects.filter(answered, record__project=project).select_related("article", "record")
    return {(one.record_id, one.number): record_of(one) for one in states}


def other_answers(row: AnnotatedRecord) -> list[AnswerPair]:
    """Return the second answers to a record that are otherwise than its own was when they were asked for."""
    pairs = [_pair(one, question_of(one)) for one in row.second_answers.filter(is_decided=True)]
    return [one for one in pairs if not one.is_same_sentence or one.f1 < 1]


def _pair(second: SecondAnswer, record: Record) -> AnswerPair:
    sentences = record.parts["text"].vertical.sentences
    chosen = sentences[second.sentence] if second.sentence is not None else None
    is_same = chosen is not None and any(chosen.words == one.words for one in record.sentences("selection"))
    first = record.says("extraction")
    f1 = 0.0 if chosen is None else bag_f_measure(answer_words(first), answer_words(second.extraction))
    return AnswerPair(second.record.name, record.says("question"), first, second.extraction, is_same, f1)


def _alpha(pairs: Sequence[tuple[str, str]]) -> float | None:
    """A type that nobody chose is missing, and no type of its own: such a pair is left out."""
    found = nominal_alpha([pair for pair in pairs if all(pair)])
    return None if math.isnan(found) else found
