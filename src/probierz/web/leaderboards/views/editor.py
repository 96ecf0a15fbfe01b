"""Organisers' pages of boards."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from probierz.web.accounts.requester import person_of
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.views.frame import framed, organisers_only
from probierz.web.leaderboards import services
from probierz.web.leaderboards.forms import BoardForm
from probierz.web.leaderboards.models import Board

__all__ = ["boards", "change", "remove"]


@require_http_methods(["GET", "HEAD", "POST"])
@organisers_only
def boards(request: HttpRequest, challenge: Challenge) -> HttpResponse:
    """List the boards, and make a new one."""
    return _edited(request, challenge, Board(challenge=challenge, position=challenge.boards.count() + 1))


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
    form = BoardForm(challenge, request.POST if request.method == "POST" else None, instance=board)
    if request.method == "POST" and form.is_valid():
        services.save_board(challenge, form.save(commit=False), person_of(request))
        messages.success(request, _("The board is saved."))
        return redirect("challenge-boards", slug=challenge.slug)
    return framed(
        request,
        challenge,
        "leaderboards/editor.html",
        form=form,
        changed=board if board.pk else None,
        boards=Board.objects.filter(challenge=challenge),
    )
