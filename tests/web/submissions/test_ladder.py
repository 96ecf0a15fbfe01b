"""Only sure improvements are shown, where a challenge says so."""

from datetime import timedelta

import pytest
from django.utils import timezone
from submission_examples import write_challenge

from probierz.web.challenges.models import Challenge, ItemLevel, Phase
from probierz.web.challenges.services import create_unasked, publish_version, save_reporting
from probierz.web.leaderboards.queries import boards_of, read_board
from probierz.web.submissions.bits_told import given_away
from probierz.web.submissions.ladder import is_sure_step
from probierz.web.submissions.models import Score
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 100


@pytest.fixture
def labels(people, tmp_path):
    folder = write_challenge(tmp_path / "labels", metrics="--metric Accuracy")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text("a\n" * LINES)
    challenge = create_unasked("labels", people["organiser"])
    publish_version(challenge, folder)
    Challenge.objects.filter(pk=challenge.pk).update(is_published=True, near_quota=0)
    challenge.refresh_from_db()
    return challenge


@pytest.fixture
def send(labels, people, uploaded, work):
    """Hand in an output that is right on so many lines, the last of them first; return what its people see."""

    def act(*rights, by="ala", team=None):
        files = [
            uploaded("b\n" * (LINES - right) + "a\n" * right, f"out-k={number}.tsv")
            for number, right in enumerate(rights)
        ]
        sent = submit_files(labels, files, Handing(people[by], team)).submission
        work()
        sent.refresh_from_db()
        assert sent.state == "scored", sent.failure
        viewer = Viewer(people[by])
        scores = sent.scores.select_related("test", "evaluation", "submission__challenge").order_by("variant__name")
        shown = [viewer.shown(score, sent).text for score in scores]
        return shown if len(shown) > 1 else shown[0]

    return act


def ladder(challenge, people, kind, step=None):
    save_reporting(challenge, selections=1, ladder=kind, ladder_step=step, by=people["organiser"])


NOT_SURE = "no sure improvement"


def test_what_may_be_chance_is_not_shown(labels, people, send):
    """By hand: n lines that differ, all better, give p = 1 / 2ⁿ in the sign test, at most 0.05 / k² for 5 lines
    at the first comparison, 7 at the second and 9 at the fifth.
    """
    ladder(labels, people, "paired")
    assert send(50) == "0.500"
    assert send(53) == NOT_SURE
    assert send(57) == "0.570"
    assert send(60) == NOT_SURE  # 0.53 would be far enough from it, but only what was shown counts
    assert send(40) == NOT_SURE
    assert send(65) == NOT_SURE  # 1 / 256 would do once, not at the fifth comparison
    assert send(67) == "0.670"
    assert send(53, by="ola") == "0.530"  # of others nothing is withheld for it
    assert Score.objects.filter(is_withheld=True).count() == 4


def test_a_step_is_as_large_as_the_organiser_says(labels, people, send):
    ladder(labels, people, "step", 0.05)
    assert [send(50), send(54), send(55), send(59), send(60)] == ["0.500", NOT_SURE, "0.550", NOT_SURE, "0.600"]


def test_variants_climb_one_after_the_other(labels, people, send):
    ladder(labels, people, "step", 0.05)
    assert send(50, 52, 60, 61) == ["0.500", NOT_SURE, "0.600", NOT_SURE]


def test_a_team_climbs_together(labels, people, team, send):
    ladder(labels, people, "step", 0.05)
    assert send(50, by="ala", team=team) == "0.500"
    assert send(52, by="ola", team=team) == NOT_SURE


def test_the_ladder_begins_anew_in_each_phase(labels, people, send):
    ladder(labels, people, "step", 0.05)
    assert [send(50), send(51)] == ["0.500", NOT_SURE]
    Phase.objects.update(closes=timezone.now() - timedelta(seconds=1))
    Phase.objects.create(challenge=labels, name="next", position=2)
    assert [send(52), send(53), send(57)] == ["0.520", NOT_SURE, "0.570"]


def test_organisers_see_all_and_everybody_does_once_all_is_disclosed(labels, people, send):
    ladder(labels, people, "paired")
    send(50)
    send(53)
    score = Score.objects.select_related("submission__challenge", "test", "evaluation").get(is_withheld=True)
    assert Viewer(people["organiser"]).shown(score, score.submission).text == "0.530"
    Phase.objects.update(disclosed_from=timezone.now() - timedelta(hours=1))
    score.submission.refresh_from_db()
    assert Viewer(None).shown(score, score.submission).text == "0.530"


def test_lines_of_a_withheld_score_are_withheld_too(labels, people, send):
    ladder(labels, people, "paired")
    Phase.objects.update(items="items")
    send(50)
    send(53)
    viewer = Viewer(people["ala"])
    scores = Score.objects.filter(test__split="test-A").select_related("submission__challenge", "test").order_by("pk")
    assert [(one.is_withheld, viewer.items(one.submission, one.test)) for one in scores] == [
        (False, ItemLevel.ITEMS), (True, ItemLevel.NONE),
    ]  # fmt: skip


def test_a_withheld_submission_stands_on_no_board(labels, people, send):
    ladder(labels, people, "paired")
    send(50)
    send(53)
    view = read_board(Viewer(None), labels, boards_of(labels)[0])
    assert [(row.rank, row.entry.cells[view.main].text) for row in view.rows] == [(1, "0.500")]


def test_a_repair_of_expected_results_shows_nothing_that_was_withheld(labels, people, send, work, tmp_path):
    ladder(labels, people, "paired")
    send(50)
    send(53)
    folder = write_challenge(tmp_path / "repaired", metrics="--metric Accuracy")
    for split in ("dev-0", "test-A"):
        (folder / split / "in.tsv").write_text("x\n" * LINES)
        (folder / split / "expected.tsv").write_text("b\n" + "a\n" * (LINES - 1))
    publish_version(labels, folder)
    work()
    shown = dict(Score.objects.filter(test__split="test-A").values_list("shown", "is_withheld"))
    assert shown == {"0.510": False, "0.540": True}


def test_a_withheld_score_gives_one_bit_away(labels, people, send):
    """By hand: a shown accuracy of 101 values, from which its bounds follow, and a bit for each output; no p-value."""
    ladder(labels, people, "paired")
    send(50)
    send(53)
    [told] = given_away(Challenge.objects.get())
    assert told.bits == pytest.approx(6.658211 + 2, abs=1e-3)


@pytest.mark.parametrize(("gain", "step", "is_sure"), [
    (0.52 - 0.51, 0.01, True), (0.0099, 0.01, False), (0.0, 0.0, False), (-0.5, 0.01, False), (0.02, 0.01, True),
])  # fmt: skip
def test_what_a_step_is(gain, step, is_sure):
    assert is_sure_step(gain, step) is is_sure
