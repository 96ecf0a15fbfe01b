"""Splits whose input has another number of columns than that of the others: often one was lost."""

from __future__ import annotations

from collections.abc import Iterator

from probierz.challenges.challenge import Challenge
from probierz.challenges.column_counts import odd_columns
from probierz.suites.findings import Finding, FindingPlace


def check_columns(challenge: Challenge) -> Iterator[Finding]:
    """Compare the inputs of all splits; one finding for each that is odd, unless their lines may differ anyway."""
    schemes = challenge.schemes
    if schemes and schemes[0].metric.definition.free_input_columns:
        return
    splits = sorted(challenge.splits, key=lambda one: one.name != "train")
    paths = {one.name: one.input for one in splits if one.input is not None}
    for split, message in odd_columns(paths).items():
        places = (FindingPlace(str(paths[split]), 1),)
        yield Finding("columns", f"{message}; was one lost, or is it so on purpose?", (split,), 1, places, "warning")
