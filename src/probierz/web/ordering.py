"""In what order rows stand whose number may be missing."""

from __future__ import annotations

import math
from typing import Any

__all__ = ["missing_last"]


def missing_last(value: Any, *, backwards: bool = False) -> tuple[bool, Any]:
    """Return a sort key: None and NaN stand behind all others, whichever the direction, and are equal among themselves.

    backwards: for `sorted(…, reverse=True)`.
    """
    is_missing = value is None or (isinstance(value, float) and math.isnan(value))
    return (is_missing != backwards, 0 if is_missing else value)
