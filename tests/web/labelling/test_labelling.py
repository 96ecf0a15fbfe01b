"""Labels of people: who may do what, nothing is left out or lost, and what becomes of them."""

import csv
import io
import json
import re
import zipfile
from importlib import import_module

import pytest
from django.apps import apps
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from labelling_examples import EXPECTED, QUESTIONS, write_quiz
from submission_examples import write_challenge

from probierz import score
from probierz.errors import Refused
from probierz.web.accounts.models import User
from probierz.web.accounts.services.throttle import LIMITS
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Division, Phase, Tag
from probierz.web.challenges.services import create_unasked, publish_version, save_division
from probierz.web.events import how_many_take_part
from probierz.web.labelling import services
from probierz.web.labelling.agreement import majority
from probierz.web.labelling.candidates import choices_of
from probierz.web.labelling.items import known_labels, sampled
from probierz.web.labelling.models import ItemLabel, LabellingRound
from probierz.web.labelling.queries import LabellingSeat, items_of, next_open_place
from probierz.web.labelling.told import told_by_boards
from probierz.web.leaderboards.queries import board_of, read_board
from probierz.web.submissions.models import Score, Submission
from probierz.web.submissions.services import Handing, edit, submit_files
from probierz.web.submissions.visibility import Viewer

pytestmark = pytest.mark.django_db(transaction=True)


def decide(seat, answer):
    """Somebody labels every item: `answer` is given the place and what is expected."""
    for place, line in enumerate(seat.round.lines):
        services.keep_label(seat, line, answer(place, EXPECTED[line - 1]), is_decided=True)


def other(label):
    return "no" if label == "yes" else "yes"


def test_somebody_who_was_taken_in_gets_out_again(begin, people):
    seat = begin(who=("ola", "ala"))
    decide(seat("ola"), lambda _place, right: right)
    ola = Client()
    ola.force_login(people["ola"])
    number = seat("ola").round.pk
    assert "Leave the round" in ola.get(f"/labellings/{number}").content.decode()
    page = ola.post(f"/labellings/{number}/leave", follow=True).content.decode()
    assert "You have left the round." in page
    assert ola.get(f"/labellings/{number}").status_code == 404
    assert [one.number for one in seat("ala").round.labellers.all()] == [1, 2]


def test_who_runs_a_round_does_not_choose_its_sample_by_leaving(begin):
    seat = begin(who=())
    decide(seat("organiser"), lambda _place, right: right)
    with pytest.raises(Refused, match="the sample would be chosen"):
        services.leave_round(seat("organiser"))


@pytest.mark.parametrize("how", ["takes none", "blocked"])
def test_who_takes_no_invitations_is_taken_into_no_round(begin, people, how):
    if how == "blocked":
        people["ola"].blocked.add(people["organiser"])
    User.objects.filter(username="ola").update(is_invitable=how == "blocked")
    with pytest.raises(Refused, match="ola takes no invitations"):
        begin(who=("ola",))


# --- samples ---------------------------------------------------------------------------------------------------------


def test_the_same_seed_draws_the_same_items_each_once():
    lines = range(1, 81)
    first = sampled(lines, 50, 3)
    assert first == sampled(lines, 50, 3) != sampled(lines, 50, 4)
    assert len(set(first)) == 50
    assert set(first) <= set(lines)


def test_a_shorter_test_is_taken_whole(begin):
    seat = begin(size=500)("ala")
    assert seat.round.is_whole
    assert sorted(seat.round.lines) == list(range(1, 81))


def test_buttons_come_from_open_splits_alone(quiz):
    assert known_labels(quiz) == ["no", "yes"]
    quiz.current.tests.update(is_hidden=True)
    assert known_labels(quiz) == []


@pytest.mark.parametrize(("each", "buttons"), [(5, ["1", "2", "3"]), (4, [])])
def test_buttons_are_made_of_labels_that_come_five_times_on_average(people, tmp_path, each, buttons):
    folder = write_challenge(tmp_path / "numbers")
    for name in ("in.tsv", "expected.tsv"):
        (folder / "dev-0" / name).write_text("1\n2\n3\n" * each)
    made = create_unasked("numbers", people["organiser"])
    publish_version(made, folder)
    made.refresh_from_db()
    assert known_labels(made) == buttons


