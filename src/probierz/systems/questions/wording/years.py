"""Years as texts write them: four digits, of the last thousand years."""

from __future__ import annotations

import re

__all__ = ["YEAR", "YEARS_OF_LIFE"]

YEAR = re.compile(r"(?<!\d)[12]\d{3}(?!\d)")
"""A year that stands by itself, and is no part of a longer number."""

YEARS_OF_LIFE = re.compile(r"(?<!\d)([12]\d{3})\s?[–—-]\s?([12]\d{3})(?!\d)")
"""Two years with a dash: of a life, an office, a war."""
