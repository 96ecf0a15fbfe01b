"""The board's page, and lists of submissions."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from probierz.web.challenges.disclosure_notes import counted_notes, disclosure_notes
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.phases import ended, open_phase, phase_that_counts
from probierz.web.challenges.queries import last_new_tests
from probierz.web.challenges.views.frame import challenge_of, framed
from probierz.web.http.addresses import public_root
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.bars import bars_of
from probierz.web.leaderboards.board_view import BoardView
from probierz.web.leaderboards.entries import with_parameters
from probierz.web.leaderboards.leading import lead_of
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.notes import notes_of
from probierz.web.leaderboards.output_groups import with_groups
from probierz.web.leaderboards.plots import draw_history, history_points, phase_of_line
from probierz.web.leaderboards.star_notes import own_notes, star_notes
from probierz.web.leaderboards.tables import board_table, folded_metrics, shown_places
from probierz.web.leaderboards.telling_apart import told_apart
from probierz.web.submissions.page_cache import remembered_part
from probierz.web.submissions.visibility import Viewer, viewer_of

FORMATS = (("csv", "CSV"), ("tex", "LaTeX"), ("json", "JSON"))
_MARKS_BESIDE_TABLE = 200
"""Half as many as a page of plots has: the board is looked at more often, and its drawing is small."""


@require_safe
def board(request: HttpRequest, slug: str, name: str = "") -> HttpResponse:
    """Show a board of the challenge, the first one without a name."""
    viewer = viewer_of(request)
    challenge = challenge_of(request, slug)
    boards = queries.boards_of(challenge)
    chosen = queries.named(boards, name)
    if chosen is None:
        raise Http404
    section = board_section(request, viewer, challenge, chosen)
    return framed(
        request,
        challenge,
        "leaderboards/board.html",
        board=chosen,
        boards=boards,
        section=section,
        notes=notes_of(viewer, challenge, chosen),
        version=last_new_tests(challenge),
        formats=FORMATS,
        root=public_root(request),
        embed=reverse("board-embed", args=[challenge.slug]) + (f"?board={chosen.slug}" if chosen.slug else ""),
    )


def board_of(challenge: Challenge, slug: str) -> Board:
    """Return a board of the challenge, the first one without a slug."""
    board = queries.board_of(challenge, slug)
    if board is None:
        raise Http404
    return board


def _has_groups(view: BoardView) -> bool:
    """Whether rows share a group: of groups of one row there is nothing to say."""
    groups = [place.group for place in view.rows.places if place.group]
    return len(set(groups)) < len(groups)


def _disclosure_notes(viewer: Viewer, view: BoardView) -> list[str]:
    if view.main_column is None:
        return []
    about = viewer, view.challenge, view.main_column.test
    return [*disclosure_notes(*about, view.phases), *(counted_notes(*about) if view.has_counted else [])]


def _ranked_by(viewer: Viewer, view: BoardView) -> str:
    """Return by what ranks are given: a browser remembers for each, as ranks by other scores have not moved."""
    column = view.main_column
    if column is None:
        return ""
    phase = view.board.phase or phase_that_counts(view.challenge, viewer.now, is_final=view.is_final)
    shown = viewer.disclosure(view.challenge, phase, column.test)
    return f"{column.label}/{phase.pk if phase else ''}/{shown.value}"


def board_section(request: HttpRequest, viewer: Viewer, challenge: Challenge, chosen: Board) -> SafeString:
    """Return the board's table, remembered for each kind of viewer and each order, filter and page."""

    def make() -> str:
        view = with_groups(viewer, queries.read_board(viewer, challenge, chosen))
        points = history_points(view, most=_MARKS_BESIDE_TABLE)  # before the rows: it reads their people with others
        table = board_table(request, view)
        rows = with_parameters(told_apart(table.rows))
        shown = {
            "view": view, "table": table, "rows": rows, "order": shown_places(request, view), "lead": lead_of(view),
            "is_open": challenge.current_id is not None and open_phase(challenge, viewer.now) is not None,
            "is_over": ended(challenge, viewer.now) is not None,
            "bars": bars_of(view), "folded": folded_metrics(request, table, view), "challenge": challenge,
            "drawing": draw_history(points, view.main_column.test) if len(points) > 1 and view.main_column else None,
            "line_phase": phase_of_line(view),
            "records": [point for point in points if point.is_best],
            "has_groups": _has_groups(view), "stars": [*star_notes(rows, view), *own_notes(rows, view)],
            "disclosure_notes": _disclosure_notes(viewer, view), "ranked_by": _ranked_by(viewer, view),
        }  # fmt: skip
        return render_to_string("leaderboards/board_table.html", shown)

    return remembered_part(request, viewer, challenge, "board", {"board": chosen.slug}, make)
