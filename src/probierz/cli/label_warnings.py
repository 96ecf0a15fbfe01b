"""Warnings of outputs that have no right label, as an output of another task has none."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord

__all__ = ["label_warnings"]


def label_warnings(evaluation: EvaluationRecord) -> list[str]:
    """Return what is odd about the labels of an output where a metric that compares labels found none right.

    The files are read again, and only then. What is no plain file (a pipe) cannot be, and is let be.
    """
    from probierz.challenges.labels import label_question

    score = next((one for one in evaluation.scores if one.value == 0 and one.scheme.metric.compares_labels), None)
    if score is None or not all(map(os.path.isfile, (evaluation.output, evaluation.expected))):
        return []
    reading = evaluation.reading
    with reading.open_parallel(evaluation.output) as given, reading.open_parallel(evaluation.expected) as known:
        question = label_question(given, known, score.scheme, tokenizer=reading.tokenizer)
    return [f"{evaluation.output}: {question.message}; {question.remedy}"] if question else []