def divide(challenge, organiser, folder):
    rule = {"share": 0.5, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
    save_division(challenge, is_divided=True, by=organiser, **rule)
    publish_version(challenge, folder)
    challenge.refresh_from_db()
    division = Division.objects.get()
    return public_lines(division.lines, bytes(division.public))


def test_of_a_divided_test_only_public_lines_are_drawn(quiz, begin, people, tmp_path):
    public = divide(quiz, people["organiser"], write_quiz(tmp_path / "again"))
    assert 0 < len(public) < 80
    assert set(begin(size=500)("ala").round.lines) == public
    assert set(begin(size=20)("ala").round.lines) < public
    client = Client()
    client.force_login(people["organiser"])
    form = client.get("/challenges/quiz/labellings/new").content.decode()
    assert "only public lines are drawn" in form
    assert "of a round of all of them, about 40, how the whole test is divided" in form


def test_a_sample_that_is_older_than_the_division_gets_no_board(quiz, begin, people, tmp_path):
    seat = begin(size=40)
    decide(seat("ala"), lambda place, label: label)
    divide(quiz, people["organiser"], write_quiz(tmp_path / "again"))
    with pytest.raises(Refused, match="divided since"):
        services.hand_in_labels(seat("organiser"), "quiz-people")
    assert not Submission.objects.exists()


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


def test_a_round_leads_to_the_board_of_its_challenge(begin, people):
    seat = begin()
    for name in ("ala", "organiser"):
        client = Client()
        client.force_login(people[name])
        page = client.get(f"/labellings/{seat('ala').round.pk}").content.decode()
        assert f'href="/challenges/{seat("ala").round.challenge.slug}/board"' in page
    seat("ala").round.challenge.__class__.objects.update(is_published=False)
    client.force_login(people["ala"])
    assert "/board" not in client.get(f"/labellings/{seat('ala').round.pk}").content.decode()


def test_who_is_in_no_round_reads_where_they_begin(people):
    client = Client()
    client.force_login(people["stranger"])
    page = client.get("/labellings").content.decode()
    assert "Rounds begin on a challenge's page, under Labelling" in page
    assert '<a href="/challenges">To the challenges</a>' in page


def test_organisers_read_what_is_to_be_done_before_there_is_a_round(people, quiz):
    create_unasked("empty", people["organiser"])
    client = Client()
    client.force_login(people["organiser"])
    page = client.get("/challenges/empty/labellings").content.decode()
    assert "There is no version yet; publish one, then begin a round." in page
    assert '<a href="/challenges/empty/organise/versions">' in page
    assert "Whoever runs a round" not in page
    page = client.get("/challenges/quiz/labellings").content.decode()
    assert '<p>There is no round yet. <a href="/challenges/quiz/labellings/new">' in page


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


def test_instructions_are_markdown_and_run_no_script(quiz, people, client):
    services.create_round(
        quiz, by=people["ala"], split="dev-0", size=3, seed=1, title="x",
        instructions="Look *twice*.\n\n<script>alert(1)</script>[rules](javascript:alert(1))",
    )  # fmt: skip
    client.force_login(people["ala"])
    page = client.get(f"/labellings/{LabellingRound.objects.get().pk}/items/1").content.decode()
    shown = page.partition('class="instructions">')[2].partition('<div class="item">')[0]
    assert "Look <em>twice</em>." in shown
    assert "<script" not in shown
    assert "href=" not in shown


def test_nobody_makes_rounds_without_end_nor_keeps_a_thread_busy_with_their_markdown(quiz, people, monkeypatch):
    monkeypatch.setitem(LIMITS, "round", 1)
    monkeypatch.setattr("probierz.web.challenges.readme.run_limited", None)  # brackets without end are not read
    asked = {"by": people["ala"], "split": "dev-0", "size": 3, "seed": 1, "title": "x", "instructions": "![" * 9990}
    assert services.create_round(quiz, **asked).instructions_html.startswith("<pre>![![")
    with pytest.raises(Refused, match="Come back"):
        services.create_round(quiz, **asked)


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


@pytest.mark.parametrize(("split", "is_told"), [("test-A", True), ("dev-0", False)])
def test_who_labels_a_hidden_test_reads_before_they_submit_that_it_will_be_marked(
    begin, people, client, split, is_told
):
    seat = begin(split=split)

    def told(name):
        client.force_login(people[name])
        return "You took part in making this test" in client.get("/challenges/quiz/submit").content.decode()

    assert not told("ala")
    line = seat("ala").round.lines[0]
    services.keep_label(seat("ala"), line, "", is_decided=False)  # looked at, and skipped
    assert not told("ala")
    services.keep_label(seat("ala"), line, "yes", is_decided=True)
    assert (told("ala"), told("ola")) == (is_told, False)


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


# --- labels that no metric reads -------------------------------------------------------------------------------------


def numbers(organiser, folder, *schemes):
    made = create_unasked("numbers", organiser)
    publish_version(made, write_challenge(folder, metrics=" ".join(f"--metric {one}" for one in schemes)))
    made.refresh_from_db()
    return made


def test_a_label_that_no_metric_reads_is_refused_when_it_is_decided(people, tmp_path):
    found = numbers(people["organiser"], tmp_path / "numbers", "RMSE:N<error>", "Accuracy")
    about = {"by": people["organiser"], "split": "test-A", "size": 4, "seed": 1, "title": "Numbers"}
    with pytest.raises(Refused, match="No metric of the test reads this label: low"):
        services.create_round(found, labels=["low", "high"], **about)
    assert not LabellingRound.objects.exists()
    seat = LabellingSeat(made := services.create_round(found, **about), people["organiser"], made.labellers.get())
    services.keep_label(seat, made.lines[0], "many", is_decided=False)  # somebody still types
    with pytest.raises(Refused, match="many"):
        services.keep_label(seat, made.lines[0], "many", is_decided=True)
    services.keep_label(seat, made.lines[0], "3.5", is_decided=True)
    assert ItemLabel.objects.get().text == "3.5"


def test_one_label_that_cannot_be_scored_does_not_spoil_the_others(people, tmp_path, work, monkeypatch):
    """What an organiser's expression makes of labels is asked of the scoring process alone."""
    found = numbers(people["organiser"], tmp_path / "numbers", r"RMSE:m<\d>")
    made = services.create_round(
        found, by=people["organiser"], split="test-A", size=3, seed=1, title="Numbers", labels=()
    )
    seat = LabellingSeat(made, people["organiser"], made.labellers.get())
    with monkeypatch.context() as web:
        for user in ("tally", "preparation"):
            web.setattr(f"probierz.scoring.{user}.text_step", lambda flag: pytest.fail(f"{flag} ran in this process"))
        for line, label in zip(sorted(made.lines), ("about 1", "nearly two", "3"), strict=True):
            services.keep_label(seat, line, label, is_decided=True)
        second = sorted(made.lines)[1]
        place = made.lines.index(second) + 1
        with pytest.raises(
            Refused, match=rf"Item {place} \(line {second}\) cannot be scored with the label nearly two"
        ):
            services.hand_in_labels(seat, "numbers-people")
    made.refresh_from_db()
    assert made.closed is None
    assert not Submission.objects.exists()
    services.keep_label(seat, second, "about 2", is_decided=True)
    services.hand_in_labels(seat, "numbers-people")
    work()
    assert [one.state for one in Submission.objects.all()] == ["scored"]


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
        "Majority of 2 people": score("Accuracy", expected, [item.majority for item in items_of(found)]).value,
    }
    shown = {row.entry.name: row.entry for row in board.rows}
    assert {name: entry.cells[0].value for name, entry in shown.items()} == pytest.approx(by_hand, abs=1e-4)
    for name, entry in shown.items():
        assert [tag.tag.name for tag in entry.tags] == ([] if name == "Stranger" else ["human"])
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


