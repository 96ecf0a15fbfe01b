"""Which submissions stand on boards, and which people handed in."""

from __future__ import annotations

from django.db.models import Q

__all__ = ["handed_in", "on_boards"]


def on_boards(prefix: str = "") -> Q:
    """Return the condition: scored, and neither hidden nor deleted. prefix: such as `submissions__`."""
    return Q(**{f"{prefix}state": "scored", f"{prefix}hidden": None, f"{prefix}deleted": None})


def handed_in() -> Q:
    """Return the condition: of people, not published elsewhere, and not deleted."""
    return Q(is_reference=False, deleted=None)
