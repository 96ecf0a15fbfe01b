"""Which submissions stand on boards."""

from __future__ import annotations

from django.db.models import Q

__all__ = ["on_boards"]


def on_boards(prefix: str = "") -> Q:
    """Return the condition: scored, and neither hidden nor deleted. prefix: such as `submissions__`."""
    return Q(**{f"{prefix}state": "scored", f"{prefix}hidden": None, f"{prefix}deleted": None})
