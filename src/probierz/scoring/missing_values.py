"""Why a score is NaN, where that can be told from the lines that it was made of."""

from __future__ import annotations

import math

from probierz.errors import OptionError
from probierz.schemes.scheme import Scheme
from probierz.scoring.score import Score

__all__ = ["no_line_values", "why_missing"]


def no_line_values(scheme: Scheme, so: str) -> OptionError:
    """Return the refusal of a metric that has no value on single lines. so: what therefore cannot be told."""
    such = ", such as MAE," if scheme.metric.needs_variation else ""
    return OptionError(
        f"{scheme.name} has no value on single lines, so {so}; choose another metric{such} with --metric"
    )


def why_missing(score: Score) -> str:
    """Say why a correlation has no value; empty where it has one, or is another metric, or has no rows."""
    if score.rows is None or not math.isnan(score.value) or not score.scheme.metric.needs_variation:
        return ""
    if len(score.rows) < 2:
        return "a correlation needs two lines at least"
    sides = zip(*score.rows.tallies, strict=True)
    for what, numbers in zip(("expected numbers", "numbers of the output"), sides, strict=True):
        if len(set(numbers)) == 1:
            return f"all {what} are the same, and a correlation needs different ones"
    return ""
