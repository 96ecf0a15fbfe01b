"""What single lines tell of an output: the worst of them, and which words and lengths go with bad ones.

It is found while the output is scored, in the same confined process, so that pages only have to show it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from probierz.errors import ProbierzError
from probierz.ordering import missing_last
from probierz.scoring.format import finite_or_none
from probierz.web.sandbox.patience import TooSlow, at_most

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.scoring.score import Score

MOST_SECONDS = 5.0
MOST_LINES = 40
MOST_FEATURES = 20
LONGEST_NAME = 120
MOST_HELD = 200_000
"""Different features in memory; on very large outputs the rarest are dropped."""
UP_TO_PRIORITY = 1


def looked_into(evaluation: EvaluationRecord, scores: Sequence[Score], seconds: float) -> list[dict[str, Any]]:
    """Return `worst` and `features` of each score, see `SchemeScore`; features as far as the time allows.

    scores: of the evaluation, or of a part of its lines.
    """
    end = time.process_time() + min(seconds, MOST_SECONDS)
    return [{"worst": _worst(score), "features": _features(evaluation, score, end)} for score in scores]


def _worst(score: Score) -> list[tuple[int, str]]:
    from probierz.scoring.format import formatted

    if score.rows is None:
        return []
    sign = 1 if score.better == "higher" else -1
    pairs = sorted(
        zip(score.rows.numbers, score.rows.values, strict=True),
        key=lambda pair: (missing_last(sign * pair[1]), pair[0]),
    )
    best = score.scheme.metric.best
    return [(number, formatted(value, 4)) for number, value in pairs[:MOST_LINES] if value != best]


def _features(evaluation: EvaluationRecord, score: Score, end: float) -> list[list[Any]] | None:
    from probierz.inspection.features import FeatureKinds
    from probierz.inspection.line_sources import LineSource
    from probierz.inspection.worst import worst_features

    if score.rows is None or score.scheme.priority > UP_TO_PRIORITY:
        return None
    reading = evaluation.reading
    files = (evaluation.expected, evaluation.output, evaluation.inputs)
    chosen = None if len(score.rows) == evaluation.lines else frozenset(score.rows.numbers)
    source = LineSource(score.scheme, *files, reading, chosen=chosen)
    kinds = FeatureKinds(reading.tokenizer, in_header=reading.in_header)
    try:
        with at_most(end - time.process_time()):
            report = worst_features(source, kinds, limit=MOST_FEATURES, max_features=MOST_HELD)
    except (TooSlow, MemoryError):
        return None
    except ProbierzError:  # single lines have no score under this metric
        return []
    return [
        [one.name[:LONGEST_NAME], one.lines, *map(finite_or_none, (one.score, one.others, one.effect, one.q))]
        for one in report.features
    ]
