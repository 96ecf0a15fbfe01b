"""What kind of a published result something is, in words."""

from __future__ import annotations

from django import template

from probierz.web.submissions.models import Submission

__all__ = ["published_kind"]

register = template.Library()


@register.filter
def published_kind(kind: str) -> str:
    """Say what kind of a published result it is, as boards of challenges do; empty for what is none."""
    known = kind in Submission.PublishedKind.values
    return str(Submission.PublishedKind(kind).label) if known else ""
