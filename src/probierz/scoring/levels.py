"""From which p on a difference is called chance."""

from __future__ import annotations

__all__ = ["LEVEL"]

LEVEL = 0.05
"""Up to this p, or q, a difference is called more than chance where nobody chose another level."""