def test_organisers_read_how_much_published_boards_of_samples_have_told(begin, people, client, work):
    seat = begin(size=15)
    decide(seat("ala"), lambda place, label: label)
    services.hand_in_labels(seat("organiser"), "quiz-people")
    work()
    client.force_login(people["organiser"])
    title = "What boards of samples have given away"
    assert title not in client.get("/challenges/quiz/organise").content.decode()
    board = seat("organiser").round.board
    type(board).objects.filter(pk=board.pk).update(is_published=True)
    # a score of Accuracy on 15 lines is one of 16 numbers, 4 bits, and both ends of its interval follow from it; it is
    # compared with nothing
    [told] = told_by_boards(seat("organiser").round.challenge)
    assert (told.lines, told.outputs, round(told.most)) == (15, 1, 4)
    assert title in client.get("/challenges/quiz/organise").content.decode()


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
    assert row.entry.name == "Person 2"
    assert row.entry.cells[0].value == 1
    assert [tag.tag.name for tag in row.entry.tags] == ["human"]
    assert not told_by_boards(quiz), "of its own scores the challenge tells itself"


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


def test_people_who_say_the_same_as_most_have_rows_of_their_own(begin, people, work):
    seat = begin(size=12)
    for name in ("ala", "ola"):
        decide(seat(name), lambda place, label: label)
    services.hand_in_labels(seat("organiser"), "quiz-people")
    work()
    board = seat("organiser").round.board
    rows = read_board(Viewer(people["organiser"]), board, board_of(board)).rows
    assert sorted(row.entry.name for row in rows) == ["Majority of 2 people", "Person 2", "Person 3"]
    client = Client()
    client.force_login(people["organiser"])
    page = client.get("/challenges/quiz-people/board").content.decode()
    assert page.count(">human</span>") >= 3


