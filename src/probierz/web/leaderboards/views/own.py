"""One's own submissions to all challenges, also to those that were closed to one since."""

from __future__ import annotations

from collections import Counter

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from probierz.web.html.tables import PageTable, TableColumn
from probierz.web.leaderboards.headlines import board_place, headlines, named_part
from probierz.web.leaderboards.star_notes import outdated_note
from probierz.web.submissions.models import Submission
from probierz.web.submissions.queries import own_submissions as submissions_of
from probierz.web.submissions.visibility import Viewer, viewer_of


@login_required
@require_safe
def own_submissions(request: HttpRequest) -> HttpResponse:
    """List what one handed in, and one's teams, newest first, each with the score of its best output and its rank."""
    viewer = viewer_of(request)
    columns = [
        TableColumn(_("Submission"), is_number=True),
        TableColumn(_("Challenge"), "challenge", "challenge__title"),
        TableColumn(_("Score"), is_number=True),
        TableColumn(_("Rank"), is_number=True),
        TableColumn(_("State"), "state", "state"),
        TableColumn(_("Description")),
        TableColumn(_("Team"), "team", "team__name"),
        TableColumn(_("When"), "when", "created"),
    ]

    def with_words(words: str) -> QuerySet[Submission]:
        found = submissions_of(viewer)
        for word in words.split():
            found = found.filter(challenge__title__icontains=word) | found.filter(description__icontains=word)
        return found

    table = PageTable(request, columns, with_words)
    scores, alike = headlines(viewer, table.rows), _alike_titles(viewer)
    rows = [
        {
            "submission": one,
            "has_alike": one.challenge.title in alike,
            "sees_challenge": viewer.may_see(one.challenge),
            "score": scores.get(one.pk),
            "part": named_part(scores[one.pk].column) if one.pk in scores else "",
            "place": board_place(viewer, one) if one.pk in scores else None,
        }
        for one in table.rows
    ]
    stars = [outdated_note()] if any(score.is_outdated for score in scores.values()) else []
    return render(request, "leaderboards/own.html", {"table": table, "rows": rows, "stars": stars})


def _alike_titles(viewer: Viewer) -> set[str]:
    """The titles that several of the challenges have in which they handed in."""
    titles = submissions_of(viewer).order_by().values_list("challenge__title", "challenge").distinct()
    return {title for title, number in Counter(title for title, _number in titles).items() if number > 1}
