"""The best score that Gonito's API tells of a challenge is the one that leads its board, for whoever looks."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from probierz.web.challenges.models import Challenge, Phase
from probierz.web.leaderboards.models import Board
from probierz.web.leaderboards.queries import read_list
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db
ROLES = ("nobody", "owner", "teammate", "stranger", "organiser", "administrator")


@pytest.fixture
def best(browsers):
    return lambda role="nobody": browsers[role].get("/api/challenge-info/ocr").json()["bestScore"]


@pytest.fixture
def top(world, browsers):
    """The first score on the board's feed that has a rank."""

    def told(role="nobody"):
        data = browsers[role].get("/challenges/ocr/board.json").json()
        main = next((at for at, column in enumerate(data["columns"]) if column["is_main"]), None)
        return next((row["scores"][main]["text"] for row in data["rows"] if row["rank"] is not None), None)

    return told


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("disclosure", ["full", "rounded", "hidden"])
def test_it_is_what_stands_on_top_of_the_board(world, best, top, role, disclosure):
    assert best(role) is top(role) is None
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
    assert best(role) == top(role)
    is_known = disclosure != "hidden" or role in ("organiser", "administrator")
    assert bool(best(role)) == is_known, "a score of an earlier phase is on top of nothing"


def test_scores_on_data_that_were_replaced_do_not_stand_on_top(world, best, top):
    world.submit("owner", {"test-A WER": 0.1})
    world.publish(gold="2", major=2)
    assert best() is top() is None
    world.submit("stranger", {"test-A WER": 0.3})
    assert best() == top() == "0.3"


@pytest.mark.parametrize("role", ROLES)
def test_a_score_that_is_withheld_is_on_top_for_nobody(world, best, top, role):
    world.submit("stranger", {"test-A WER": 0.3}, day=1)
    better = world.submit("stranger", {"test-A WER": 0.1}, day=2)
    better.scores.update(is_withheld=True)
    assert best(role) == top(role) == "0.3"


def test_what_came_late_is_on_top_for_nobody(world, browsers, best, top):
    ended = timezone.now() - timedelta(days=10)
    world.hide_scores("full", closes=ended)
    world.submit("owner", {"test-A WER": 0.3}, day=1)
    world.submit("organiser", {"test-A WER": 0.1}, day=25, came_late=True)
    assert best() == top() == "0.3"
    (listed,) = browsers["nobody"].get("/api/list-challenges").json()
    assert listed["bestScore"] == "0.3"


@pytest.mark.parametrize("group", ["submitter", "parameter"])
def test_more_that_has_no_rank_than_is_read_at_first_is_on_top_for_nobody(world, best, top, group):
    Board.objects.create(challenge=world.challenge, slug="all", title="All", group=group, parameter="lr")
    world.submit("owner", {"test-A WER": 0.3}, day=1)
    for day in range(2, 10):
        world.submit("organiser", {"test-A WER": 0.1 + day / 100}, day=day, is_ranked=False, is_baseline=True)
    assert best() == top()


def test_arranged_boards_are_read(world, best, top):
    world.submit("owner", {"test-A WER": 0.1}, day=1)
    world.submit("owner", {"test-A WER": 0.2}, day=2)
    Board.objects.create(challenge=world.challenge, slug="last", title="Last", rule="last")
    assert best() == top() == "0.2"


def test_boards_are_read_once_however_many_challenges_a_list_has(world, browsers):
    world.submit("owner", {"test-A WER": 0.1})

    def asked():
        with CaptureQueriesContext(connection) as queries:
            assert browsers["stranger"].get("/api/list-challenges").status_code == 200
        return len(queries)

    asked()
    of_one = asked()
    others = [Challenge(slug=f"other-{n}", title="Other", is_published=True, current=world.version) for n in range(20)]
    Challenge.objects.bulk_create(others)
    assert asked() <= of_one + 20 * 2
    assert asked() == of_one


def test_a_page_of_a_list_reads_a_page(world):
    for day in range(60):
        world.submit("owner", {"test-A WER": day / 100}, day=day / 10)
    view = read_list(Viewer(), world.challenge)
    with CaptureQueriesContext(connection) as queries:
        newest = view.rows[:10]
    assert [row.rank for row in newest] == list(range(60, 50, -1))
    assert len(queries) <= 9
    assert newest[0].entry.submission.created - newest[9].entry.submission.created == timedelta(days=0.9)
