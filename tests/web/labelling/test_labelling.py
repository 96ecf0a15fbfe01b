"""Labels of people: who may do what, nothing is left out or lost, and what becomes of them."""

import csv
import io
import json

import pytest
from django.test import Client
from labelling_examples import EXPECTED, QUESTIONS

from probierz import score
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.labelling import services
from probierz.web.labelling.agreement import majority
from probierz.web.labelling.items import known_labels, sampled
from probierz.web.labelling.models import ItemLabel
from probierz.web.labelling.queries import items_of, next_open_place
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.services import Handing, submit_files
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)


def decide(seat, answer):
    """Somebody labels every item: `answer` is given the place and what is expected."""
    for place, line in enumerate(seat.round.lines):
        services.keep_label(seat, line, answer(place, EXPECTED[line - 1]), is_decided=True)


def other(label):
    return "no" if label == "yes" else "yes"


# --- samples ---------------------------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_items_each_once():
    first = sampled(80, 50, 3)
    assert first == sampled(80, 50, 3) != sampled(80, 50, 4)
    assert len(set(first)) == 50
    assert set(first) <= set(range(1, 81))


def test_a_shorter_test_is_taken_whole(begin):
    seat = begin(size=500)("ala")
    assert seat.round.is_whole
    assert sorted(seat.round.lines) == list(range(1, 81))


def test_buttons_come_from_open_splits_alone(quiz):
    assert known_labels(quiz) == ["no", "yes"]
    quiz.current.tests.update(is_hidden=True)
    assert known_labels(quiz) == []


# --- who may do what -------------------------------------------------------------------------------------------------


def test_of_a_hidden_test_only_organisers_make_a_round(quiz, people):
    with pytest.raises(Refused, match="Only organisers"):
        services.create_round(quiz, by=people["ala"], split="test-A", size=5, seed=1, title="x")
    made = services.create_round(quiz, by=people["ala"], split="dev-0", size=5, seed=1, title="x")
    assert made.labellers.get().user == people["ala"]


def test_who_does_not_see_the_challenge_hears_that_there_is_none(quiz, people):
    type(quiz).objects.filter(pk=quiz.pk).update(is_published=False)
    quiz.refresh_from_db()
    with pytest.raises(Refused, match="no such challenge"):
        services.create_round(quiz, by=people["ala"], split="dev-0", size=5, seed=1, title="x")


def test_a_stranger_finds_no_page_of_a_round_and_a_labeller_only_their_items(begin, people):
    number = begin()("ala").round.pk
    pages = ["", "/items", "/items/1", "/labels.tsv"]
    expected = {"stranger": [404] * 4, "ala": [200, 302, 200, 403], "organiser": [200, 302, 200, 200]}
    for name, statuses in expected.items():
        client = Client()
        client.force_login(people[name])
        assert [client.get(f"/labellings/{number}{page}").status_code for page in pages] == statuses, name
    assert Client().get(f"/labellings/{number}").status_code == 302


def test_who_labels_sees_neither_what_is_expected_nor_what_others_say(begin, people):
    seat = begin(labels=())
    services.keep_label(seat("ola"), seat("ola").round.lines[0], "secret opinion", is_decided=True)
    client = Client()
    client.force_login(people["ala"])
    number = seat("ala").round.pk
    pages = (f"/labellings/{number}/items/1", f"/labellings/{number}")
    text = "".join(client.get(page).content.decode() for page in pages)
    assert QUESTIONS[seat("ala").round.lines[0] - 1] in text
    assert "secret opinion" not in text
    assert "Agreement" not in text


# --- labelling -------------------------------------------------------------------------------------------------------


def test_skipped_items_come_again_after_all_others(begin):
    seat = begin(size=3)("ala")
    services.keep_label(seat, seat.round.lines[0], "", is_decided=False)
    assert next_open_place(seat, 1) == 2
    for line in seat.round.lines[1:]:
        services.keep_label(seat, line, "yes", is_decided=True)
    assert next_open_place(seat, 3) == 1
    services.keep_label(seat, seat.round.lines[0], "no", is_decided=True)
    assert next_open_place(seat, 1) is None


def test_a_decision_stays_until_another_one_is_made(begin):
    seat = begin(size=3)("ala")
    line = seat.round.lines[0]
    for text, is_decided in (("yes", True), ("", False), ("no", True)):
        services.keep_label(seat, line, text, is_decided=is_decided)
    assert list(ItemLabel.objects.values_list("text", "is_decided")) == [("no", True)]


def test_what_is_typed_is_kept_and_fits_into_a_line(begin):
    seat = begin(labels=())("ala")
    line = seat.round.lines[0]
    services.keep_label(seat, line, "half an\tanswer\r\n", is_decided=False)
    assert seat.labeller.given.get().text == "half an answer"
    assert not seat.labeller.given.get().is_decided


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [("", 0, "Type a label"), ("perhaps", 0, "no such label"), ("yes", 10**6, "not in the sample")],
)
def test_what_cannot_be_a_label_is_refused(begin, text, line, why):
    seat = begin()("ala")
    with pytest.raises(Refused, match=why):
        services.keep_label(seat, line or seat.round.lines[0], text, is_decided=True)
    assert not ItemLabel.objects.exists()


# --- together --------------------------------------------------------------------------------------------------------


