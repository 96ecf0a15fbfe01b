"""What several views share: who looks, at which challenge, at which board."""

from __future__ import annotations

from django.http import Http404, HttpRequest

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.models import Board
from probierz.web.visibility import Viewer

__all__ = ["board_or_404", "challenge_or_404", "viewer_of"]


def viewer_of(request: HttpRequest) -> Viewer:
    """Return who looks."""
    return Viewer(request.user if isinstance(request.user, User) else None)


def challenge_or_404(viewer: Viewer, slug: str) -> Challenge:
    """Return a challenge that the viewer may see."""
    challenge = viewer.challenges().filter(slug=slug).first()
    if challenge is None:
        raise Http404
    return challenge


def board_or_404(challenge: Challenge, slug: str) -> Board:
    """Return a board of the challenge, the first one without a slug."""
    board = queries.board_of(challenge, slug)
    if board is None:
        raise Http404
    return board
