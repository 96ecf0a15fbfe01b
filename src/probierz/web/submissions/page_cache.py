"""Parts of pages that are kept until the challenge changes, for each kind of viewer."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TypeVar

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import moments_passed
from probierz.web.html.looks import ages_anew
from probierz.web.submissions.models import Submission
from probierz.web.submissions.visibility import Viewer

SECONDS = 3600
LONGEST_QUERY = 300
"""A longer one is not remembered, so that made-up addresses do not fill the cache."""

T = TypeVar("T")


def remembered(viewer: Viewer, challenge: Challenge, what: str, asked: Mapping[str, str], make: Callable[[], T]) -> T:
    """Return what `make` makes, from the cache if it was made for the same eyes and the challenge is as it was.

    what: names the part. asked: all that it depends on besides viewer, challenge, the moments of its phases and
    language.
    """
    about = (
        challenge.pk,
        challenge.revision,
        kind_of_viewer(viewer, challenge),
        moments_passed(challenge, viewer.now),
        get_language(),
        what,
        sorted(asked.items()),
    )
    key = f"board:{hashlib.sha256(repr(about).encode()).hexdigest()}"
    found: T | None = cache.get(key)
    if found is None:
        found = make()
        cache.set(key, found, SECONDS)
    return found


def remembered_part(
    request: HttpRequest, viewer: Viewer, challenge: Challenge, what: str, asked: Mapping[str, str],
    make: Callable[[], str],
) -> SafeString:  # fmt: skip
    """Return a part of a page that `make` renders, remembered for each order, filter and page that is asked for.

    How long ago things were is told anew at each answer.
    """
    query = request.GET.urlencode()
    if len(query) > LONGEST_QUERY:
        return mark_safe(make())
    return ages_anew(remembered(viewer, challenge, what, {**asked, "query": query}, make))


def remembered_json(
    viewer: Viewer, challenge: Challenge, what: str, asked: Mapping[str, str], make: Callable[[], str]
) -> HttpResponse:
    """Answer with the JSON text that `make` makes, remembered."""
    return HttpResponse(remembered(viewer, challenge, what, asked, make), content_type="application/json")


def unscored(challenge: Challenge) -> str:
    """Return where submissions without scores stand: lists show it, and it changes no board."""
    others = challenge.submissions.exclude(state=Submission.State.SCORED)
    return repr(list(others.order_by("pk").values_list("pk", "state")))


def kind_of_viewer(viewer: Viewer, challenge: Challenge) -> str:
    """Return equal texts for viewers to whom all submissions look the same: who is of another class sees otherwise."""
    return f"{type(viewer).__name__} {_whose_eyes(viewer, challenge)}"


def _whose_eyes(viewer: Viewer, challenge: Challenge) -> str:
    if viewer.organises(challenge):
        return f"organiser {viewer.user.pk if viewer.user else ''}"
    if viewer.user is None:
        return "anybody"
    return f"person {viewer.user.pk} {sorted(viewer.teams)}" if challenge.pk in viewer.entered else "anybody"
