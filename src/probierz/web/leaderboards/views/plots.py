"""Plots of a board: history and one metric against another, as drawings, tables and data."""

from __future__ import annotations

import json
import math
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from probierz.web.challenges.views.frame import challenge_of, framed
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.board_view import BoardView
from probierz.web.leaderboards.plots import (
    Point,
    draw_history,
    draw_scatter,
    history_points,
    phase_of_line,
    scatter_points,
)
from probierz.web.submissions.page_cache import remembered_json, remembered_part
from probierz.web.submissions.visibility import viewer_of


@require_safe
def plots(request: HttpRequest, slug: str) -> HttpResponse:
    """Show both plots with their tables."""
    viewer = viewer_of(request)
    challenge = challenge_of(request, slug)

    def make() -> str:
        about = _about(request, queries.read_list(viewer, challenge))
        return render_to_string("leaderboards/plots_drawn.html", about)

    section = remembered_part(request, viewer, challenge, "plots", {}, make)
    return framed(request, challenge, "leaderboards/plots.html", section=section)


def _about(request: HttpRequest, view: BoardView) -> dict[str, Any]:
    x, y = _columns(request, view)
    points = history_points(view)
    pairs = scatter_points(view, x, y) if view.columns else []
    return {
        "view": view,
        "points": points,
        "line_phase": phase_of_line(view),
        "history": draw_history(points, view.main_column.test if view.main_column else None),
        "pairs": pairs,
        "scatter": draw_scatter(pairs, *(view.columns[at].test if view.columns else None for at in (x, y))),
        "x": x,
        "y": y,
        "x_column": view.columns[x] if view.columns else None,
        "y_column": view.columns[y] if view.columns else None,
        "unseen": sum(not place.standing.of.is_reference for place in view.rows.places) - len(points),
    }


@require_safe
def history(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the points of the history."""
    viewer, challenge = viewer_of(request), challenge_of(request, slug)

    def make() -> str:
        return _points(history_points(queries.read_list(viewer, challenge)))

    return remembered_json(viewer, challenge, "history", {}, make)


@require_safe
def scatter(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the points of two metrics, of columns number ?x and ?y."""
    viewer, challenge = viewer_of(request), challenge_of(request, slug)

    def make() -> str:
        view = queries.read_list(viewer, challenge)
        return _points(scatter_points(view, *_columns(request, view)) if view.columns else [])

    asked = {name: request.GET.get(name, "")[:6] for name in ("x", "y")}
    return remembered_json(viewer, challenge, "scatter", asked, make)


def _columns(request: HttpRequest, view: BoardView) -> tuple[int, int]:
    last = len(view.columns) - 1
    wanted = [request.GET.get(name, "") for name in ("x", "y")]
    x, y = (int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None for text in wanted)
    return min(max(last - 1, 0) if x is None else x, max(last, 0)), min(max(last, 0) if y is None else y, max(last, 0))


def _points(points: list[Point]) -> str:
    """Those that have numbers: programs get no bounds."""
    finite = [point.as_dict() for point in points if math.isfinite(point.x) and math.isfinite(point.y)]
    return json.dumps({"points": finite}, cls=DjangoJSONEncoder)
