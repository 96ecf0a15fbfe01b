"""What kind of a published result something is, in words."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from probierz.web.html import looks
from probierz.web.submissions.models import COUNTED_BASELINE, Submission
from probierz.web.suites.rows import SuiteRow

register = template.Library()


@register.filter
def published_kind(kind: str) -> str:
    """Say what kind of a published result it is, as boards of challenges do."""
    known = kind in Submission.PublishedKind.values
    return str(Submission.PublishedKind(kind).label) if known else _("published result")


@register.simple_tag
def kind_tag(row: SuiteRow) -> SafeString:
    """Mark what nobody handed in: that it is published, and of what kind, or counted."""
    if row.is_counted:
        return looks.tag(str(COUNTED_BASELINE), "", "whole")
    return looks.tag(published_kind(row.kind), "", "whole") if row.is_published else mark_safe("")
