"""Groups of systems that the test set cannot tell apart."""

import re
import threading
import uuid

import pytest

from probierz import score
from probierz.web.challenges.models import Challenge, Ladder
from probierz.web.challenges.services import changed
from probierz.web.configuration import places
from probierz.web.jobs.models import Job, Worker
from probierz.web.jobs.running_job import Running
from probierz.web.jobs.services import take
from probierz.web.leaderboards import handlers
from probierz.web.leaderboards.handlers import find_groups
from probierz.web.leaderboards.models import Board, Compared, Rule
from probierz.web.leaderboards.output_groups import KIND, compare_boards, compare_later, with_groups
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.sandbox.rows import write_rows
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.services.changing import hide, restore
from probierz.web.submissions.visibility import Viewer


@pytest.fixture
def compared(world):
    """Three systems with 40 lines of 40, 39 of 40, and 5 of 40 right: the first two cannot be told apart."""
    expected = ["a"] * 40
    folder = places.rows_file(0).parent
    folder.mkdir(parents=True)
    for who, right in (("owner", 40), ("stranger", 39), ("teammate", 5)):
        output = ["a"] * right + ["b"] * (40 - right)
        wrong = (40 - right) / 40
        made = world.submit(who, {"test-A WER": wrong})
        one = Score.objects.get(submission=made)
        write_rows(places.rows_file(one.evaluation_id), [score("WER", expected, output, rows=True)])
        one.evaluation.rows = True
        one.evaluation.save()
    world.challenge.refresh_from_db()
    return world


def shown(world, role=None):
    viewer = Viewer(world.people.get(role))
    view = with_groups(viewer, read_board(viewer, world.challenge, board_of(world.challenge)))
    return [row.group for row in view.rows]


def test_a_job_finds_groups_and_boards_show_them(compared):
    assert shown(compared) == [None, None, None]
    job = compare_later(compared.challenge)
    assert compare_later(compared.challenge).pk == job.pk
    worker = Worker.objects.create(id=uuid.uuid4(), host="h", pid=1, seen=job.created)
    find_groups(Running(take(worker), threading.Event()))
    assert Job.objects.get(pk=job.pk).result == {"tests": 1, "pairs": 2}
    assert shown(compared) == [1, 1, 2]


def test_of_two_outputs_told_equal_the_one_that_people_see_is_compared_too(compared):
    """A missing group would say that the other one of the same people is truly better."""
    earlier = Score.objects.order_by("value").first()
    better = compared.submit("owner", {"test-A WER": 0.0})
    later = Score.objects.get(submission=better)
    Score.objects.filter(pk=earlier.pk).update(value=0.001)
    write_rows(places.rows_file(later.evaluation_id), [score("WER", ["a"] * 40, ["a"] * 40, rows=True)])
    later.evaluation.rows = True
    later.evaluation.save()
    compared.challenge.ladder = Ladder.LINES
    compared.challenge.save()
    compared.challenge.tests.update(lines=40)
    compare_boards(compared.challenge)
    assert shown(compared, "organiser") == shown(compared) == [1, 1, 2]
    assert {earlier.evaluation_id, later.evaluation_id} <= set(Compared.objects.get().evaluations)


def test_nobody_leads_over_oneself(compared, client):
    """The second row, which is like the first, is of the same people: the lead is that before the third."""
    compare_boards(compared.challenge)

    def said():
        text = client.get(f"/challenges/{compared.challenge.slug}/board").content.decode()
        return re.findall(r'class="(?:un)?certain">([^<]*)<', text)

    assert said() == ["The lead may be chance: the test cannot tell the first from 1 of the others."]
    first, second, third = [score.submission for score in Score.objects.order_by("value")]
    Board.objects.create(challenge=compared.challenge, slug="main", title="All", rule=Rule.ALL)
    Submission.objects.filter(pk=second.pk).update(submitter=first.submitter)
    changed(compared.challenge)
    assert said() == ["The lead is more than chance."]
    assert "(more than chance)" in client.get("/").content.decode()
    Submission.objects.filter(pk=third.pk).update(submitter=first.submitter)
    changed(compared.challenge)
    assert said() == []


def test_what_stands_on_a_board_once_another_is_hidden_or_shown_again_is_compared(compared):
    compare_boards(compared.challenge)
    best = Score.objects.order_by("value").first().submission
    for act in (hide, restore):
        act(best, best.submitter)
        assert Job.objects.filter(kind=KIND, state=Job.State.QUEUED).update(state=Job.State.DONE) == 1


def test_nothing_is_compared_twice_and_a_new_score_changes_the_revision(compared):
    before = compared.challenge.revision
    assert compare_boards(compared.challenge) == 1
    assert compare_boards(compared.challenge) == 0
    assert Challenge.objects.get(pk=compared.challenge.pk).revision == before + 1


