"""Numbers that people gave, as systems learn from them: each is one, and none is far from all others."""

from __future__ import annotations

import math
from collections.abc import Sequence

from probierz.errors import DataError

__all__ = ["read_rating", "read_ratings", "scale_of"]

_FEWEST = 10  # ratings of which a scale is told
_PART = 20  # so many times as many as may lie outside of it
_TIMES = 4  # how often the width of the scale a slip is away: 45 for 4.5, yet not the rare 0 beside marks from 1 to 5


def read_ratings(expected: Sequence[str]) -> list[float]:
    """Read lines of what is expected. Raises DataError, with the line, for what is no number, or far from the others.

    Far is what lies more than four times the width of the scale of the others away from it. The others are those
    without the twentieth part at either end, at least one; of fewer than ten ratings, or when the others are all the
    same, nothing is far.
    """
    found = [read_rating(text, line) for line, text in enumerate(expected, 1)]
    outside = max(1, len(found) // _PART)
    if len(found) < _FEWEST:
        return found
    lowest, highest = scale_of(sorted(found)[outside:-outside])
    room = _TIMES * (highest - lowest)
    for line, (text, rating) in enumerate(zip(expected, found, strict=True), 1):
        if room and not lowest - room <= rating <= highest + room:
            raise DataError(
                f"the rating {text.strip()} is far from the others, which lie from {lowest:g} to {highest:g};"
                " mend it, or leave the line out",
                line=line,
                side="expected",
            )
    return found


def read_rating(text: str, line: int) -> float:
    """Read one. Raises DataError for what is no finite number."""
    try:
        found = float(text.strip())
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise DataError(f"{text!r} is no rating; a number is wanted", line=line, side="expected")
    return found


def scale_of(ratings: Sequence[float]) -> tuple[float, float]:
    """From 1 to 5 where all ratings lie there, as PolEval's do; else from the least to the most of them."""
    lowest, highest = float(min(ratings)), float(max(ratings))
    return (1.0, 5.0) if lowest >= 1 and 4 < highest <= 5 else (lowest, highest)
