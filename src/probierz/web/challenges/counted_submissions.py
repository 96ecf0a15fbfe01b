"""Which submissions a challenge counts: what stands on its boards, and what people handed in."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Q


def on_boards(prefix: str = "") -> Q:
    """Return the condition: scored, and neither hidden nor deleted. prefix: such as `submissions__`."""
    return Q(**{f"{prefix}state": "scored", f"{prefix}hidden": None, f"{prefix}deleted": None})


def came_after(end: datetime | F) -> Q:
    """Return the condition: it came when what ends then was over, as `suites.phases.has_ended` has it."""
    return Q(created__gt=end)


def from_people() -> Q:
    """Return the condition: of people, not published elsewhere, and not deleted."""
    return Q(is_reference=False, deleted=None)
