"""The best scores of many challenges at once are those on top of their boards, for whoever looks."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.leaderboards.best_scores import best_scores
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import board_of, read_board, read_list
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db
ROLES = ("nobody", "owner", "teammate", "stranger", "organiser", "administrator")


def best(world, role):
    (found,) = best_scores(Viewer(world.people.get(role)), [Challenge.objects.get()]).values()
    return found


def top(world, role):
    challenge = Challenge.objects.get()
    view = read_board(Viewer(world.people.get(role)), challenge, board_of(challenge))
    first = next((row for row in view.rows if row.rank is not None), None)
    return first.entry.cells[view.main].text if first else ""


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("disclosure", ["full", "rounded", "hidden"])
def test_it_is_what_stands_on_top_of_the_board(world, role, disclosure):
    assert best(world, role) == top(world, role) == ""
    earlier = Phase.objects.create(
        challenge=world.challenge, name="earlier", position=2, disclosure="rounded", digits=1
    )
    world.submit("stranger", {"test-A WER": 0.21}, day=1)
    world.submit("owner", {"test-A WER": 0.204}, day=2, phase=earlier)
    world.submit("owner", {"test-A WER": ("NaN", None)}, day=3)
    world.submit("teammate", {"test-A WER": 0.1}, day=4, hidden=timezone.now())
    world.submit("stranger", {"test-A WER": 0.05}, day=5, deleted=timezone.now())
    world.submit("stranger", {"test-A Accuracy": 0.01}, day=6)
    world.hide_scores(disclosure, digits=1)
    assert best(world, role) == top(world, role)
    is_known = disclosure != "hidden" or role in ("organiser", "administrator")
    assert bool(best(world, role)) == is_known, "a score of an earlier phase is on top of nothing"


def test_scores_on_data_that_were_replaced_do_not_stand_on_top(world):
    world.submit("owner", {"test-A WER": 0.1})
    world.publish(gold="2", major=2)
    assert best(world, "nobody") == top(world, "nobody") == ""
    world.submit("stranger", {"test-A WER": 0.3})
    assert best(world, "nobody") == top(world, "nobody") == "0.3"


@pytest.mark.parametrize("role", ROLES)
def test_a_score_that_is_withheld_is_on_top_for_nobody(world, role):
    world.submit("stranger", {"test-A WER": 0.3}, day=1)
    better = world.submit("stranger", {"test-A WER": 0.1}, day=2)
    better.scores.update(is_withheld=True)
    assert best(world, role) == top(world, role) == "0.3"


def test_arranged_boards_are_read(world):
    world.submit("owner", {"test-A WER": 0.1}, day=1)
    world.submit("owner", {"test-A WER": 0.2}, day=2)
    Board.objects.create(challenge=world.challenge, slug="last", title="Last", rule="last")
    assert best(world, "nobody") == top(world, "nobody") == "0.2"


def test_many_challenges_take_as_many_queries_as_one(world):
    world.submit("owner", {"test-A WER": 0.1})
    others = [Challenge(slug=f"other-{n}", title="Other", is_published=True, current=world.version) for n in range(20)]
    Challenge.objects.bulk_create(others)
    rows = Challenge.objects.select_related("current").prefetch_related("phases", "current__tests").order_by("pk")
    asked = []
    for count in (1, 21):
        challenges = list(rows[:count])
        with CaptureQueriesContext(connection) as queries:
            best_scores(Viewer(world.people["stranger"]), challenges)
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_page_of_a_list_reads_a_page(world):
    for day in range(60):
        world.submit("owner", {"test-A WER": day / 100}, day=day / 10)
    view = read_list(Viewer(), world.challenge)
    with CaptureQueriesContext(connection) as queries:
        newest = view.rows[:10]
    assert [row.rank for row in newest] == list(range(60, 50, -1))
    assert len(queries) <= 9
    assert newest[0].entry.submission.created - newest[9].entry.submission.created == timedelta(days=0.9)