def test_what_a_group_means_is_said_only_where_rows_share_one(compared, client):
    def is_said():
        return "The best row of a group" in client.get(f"/challenges/{compared.challenge.slug}/board").content.decode()

    compare_boards(compared.challenge)
    assert is_said()
    second = Score.objects.get(submission__submitter__username="stranger").submission
    hide(second, second.submitter)
    assert not is_said()


@pytest.mark.parametrize(("where", "waiting"), [("compare_newest", 0), ("_revision", 1)])
@pytest.mark.parametrize("what", ["a score", "shown again"])
def test_what_comes_onto_boards_while_others_are_compared_is_compared_too(compared, monkeypatch, where, waiting, what):
    """It comes in the midst of a round, or when the job has looked around for the last time."""
    hidden = Score.objects.get(submission__submitter__username="stranger").submission
    if what == "shown again":
        hide(hidden, hidden.submitter)
        Job.objects.filter(kind=KIND).delete()
    owner = handlers.pair_tests if where == "compare_newest" else handlers
    usual, looks = getattr(owner, where), []

    def late(challenge, **words):
        found = usual(challenge, **words)
        looks.append(found)
        if len(looks) == (1 if where == "compare_newest" else 2):
            if what == "a score":
                compared.submit("stranger", {"test-A WER": 0.5})
                compare_later(challenge)
            else:
                restore(hidden, hidden.submitter)
        return found

    monkeypatch.setattr(owner, where, late)
    job = compare_later(compared.challenge)
    worker = Worker.objects.create(id=uuid.uuid4(), host="h", pid=1, seen=job.created)
    find_groups(Running(take(worker), threading.Event()))
    assert Job.objects.get(pk=job.pk).state == Job.State.DONE
    assert Job.objects.filter(state=Job.State.QUEUED).count() == waiting
    assert len(looks) == (2 if where == "compare_newest" else 3)


@pytest.mark.parametrize(("disclosure", "seen"), [("hidden", False), ("rounded", False), ("full", True)])
def test_groups_are_shown_only_with_full_scores(compared, disclosure, seen):
    compare_boards(compared.challenge)
    compared.hide_scores(disclosure)
    assert any(shown(compared)) == any(shown(compared, "owner")) == seen
    assert shown(compared, "organiser") == [1, 1, 2]


def test_a_copied_output_stands_in_the_group_of_the_first(compared):
    """Equal outputs share what scoring kept of them."""
    copied = Score.objects.get(submission__submitter__username="stranger")
    copy = compared.submit("organiser", {"test-A WER": copied.value})
    Score.objects.filter(submission=copy).update(evaluation=copied.evaluation)
    assert compare_boards(compared.challenge) == 1
    assert shown(compared) == [1, 1, 1, 2]


@pytest.mark.parametrize("lost", ["the rows", "the comparison with the newest"])
def test_what_was_not_compared_is_no_certain_lead(compared, browsers, lost):
    said = []
    if lost == "the rows":
        for file in places.rows_file(0).parent.iterdir():
            file.unlink()
    compare_boards(compared.challenge, log=said.append)
    if lost != "the rows":
        Compared.objects.update(evaluations=Compared.objects.get().evaluations[::2])
    assert bool(said) == (lost == "the rows")
    page = browsers["nobody"].get("/challenges/ocr/board").content.decode()
    assert "Whether the lead is more than chance is not known." in page
    assert "(not compared)" in browsers["nobody"].get("/").content.decode()


def test_of_a_single_row_nothing_is_said_of_its_lead(compared, browsers):
    """What is compared are two others, which stand there no longer."""
    compare_boards(compared.challenge)
    best, *others = [one.submission for one in Score.objects.order_by("value")]
    Compared.objects.update(evaluations=Compared.objects.get().evaluations[1:])
    for one in others:
        hide(one, one.submitter)
    page = browsers["nobody"].get("/challenges/ocr/board").content.decode()
    assert f"/submissions/{best.pk}" in page
    assert "more than chance" not in page
    assert "not compared" not in browsers["nobody"].get("/").content.decode()


def test_the_lead_is_told_by_who_cannot_be_told_from_the_first_not_by_its_group(compared, browsers):
    """The last cannot be told from the first, and so all three are one group; but the second can."""
    compare_boards(compared.challenge)
    first, second, _last = Score.objects.order_by("value").values_list("evaluation", flat=True)
    Compared.objects.update(different=[[first, second]])
    Challenge.objects.update(revision=Challenge.objects.get().revision + 1)
    assert shown(compared) == [1, 1, 1]
    page = browsers["nobody"].get("/challenges/ocr/board").content.decode()
    assert "the test cannot tell the first from 1 of the others." in page
