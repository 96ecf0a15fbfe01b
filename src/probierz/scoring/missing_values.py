"""Why a score is NaN, where that can be told from the lines that it was made of."""

from __future__ import annotations

import math

from probierz.errors import OptionError
from probierz.schemes.scheme import Scheme
from probierz.scoring.score import Score


def no_line_values(scheme: Scheme, so: str) -> OptionError:
    """Return the refusal of a metric that has no value on single lines. so: what therefore cannot be told."""
    such = ", such as MAE," if scheme.metric.compares_numbers else ""
    return OptionError(
        f"{scheme.name} has no value on single lines, so {so}; choose another metric{such} with --metric"
    )


def why_missing(score: Score) -> str:
    """Say why a metric that tells how lines differ has no value; empty where it has one, or where nothing is known.

    Known is of a score with rows that a single line is too little, and of numbers that all may be the same.
    """
    metric = score.scheme.metric
    if score.rows is None or not math.isnan(score.value) or metric.has_line_values or metric.prefixes:
        return ""
    what, such = "a correlation" if metric.needs_variation else score.name, ", such as MAE"
    if len(score.rows) < 2:
        remedy = f"take more lines, or a metric that has a value on one{such if metric.compares_numbers else ''}"
        return f"{what} needs two lines at least; {remedy}"
    if not metric.compares_numbers:
        return ""
    sides = zip(*score.rows.tallies, strict=True)
    for side, numbers in zip(("expected numbers", "numbers of the output"), sides, strict=True):
        if len(set(numbers)) == 1:
            return f"all {side} are the same, and {what} needs different ones"
    return ""
