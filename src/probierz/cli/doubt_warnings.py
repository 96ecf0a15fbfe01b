"""Warnings of outputs that were scored and look like those of another task, in another order or of another scale."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from probierz.errors import ProbierzError

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord

__all__ = ["doubt_warnings"]


def doubt_warnings(evaluation: EvaluationRecord) -> list[str]:
    """Return what is odd about an output beside its input and what was expected.

    What scoring did not keep of the files is read again. That all labels are the same is asked only where a metric that
    compares them is 0: always to say the commonest one is a baseline.
    Of long outputs nothing is asked, as that would take as long as scoring them.
    What is no plain file (a pipe) cannot be read twice, and is let be. Nothing is asked of correlations: they mind no
    scale, and of numbers that are all the same their NaN tells.
    """
    from probierz.challenges.doubts import KnownSplit, OutputToDoubt
    from probierz.challenges.emptiness import MOST_COUNTED
    from probierz.challenges.problems import Problem

    if evaluation.lines > MOST_COUNTED or not all(map(os.path.isfile, evaluation.files)):
        return []
    known = KnownSplit(evaluation.split or evaluation.expected, evaluation.expected, evaluation.inputs)
    wrong = [one.scheme for one in evaluation.scores if one.value == 0 and one.scheme.metric.compares_labels]
    schemes = wrong or [one.scheme for one in evaluation.scores if not one.scheme.metric.needs_variation]
    output = OutputToDoubt(
        evaluation.output, schemes, evaluation.inputs, known if wrong else None, known, evaluation.reading,
        counted=evaluation.empty_lines, begun=evaluation.first_lines,
    )  # fmt: skip
    found: list[str] = []
    try:
        found.extend(str(Problem(evaluation.output, one.line, one.message, one.remedy)) for one in output.of_all())
    except ProbierzError as error:  # of the input: it may be broken where no metric reads it
        found.append(str(error))
    return found
