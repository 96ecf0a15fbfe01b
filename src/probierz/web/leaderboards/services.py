"""Arranging boards, which only organisers may."""

from __future__ import annotations

from django.db import transaction

from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import changed, organising
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.output_groups import compare_later

__all__ = ["remove_board", "save_board"]


@transaction.atomic
def save_board(challenge: Challenge, board: Board, by: User) -> Board:
    """Keep a new or changed board. Raises Refused for anybody who does not run the challenge."""
    organising(challenge, by)
    board.challenge = challenge
    board.save()
    changed(challenge)
    compare_later(challenge)
    audit(by, "board.save", challenge, board=board.slug)
    return board


@transaction.atomic
def remove_board(challenge: Challenge, board: Board, by: User) -> None:
    """Take a board away; the last one leaves the board that every challenge has. Raises Refused as above."""
    organising(challenge, by)
    audit(by, "board.remove", challenge, board=board.slug)
    board.delete()
    changed(challenge)
    compare_later(challenge)
