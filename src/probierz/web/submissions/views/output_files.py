"""Archives of what was handed in: of a challenge, of one's own, of one submission."""

from __future__ import annotations

from collections.abc import Iterator

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from probierz.errors import Refused
from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.views.frame import challenge_of, organisers_only
from probierz.web.submissions import services
from probierz.web.submissions.views.page import submission_of
from probierz.web.submissions.visibility import viewer_of


@never_cache
@require_safe
@organisers_only
def all_outputs(request: HttpRequest, challenge: Challenge) -> HttpResponseBase:
    """Give organisers all that was handed in."""
    return _sent(services.pack_all_outputs(challenge, by=person_of(request)), f"{challenge.slug}-outputs.zip")


@never_cache
@login_required
@require_safe
def own_outputs(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Give people what they, or their teams, handed in."""
    challenge = challenge_of(request, slug)
    try:
        return _sent(services.pack_own_outputs(challenge, by=person_of(request)), f"{slug}-my-outputs.zip")
    except Refused as error:
        raise Http404(error.message) from error


@never_cache
@require_safe
def outputs(request: HttpRequest, number: int) -> HttpResponseBase:
    """Give the outputs of a submission to whoever may see where it came from."""
    viewer = viewer_of(request)
    found = submission_of(viewer, number)
    try:
        return _sent(services.pack_outputs(found, by=viewer.user), f"{found.challenge.slug}-{found.pk}.zip")
    except Refused as error:
        raise Http404(error.message) from error


def _sent(pieces: Iterator[bytes], name: str) -> StreamingHttpResponse:
    response = StreamingHttpResponse(pieces, content_type="application/zip")
    response["Content-Disposition"] = str(content_disposition_header(True, name))
    return response
