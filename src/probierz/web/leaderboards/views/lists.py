"""Lists of submissions: everybody's, one's own."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from probierz.web.challenges.views.frame import challenge_of, framed
from probierz.web.leaderboards import queries
from probierz.web.leaderboards.bars import bars_of
from probierz.web.leaderboards.entries import with_parameters
from probierz.web.leaderboards.star_notes import star_notes
from probierz.web.leaderboards.tables import folded_metrics, list_table, shown_places
from probierz.web.leaderboards.telling_apart import told_apart
from probierz.web.leaderboards.views.boards import FORMATS
from probierz.web.submissions.page_cache import remembered_part, unscored
from probierz.web.submissions.visibility import viewer_of


@require_safe
def all_submissions(request: HttpRequest, slug: str) -> HttpResponse:
    """List all submissions that one may see."""
    return _list(request, slug, own=False)


@login_required
@require_safe
def my_submissions(request: HttpRequest, slug: str) -> HttpResponse:
    """List one's own, and one's team's."""
    return _list(request, slug, own=True)


def _list(request: HttpRequest, slug: str, *, own: bool) -> HttpResponse:
    viewer = viewer_of(request)
    challenge = challenge_of(request, slug)

    def make() -> str:
        view = queries.with_final_places(viewer, queries.read_list(viewer, challenge, own=own))
        table = list_table(request, view)
        rows = with_parameters(told_apart(table.rows))
        shown = {
            "own": own, "table": table, "rows": rows, "view": view, "order": shown_places(request, view),
            "bars": bars_of(view), "folded": folded_metrics(request, table, view), "challenge": challenge,
            "stars": star_notes(rows, view),
        }  # fmt: skip
        return render_to_string("leaderboards/list_table.html", shown)

    asked = {"own": str(own), "unscored": unscored(challenge)}
    section = remembered_part(request, viewer, challenge, "list", asked, make)
    return framed(
        request, challenge, "leaderboards/list.html", own=own, section=section, has_own=challenge.pk in viewer.entered,
        formats=() if own else FORMATS,
    )  # fmt: skip
