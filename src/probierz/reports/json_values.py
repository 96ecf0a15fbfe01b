"""Scores, intervals and numbers as JSON can hold them."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from probierz.scoring.format import show

if TYPE_CHECKING:
    from probierz.challenges.evaluation import EvaluationRecord
    from probierz.scoring.interval import ScoreInterval


def scores_as_json(
    evaluations: Sequence[EvaluationRecord],
    intervals: Sequence[Sequence[ScoreInterval]] | None = None,
    *,
    learnt: Collection[str] | None = None,
) -> str:
    """Everything about the evaluations, nothing rounded: values, signatures, warnings, intervals if there are any.

    learnt: the splits that a system has learnt from, where that is known; then each evaluation says `is_learnt_from`.
    """
    import json

    from probierz.version import __version__

    plain = [_evaluation_as_json(one) for one in evaluations]
    if learnt is not None:
        for entry, one in zip(plain, evaluations, strict=True):
            entry["is_learnt_from"] = one.split in learnt
    for entry, found in zip(plain, intervals or [], strict=False):
        for score, interval in zip(entry["scores"], found, strict=True):
            score["interval"] = interval_as_json(interval)
    whole = {"probierz": __version__, "evaluations": plain}
    return json.dumps(whole, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _evaluation_as_json(evaluation: EvaluationRecord) -> dict[str, Any]:
    plain = evaluation.as_dict()
    for score, entry in zip(evaluation.scores, plain["scores"], strict=True):
        entry.update(json_number(score.value))
        entry["components"] = {name: plain_number(number) for name, number in score.components.items()}
        entry["signature"]["text"] = str(score.signature)
    return plain


def json_number(value: float) -> dict[str, Any]:
    """Return a number as JSON can hold it: {"value": 0.5}, {"value": "Infinity"} or {"value": null, "nan": true}."""
    if math.isnan(value):
        return {"value": None, "nan": True}
    return {"value": plain_number(value)}


def interval_as_json(interval: ScoreInterval) -> dict[str, Any]:
    """Return an interval as JSON can hold it; the signature as one line."""
    plain = {key: plain_number(value) for key, value in interval.as_dict().items()}
    return {**plain, "signature": str(interval.signature)}


def plain_number(value: Any) -> Any:
    """Return a number as JSON can hold it, and anything else as it is: NaN is null, infinities are texts as in TSV.

    "Infinity" and "-Infinity" are what `float` of Python and `Number` of JavaScript read.
    """
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else show(value)
