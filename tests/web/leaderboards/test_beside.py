"""What a score is compared with, as far as the viewer may know it; and lists that are remembered."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from probierz.web.challenges.models import Ladder, Phase
from probierz.web.challenges.visibility import steps_of
from probierz.web.submissions.page import variants_of
from probierz.web.submissions.templatetags.submissions import verdict
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db

START = timezone.now() - timedelta(days=30)


def beside(world, submission, who=None, test="test-A WER"):
    """The best of the others and the one before, each as submission, name, text and how much better one is."""
    (variant,) = variants_of(Viewer(world.people.get(who)), submission)
    (row,) = [row for row in variant.scores if row.test.pk == world.tests[test].pk]
    return [one and (one.submission, one.name, one.text, round(one.difference, 6)) for one in (row.best, row.previous)]


def test_the_best_of_the_others_and_the_one_before_stand_beside_a_score(world):
    first = world.submit("owner", {"test-A WER": 0.5})
    best = world.submit("stranger", {"test-A WER": 0.2})
    last = world.submit("owner", {"test-A WER": 0.3})
    own = (first.pk, "Owner", "0.5", 0.2)  # a lower error rate is better, by 0.5 - 0.3
    assert beside(world, last) == [(best.pk, "Stranger", "0.2", -0.1), own]
    assert beside(world, best) == [(last.pk, "Owner", "0.3", 0.1), None]
    assert beside(world, first) == [(best.pk, "Stranger", "0.2", -0.3), None]


def test_higher_is_better_where_the_metric_says_so(world):
    low = world.submit("owner", {"test-A Accuracy": 0.2})
    high = world.submit("stranger", {"test-A Accuracy": 0.7})
    assert beside(world, low, test="test-A Accuracy")[0] == (high.pk, "Stranger", "0.7", -0.5)


def test_a_team_is_compared_with_what_the_team_handed_in(world):
    alone = world.submit("owner", {"test-A WER": 0.5})
    together = world.submit("teammate", {"test-A WER": 0.4}, team=world.team)
    last = world.submit("owner", {"test-A WER": 0.3}, team=world.team)
    assert beside(world, last)[1] == (together.pk, "Both", "0.4", 0.1)
    assert beside(world, world.submit("owner", {"test-A WER": 0.1}))[1][0] == alone.pk


def test_a_team_of_one_is_compared_as_its_person(world):
    alone = world.submit("owner", {"test-A WER": 0.5})
    together = world.submit("owner", {"test-A WER": 0.4}, team=world.team)
    last = world.submit("owner", {"test-A WER": 0.3})
    assert beside(world, together) == [None, (alone.pk, "Owner", "0.5", 0.1)]
    assert beside(world, last) == [None, (together.pk, "Both", "0.4", 0.1)]


def test_nobody_is_compared_with_their_own_submissions_as_with_others(world):
    mine = [world.submit("owner", {"test-A WER": value}) for value in (0.5, 0.1, 0.2)]
    assert [beside(world, one)[0] for one in mine] == [None, None, None]
    ours = [world.submit(who, {"test-A WER": 0.3}, team=world.team) for who in ("owner", "teammate")]
    for one in ours:
        assert beside(world, one)[0] == (mine[1].pk, "Owner", "0.1", -0.2)
    assert beside(world, mine[0])[0] == (ours[0].pk, "Both", "0.3", -0.2)
    world.hide_scores("rounded", digits=1)
    assert beside(world, mine[0])[0] == (ours[0].pk, "Both", "0.3", -0.2)


def test_nobody_is_compared_with_what_is_hidden(world):
    world.submit("owner", {"test-A WER": 0.5})
    world.submit("stranger", {"test-A WER": 0.1}, hidden=world.challenge.created)
    seen = world.submit("teammate", {"test-A WER": 0.4})
    assert {beside(world, seen, role)[0][2] for role in ("nobody", "stranger", "organiser")} == {"0.5"}


def test_scores_that_look_equal_do_not_tell_which_of_them_is_better(world):
    earlier = world.submit("stranger", {"test-A WER": 0.24})
    better = world.submit("teammate", {"test-A WER": 0.21})
    mine = world.submit("owner", {"test-A WER": 0.44})
    world.hide_scores("rounded", digits=1)
    assert beside(world, mine, "owner")[0] == (earlier.pk, "Stranger", "0.2", -0.2)
    assert beside(world, mine, "organiser")[0] == (better.pk, "Teammate", "0.21", -0.23)


def test_of_scores_that_look_equal_the_row_that_leads_the_board_is_the_best_of_the_others(world, browsers):
    """Digits behind those that are shown rank nobody, but choose which of their own stands for somebody."""
    mine = world.submit("owner", {"test-A WER": 0.44})
    _other = world.submit("stranger", {"test-A WER": ("0.210", 0.2103)}, day=1)
    row = world.submit("stranger", {"test-A WER": ("0.210", 0.2102)}, day=2)
    _late = world.submit("teammate", {"test-A WER": ("0.210", 0.2101)}, day=3)
    first = browsers["nobody"].get("/challenges/ocr/board.json").json()["rows"][0]
    assert beside(world, mine)[0][0] == first["submission"] == row.pk


def test_a_rounded_score_is_compared_with_others_as_if_they_were_rounded_too(world, browsers):
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    printed = world.submit("organiser", {"test-A WER": ("0.1333", 0.1333)}, description="always good", **paper)
    mine = world.submit("owner", {"test-A WER": 0.1333})
    worse = world.submit("stranger", {"test-A WER": 0.26})
    world.hide_scores("rounded", digits=1)
    assert beside(world, mine, "owner")[0] == (printed.pk, "always good", "0.1333", 0.0)
    assert beside(world, worse, "stranger")[0][-1] == -0.2
    assert "worse by 0.2</p>" in browsers["stranger"].get(f"/submissions/{worse.pk}").content.decode()


def test_what_is_published_is_compared_with_scores_in_steps_in_the_same_steps(world, browsers):
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    world.submit("organiser", {"test-A Accuracy": ("0.7377", 0.7377)}, description="printed", **paper)
    mine = world.submit("owner", {"test-A Accuracy": 0.61})
    world.challenge.ladder = Ladder.LINES
    world.challenge.save()
    world.challenge.tests.update(lines=100)
    step = float(steps_of(world.challenge.tests.get(name="Accuracy", split="test-A")).step)
    difference = beside(world, mine, "owner", "test-A Accuracy")[0][-1]
    assert difference < 0
    assert round(difference / step, 6) == round(difference / step)


def test_a_difference_below_the_last_digit_of_the_scores_is_told_without_more_digits():
    assert [verdict(one, 4) for one in (0.00001, -0.00001, 0, 0.25)] == [
        "better by less than 0.0001", "worse by less than 0.0001", "equal", "better by 0.2500",
    ]  # fmt: skip


def test_scores_of_a_practice_are_compared_with_none_of_the_final_phase(world, browsers):
    world.hide_scores("rounded", digits=1, name="practice", closes=START + timedelta(days=2))
    world.submit("stranger", {"test-A WER": 0.14}, day=1)
    mine = world.submit("owner", {"test-A WER": 0.34}, day=1)
    final = Phase.objects.create(challenge=world.challenge, name="final", opens=START + timedelta(days=3), position=2)
    last = world.submit("owner", {"test-A WER": 0.12}, day=4, phase=final)
    assert beside(world, last) == [None, None]
    assert beside(world, mine)[0][1:] == ("Stranger", "0.1", -0.2)
    listed = browsers["nobody"].get("/challenges/ocr/submissions").content.decode()
    page = browsers["nobody"].get(re.search(rf'href="(/submissions/{last.pk})"', listed)[1]).content.decode()
    assert "better by" not in page
    rival = world.submit("stranger", {"test-A WER": 0.132}, day=5, phase=final)
    assert beside(world, last)[0] == (rival.pk, "Stranger", "0.132", 0.012)
    assert "better by 0.012" in browsers["nobody"].get(f"/submissions/{last.pk}").content.decode()


def test_published_results_are_nobodys_last_ones(world, browsers):
    paper = {"is_reference": True, "is_baseline": True, "phase": None}
    world.submit("organiser", {"test-A WER": 0.9}, description="Kim 2024", **paper)
    second = world.submit("organiser", {"test-A WER": 0.5}, description="Nowak 2025", **paper)
    own = world.submit("organiser", {"test-A WER": 0.4}, day=2)
    assert [beside(world, one, "organiser")[1] for one in (second, own)] == [None, None]
    for role in ("nobody", "organiser"):
        page = browsers[role].get(f"/submissions/{second.pk}").content.decode()
        assert "Nowak 2025" in page
        assert "last one" not in page
        assert "<time" not in page.partition("<h2>Nowak 2025")[2].partition("</section>")[0]
    assert "<time" in browsers["nobody"].get(f"/submissions/{own.pk}").content.decode()


def test_a_baseline_stands_for_itself_beside_others_of_the_same_people_as_on_boards(world):
    first = world.submit("organiser", {"test-A WER": 0.5}, is_baseline=True)
    second = world.submit("organiser", {"test-A WER": 0.4}, is_baseline=True)
    assert beside(world, second) == [(first.pk, "Organiser", "0.5", 0.1), None]


def test_what_came_late_and_what_has_no_rank_is_no_best_of_the_others(world, browsers):
    best = world.submit("stranger", {"test-A WER": 0.3})
    mine = world.submit("owner", {"test-A WER": 0.2})
    baseline = world.submit("organiser", {"test-A WER": 0.9}, is_baseline=True)
    paper = {"is_reference": True, "is_baseline": True, "phase": None, "is_ranked": False}
    world.submit("organiser", {"test-A WER": 0.1}, description="A baseline of a paper", **paper)
    world.hide_scores("full", closes=START + timedelta(days=1))
    world.submit("organiser", {"test-A WER": 0.0}, day=2, came_late=True)
    assert beside(world, mine)[0] == (best.pk, "Stranger", "0.3", 0.1)
    assert beside(world, baseline)[0] == (mine.pk, "Owner", "0.2", -0.7)
    assert "better by 0.1" in browsers["owner"].get(f"/submissions/{mine.pk}").content.decode()


def test_nothing_stands_beside_a_score_that_is_not_shown(world):
    world.submit("stranger", {"test-A WER": 0.21})
    mine = world.submit("owner", {"test-A WER": 0.44})
    world.hide_scores()
    assert beside(world, mine, "owner") == [None, None]


def test_the_number_of_queries_does_not_grow_with_the_submissions(world, django_assert_max_num_queries, browsers):
    some = [world.submit("owner", {"test-A WER": 0.5, "dev-0 WER": 0.1}) for _ in range(3)]
    some += [world.submit("stranger", {"test-A WER": number / 100}) for number in range(40)]
    with django_assert_max_num_queries(48):
        browsers["stranger"].get(f"/submissions/{some[-1].pk}")
    with django_assert_max_num_queries(36):
        browsers["stranger"].get(f"/submissions/{some[-2].pk}")


def test_a_list_that_is_remembered_follows_submissions_without_scores(world, browsers):
    waiting = world.submit("owner", {})
    type(waiting).objects.filter(pk=waiting.pk).update(state="waiting")
    assert "… waiting" in browsers["nobody"].get("/challenges/ocr/submissions").content.decode()
    type(waiting).objects.filter(pk=waiting.pk).update(state="failed")  # which changes no board
    for role, is_told in (("nobody", False), ("owner", True)):
        page = browsers[role].get("/challenges/ocr/submissions").content.decode()
        assert ("✗ failed" in page) == is_told
        assert "… waiting" not in page
