"""What is taken where nobody chose another: from which p on a difference is chance, and how intervals are made."""

from __future__ import annotations

LEVEL = 0.05
"""Up to this p, or q, a difference is called more than chance."""
CONFIDENCE = 0.95
"""The level of an interval."""
SAMPLES = 1000
"""How many samples of lines are drawn for it."""


def level_at(comparison: int) -> float:
    """Return up to which p-value a gain is more than chance at the first, second, … of many comparisons: LEVEL / k².

    Of gains alone, by two-sided p-values, one is false with a chance of about Σ LEVEL / 2k² = 0.041, however many
    comparisons there are; with mid-p-values of 0.065 at most, as far as numbers of lines were tried that differ.
    """
    return LEVEL / max(1, comparison) ** 2
