"""In what order rows stand whose number may be missing, and which of them are best."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Literal


def missing_last(value: Any, *, backwards: bool = False) -> tuple[bool, Any]:
    """Return a sort key: None and NaN stand behind all others, whichever the direction, and are equal among themselves.

    backwards: for `sorted(…, reverse=True)`.
    """
    is_missing = value is None or (isinstance(value, float) and math.isnan(value))
    return (is_missing != backwards, 0 if is_missing else value)


def best_first(values: Sequence[float], better: Literal["higher", "lower"]) -> list[int]:
    """Return the places of the values, the best first and NaN last; equal values stay in their order."""
    sign = -1 if better == "higher" else 1
    return sorted(range(len(values)), key=lambda at: missing_last(sign * values[at]))


def shared_ranks(values: Sequence[float], better: Literal["higher", "lower"], digits: int) -> list[int]:
    """Return the rank of each value, from 1, and 0 for NaN; values that print alike with so many digits share one."""
    from decimal import Decimal

    shown = [float(format(Decimal(repr(float(value))), f".{digits}f")) for value in values]  # halves to even
    ordered = [shown[at] for at in best_first(shown, better)]
    return [0 if math.isnan(value) else 1 + ordered.index(value) for value in shown]


def winners(values: Sequence[float], better: Literal["higher", "lower"]) -> list[int]:
    """Return the places of the best value; none where all are equal, or fewer than two are numbers."""
    numbers = [value for value in values if not math.isnan(value)]
    if len(numbers) < 2 or min(numbers) == max(numbers):
        return []
    best = max(numbers) if better == "higher" else min(numbers)
    return [at for at, value in enumerate(values) if value == best]
