"""From where on a score is far worse than any in earnest, where the unit of the data decides: 50 degrees, 20000 km."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from decimal import Decimal

from probierz.errors import ProbierzError
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.score import score
from probierz.scoring.score_steps import smallest_above

TIMES = 2
"""So many times worse than expected results in the wrong order no output in earnest is."""
MOST_LINES = 10_000
"""More lines tell no more of what is far."""


def far_score(scheme: str, expected: Sequence[str]) -> float | None:
    """Return from which distance on a score is far: 1, 2 or 5 times a power of ten; None where nothing says it.

    It is twice the score, or a little more, that the first expected results get against themselves moved by one line,
    and by half of all where lines stand in order: what chance gets. So it tells of expected results how large they are,
    and nothing of an output changes it.
    """
    metric = parse_scheme(scheme).metric
    near = next((end for end in metric.bounds if math.isfinite(end)), 0.0)
    try:
        scores = [score(scheme, expected, one, rows=False).value for one in _moved(metric.name, expected[:MOST_LINES])]
    except ProbierzError:  # a metric that wants something else of an output than what is expected
        return None
    most = max((abs(one - near) for one in scores if math.isfinite(one)), default=0.0)
    return float(smallest_above(Decimal(repr(TIMES * most)))) if most else None


def _moved(metric: str, expected: Sequence[str]) -> Iterator[list[str]]:
    """Outputs of expected results in other orders, the right one first: of intervals their beginnings."""
    is_interval = metric.endswith("Against-Interval")
    outputs = [line.partition(",")[0] for line in expected] if is_interval else list(expected)
    for by in dict.fromkeys((0, min(1, len(outputs)), len(outputs) // 2)):
        yield outputs[by:] + outputs[:by]
