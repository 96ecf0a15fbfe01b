"""Numbers that people gave, as systems learn from them: each is one, and none is off the scale of all others."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from statistics import median

import numpy
from numpy.typing import NDArray

from probierz.errors import DataError

_FEWEST = 10  # ratings of which a scale is told
_PART = 20  # so many times as many as may lie outside of it
_TIMES = 4  # how often the width of the scale a slip is away: 45 for 4.5, yet not the rare 0 beside marks from 1 to 5
_MARKS = (1.0, 5.0)
_NEXT_MARKS = (0.0, 6.0)  # which other scales of marks have, and seldom use
_TEN = (0.0, 10.0)  # where few ratings may lie of which the others look like marks


def read_ratings(expected: Sequence[str]) -> list[float]:
    """Read lines of what is expected. Raises DataError, with the line, for what is no number, or no rating as others.

    The others are those without the twentieth part at either end, at least one. Where they lie from 1 to 5, a rating
    is off their scale unless it is 0 or 6. Else far is what lies more than four times the width of their scale away
    from it; when they are all the same, nothing is far. Of fewer than ten ratings the others are those without the one
    that is farthest from the middle one; where they lie from 1 to 5, all lie from 0 to 10.
    """
    found = [read_rating(text, line) for line, text in enumerate(expected, 1)]
    is_right, why = _rule(found)
    for line, (text, rating) in enumerate(zip(expected, found, strict=True), 1):
        if not is_right(rating):
            raise DataError(
                f"the rating {text.strip()} is {why}; mend it, or leave the line out", line=line, side="expected"
            )
    return found


def _rule(ratings: Sequence[float]) -> tuple[Callable[[float], bool], str]:
    """Which ratings may stand beside the others, and what the rest is."""
    if len(ratings) < 3:
        return lambda _: True, ""
    if len(ratings) < _FEWEST:
        others = sorted(ratings, key=lambda rating: abs(rating - median(ratings)))[:-1]
        return (_within(_TEN) if _are_marks(others) else lambda _: True), _OFF
    outside = max(1, len(ratings) // _PART)
    others = sorted(ratings)[outside:-outside]
    if _are_marks(others) and others[-1] > 4:
        return lambda rating: rating in _NEXT_MARKS or _within(_MARKS)(rating), _OFF
    lowest, highest = scale_of(others)
    room = _TIMES * (highest - lowest)
    is_near = _within((lowest - room, highest + room)) if room else lambda _: True
    return is_near, f"far from the others, which lie from {lowest:g} to {highest:g}"


_OFF = "off the scale of the others, which lie from 1 to 5"


def _within(scale: tuple[float, float]) -> Callable[[float], bool]:
    return lambda rating: scale[0] <= rating <= scale[1]


def _are_marks(ratings: Sequence[float]) -> bool:
    return all(map(_within(_MARKS), ratings))


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
    return _MARKS if lowest >= 1 and 4 < highest <= 5 else (lowest, highest)


def evenly_spread(ratings: Sequence[float]) -> NDArray[numpy.floating]:
    """Ratings at even distances in their order, equal ones at the same place, with the mean and spread that they had.

    A few that are far below the others, as people's ratings have them, then weigh no more than these.
    """
    values, places, counts = numpy.unique(ratings, return_inverse=True, return_counts=True)
    ranks = (numpy.cumsum(counts) - counts / 2)[places]
    step = float(numpy.std(ratings)) / float(ranks.std()) if len(values) > 1 else 0.0
    found: NDArray[numpy.floating] = numpy.mean(ratings) + (ranks - ranks.mean()) * step
    return found
