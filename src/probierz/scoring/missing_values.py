"""Why a score is NaN, where that can be told from the lines that it was made of."""

from __future__ import annotations

import math

from probierz.errors import OptionError
from probierz.metrics.definition import Metric
from probierz.metrics.number_pairs import Moments
from probierz.schemes.scheme import Scheme
from probierz.scoring.score import Score

__all__ = ["needs_two_lines", "no_line_values", "why_missing"]


def needs_two_lines(metric: Metric) -> bool:
    """Whether there is no value of a single line: of correlations, and of R2."""
    return metric.needs_variation or metric.finish is Moments.determination


def no_line_values(scheme: Scheme, so: str) -> OptionError:
    """Return the refusal of a metric that has no value on single lines. so: what therefore cannot be told."""
    such = ", such as MAE," if scheme.metric.needs_variation else ""
    return OptionError(
        f"{scheme.name} has no value on single lines, so {so}; choose another metric{such} with --metric"
    )


def why_missing(score: Score) -> str:
    """Say why a correlation or R2 has no value; empty where it has one, or is another metric, or has no rows."""
    metric = score.scheme.metric
    if score.rows is None or not math.isnan(score.value) or not needs_two_lines(metric):
        return ""
    if len(score.rows) < 2:
        what = "a correlation" if metric.needs_variation else score.name
        return f"{what} needs two lines at least; take more lines, or a metric that has a value on one, such as MAE"
    sides = zip(*score.rows.tallies, strict=True)
    for what, numbers in zip(("expected numbers", "numbers of the output"), sides, strict=True):
        if len(set(numbers)) == 1:
            return f"all {what} are the same, and a correlation needs different ones"
    return ""