def test_people_stand_beside_a_system_of_whoever_hands_their_labels_in(quiz, begin, people, uploaded, work):
    quiz.tests.update(is_hidden=False)
    submit_files(quiz, [uploaded("yes\n" * len(EXPECTED))], Handing(people["stranger"]))
    seat = begin(size=80, by="stranger", who=("ala",))
    for name in ("stranger", "ala"):
        decide(seat(name), lambda place, label: label)
    services.hand_in_labels(seat("stranger"))
    work()
    names = [row.entry.name for row in read_board(Viewer(), quiz, board_of(quiz)).rows]
    assert sorted(names) == ["Majority of 2 people", "Person 1", "Person 2", "Stranger"]


ROW = re.compile(
    r'<th scope="row"><a [^>]*><bdi>(.*?)</bdi></a>.*?<small class="about">(.*?)</small></th>'  # name, and what it says
    r'.*?<td>(?:<a href="([^"]*)">|<span class="muted">this one)[^\n]*</td>\s*<td class="number">(\d+)</td>',
    re.DOTALL,
)


def rows_on(page):
    """Of a board's page, by the name and description of each row: where its last submission leads, and how many."""
    return {(name, about): (last, count) for name, about, last, count in ROW.findall(page)}


def test_rows_of_people_and_systems_belong_to_their_names_and_not_to_who_handed_them_in(
    quiz, begin, people, uploaded, work
):
    def by(name, wrong):
        text = "".join(f"{other(label) if place < wrong else label}\n" for place, label in enumerate(EXPECTED))
        submit_files(quiz, [uploaded(text)], Handing(people[name], description=f"{wrong} wrong"))
        work()

    User.objects.filter(username__in=("ola", "administrator")).update(is_anonymous_entry=True)
    for name, wrong in (("ala", 20), ("stranger", 40), ("ola", 50), ("administrator", 60)):
        by(name, wrong)
    seat = begin(size=40)
    decide(seat("ala"), lambda place, label: label if place >= 4 else other(label))
    decide(seat("ola"), lambda place, label: label if place >= 8 else other(label))
    organiser = Client()
    organiser.force_login(people["organiser"])
    number = seat("ala").round.pk
    organiser.post(f"/labellings/{number}/hand-in", {"slug": "quiz-people", "sure": "yes"})
    work()
    page = organiser.get("/challenges/quiz-people/board").content.decode()
    assert len(rows_on(page)) == 7
    assert set(rows_on(page).values()) == {("", "1")}
    assert "(you)" not in page
    assert "6 teams and people" in page
    made = Submission.objects.filter(challenge__slug="quiz-people")
    pages = [organiser.get(f"/submissions/{one.pk}").content.decode() for one in made]
    assert not [page for page in pages if "last one" in page]

    by("stranger", 30)
    organiser.post(f"/labellings/{number}/systems")
    work()
    page = organiser.get("/challenges/quiz-people/board").content.decode()
    old, new = made.filter(row_name="Stranger").order_by("pk")
    rows = {about.partition(" (")[0]: found for (name, about), found in rows_on(page).items() if name == "Stranger"}
    assert rows == {"40 wrong": (f"/submissions/{new.pk}", "2"), "30 wrong": ("", "2")}
    assert [count for (name, _), (_, count) in rows_on(page).items() if name != "Stranger"] == ["1"] * 6
    assert "6 teams and people" in page
    for one in made:
        page = organiser.get(f"/submissions/{one.pk}").content.decode()
        assert ("Beside the one before" in page) == (one.pk == new.pk)
        if one.pk == new.pk:
            assert f'href="/submissions/{old.pk}"' in page.partition("Beside the one before")[2].partition("</div>")[0]


