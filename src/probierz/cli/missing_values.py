"""What people are told of scores that were made: what is odd about the output, and why a score is undefined."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from probierz.archives.standard_input import can_be_read_again
from probierz.cli.doubt_warnings import doubt_warnings

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord


def warnings_of(evaluation: EvaluationRecord) -> Iterator[str]:
    """Yield all that is odd about an output that was scored, one by one: files are read again for it."""
    yield from evaluation.warnings
    yield from doubt_warnings(evaluation)
    yield from missing_values(evaluation)


def missing_values(evaluation: EvaluationRecord) -> list[str]:
    """Say which scores have no value, and why, where that can be told.

    The files are read again, and only then. What is no plain file (a pipe) cannot be, and is let be.
    """
    from probierz.challenges.evaluate import evaluate_files
    from probierz.scoring.missing_values import why_missing

    missing = [one.scheme for one in evaluation.scores if math.isnan(one.value)]
    schemes = [one for one in missing if not one.metric.has_line_values]
    if not schemes or not all(map(can_be_read_again, evaluation.files)):
        return []
    again = evaluate_files(
        schemes, evaluation.expected, evaluation.output, evaluation.inputs, reading=evaluation.reading
    )
    reasons: dict[str, list[str]] = {}
    for score in again.scores:
        reasons.setdefault(why_missing(score), []).append(score.name)
    place = f"{evaluation.output} line 1" if evaluation.lines == 1 else evaluation.output
    return [f"{place}: no value (NaN) of {', '.join(names)}: {why}" for why, names in reasons.items() if why]
