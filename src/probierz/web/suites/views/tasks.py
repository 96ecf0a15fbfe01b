"""The page of a task: what was published of it, and where submissions would have stood there."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from probierz.suites.boards import PublishedBoard
from probierz.web.challenges.models import Challenge
from probierz.web.leaderboards.board_view import BoardEntry
from probierz.web.submissions.visibility import Viewer, viewer_of
from probierz.web.suites.published_places import PublishedPlace, is_changed, place_on
from probierz.web.suites.queries import card_of, challenges_of, entries_of, test_of
from probierz.web.suites.views.frame import page_language, suite_shown


@require_safe
def task(request: HttpRequest, name: str, task: str) -> HttpResponse:
    """Show what was published of a task, split by split, and where submissions of this platform would have stood."""
    found, viewer = suite_shown(request, name), viewer_of(request)
    card = card_of(found)
    chosen = card.task(task)
    if chosen is None:
        raise Http404
    challenge = challenges_of(found, viewer).get(task)
    boards = [one.board() for one in chosen.boards]
    changed = [one for one in boards if challenge is not None and _is_changed(challenge, one)]
    same = [one for one in boards if one not in changed]
    here = [placed for one in same for placed in _placed(viewer, challenge, one)] if challenge is not None else []
    page = {
        "suite": found, "title": card.titled(page_language())[0], "task": chosen,
        "task_title": chosen.titled(page_language()), "challenge": challenge, "boards": boards,
        "changed": changed, "here": here[:100],
    }  # fmt: skip
    return render(request, "suites/task.html", page)


def _is_changed(challenge: Challenge, board: PublishedBoard) -> bool:
    test = test_of(challenge, board.split, board.metric)
    return test is not None and is_changed(challenge, test)


def _placed(viewer: Viewer, challenge: Challenge, board: PublishedBoard) -> list[tuple[BoardEntry, PublishedPlace]]:
    """The submissions that have a score on a published board's split, each with where it would have stood there.

    None where a part of the test ranks, which nothing published is known of.
    """
    test = test_of(challenge, board.split, board.metric)
    if test is None or not test.ranks_published:
        return []
    scored = entries_of(viewer, challenge, test, is_final=False)
    places = [(entry, place_on(board, cell.text)) for entry, cell in scored]
    return [(entry, place) for entry, place in places if place is not None]