def test_labels_of_most_count_as_nobody_whatever_a_row_is_called(quiz, begin, people, work):
    first = begin(size=80)
    for name in ("ala", "ola"):
        decide(first(name), lambda place, label: label)
    of_most, *_ = services.hand_in_labels(first("organiser"))
    work()
    assert how_many_take_part(quiz) == 2
    edit(of_most, people["organiser"], description="as most people say", tags=())
    quiz.refresh_from_db()
    assert how_many_take_part(quiz) == 2

    migration = import_module("probierz.web.submissions.migrations.0013_majority")
    kept = set(Submission.objects.filter(is_majority=True))
    assert kept == {of_most}
    Submission.objects.update(is_majority=False)
    migration.mark_majorities(apps, None)
    assert set(Submission.objects.filter(is_majority=True)) == kept


@pytest.mark.parametrize("labelled", [(("ala",), ("ola",)), (("ala", "ola"),)])
def test_rounds_count_people_and_labels_of_most_where_those_of_nobody_stand(quiz, begin, work, labelled):
    """Two rounds of one title with one person each are two people; nobody who decided all items leaves the majority."""
    for names in labelled:
        seat = begin(size=80)
        for at, name in enumerate(names):
            for line in seat(name).round.lines[at :: len(names)]:
                services.keep_label(seat(name), line, EXPECTED[line - 1], is_decided=True)
        services.hand_in_labels(seat("organiser"))
    work()
    quiz.refresh_from_db()
    assert how_many_take_part(quiz) == len(labelled)


def rank_of(page):
    """Of a board's page, the rank of each row by its name."""
    return dict(re.findall(r'data-row="([^"]*)" data-rank="([^"]*)"', page))


def test_people_and_systems_of_a_sample_have_ranks_whoever_hands_them_in(people, quiz, begin, uploaded, work):
    """Ola labels and submits as well, in time; the board of the sample is closed from its first moment on."""
    organiser = Client()
    organiser.force_login(people["organiser"])
    submit_files(quiz, [uploaded("yes\n" * len(EXPECTED))], Handing(people["stranger"], description="always yes"))
    work()
    seat = begin(size=10)
    for name, wrong in (("ala", 1), ("ola", 2)):
        client = Client()
        client.force_login(people[name])
        for place, line in enumerate(seat(name).round.lines, 1):
            label = EXPECTED[line - 1] if place > wrong else other(EXPECTED[line - 1])
            client.post(f"/labellings/{seat(name).round.pk}/items/{place}", {"label": label})
    number = seat("organiser").round.pk
    organiser.post(f"/labellings/{number}/hand-in", {"slug": "quiz-people", "sure": "yes"})
    work()
    address = "/challenges/quiz-people/board"
    page = organiser.get(address).content.decode()
    assert set(rank_of(page)) == {"Majority of 2 people", "Person 2", "Person 3", "Stranger"}
    assert all(rank_of(page).values())
    submit_files(quiz, [uploaded("no\n" * len(EXPECTED))], Handing(people["ola"], description="always no"))
    work()
    organiser.post(f"/labellings/{number}/systems")
    work()
    page = organiser.get(address).content.decode()
    assert "Ola" in rank_of(page)
    assert all(rank_of(page).values())
    assert "What organisers handed in when the phase was over" not in page


