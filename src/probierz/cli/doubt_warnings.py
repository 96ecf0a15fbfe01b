"""Warnings of outputs that were scored and look like those of another task, in another order or of another scale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord

__all__ = ["doubt_warnings"]

MOST_LINES = 200_000
"""Of longer outputs nothing is asked: reading them again would take as long as scoring them."""


def doubt_warnings(evaluation: EvaluationRecord) -> list[str]:
    """Return what is odd about an output beside its input and what was expected.

    The files are read again, labels only where a metric that compares them found none right. What is no plain file (a
    pipe) cannot be read twice, and is let be. Nothing is asked of correlations: they mind no scale, and of numbers that
    are all the same their NaN tells.
    """
    from probierz.challenges.doubts import KnownSplit, OutputToDoubt

    files = (evaluation.output, evaluation.expected, *filter(None, [evaluation.inputs]))
    if evaluation.lines > MOST_LINES or not all(map(os.path.isfile, files)):
        return []
    known = KnownSplit(evaluation.split or evaluation.expected, evaluation.expected, evaluation.inputs)
    wrong = [one.scheme for one in evaluation.scores if one.value == 0 and one.scheme.metric.compares_labels]
    schemes = wrong or [one.scheme for one in evaluation.scores if not one.scheme.metric.needs_variation]
    output = OutputToDoubt(
        evaluation.output, schemes, evaluation.inputs, known if wrong else None, known, evaluation.reading
    )
    return [f"{evaluation.output}: {doubt.message}; {doubt.remedy}" for doubt in output.of_all()]