def test_most_people_decide_and_ties_are_drawn_alike_each_time():
    assert majority(["a", "b", "a"], 1, 5) == ("a", False)
    assert majority([], 1, 5) == ("", False)
    drawn = [majority(["a", "b"], 1, line) for line in range(200)]
    assert drawn == [majority(["b", "a"], 1, line) for line in range(200)]
    assert all(is_tied for _label, is_tied in drawn)
    assert 70 < sum(label == "a" for label, _is_tied in drawn) < 130


def test_labels_leave_as_a_table_and_as_json_with_people_by_number(begin):
    seat = begin(size=4)
    decide(seat("ala"), lambda place, label: label)
    decide(seat("ola"), lambda place, label: label if place else other(label))
    rows = list(csv.DictReader(io.StringIO(services.export_labels(seat("organiser"), "tsv")), delimiter="\t"))
    assert [int(row["line"]) for row in rows] == sorted(seat("ala").round.lines)
    assert [row["person-2"] for row in rows] == [EXPECTED[int(row["line"]) - 1] for row in rows]
    assert sorted(row["difficulty"] for row in rows) == ["0.000", "0.000", "0.000", "1.000"]
    document = json.loads(services.export_labels(seat("organiser"), "json"))
    assert (document["sample"], document["lines"], document["shared"], document["agreed"]) == (4, 80, 4, 3)
    assert "ala" not in json.dumps(document)


# --- on a board ------------------------------------------------------------------------------------------------------


def test_nobody_hands_in_before_every_item_is_decided(begin):
    seat = begin(size=4)
    for line in seat("ala").round.lines[:3]:
        services.keep_label(seat("ala"), line, "yes", is_decided=True)
    with pytest.raises(Refused, match="1 of the items"):
        services.hand_in_labels(seat("organiser"), "people")
    assert not Submission.objects.exists()


def test_labels_of_a_sample_stand_beside_systems_on_a_test_of_just_these_lines(begin, quiz, people, uploaded, work):
    always = "yes\n" * len(EXPECTED)
    submit_files(quiz, [uploaded(always)], Handing(people["stranger"], description="always yes"))
    work()
    seat = begin(size=40)
    decide(seat("ala"), lambda place, label: label if place >= 4 else other(label))
    decide(seat("ola"), lambda place, label: label if place >= 8 else other(label))
    services.hand_in_labels(seat("organiser"), "quiz-people")
    work()
    found = seat("organiser").round
    board = read_board(Viewer(people["organiser"]), found.board, board_of(found.board))
    lines = sorted(found.lines)
    expected = [EXPECTED[line - 1] for line in lines]
    by_hand = {
        "Person 2": 36 / 40,
        "Person 3": 32 / 40,
        "Stranger": sum(label == "yes" for label in expected) / 40,
        "Majority": score("Accuracy", expected, [item.majority for item in items_of(found)]).value,
    }
    shown = {row.entry.submission.description.split(" ", 2)[0] if "Person" not in row.entry.submission.description
             else " ".join(row.entry.submission.description.split()[:2]): row.entry for row in board.rows}  # fmt: skip
    assert {name.strip(":"): entry.cells[0].value for name, entry in shown.items()} == pytest.approx(by_hand, abs=1e-4)
    for name, entry in shown.items():
        assert [tag.tag.name for tag in entry.tags] == ([] if name == "Stranger:" else ["human"])
        assert entry.cells[0].low < entry.cells[0].value < entry.cells[0].high
    assert Score.objects.filter(challenge=found.board).values("test__lines").distinct().get() == {"test__lines": 40}


def test_only_organisers_see_the_board_of_a_sample_and_nobody_else_hands_in_there(begin, people, uploaded):
    seat = begin(size=12)
    decide(seat("ala"), lambda place, label: label)
    services.hand_in_labels(seat("organiser"), "quiz-people")
    board = seat("organiser").round.board
    assert not Viewer(people["ala"]).may_see(board)
    type(board).objects.filter(pk=board.pk).update(is_published=True)
    board.refresh_from_db()
    with pytest.raises(Refused, match="deadline has passed"):
        submit_files(board, [uploaded("yes\n" * 12)], Handing(people["ala"]))


def test_expected_results_of_a_hidden_test_stay_hidden_on_the_board_of_a_sample(begin, people):
    seat = begin(size=12)
    decide(seat("ala"), lambda place, label: label)
    services.hand_in_labels(seat("organiser"), "quiz-people")
    assert seat("organiser").round.board.current.tests.get().is_hidden
    client = Client()
    client.force_login(people["organiser"])
    assert client.get("/challenges/quiz-people/files/test-A/in.tsv").status_code == 200
    assert client.get("/challenges/quiz-people/files/test-A/expected.tsv").status_code == 404


def test_labels_of_all_items_stand_on_the_challenges_own_board(begin, quiz, people, work):
    seat = begin(size=80)
    decide(seat("ala"), lambda place, label: label)
    services.hand_in_labels(seat("organiser"))
    work()
    row = read_board(Viewer(), quiz, board_of(quiz)).rows[0]
    assert row.entry.cells[0].value == 1
    assert [tag.tag.name for tag in row.entry.tags] == ["human"]


def test_nothing_changes_once_labels_are_handed_in(begin):
    seat = begin(size=5)
    decide(seat("ala"), lambda place, label: label)
    services.hand_in_labels(seat("organiser"), "quiz-people")
    for act in (
        lambda: services.keep_label(seat("ala"), seat("ala").round.lines[0], "no", is_decided=True),
        lambda: services.let_in(seat("organiser"), "stranger"),
        lambda: services.hand_in_labels(seat("organiser"), "another"),
    ):
        with pytest.raises(Refused, match="handed in"):
            act()
    assert User.objects.count() == 5
