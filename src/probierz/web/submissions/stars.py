"""What a star beside a single score says, in one sentence."""

from __future__ import annotations

from django.utils.translation import gettext as _


def star_note(conflict: str, *, is_outdated: bool) -> str:
    """Say that a score is on data that were replaced since, what another place says instead of it, or both at once.

    conflict: what that is; empty for nothing. Empty for a score without a star.
    """
    replaced = _("scored on data that were replaced since") if is_outdated else ""
    return "; ".join(filter(None, (replaced, conflict)))
