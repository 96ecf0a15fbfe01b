"""Organisers' pages of boards: making them, and what a repair did to them."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge, Version
from probierz.web.challenges.views.frame import framed, organisers_only
from probierz.web.html.forms import sent, taken
from probierz.web.http.form_addresses import require_POST
from probierz.web.leaderboards import services
from probierz.web.leaderboards.forms import BoardForm
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.rank_changes import (
    for_people,
    rank_changes,
    ranking_column,
    ranks_are_known,
    reasons,
    superseding,
)
from probierz.web.submissions.visibility import viewer_of


@require_http_methods(["GET", "HEAD", "POST"])
@organisers_only
def boards(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List the boards, and make a new one."""
    others = challenge.boards.count() or 1  # the one that every challenge has may stay beside it
    return _edited(request, challenge, Board(challenge=challenge, position=others + 1))


@require_http_methods(["GET", "HEAD", "POST"])
@organisers_only
def change(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Change a board."""
    return _edited(request, challenge, get_object_or_404(Board, challenge=challenge, pk=number))


@require_POST
@organisers_only
def remove(request: HttpRequest, challenge: Challenge, number: int) -> HttpResponse:
    """Remove a board."""
    services.remove_board(challenge, get_object_or_404(Board, challenge=challenge, pk=number), person_of(request))
    messages.success(request, _("The board is gone."))
    return redirect("challenge-boards", slug=challenge.slug)


def _edited(request: HttpRequest, challenge: Challenge, board: Board) -> HttpResponse:
    form = BoardForm(challenge, sent(request), instance=board)
    if taken(
        request,
        form,
        lambda: services.save_board(
            challenge, form.save(commit=False), person_of(request), keeps_plain=form.is_plain_kept
        ),
        _("The board is saved."),
    ):
        return redirect("challenge-boards", slug=challenge.slug)
    return framed(
        request,
        challenge,
        "leaderboards/editor.html",
        form=form,
        changed=board if board.pk else None,
        boards=Board.objects.filter(challenge=challenge),
    )


@require_safe
@organisers_only
def ranks(request: HttpRequest, challenge: Challenge, version: int) -> HttpResponse:
    """Show what a repair of expected results did to ranks."""
    found = get_object_or_404(Version, pk=version, challenge=challenge)
    changes = rank_changes(found, viewer_of(request))
    column = ranking_column(found) if changes else None
    later = superseding(found)
    return framed(
        request, challenge, "leaderboards/rank_changes.html",
        version=found, changes=for_people(changes, column), later=later, reasons=reasons(changes), column=column,
        are_known=ranks_are_known(found),
    )  # fmt: skip
