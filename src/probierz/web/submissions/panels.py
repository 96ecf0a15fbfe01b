"""Parts of a submission's page that come from apps above this one, which say so when they start."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.safestring import SafeString

from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

Panel = Callable[[Submission, Viewer], SafeString]
"""Returns what stands on the page, as far as this viewer may know it; empty for nothing."""

_panels: list[Panel] = []


def add_panel(panel: Panel) -> None:
    """Add a part to the page of every submission; once, however often it is said."""
    if panel not in _panels:
        _panels.append(panel)


def panels_of(submission: Submission, viewer: Viewer) -> list[SafeString]:
    """Return the parts that have something to say about a submission."""
    return [part for part in (panel(submission, viewer) for panel in _panels) if part]
