"""What several views share: who looks, at which challenge, at which board."""

from __future__ import annotations

from django.http import Http404

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.views.frame import challenge_of, framed, viewer_of
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.models import Board

__all__ = ["board_of", "challenge_of", "framed", "viewer_of"]


def board_of(challenge: Challenge, slug: str) -> Board:
    """Return a board of the challenge, the first one without a slug."""
    board = queries.board_of(challenge, slug)
    if board is None:
        raise Http404
    return board
