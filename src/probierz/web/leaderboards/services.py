"""Arranging boards, which only organisers may."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from probierz.errors import Refused
from probierz.look_alikes.likeness import title_likenesses
from probierz.web.accounts.models import User
from probierz.web.accounts.services import audit
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import changed, organising
from probierz.web.leaderboards.models import PLAIN_TITLE, Board
from probierz.web.leaderboards.output_groups import compare_later

__all__ = ["remove_board", "save_board"]


@transaction.atomic
def save_board(challenge: Challenge, board: Board, by: User, *, keeps_plain: bool = False) -> Board:
    """Keep a new or changed board. Raises Refused for anybody who does not run the challenge, and for a title like
    that of another board of it.

    keeps_plain: whether the board that every challenge has stays beside the first one that is made.
    """
    organising(challenge, by)
    Challenge.objects.select_for_update().get(pk=challenge.pk)  # two boards of one title would not see each other
    made = [board]
    if keeps_plain and not challenge.boards.exists():
        made.append(_plain_board(challenge, board))
    _refuse_title_like_others(challenge, board, [one.title for one in made[1:]])
    for one in made:
        one.challenge = challenge
        one.save()
        audit(by, "board.save", challenge, board=one.slug)
    changed(challenge)
    compare_later(challenge)
    return board


def _refuse_title_like_others(challenge: Challenge, board: Board, beside: list[str]) -> None:
    """Refuse a new title that looks like that of another board. beside: titles of those that are made with it."""
    titles = dict(challenge.boards.values_list("pk", "title"))
    own, looks = titles.pop(board.pk, ""), title_likenesses(board.title)
    others = frozenset().union(*map(title_likenesses, [*titles.values(), *beside]))
    if looks & others and not looks <= title_likenesses(own):
        raise Refused(str(_("Another board has a title that looks like this one. Choose another.")), "title")


def _plain_board(challenge: Challenge, beside: Board) -> Board:
    """The board that every challenge has, before or behind another as that one's place says."""
    slug = "best-of-each" if beside.slug != "best-of-each" else "best-of-each-2"
    position = 1 if beside.position > 1 else beside.position + 1
    return Board(challenge=challenge, slug=slug, title=str(PLAIN_TITLE), position=position)


@transaction.atomic
def remove_board(challenge: Challenge, board: Board, by: User) -> None:
    """Take a board away; the last one leaves the board that every challenge has. Raises Refused as above."""
    organising(challenge, by)
    audit(by, "board.remove", challenge, board=board.slug)
    board.delete()
    changed(challenge)
    compare_later(challenge)
