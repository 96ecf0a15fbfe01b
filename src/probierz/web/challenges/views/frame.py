"""The frame of a challenge's pages. Who may not see a challenge gets the answer for one that is not there."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from probierz.web.challenges import queries, services
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import ended, open_phase, stretches
from probierz.web.challenges.visibility import visitor_of
from probierz.web.events import how_many_take_part, is_filled
from probierz.web.http.error_pages import Closed

P = ParamSpec("P")
Answer = TypeVar("Answer", bound=HttpResponseBase)


def challenge_of(request: HttpRequest, slug: str) -> Challenge:
    """Return a challenge that they may see."""
    viewer = visitor_of(request)
    found = queries.find(viewer, slug)
    if found is None:
        raise Closed if queries.was_closed(viewer, slug) else Http404
    return found


NEWS_LAST = timedelta(days=7)
"""So long the newest announcement stands above every page of the challenge."""


def framed(request: HttpRequest, challenge: Challenge, template: str, /, **context: Any) -> HttpResponse:
    """Render a page inside the challenge's frame: title, state, who, tabs. Templates extend challenges/frame.html."""
    viewer = visitor_of(request)
    organises, over = viewer.organises(challenge), ended(challenge, viewer.now)
    frame = {
        "challenge": challenge,
        "organises": organises,
        "sees_challenge": viewer.may_see(challenge),
        "phase": open_phase(challenge, viewer.now),
        "stretches": stretches(challenge, viewer.now),
        "ended": over,
        "takes_late": organises and over is not None and not is_filled(challenge),
        "run_by": list(queries.organisers(challenge)),
        "taking_part": how_many_take_part(challenge),
        "all_phases": list(challenge.phases.all()),
        "moved_ends": queries.moved_ends(challenge, viewer.now),
        "waiting_draft": services.waiting_draft(challenge) if organises else None,
        "announced": challenge.announcements.filter(created__gt=viewer.now - NEWS_LAST).first(),
    }
    return render(request, template, {**frame, **context})


def organisers_only(
    view: Callable[Concatenate[HttpRequest, Challenge, P], Answer],
) -> Callable[Concatenate[HttpRequest, str, P], Answer]:
    """Give a view the challenge instead of its name; for others than its organisers there is no such page."""

    @login_required
    @wraps(view)
    def guarded(request: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> Answer:
        challenge = challenge_of(request, slug)
        if not visitor_of(request).organises(challenge):
            raise Http404
        return view(request, challenge, *args, **kwargs)

    return cast("Callable[Concatenate[HttpRequest, str, P], Answer]", guarded)