def test_a_fresh_board_says_that_labels_are_scored_and_asks_anew_until_they_are(people, begin, quiz, work):
    seat = begin(size=10)
    decide(seat("ala"), lambda place, label: label)
    organiser = Client()
    organiser.force_login(people["organiser"])
    address = f"/labellings/{seat('ala').round.pk}/hand-in"
    assert "data-busy" in organiser.post(address, {"slug": "quiz-people"}).content.decode()
    page = organiser.post(address, {"slug": "quiz-people", "sure": "yes"}, follow=True).content.decode()
    assert 'data-follow="2">Labels are being scored' in page
    assert "submit an output" not in page
    assert ">Submit</a>" not in page
    work()
    page = organiser.get("/challenges/quiz-people/board").content.decode()
    assert "Person 2" in page
    assert "data-follow" not in page
    assert "Submit late" not in page  # its rows are never late
    Phase.objects.filter(challenge=quiz).update(closes=timezone.now())
    assert "Submit late" in organiser.get("/challenges/quiz/board").content.decode()


def test_people_are_numbered_without_a_gap_when_somebody_is_taken_out(people, begin, work):
    seat = begin(size=10)
    organiser = Client()
    organiser.force_login(people["organiser"])
    for name in ("ala", "ola"):
        decide(seat(name), lambda place, label: label)
    number = seat("ala").round.pk
    organiser.post(f"/labellings/{number}/people/organiser/out")
    organiser.post(f"/labellings/{number}/hand-in", {"slug": "quiz-people", "sure": "yes"})
    work()
    page = organiser.get("/challenges/quiz-people/board").content.decode()
    assert set(rank_of(page)) == {"Majority of 2 people", "Person 1", "Person 2"}


def test_nobody_names_a_row_or_says_of_a_system_that_it_is_human(quiz, people, uploaded, work):
    """Neither by the form, nor by the metadata of an archive; and not afterwards."""
    Tag.objects.create(name="human")
    ala = Client()
    ala.force_login(people["ala"])
    text = "".join(f"{('yes', 'no')[at % 2]}\n" for at in range(len(EXPECTED)))
    claims = {"row_name": "Person 1", "is_human": "true", "tags": "human"}
    ala.post(
        "/challenges/quiz/submit", {"outputs": SimpleUploadedFile("out.tsv", text.encode()), "test": "test-A", **claims}
    )
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        packed.writestr("gonito.yaml", "description: mine\ntags: [human]\nrow_name: Person 1\nis_human: true\n")
        packed.writestr("test-A/out.tsv", text.replace("yes", "no", 1))
    submit_files(quiz, [uploaded(archive.getvalue(), "all.zip", None)], Handing(people["ala"]))
    work()
    found = list(Submission.objects.all())
    assert len(found) == 2
    for one in found:
        edit(one, people["ala"], tags=["human"])
        edit(one, people["organiser"], tags=["human"])
        one.refresh_from_db()
        assert (one.state, one.row_name, one.is_human) == ("scored", "", False)
        assert not one.submission_tags.exists()
        assert Viewer().name_of(one) == "Ala"


# --- rounds that nobody uses -----------------------------------------------------------------------------------------


