"""Which scores drawings show on one scale: one that is far from any in earnest would press all others together."""

from __future__ import annotations

import math

from probierz.web.challenges.models import Test
from probierz.web.challenges.visibility import steps_of


def near_range(test: Test | None) -> tuple[float, float]:
    """Return the scores beyond which a drawing is broken, in the unit that is shown: those told as a bound alone.

    Infinities where a metric has both ends, or nothing is known of it.
    """
    steps = steps_of(test) if test is not None else None
    if test is None or steps is None or steps.has_both_ends:
        return -math.inf, math.inf
    low, high = (float(bound) * test.scale for bound in steps.bounds)
    return low, high
