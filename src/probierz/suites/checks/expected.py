"""Expected lines that do not belong to their inputs: another task's, or in another order."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path

from probierz.challenges.challenge import Challenge
from probierz.challenges.doubts import KnownSplit
from probierz.challenges.expected_doubts import expected_doubts
from probierz.suites.findings import Finding, FindingPlace


def check_expected(challenge: Challenge, *, told: Collection[str] = ()) -> Iterator[Finding]:
    """Ask of the expected lines of each split what would be asked of an output of it; one finding for each doubt.

    told: splits whose labels are questioned already.
    """
    splits = [
        KnownSplit(one.name, one.expected, one.input)
        for one in challenge.splits
        if one.input is not None and one.expected is not None
    ]
    for split in (one for one in splits if one.name not in told):
        for doubt in expected_doubts(split, splits, challenge.schemes, challenge.reading):
            path = str(doubt.path)
            message = f"{split.name}/{Path(path).name}: {doubt.message}; {doubt.remedy}"
            places = (FindingPlace(path, doubt.line or 0),)
            yield Finding("expected", message, (split.name,), 1, places, severity="warning")
