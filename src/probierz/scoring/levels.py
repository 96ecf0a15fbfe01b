"""What is taken where nobody chose another: from which p on a difference is chance, and how intervals are made."""

from __future__ import annotations

__all__ = ["CONFIDENCE", "LEVEL", "SAMPLES"]

LEVEL = 0.05
"""Up to this p, or q, a difference is called more than chance."""
CONFIDENCE = 0.95
"""The level of an interval."""
SAMPLES = 1000
"""How many samples of lines are drawn for it."""
