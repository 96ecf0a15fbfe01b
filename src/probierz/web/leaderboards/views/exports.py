"""Boards for other programs and other people's pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from probierz.web.challenges.views.frame import challenge_of
from probierz.web.http.addresses import public_root
from probierz.web.http.middleware import POLICY
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.exports import EXPORTS
from probierz.web.leaderboards.notes import notes_of
from probierz.web.leaderboards.output_groups import with_groups
from probierz.web.leaderboards.star_notes import star_notes
from probierz.web.leaderboards.tables import score_columns
from probierz.web.leaderboards.views.boards import board_of
from probierz.web.submissions.page_cache import remembered, unscored
from probierz.web.submissions.visibility import Viewer, viewer_of

ROWS_OF_EMBEDDED = 20


@require_safe
def export(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """Send the board as a file."""
    if ending not in EXPORTS:
        raise Http404
    viewer, root = viewer_of(request), public_root(request)
    challenge = challenge_of(request, slug)
    chosen = board_of(challenge, request.GET.get("board", ""))
    kind, make = EXPORTS[ending]

    def made() -> str:
        return make(with_groups(viewer, queries.read_board(viewer, challenge, chosen)), root)

    text = remembered(viewer, challenge, f"export {ending}", {"board": chosen.slug, "root": root}, made)
    return as_file(text, kind, f"{challenge.slug}.{ending}")


@require_safe
def export_list(request: HttpRequest, slug: str, ending: str) -> HttpResponse:
    """Send all submissions that one may see as a file, the newest first."""
    if ending not in EXPORTS:
        raise Http404
    viewer, root = viewer_of(request), public_root(request)
    challenge = challenge_of(request, slug)
    kind, make = EXPORTS[ending]

    def made() -> str:
        return make(queries.with_final_places(viewer, queries.read_list(viewer, challenge)), root)

    about = {"root": root, "unscored": unscored(challenge)}
    text = remembered(viewer, challenge, f"export list {ending}", about, made)
    return as_file(text, kind, f"{challenge.slug}-submissions.{ending}")


def as_file(text: str, kind: str, name: str) -> HttpResponse:
    """Send a board as a file of that kind and name, to be kept."""
    response = HttpResponse(text, content_type=kind)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


@xframe_options_exempt
@require_safe
def embed(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the board to be framed by any page: always as anybody sees it, whoever looks."""
    viewer = Viewer(None)
    challenge = viewer.challenges().filter(slug=slug).first()
    if challenge is None:
        raise Http404
    chosen = board_of(challenge, request.GET.get("board", ""))
    view = with_groups(viewer, queries.read_board(viewer, challenge, chosen))
    rows = view.rows[:ROWS_OF_EMBEDDED]
    about = {
        "challenge": challenge, "view": view, "rows": rows, "root": public_root(request),
        "columns": score_columns(view), "order": view.main_first, "stars": star_notes(rows, view),
        "notes": notes_of(viewer, challenge, chosen),
    }  # fmt: skip
    return for_any_page(request, "leaderboards/embed.html", about)


def for_any_page(request: HttpRequest, template: str, about: Mapping[str, Any]) -> HttpResponse:
    """Show a page that any other page may frame; its view is exempt from X-Frame-Options, too."""
    response = render(request, template, about)
    response["Content-Security-Policy"] = POLICY.replace("frame-ancestors 'none'", "frame-ancestors *")
    return response
