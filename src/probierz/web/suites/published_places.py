"""Where a submission would have stood among what was published of its task, and which split decided that."""

from __future__ import annotations

from dataclasses import dataclass, replace

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from probierz.suites.boards import BoardRow, PublishedBoard, neighbours, own_row
from probierz.web.challenges.counted_submissions import on_boards
from probierz.web.challenges.models import Challenge, Part, Test
from probierz.web.html import looks
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import ranked_test
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.visibility import Viewer
from probierz.web.suites.models import SuiteMember
from probierz.web.suites.queries import card_of
from probierz.web.suites.services import takes_archives
from probierz.web.suites.shapes import SuiteTaskIn
from probierz.web.suites.visibility import may_see_suite


@dataclass(frozen=True)
class PublishedPlace:
    """A rank among `of` ranked published systems and this one, with its neighbours; None where there is none.

    rank: 0 where nothing published is ranked; its neighbours are then those that are printed. level: the first that is
    equal with the digits that are printed.
    """

    board: PublishedBoard
    text: str
    rank: int
    of: int
    above: BoardRow | None
    level: BoardRow | None
    below: BoardRow | None


def place_on(found: PublishedBoard, text: str) -> PublishedPlace | None:
    """Return where a score as it is shown would have stood; None for one that is no number or is kept secret."""
    number = text.rstrip("% ")
    try:
        float(number)
        mine = own_row(found, "", number)
    except (ValueError, ArithmeticError):
        return None
    above, level, below = neighbours(found, mine)
    if mine.rank:
        above = [row for row in found.ranked if row.rank < mine.rank]
        below = [row for row in found.ranked if row.rank >= mine.rank and row not in level]
    nearest = next(reversed(above), None)
    first_level, first_below = next(iter(level), None), next(iter(below), None)
    return PublishedPlace(found, text, mine.rank, len(found.ranked) + 1, nearest, first_level, first_below)


def is_changed(challenge: Challenge, test: Test) -> bool:
    """Whether published results stand on the challenge's board that are scores on another version of this test."""
    published = Score.objects.filter(
        on_boards("submission__"), challenge=challenge, submission__is_reference=True,
        test__split=test.split, test__name=test.name,
    )  # fmt: skip
    now = published.filter(test__versions=challenge.current_id).values("submission")
    return published.exclude(submission__in=now).exists()


def task_of(challenge: Challenge, viewer: Viewer) -> tuple[SuiteMember, SuiteTaskIn] | None:
    """Return which task of which suite a challenge is; None for none, and where this viewer does not find the suite."""
    member = SuiteMember.objects.filter(challenge=challenge).select_related("suite").first()
    if member is None or not may_see_suite(viewer, member.suite):
        return None
    known = card_of(member.suite).task(member.name)
    return (member, known) if known is not None else None


def places_panel(submission: Submission, viewer: Viewer) -> SafeString:
    """Return the part of a submission's page that says where it would have stood; empty where nothing is to say."""
    found = task_of(submission.challenge, viewer)
    if found is None or submission.is_reference:
        return SafeString("")
    member, task = found
    boards = {(one.split, one.metric): one.board() for one in task.boards}
    places = []
    for score in submission.scores.select_related("test", "evaluation"):
        test: Test = score.test
        board = boards.get((test.split, test.name))
        if board is not None and test.ranks_published and not is_changed(submission.challenge, test):
            shown = viewer.shown(score, submission)
            place = place_on(board, shown.text) if shown.is_disclosed else None
            places += [replace(place, text=shown.for_people)] if place else []
    if not places:
        return SafeString("")
    return render_to_string("suites/places.html", {"places": places, "member": member})


def undecided_panel(submission: Submission, viewer: Viewer) -> SafeString:
    """Say of a published result whose splits did not decide a competition where the final ranking stands."""
    found = task_of(submission.challenge, viewer) if submission.is_reference else None
    tests = [score.test for score in submission.scores.select_related("test")]
    if found is None or not tests or not found[1].is_decided or any(test.split == found[1].split for test in tests):
        return SafeString("")
    page = {"suite": found[0].suite, "task": found[1], "test": tests[0]}
    return looks.formatted('<p class="muted">{}</p>', SafeString(render_to_string("suites/undecided.html", page)))


def undecided_note(viewer: Viewer, challenge: Challenge, board: Board) -> SafeString:
    """Say on a board that ranks by another split than the competition did, where the final ranking stands."""
    found = _task_of_board(challenge, viewer)
    test = ranked_test(viewer, challenge, board) if found is not None else None
    if found is None or test is None or found[1].split == test.split or not found[1].is_published:
        return SafeString("")
    member, task = found
    return SafeString(
        render_to_string("suites/undecided.html", {"suite": member.suite, "task": task, "test": test}).strip()
    )


def whole_archives_note(viewer: Viewer, challenge: Challenge, board: Board) -> SafeString:
    """Say on a final board of a suite's task that the suite's own counts archives as wholes."""
    found = _task_of_board(challenge, viewer)
    test = ranked_test(viewer, challenge, board) if found is not None else None
    if found is None or test is None or test.part != Part.PRIVATE or not takes_archives(found[0].suite):
        return SafeString("")
    return SafeString(render_to_string("suites/whole_archives.html", {"suite": found[0].suite}).strip())


def _task_of_board(challenge: Challenge, viewer: Viewer) -> tuple[SuiteMember, SuiteTaskIn] | None:
    is_alone = getattr(challenge, "suite_name", "") is None  # boards are read with it, and this spares them a query
    return None if is_alone else task_of(challenge, viewer)
