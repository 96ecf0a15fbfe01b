"""The board of a suite whose tests have private parts: one part counts for all tasks, and then what people selected."""

import csv
import io
import re
import zipfile
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pets_examples import publish_pets

from probierz.cli.main import main
from probierz.suites.publishing import ReferenceRow
from probierz.web.accounts.models import Membership, Team, User
from probierz.web.accounts.services import make_token
from probierz.web.challenges.division import public_lines
from probierz.web.challenges.models import Challenge, Division, Ladder, Phase
from probierz.web.challenges.services import publish_version, save_division
from probierz.web.jobs import worker
from probierz.web.submissions import services
from probierz.web.submissions.models import Submission
from probierz.web.submissions.services import hide, put_references

pytestmark = pytest.mark.django_db(transaction=True)

LINES = 40


@pytest.fixture
def pets(organiser, tmp_path):
    """Two tasks of 40 lines each; what is expected is `a` everywhere, and a quarter of the lines is public."""

    def divide(challenge):
        rule = {"share": 0.25, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
        save_division(challenge, is_divided=True, by=organiser, **rule)

    gold = {"cats": ["a"] * LINES, "dogs": ["a"] * LINES}
    suite = publish_pets(organiser, tmp_path / "challenges", gold, before=divide)
    Challenge.objects.update(near_quota=0, daily_quota=0)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    return suite


def output(task, *, public, private):
    """An output that is right on these shares of the lines of each part."""
    division = Division.objects.get(challenge__slug=f"pets-{task}")
    shown = sorted(public_lines(division.lines, bytes(division.public)))
    hidden = [at for at in range(1, LINES + 1) if at not in shown]
    right = {*shown[: round(public * len(shown))], *hidden[: round(private * len(hidden))]}
    return "".join("a\n" if at in right else "b\n" for at in range(1, LINES + 1))


def hand_in(browser, description, *, team="", **shares):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for task, (public, private) in shares.items():
            packed.writestr(f"{task}.tsv", output(task, public=public, private=private))
    sent = {"archive": SimpleUploadedFile("mine.zip", content.getvalue()), "description": description, "team": team}
    assert browser.post("/suites/pets/submit", sent).status_code == 302
    worker.work(until_empty=True)


def rows(browser, name="ala"):
    """Average, scores and description of each row under that name."""
    text = browser.get("/suites/pets").content.decode()
    text = text[: text.index("Your archives")] if "Your archives" in text else text
    found = [one for one in re.findall(r"<tr.*?</tr>", text, re.S) if f'<th scope="row">{name}' in one]
    cells = [[re.sub("<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", row, re.S)] for row in found]
    return [tuple(row[1:4]) for row in cells]


def select(person, description, task):
    services.select(Submission.objects.get(challenge__slug=f"pets-{task}", description=description), person)


def end(*tasks):
    Phase.objects.filter(challenge__slug__in=[f"pets-{task}" for task in tasks]).update(closes=timezone.now())


def test_until_all_phases_are_over_the_public_parts_count_in_every_task(pets, browser):
    hand_in(browser, "first", cats=(1.0, 0.5), dogs=(0.5, 0.0))
    assert rows(browser) == [("75.0", "100.0", "50.0")]
    end("cats")
    assert rows(browser) == [("75.0", "100.0", "50.0")]
    page = browser.get("/suites/pets").content.decode()
    assert "Scores of divided tests are those on their public parts." in page
    assert "cats test-A Accuracy (public part)" in browser.get("/suites/pets/board.csv").content.decode()
    end("dogs")
    assert rows(browser) == [("25.0", "50.0", "0.0")]
    assert "This is the final board" in browser.get("/suites/pets").content.decode()
    assert browser.get("/suites/pets/board.json").json()["tasks"][0]["part"] == "private"


def test_only_what_people_selected_stands_on_the_final_board(pets, browser, ala):
    hand_in(browser, "careful", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    hand_in(browser, "bold", cats=(0.0, 1.0), dogs=(0.0, 1.0))
    for task in ("cats", "dogs"):
        select(ala, "careful", task)
    assert len(rows(browser)) == 2
    end("cats", "dogs")
    assert rows(browser) == [("50.0", "50.0", "50.0")]
    history = browser.get("/suites/pets").content.decode()
    assert "bold" in history[history.index("Your archives") :]


def test_a_repair_puts_nothing_in_the_place_of_what_was_selected(pets, browser, ala, tmp_path):
    hand_in(browser, "careful", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    hand_in(browser, "bold", cats=(1.0, 1.0), dogs=(1.0, 1.0))
    for task in ("cats", "dogs"):
        select(ala, "careful", task)
    end("cats", "dogs")
    cats = tmp_path / "challenges" / "cats"
    (cats / "test-A" / "expected.tsv").write_text("b\n" * LINES)
    publish_version(
        Challenge.objects.get(slug="pets-cats"), cats, replaces_results=True, description="It was the other one"
    )
    assert rows(browser) == [("–", "is scored again", "50.0")]
    worker.work(until_empty=True)
    assert rows(browser) == [("50.0", "50.0", "50.0")]


def test_what_was_selected_task_by_task_is_one_row(pets, browser, ala):
    hand_in(browser, "one", cats=(0.5, 0.5), dogs=(0.5, 0.0))
    hand_in(browser, "two", cats=(1.0, 1.0), dogs=(1.0, 1.0))
    select(ala, "one", "cats")
    select(ala, "two", "dogs")
    end("cats", "dogs")
    assert rows(browser) == [("75.0", "50.0", "100.0")]


def test_what_organisers_hand_in_after_the_end_stands_on_no_final_board(pets, browser, organiser):
    hand_in(browser, "in time", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    end("cats", "dogs")
    theirs = Client()
    theirs.force_login(organiser)
    hand_in(theirs, "late", cats=(1.0, 1.0), dogs=(1.0, 1.0))
    assert rows(browser) == [("50.0", "50.0", "50.0")]
    assert len(browser.get("/suites/pets/board.json").json()["rows"]) == 1


def test_what_came_late_is_marked_wherever_a_score_of_it_stands(pets, organiser):
    theirs = Client()
    theirs.force_login(organiser)
    hand_in(theirs, "in time", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    end("cats", "dogs")
    hand_in(theirs, "after", cats=(1.0, 1.0), dogs=(1.0, 1.0))
    home = theirs.get("/").content.decode()
    news = re.findall(r"<li>.*?</li>", home[home.index('id="news"') :], re.S)
    assert [">late</span>" in one for one in news] == [True, True, False, False]
    page = theirs.get("/suites/pets").content.decode()
    mine = re.findall(r"<tr>.*?</tr>", page[page.index("Your archives") :], re.S)[1:]
    assert [("after" in one, ">late</span>" in one) for one in mine] == [(True, True), (False, False)]
    told = theirs.get("/api/v1/challenges/pets-cats/submissions").json()["items"]
    assert sorted((one["description"], one["is_late"]) for one in told) == [("after", True), ("in time", False)]


def test_the_board_is_not_called_final_while_a_task_without_private_part_is_open(pets, browser, organiser):
    hand_in(browser, "first", cats=(1.0, 0.5), dogs=(0.5, 0.5))
    undivide("dogs")
    end("cats")
    page = browser.get("/suites/pets").content.decode()
    assert "This is the final board" not in page
    assert "This board is not final yet, as these tasks are still open: dogs." in page
    end("dogs")
    assert "This is the final board" in browser.get("/suites/pets").content.decode()


def test_practice_after_the_end_leaves_the_board_final(pets, browser, organiser):
    hand_in(browser, "in time", cats=(1.0, 0.5), dogs=(0.5, 0.5))
    undivide("dogs")
    ended = timezone.localtime().replace(second=0, microsecond=0) - timedelta(minutes=5)
    Phase.objects.update(closes=ended)
    theirs = Client()
    theirs.force_login(organiser)
    later = {"name": "after the campaign", "opens": f"{ended:%Y-%m-%dT%H:%M}", "items": "none"}
    for task in ("cats", "dogs"):
        address = f"/challenges/pets-{task}/organise/phases"
        assert theirs.post(address, {**later, "disclosure": "full", "digits": "2"}).status_code == 302
    assert "This is the final board" in browser.get("/suites/pets").content.decode()
    file = SimpleUploadedFile("out.tsv", output("cats", public=1.0, private=1.0).encode())
    browser.post("/challenges/pets-cats/submit", {"outputs": file, "test": "test-A", "description": "for practice"})
    worker.work(until_empty=True)
    page = browser.get("/suites/pets").content.decode()
    assert "This is the final board" in page
    assert "not final yet" not in page
    assert [row["rank"] for row in browser.get("/suites/pets/board.json").json()["rows"]] == [1]


def undivide(task):
    """As if the challenge had never had a division: its scores are those on the whole test."""
    tests = Challenge.objects.get(slug=f"pets-{task}").current.tests
    tests.filter(part="private").delete()
    tests.filter(part="public").update(part="", division=None)


def test_the_final_board_of_a_task_says_that_the_suite_counts_whole_archives(pets, browser):
    hand_in(browser, "first", cats=(1.0, 0.5), dogs=(0.5, 0.0))
    board = "/challenges/pets-cats/board"
    page = browser.get(board).content.decode()
    assert "</strong> leads with" in page
    assert "counts archives as wholes" not in page
    end("cats", "dogs")
    page = browser.get(board).content.decode()
    assert "</strong> is first with" in page
    assert " leads with" not in page
    assert '<a href="/suites/pets" target="_top">board of all tasks</a> counts archives as wholes.' in page


def test_an_average_of_rounded_scores_has_no_more_digits_than_these(pets, browser):
    """Of shares rounded to one digit, percents are known by tens; what is printed elsewhere has two digits more."""
    card = dict(pets.card)
    for task in card["tasks"]:
        row = {"rank": 1, "system": "Giant", "value": "97.10", "kind": "official", "source": "A paper"}
        shown = {"task": task["name"], "split": "test-A", "metric": "Accuracy", "better": "higher"}
        task["boards"] = [{**shown, "rows": [row]}]
    pets.save()
    Phase.objects.update(disclosure="rounded", digits=2)
    hand_in(browser, "mine", cats=(0.5, 0.5), dogs=(0.8, 0.8))
    assert rows(browser) == [("65", "50", "80")]
    assert rows(browser, "Giant") == [("97.10", "97.10", "97.10")]
    Phase.objects.update(digits=1)
    assert rows(browser)[0][1:] == ("50", "80")
    assert rows(browser)[0][0] in ("60", "70")


def test_files_and_api_tell_no_more_of_rounded_scores_than_the_page_and_say_that_they_are_rounded(pets, browser):
    """The mean of 50 and 80, known by tens, is 60 and not 65, which would look as if more were known of it."""
    Phase.objects.update(disclosure="rounded", digits=1)
    hand_in(browser, "mine", cats=(0.5, 0.5), dogs=(0.8, 0.8))
    assert rows(browser) == [("60", "50", "80")]
    text = browser.get("/suites/pets").content.decode()
    assert "Averages are means of the rounded scores, and have no more digits than these." in text
    assert len(re.findall("(?:are|shown) rounded", text)) == 1, "the notes above say it already"
    embedded = browser.get("/suites/pets/embed").content.decode()
    assert len(re.findall("(?:are|shown) rounded", embedded)) == 1
    (row,) = browser.get("/suites/pets/board.json").json()["rows"]
    assert (row["average"], row["scores"], row["is_rounded"]) == (60.0, ["50", "80"], True)
    head, cells = csv.reader(browser.get("/suites/pets/board.csv").content.decode().splitlines())
    told = dict(zip(head, cells, strict=True))
    assert (told["average"], told["rounded"]) == ("60", "yes")
    assert r"ala (mine) (rounded) & \textbf{60} & 50 & 80" in browser.get("/suites/pets/board.tex").content.decode()
    table = browser.get("/suites/pets/board.tex").content.decode()
    assert " & System & Average & cats & dogs \\\\\n" in table
    assert " &  &  & test-A (public part) & test-A (public part) \\\\\n" in table
    assert " &  &  & Accuracy $\\uparrow$ & Accuracy $\\uparrow$ \\\\\n" in table
    (row,) = browser.get("/api/v1/suites/pets").json()["rows"]
    assert (row["mean"], row["shown_mean"], row["is_rounded"]) == (60.0, "60", True)
    Phase.objects.update(disclosed_from=timezone.now())
    (row,) = browser.get("/suites/pets/board.json").json()["rows"]
    assert (row["average"], row["is_rounded"]) == (65.0, False)


def test_the_average_of_scores_in_steps_stands_between_these(organiser, browser, tmp_path):
    """On two lines the step is the whole scale; the mean of 0 and 100 is neither, and the better mean is first."""
    publish_pets(organiser, tmp_path / "few", {"cats": ["a", "a"], "dogs": ["a", "a"]})
    Challenge.objects.update(near_quota=0, daily_quota=0, ladder=Ladder.LINES)

    def send(description, cats, dogs):
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as packed:
            packed.writestr("cats.tsv", cats)
            packed.writestr("dogs.tsv", dogs)
        sent = {"archive": SimpleUploadedFile("mine.zip", content.getvalue()), "description": description}
        assert browser.post("/suites/pets/submit", sent).status_code == 302
        worker.work(until_empty=True)

    send("bad", "b\nb\n", "b\nb\n")
    send("fair", "a\na\n", "b\nb\n")
    assert rows(browser) == [("50", "100", "0"), ("0", "0", "0")]
    found = browser.get("/suites/pets/board.json").json()["rows"]
    assert [(row["rank"], row["average"]) for row in found] == [(1, 50.0), (2, 0.0)]
    text = browser.get("/suites/pets").content.decode()
    assert "as these are shown, and so may stand between two steps." in text
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1))
    assert ">scores in steps</td>" in browser.get("/suites/pets").content.decode(), "as pages of the tasks say it"

    begin_another_phase("final")
    send("final", "a\nb\n", "a\na\n")
    Phase.objects.filter(name="final").update(closes=timezone.now(), disclosed_from=timezone.now())
    theirs = Client()
    theirs.force_login(organiser)
    for client in (browser, theirs):
        assert rows(client)[0] == ("75.0", "50.0", "100.0"), "with the digits that it has for organisers"
    text = browser.get("/suites/pets").content.decode()
    assert "main: Scores are shown in steps of" in text
    assert "may stand between two steps" not in text


def test_files_say_which_scores_are_not_shown_yet_and_name_the_team(pets, browser, ala):
    team = Team.objects.create(slug="owls", name="Two Owls")
    Membership.objects.create(team=team, user=ala)
    hand_in(browser, "mine", team=team.pk, cats=(0.5, 0.5), dogs=(0.8, 0.8))
    Phase.objects.filter(challenge__slug="pets-dogs").update(disclosure="hidden")

    def told():
        (line,) = csv.DictReader(browser.get("/suites/pets/board.csv").content.decode().splitlines())
        (row,) = browser.get("/suites/pets/board.json").json()["rows"]
        return line, row

    line, row = told()
    assert (line["system"], line["team"], row["team"]) == ("Two Owls", "Two Owls", "Two Owls")
    scores = [line[name] for name in line if "Accuracy" in name]
    assert (scores, line["undisclosed"]) == (["50.0", ""], "dogs: not shown yet")
    assert (row["scores"], row["undisclosed"]) == (["50.0", None], {"dogs": "not shown yet"})
    assert "-- & Two Owls (mine) & -- & 50.0 & --" in browser.get("/suites/pets/board.tex").content.decode()
    Phase.objects.update(disclosure="full")
    line, row = told()
    assert (line["undisclosed"], row["undisclosed"]) == ("", {})


def test_an_organiser_is_led_from_the_suite_to_what_is_theirs(pets, browser, organiser):
    assert "Looking after this suite" not in browser.get("/suites/pets").content.decode()
    theirs = Client()
    theirs.force_login(organiser)
    page = theirs.get("/suites/pets").content.decode()
    table = page[page.index("Looking after this suite") :]
    for place in ("hidden-tests", "phases", "people", "announce"):
        assert f'<a href="/challenges/pets-cats/organise/{place}">' in table
        assert theirs.get(f"/challenges/pets-cats/organise/{place}").status_code == 200
    assert "a change waits for a new version" not in page
    hand_in(browser, "one", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    theirs.post(
        "/challenges/pets-cats/organise/hidden-tests/divide",
        {"by_what": "line", "share": "30", "column": "1", "strata_column": "1"},
    )
    assert theirs.get("/suites/pets").content.decode().count("a change waits for a new version") == 1


def test_the_form_of_archives_says_what_is_left_of_quotas(pets, browser, organiser):
    def told():
        text = re.sub(r"<[^>]*>", " ", browser.get("/suites/pets/submit").content.decode())
        return re.findall(r"(\S+: )?(Left of your quota.*?outputs)", " ".join(text.split()))

    assert told() == [("", "Left of your quota: 100 of 100 scored outputs")]
    Challenge.objects.update(daily_quota=3, total_quota=0)
    assert told() == [("", "Left of your quota today: 3 of 3 scored outputs")]
    hand_in(browser, "one", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    assert told() == [("", "Left of your quota today: 2 of 3 scored outputs")]
    Challenge.objects.filter(slug="pets-dogs").update(daily_quota=5)
    assert [one[0] for one in told()] == ["Cats: ", "Dogs: "]
    browser.force_login(organiser)
    assert told() == [], "organisers have none"
    page = browser.get("/challenges/pets-cats/how-to").content.decode()
    assert "You may submit as often as you like." in page


def test_the_form_of_archives_says_what_is_left_to_a_team(pets, browser, ala):
    team = Team.objects.create(slug="owls", name="Two Owls")
    bartek = User.objects.create(username="bartek")
    for person in (ala, bartek):
        Membership.objects.create(team=team, user=person)
    Challenge.objects.update(daily_quota=3, total_quota=0)
    theirs = Client()
    theirs.force_login(bartek)
    hand_in(theirs, "together", team=team.pk, cats=(0.5, 0.5), dogs=(0.5, 0.5))
    page = " ".join(browser.get("/suites/pets/submit").content.decode().split())
    assert "Left of your quota today: 3 of 3 scored outputs. For Two Owls: 2 today." in page
    Submission.objects.filter(challenge__slug="pets-dogs").update(counts=False)
    page = " ".join(re.sub(r"<[^>]*>", " ", browser.get("/suites/pets/submit").content.decode()).split())
    left = "Left of your quota today: 3 of 3 scored outputs."
    assert f"Cats: {left} For Two Owls: 2 today." in page
    assert f"Dogs: {left} For" not in page, "all of it is left to the team there"


def test_where_a_trial_alone_was_scored_the_final_board_says_so(pets, browser):
    hand_in(browser, "trial", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    now = timezone.now()
    Phase.objects.update(shows_private=False, closes=now)
    for challenge in Challenge.objects.all():
        Phase.objects.create(challenge=challenge, name="final", opens=now, closes=timezone.now(), position=2)
    page = browser.get("/suites/pets").content.decode()
    assert "Nothing stands on the final board" in page
    assert "Nothing has been scored yet" not in page
    assert "Nothing stands on the final board" in browser.get("/challenges/pets-cats/board").content.decode()


def test_labels_of_another_task_are_questioned_when_an_archive_is_handed_in(organiser, ala, tmp_path):
    gold = {"cats": ["yes", "no"] * 6, "dogs": ["x", "y"] * 6}
    publish_pets(organiser, tmp_path / "pets", gold, before=lambda challenge: None, train=True)
    mine = Client()
    mine.force_login(ala)
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for task in gold:
            packed.writestr(f"{task}.tsv", "yes\nno\n" * 6)
    sent = {"archive": SimpleUploadedFile("mine.zip", content.getvalue()), "description": "mixed"}
    looked = mine.post("/suites/pets/submit", {**sent, "try": "1"}).content.decode()
    assert "mine.zip/dogs" in looked
    assert "Nothing is handed in yet" in looked.partition("<form id")[0]
    assert not Submission.objects.exists()
    sent["archive"].seek(0)
    page = mine.post("/suites/pets/submit", sent, follow=True).content.decode()
    assert "mine.zip/dogs" in page
    assert "Nothing is handed in yet" not in page
    assert "mine.zip/cats" not in page


def test_without_a_selection_the_best_archive_stands_and_not_a_mixture_of_two(pets, browser, ala):
    hand_in(browser, "for cats", cats=(1.0, 0.8), dogs=(0.5, 0.2))
    hand_in(browser, "for dogs", cats=(0.4, 0.5), dogs=(1.0, 1.0))
    assert {row[0] for row in rows(browser)} == {"75.0", "70.0"}
    end("cats", "dogs")
    assert rows(browser) == [("50.0", "80.0", "20.0")]
    page = browser.get("/suites/pets").content.decode()
    assert "the best of each task" not in page
    Submission.objects.filter(description="for cats").update(hidden=timezone.now())
    assert "100.0" not in str(rows(Client())), "what is hidden later leaves its place to nothing else"


def test_a_selection_in_one_task_makes_the_archive_that_holds_it_stand(pets, browser, ala):
    hand_in(browser, "one", cats=(1.0, 0.5), dogs=(1.0, 0.5))
    hand_in(browser, "two", cats=(0.5, 1.0), dogs=(0.5, 1.0))
    select(ala, "two", "cats")
    end("cats", "dogs")
    assert rows(browser) == [("100.0", "100.0", "100.0")]


def test_beside_an_archive_that_was_selected_whole_no_mixture_of_selected_ones_stands(pets, browser, ala):
    hand_in(browser, "two", cats=(0.5, 1.0), dogs=(0.5, 0.0))
    hand_in(browser, "three", cats=(0.5, 0.5), dogs=(0.5, 0.5))
    for description, task in (("two", "cats"), ("three", "cats"), ("three", "dogs")):
        select(ala, description, task)
    end("cats", "dogs")
    assert rows(browser) == [("50.0", "50.0", "50.0")]


def begin_another_phase(name):
    """The present phase ends, and another one begins at once."""
    now = timezone.now()
    Phase.objects.update(closes=now)
    for challenge in Challenge.objects.all():
        Phase.objects.create(challenge=challenge, name=name, opens=now, closes=now + timedelta(hours=1), position=2)


def test_what_came_in_an_earlier_phase_is_marked_and_has_no_rank(pets, browser, ala):
    """Scores of a practice are rounded: beside exact ones of the same outputs they would have another rank."""
    Phase.objects.update(name="practice", disclosure="rounded", digits=1, shows_private=False)
    hand_in(browser, "same", cats=(0.5, 0.5), dogs=(1.0, 1.0))
    assert [row["rank"] for row in browser.get("/suites/pets/board.json").json()["rows"]] == [1]
    begin_another_phase("final")
    hand_in(browser, "same", cats=(0.5, 0.5), dogs=(0.8, 0.8))
    board = browser.get("/suites/pets/board.json").json()["rows"]
    assert [(row["phase"], row["rank"]) for row in board] == [("", 1), ("practice", None)], "the better"
    page = browser.get("/suites/pets").content.decode()
    assert "What was handed in during another phase is marked with that phase, and has no rank." in page
    Phase.objects.filter(name="final").update(closes=timezone.now())
    board = browser.get("/suites/pets/board.json").json()["rows"]
    assert [(row["phase"], row["rank"]) for row in board] == [("", 1)]
    page = browser.get("/suites/pets").content.decode()
    history = page[page.index("Your archives") :]
    assert history.count("same") == 2, "the page lists all of one's own"
    assert re.search("practice</span> <small[^>]*>on public parts", history)


def test_pages_say_until_and_since_when_scores_are_kept(pets, browser):
    moment = timezone.now() + timedelta(hours=2)
    page = "/challenges/pets-cats/how-to"
    Phase.objects.update(disclosure="hidden", disclosed_from=moment)
    assert "no scores until <time" in browser.get(page).content.decode()
    Phase.objects.update(disclosed_from=timezone.now() - timedelta(hours=2))
    assert "all scores, shown since <time" in browser.get(page).content.decode()
    Phase.objects.update(disclosure="rounded", disclosed_from=moment)
    assert "rounded scores until <time" in browser.get(page).content.decode()


def test_nobody_is_asked_to_submit_when_nothing_takes_anything(pets, browser):
    asked = "Submit all tasks as one archive"
    assert asked in browser.get("/suites/pets").content.decode()
    end("cats")
    assert asked in browser.get("/suites/pets").content.decode(), "dogs are open still"
    end("dogs")
    assert asked not in browser.get("/suites/pets").content.decode()


def test_published_results_stand_beside_scores_on_parts_without_a_rank(pets, browser, organiser):
    card = dict(pets.card)
    for task in card["tasks"]:
        row = {"rank": 1, "system": "Giant", "value": "97.10", "kind": "official", "source": "A paper"}
        shown = {"task": task["name"], "split": "test-A", "metric": "Accuracy", "better": "higher"}
        task["boards"] = [{**shown, "rows": [row]}]
    pets.save()
    counted = ReferenceRow("Always b", {"test-A Accuracy": 0.2}, "baseline", is_ranked=False, is_counted=True)
    for challenge in Challenge.objects.all():
        put_references(challenge, organiser, [counted])
    hand_in(browser, "mine", cats=(1.0, 0.5), dogs=(0.5, 0.5))
    for ended in ((), ("cats", "dogs")):
        end(*ended)
        board = {row["system"]: row for row in browser.get("/suites/pets/board.json").json()["rows"]}
        about = {name: (row["rank"], row["is_on_whole_test"]) for name, row in board.items()}
        assert about == {"ala": (1, False), "Giant": (None, True), "Always b": (None, True)}
        assert board["Giant"]["scores"] == ["97.10", "97.10"]
        assert board["Always b"]["scores"] == (["20.0", "20.0"] if ended else [None] * 2)
        table = csv.DictReader(io.StringIO(browser.get("/suites/pets/board.csv").content.decode()))
        marks = {row["system"]: row["whole test"] for row in table}
        assert marks == {"ala": "", "Giant": "yes", "Always b": "yes"}
        page = browser.get("/suites/pets").content.decode()
        assert page.count(">on whole tests</span>") == 2
        part = "private part" if ended else "public part"
        assert page.count(f'<small class="note">test-A<br>{part}<br>Accuracy') == 4, "in both tables' heads"
        said = (
            "Published results and counted baselines are scores on whole tests: they are marked so, and have no rank."
        )
        assert said in page
        assert "Whoever has a score of every task has a rank, by the average.</p>" in " ".join(page.split())
        assert "published system has a better one" not in page, "another test is no comparison"
    hide(Submission.objects.filter(is_counted=True).latest("pk"), organiser)
    systems = {row["system"] for row in browser.get("/suites/pets/board.json").json()["rows"]}
    assert systems == {"ala", "Giant"}, "a baseline that was hidden in a task has no average"


def test_a_score_on_a_part_is_placed_among_no_published_results(pets, browser):
    row = {"rank": 1, "system": "Pilot", "value": "60.00", "source": "A paper", "kind": "official"}
    board = {"task": "pets/dogs", "split": "test-A", "metric": "Accuracy", "better": "higher", "rows": [row]}
    pets.card["tasks"][1]["boards"] = [board]
    pets.save()
    hand_in(browser, "first", cats=(1.0, 0.5), dogs=(0.5, 0.0))
    own = Submission.objects.get(challenge__slug="pets-dogs").pk
    for ended in ((), ("cats", "dogs")):
        end(*ended)
        page = browser.get(f"/submissions/{own}").content.decode()
        assert "ala" in page
        assert "Among published results" not in page
        assert "would have been" not in browser.get("/suites/pets/tasks/dogs").content.decode()


@pytest.mark.parametrize("disclosure", ["full", "hidden"])
def test_an_export_has_what_is_kept_from_people_only_where_that_is_said(
    pets, browser, disclosure, organiser, live_server, tmp_path, monkeypatch, capsys
):
    Phase.objects.update(disclosure=disclosure)
    hand_in(browser, "first", cats=(0.9, 7 / 30), dogs=(0.9, 7 / 30))
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(organiser, name="desk", scopes=["read", "organise"]))
    monkeypatch.chdir(tmp_path)
    assert main(["suite", "new", "pets", "--task", "cats=Accuracy", "--task", "dogs=Accuracy"]) == 0

    def kept(name, *options):
        """What the export has of the platform, and what is said of it."""
        arguments = ["suite", "export", "pets", name, "--server", live_server.url, *options]
        assert main(arguments) == 0
        return "".join(file.read_text() for file in Path(name).glob("platform/*")), capsys.readouterr().err

    own = r"(?<![:\d])23\.33"  # no second of a moment
    everything, said = kept("all", "--with-hidden")
    assert re.search(own, everything)
    assert "left out of platform/" not in said
    shown, said = kept("shown")
    assert not re.search(own, shown)
    assert ("90.0" in shown) == (disclosure == "full")
    assert "scores that are kept from people are left out of platform/; --with-hidden adds those you see" in said
    Challenge.objects.update(is_published=False)
    assert "not everybody sees it: cats.board.json, cats.phases.json" in kept("closed")[1]


@pytest.mark.parametrize(("disclosure", "tables"), [("hidden", 1), ("rounded", 2)])
def test_what_tasks_have_in_common_is_said_once_where_one_of_them_is_divided(organiser, tmp_path, disclosure, tables):
    def divide(challenge):
        rule = {"share": 0.25, "by_what": "line", "column": 1, "strata": "", "strata_column": 1}
        if challenge.slug == "pets-cats":
            save_division(challenge, is_divided=True, by=organiser, **rule)

    publish_pets(organiser, tmp_path / "pets", {"cats": ["a"] * LINES, "dogs": ["a"] * LINES}, before=divide)
    shown = timezone.now() + timedelta(days=9)
    Phase.objects.update(closes=timezone.now() + timedelta(hours=1), disclosure=disclosure, disclosed_from=shown)
    page = Client().get("/suites/pets").content.decode()
    assert page.count("will be shown") == 1
    assert page.count('aria-label="Phases"') == tables
