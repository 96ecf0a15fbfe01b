"""What all pages of suites need: the suite that may be seen, and the language of its texts."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language

from probierz.web.submissions.visibility import viewer_of
from probierz.web.suites.models import PlatformSuite
from probierz.web.suites.visibility import may_see_suite


def page_language() -> str:
    """Return the two letters of the language in which the page is shown."""
    return (get_language() or "en")[:2]


def suite_shown(request: HttpRequest, name: str) -> PlatformSuite:
    """Return the suite of that name; whoever may not see it finds no page."""
    found = get_object_or_404(PlatformSuite, name=name)
    if not may_see_suite(viewer_of(request), found):
        raise Http404
    return found