def test_who_made_a_round_deletes_it_until_something_is_decided(begin, people):
    seat = begin(split="dev-0", by="ala", who=("ola",))
    number = seat("ala").round.pk
    for name, status in (("stranger", 404), ("ola", 403)):
        client = Client()
        client.force_login(people[name])
        assert client.post(f"/labellings/{number}/delete").status_code == status
    line = seat("ola").round.lines[0]
    services.keep_label(seat("ola"), line, "", is_decided=False)
    ala = Client()
    ala.force_login(people["ala"])
    services.keep_label(seat("ola"), line, "yes", is_decided=True)
    assert "Delete the round" not in ala.get(f"/labellings/{number}").content.decode()
    ala.post(f"/labellings/{number}/delete")
    assert LabellingRound.objects.filter(pk=number).exists()
    ItemLabel.objects.update(is_decided=False)
    assert "Delete the round" in ala.get(f"/labellings/{number}").content.decode()
    answer = ala.post(f"/labellings/{number}/delete", follow=True)
    assert "The round is deleted." in answer.content.decode()
    assert not LabellingRound.objects.exists()


def test_who_may_not_make_challenges_hears_so_before_anybody_labels(quiz, people, platform):
    platform({"PROBIERZ_NEW_CHALLENGES": "administrators"})
    warning = "you may not make challenges here"
    for name, warned in (("ala", True), ("organiser", False)):
        client = Client()
        client.force_login(people[name])
        assert (warning in client.get("/challenges/quiz/labellings/new").content.decode()) == warned
        made = services.create_round(quiz, by=people[name], split="dev-0", size=5, seed=1, title="x")
        assert (warning in client.get(f"/labellings/{made.pk}").content.decode()) == warned


def test_handing_in_asks_first_and_says_that_scores_of_a_hidden_test_are_told(begin, people):
    seat = begin(size=5)
    decide(seat("ala"), lambda place, label: label)
    client = Client()
    client.force_login(people["organiser"])
    address = f"/labellings/{seat('ala').round.pk}/hand-in"
    asked = client.post(address, {"slug": "quiz-people"}).content.decode()
    assert "Nobody can change a label afterwards." in asked
    assert "its score on these lines of a hidden test" in asked
    assert not Submission.objects.exists()
    assert "5 items become a test of their own" in asked
    client.post(address, {"slug": "quiz-people", "sure": "yes"})
    assert Submission.objects.get().row_name == "Person 2"


@pytest.mark.parametrize(
    ("labels", "keys"),
    [
        (("no", "yes"), "1 2"),
        (("0", "1"), "0 1"),
        (("5", "4", "3"), "5 4 3"),
        (("1 star", "2 stars", "none"), "1 2 -"),
        (("9", "10", "11"), "9 - -"),
        (("-1", "0", "1"), "- 0 1"),
        (("1.5", "3D", "x"), "1 2 3"),
        (("2 cats", "2 dogs", "1 hen"), "- - 1"),
    ],
)
def test_a_key_never_shows_another_digit_than_its_label(begin, labels, keys):
    choices = choices_of(begin(3, labels=labels)("ala").round)
    assert [one.label for one in choices] == list(labels)
    assert [one.key or "-" for one in choices] == keys.split()


def told(client, page="/"):
    """What waits for somebody, with the addresses."""
    found = re.search(r'id="waiting-work">.*?<ul class="rows">(.*?)</ul>', client.get(page).content.decode(), re.S)
    return re.findall(r'<a href="([^"]+)">(.*?)</a>', found[1]) if found else []


def test_who_was_let_into_a_round_reads_so_on_the_first_page_until_it_is_done(client, people, begin):
    seat = begin(3)("ala")
    client.force_login(people["ala"])
    address = f"/labellings/{seat.round.pk}"
    assert told(client) == [(address, "You were let into the round “Quiz by people”.")]
    assert told(client, "/annotations") == told(client)
    assert "You are in no project yet" not in client.get("/annotations").content.decode()
    assert "Begin" in client.get(address).content.decode()
    services.keep_label(seat, seat.round.lines[0], "yes", is_decided=True)
    assert told(client) == [(address, "2 items are left for you in the round “Quiz by people”.")]
    for line in seat.round.lines[1:]:
        services.keep_label(seat, line, "yes", is_decided=True)
    assert not told(client)
    client.force_login(people["organiser"])
    assert not told(client)


def test_many_rounds_do_not_bury_the_first_page(client, people, begin):
    for _number in range(5):
        begin(3)
    client.force_login(people["ala"])
    assert len(told(client)) == 4
    assert told(client)[-1] == ("/labellings", "and 2 more rounds")
