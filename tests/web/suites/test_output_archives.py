"""A suite of one's own on the platform: participants find where to hand in all its tasks as one archive."""

import csv
import html
import io
import json
import re
import threading
import time
import zipfile
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils import timezone
from pets_examples import PETS

from probierz.suites.output_archive import read_outputs
from probierz.web.accounts.services import create_team
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.configuration import limits
from probierz.web.jobs import worker
from probierz.web.submissions.models import Submission
from probierz.web.submissions.output_checks import TRIED_LIMITS
from probierz.web.suites.models import SuiteArchive
from probierz.web.suites.services import handing_in, looking, reading

pytestmark = pytest.mark.django_db(transaction=True)


def archive(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, lines in files.items():
            packed.writestr(name, "".join(f"{line}\n" for line in lines))
    return SimpleUploadedFile("mine.zip", content.getvalue())


def page(browser, address):
    answer = browser.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_one_archive_is_scored_as_all_tasks_of_a_suite(pets, browser):
    assert 'href="/suites"' in page(browser, "/")
    assert 'href="/suites/pets"' in page(browser, "/suites")
    assert 'href="/suites/pets/submit"' in page(browser, "/suites/pets")
    assert "cats.tsv (4 lines), dogs.tsv (5 lines)" in page(browser, "/suites/pets/submit")
    sent = {"cats.tsv": ["tak", "nie", "nie", "nie"], "dogs/out.tsv": PETS["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(sent), "description": "mine"}, follow=True)
    assert "2 tasks were handed in" in answer.content.decode()
    worker.work(until_empty=True)
    text = page(browser, "/suites/pets")
    row = next(one for one in re.findall(r"<tr.*?</tr>", text, re.S) if '<th scope="row">ala' in one)
    cells = [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", row, re.S)]
    assert cells[:4] == ["1", "75.0", "50.0", "100.0"]
    assert SuiteArchive.objects.get().submissions.count() == 2


def test_the_form_names_the_tasks_whose_tests_one_took_part_in_making(pets, browser, ala):
    assert "You took part" not in page(browser, "/suites/pets/submit")
    pets.tasks.get(name="dogs").challenge.test_makers.create(user=ala)
    assert "or can read what is expected in them: Dogs." in page(browser, "/suites/pets/submit")


def test_nothing_is_taken_of_an_archive_with_a_fault(pets, browser):
    answer = browser.post("/suites/pets/submit", {"archive": archive({"cats.tsv": ["tak"], "dogs.tsv": PETS["dogs"]})})
    assert answer.status_code == 400
    assert "cats.tsv: there is 1 line, but 4 in test-A/in.tsv" in answer.content.decode()
    called = {"kotki.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(called)})
    assert "there is no cats.tsv" in answer.content.decode()
    assert "mine.zip/kotki.tsv: no task has a file of this name" in answer.content.decode()
    assert "tick “Some tasks are missing, and may be”" in answer.content.decode()
    assert not Submission.objects.exists()
    assert not SuiteArchive.objects.exists()


def test_some_tasks_may_be_missing_where_that_is_said(pets, browser):
    browser.post("/suites/pets/submit", {"archive": archive({"dogs.tsv": PETS["dogs"]}), "partial": "on"})
    assert [one.challenge.slug for one in Submission.objects.all()] == ["pets-dogs"]


def test_the_form_says_that_there_is_no_average_where_a_task_is_not_scored_here(pets, browser):
    pets.tasks.get(name="cats").delete()
    form = page(browser, "/suites/pets/submit")
    assert "cats.tsv (not scored here), dogs.tsv (5 lines)" in form
    assert "There is no average here, as these tasks are not scored here: Cats." in form


def hand_in_dogs(browser, lines):
    file = SimpleUploadedFile("out.tsv", "".join(f"{line}\n" for line in lines).encode())
    sent = {"outputs": file, "test": "test-A", "description": "mine"}
    assert browser.post("/challenges/pets-dogs/submit", sent).status_code == 302
    worker.work(until_empty=True)


def rows_of(text, name):
    """Rank, average and scores, and where it comes from, of each row under that name."""
    rows = [one for one in re.findall(r"<tr.*?</tr>", text, re.S) if f'<th scope="row">{name}' in one]
    found = [[re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", row, re.S)] for row in rows]
    return [(*row[:4], row[-1] == "the best of each task") for row in found]


def test_a_better_output_of_one_task_counts_with_those_of_the_archive_before(pets, browser):
    poor = {"cats.tsv": PETS["cats"], "dogs.tsv": ["a", "a", "a", "b", "a"]}  # 1 of 5
    browser.post("/suites/pets/submit", {"archive": archive(poor), "description": "mine"})
    hand_in_dogs(browser, PETS["dogs"])
    found = rows_of(page(browser, "/suites/pets"), "ala")
    assert found == [("1", "100.0", "100.0", "100.0", True), ("2", "60.0", "100.0", "20.0", False)]
    head, *lines = csv.reader(page(browser, "/suites/pets/board.csv").splitlines())
    assert [dict(zip(head, line, strict=True))["mixed"] for line in lines if line[1] == "ala"] == ["yes", ""]
    assert "1 & ala (the best of each task) & " in page(browser, "/suites/pets/board.tex")
    in_file = json.loads(page(browser, "/suites/pets/board.json"))["rows"]
    in_api = json.loads(page(browser, "/api/v1/suites/pets"))["rows"]
    assert [row["is_mixed"] for row in in_file] == [row["is_mixed"] for row in in_api] == [True, False]


def test_an_archive_that_holds_the_best_of_each_task_stands_alone(pets, browser):
    good = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    hand_in_dogs(browser, ["a", "a", "a", "b", "a"])
    assert rows_of(page(browser, "/suites/pets"), "ala") == [("–", "–", "–", "20.0", True)]
    browser.post("/suites/pets/submit", {"archive": archive(good), "description": "mine"})
    worker.work(until_empty=True)
    assert rows_of(page(browser, "/suites/pets"), "ala") == [("1", "100.0", "100.0", "100.0", False)]


def test_two_archives_make_no_third_system(pets, browser):
    for description, cats, dogs in (
        ("one", PETS["cats"], ["a", "a", "a", "b", "a"]),
        ("two", ["nie", "tak", "nie", "nie"], PETS["dogs"]),
    ):
        sent = {"archive": archive({"cats.tsv": cats, "dogs.tsv": dogs}), "description": description}
        browser.post("/suites/pets/submit", sent)
    worker.work(until_empty=True)
    found = rows_of(page(browser, "/suites/pets"), "ala")
    assert found == [("1", "60.0", "100.0", "20.0", False), ("2", "50.0", "0.0", "100.0", False)]


@pytest.mark.parametrize("others", [0, 1])
def test_an_archive_for_a_team_that_one_is_no_longer_in_is_refused(pets, browser, ala, others):
    team = create_team(ala, slug="both", name="Both")
    for number in range(others):
        create_team(ala, slug=f"other-{number}", name="Other")
    chosen = re.search(r'<option value="(\d+)">Both', page(browser, "/suites/pets/submit"))[1]
    team.memberships.all().delete()
    sent = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(sent), "description": "mine", "team": chosen})
    assert answer.status_code == 400
    assert "You are no longer in this team." in answer.content.decode()
    assert ">\nmine</textarea>" in answer.content.decode()
    assert not Submission.objects.exists()
    browser.post("/suites/pets/submit", {"archive": archive(sent), "description": "mine", "team": ""})
    assert Submission.objects.count() == 2


def test_a_look_asks_what_the_challenges_of_the_tasks_ask(pets, browser):
    wrong = {"cats.tsv": PETS["cats"], "dogs.tsv": ["a", "b\r", "b", "a", "b"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(wrong), "try": "1"})
    assert "mine.zip/dogs line 2: a CR (carriage return, 0x0D) was found" in answer.content.decode()
    fine = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(fine), "try": "1"})
    assert "The outputs fit the input. Nothing was scored" in answer.content.decode()
    assert not SuiteArchive.objects.exists()


def test_an_archive_with_wrong_numbers_of_lines_is_refused_at_once(pets, browser):
    assert "An archive costs 1 of the quota of each task" in page(browser, "/suites/pets/submit")
    sent = {"cats.tsv": PETS["cats"][:2], "dogs.tsv": PETS["dogs"][:1]}
    seen = browser.post("/suites/pets/submit", {"archive": archive(sent), "try": "1"}).content.decode()
    assert 'class="errors" data-refused>' in seen, "so that the browser does not send it"
    assert "Nothing was handed in. Repair the files and choose them again." in seen
    useless = browser.post(
        "/suites/pets/submit", {"archive": archive({"readme.txt": ["x"]}), "try": "1"}
    ).content.decode()
    assert (useless.count(">Nothing was handed in."), "only looked at" in useless) == (1, False)
    answer = browser.post("/suites/pets/submit", {"archive": archive(sent), "description": "mine"})
    assert answer.status_code == 400
    for told in ("mine.zip/cats.tsv: there are 2 lines", "mine.zip/dogs.tsv: there is 1 line"):
        assert told in answer.content.decode()
    assert not Submission.objects.exists()


def test_a_look_at_an_archive_costs_no_more_than_one_at_outputs(pets, browser, monkeypatch):
    def looked():
        files = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
        return browser.post("/suites/pets/submit", {"archive": archive(files), "try": "1"}).content.decode()

    monkeypatch.setattr(looking, "TRIED_LIMITS", replace(TRIED_LIMITS, total_bytes=len("".join(PETS["cats"]))))
    assert "too much to be looked at; submitted, they are refused where they have more than 256." in looked()
    monkeypatch.undo()
    monkeypatch.setattr(limits, "upload_bytes_an_hour", lambda: 10)
    assert "You have uploaded a lot" in looked()


def test_a_look_says_which_tasks_take_nothing_any_more(pets, browser):
    Phase.objects.filter(challenge__slug="pets-cats").update(closes=timezone.now() - timedelta(days=1))
    sent = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(sent), "try": "1"}).content.decode()
    assert "mine.zip/cats: The deadline has passed, on " in answer
    assert "The outputs fit the input." not in answer


ARCHIVE_FAULTS = [
    ({"cats.tsv": ["tak"], "dogs.tsv": PETS["dogs"]},
     "mine.zip/cats.tsv: wierszy jest 1, a powinno być 4, jak w test-A/in.tsv; podaj jeden wiersz wyjścia na każdy "
     "wiersz wejścia"),
    ({"cats.tsv": PETS["cats"]}, "mine.zip: nie ma pliku dogs.tsv; każde zadanie potrzebuje swojego wyjścia"),
    ({"cats.tsv": PETS["cats"], "cats/out.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]},
     "mine.zip: cats.tsv i cats/out.tsv to oba wyjścia zadania cats; zostaw tylko jeden"),
    ({"cats.tsv": PETS["cats"], "dog.tsv": PETS["dogs"]},
     "mine.zip/dog.tsv: żadne zadanie nie ma pliku o tej nazwie; jeśli to on, zmień jego nazwę na dogs.tsv"),
    ({"inner.zip": ["x"]}, "mine.zip: nie ma w nim wyjść, tylko inne archiwum, inner.zip; podaj tamto"),
    (None, "mine.zip: to nie jest archiwum .zip; spakuj pliki z odpowiedziami w jeden .zip"),
]  # fmt: skip


@pytest.mark.parametrize(("files", "said"), ARCHIVE_FAULTS)
def test_faults_of_an_archive_are_said_in_polish_on_polish_pages(pets, browser, files, said):
    sent = SimpleUploadedFile("mine.zip", b"no archive") if files is None else archive(files)
    answer = browser.post("/suites/pets/submit", {"archive": sent}, headers={"Accept-Language": "pl"})
    text = re.sub(r"<[^>]+>", "", answer.content.decode())
    assert said in html.unescape(text)


def test_the_form_says_until_when_and_once_all_tasks_are_closed_names_all_of_them(pets, browser):
    Phase.objects.update(closes=timezone.now() + timedelta(hours=5))
    form = page(browser, "/suites/pets/submit")
    assert re.search(r"✓ open</span>.*closes <time", " ".join(form.split()))
    assert re.search(r'data-from="[^"]*" hidden>The phase has ended since .*data-reload>Reload the page', form)
    Phase.objects.update(closes=timezone.now() - timedelta(minutes=1))
    over = page(browser, "/suites/pets/submit")
    assert "<li>Cats, Dogs: The deadline has passed" in over
    assert "<button>" not in over.partition("<main")[2]
    outputs = {f"{task}.tsv": lines for task, lines in PETS.items()}
    sent = {"archive": archive(outputs), "description": "my words"}
    refused = browser.post("/suites/pets/submit", sent).content.decode()
    assert refused.count("Cats, Dogs: The deadline has passed") == 1
    for words in ("Choose the file again", ">Submit<"):
        assert words not in refused.partition("<main")[2]
    for words in ("Nothing was handed in.", "my words"):
        assert words in refused
    looked = browser.post("/suites/pets/submit", {**sent, "archive": archive(outputs), "try": "1"}).content.decode()
    assert "data-refused" in looked
    assert "data-doubts" not in looked
    assert "as these tasks refuse it: cats, dogs." in looked


def test_an_archive_of_the_phase_that_has_ended_asks_for_the_next_one(pets, browser):
    form = page(browser, "/suites/pets/submit")
    (meant,) = re.findall('name="phase" value="([0-9,]+)"', form)
    now = timezone.now()
    Phase.objects.update(closes=now)
    for task in pets.tasks.all():
        Phase.objects.create(challenge=task.challenge, name="final", opens=now, position=2)

    def sent(**fields):
        files = {f"{task}.tsv": lines for task, lines in PETS.items()}
        fields = {"archive": archive(files), "description": "my words", **fields}
        return browser.post("/suites/pets/submit", fields).content.decode()

    question = "The phase “main” is over. Hand in to the phase “final”?"
    looked = sent(phase=meant, **{"try": "1"})
    (final,) = re.findall('data-moved="([0-9,]+)"', looked)
    assert (question in looked, f'name="phase" value="{meant}"' in looked) == (True, True)  # a look is no answer
    asked = sent(phase=meant)
    for words in (question, "If so, choose the files again and submit.", "Nothing was handed in.", "my words",
                  f'name="phase" value="{final}"'):  # fmt: skip
        assert words in asked
    assert not Submission.objects.exists()
    Phase.objects.filter(name="main", challenge__slug="pets-cats").update(closes=now + timedelta(days=1))
    assert f"Dogs: {question}" in sent(phase=meant)
    sent(phase=final)
    assert {one.phase.name for one in Submission.objects.all()} == {"main", "final"}
    Phase.objects.filter(name="main", challenge__slug="pets-dogs").delete()
    assert "does not have the phase in which this form was opened" in sent(phase=meant)


def test_nobody_fills_a_board_with_archives_of_a_few_tasks(pets, browser):
    for number in range(3):
        sent = {"archive": archive({"dogs.tsv": [*PETS["dogs"][:4], str(number)]}), "partial": "on"}
        browser.post("/suites/pets/submit", {**sent, "description": f"try {number}"})
        worker.work(until_empty=True)
    text = page(browser, "/suites/pets")
    assert len(rows_of(text[: text.index("Your archives")], "ala")) == 1
    assert all(f"try {number}" in text[text.index("Your archives") :] for number in range(3))


def test_lists_and_submissions_say_of_which_suite_a_challenge_is(pets, browser):
    for address in ("/", "/challenges"):
        assert re.search(r">Cats</a>\s*<small class=\"muted\">· Pets</small>", page(browser, address)), address
    sent = {"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]}
    browser.post("/suites/pets/submit", {"archive": archive(sent)})
    worker.work(until_empty=True)
    (number, _other) = re.findall(r'href="/submissions/(\d+)"', page(browser, "/"))
    assert '<a href="/suites/pets">Pets</a>' in page(browser, f"/submissions/{number}")


def test_the_form_asks_for_no_task_that_one_may_not_see(pets, browser):
    Challenge.objects.filter(slug="pets-dogs").update(is_published=False)
    shown = page(browser, "/suites/pets/submit")
    assert "cats.tsv" in shown
    assert "dogs.tsv" not in shown
    answer = browser.post("/suites/pets/submit", {"archive": archive({"cats.tsv": PETS["cats"]})}, follow=True)
    assert "1 task was handed in" in answer.content.decode()
    sent = {"cats.tsv": ["nie"] * 4, "dogs.tsv": PETS["dogs"]}
    text = browser.post("/suites/pets/submit", {"archive": archive(sent)}, follow=True).content.decode()
    assert "Not handed in, as these tasks are not open to you: dogs." in text
    assert "expected results are not here" not in text


def test_an_archive_that_is_refused_has_been_uploaded_all_the_same(pets, browser, monkeypatch):
    monkeypatch.setattr(limits, "upload_bytes_an_hour", lambda: 1000)
    fault = {"cats.tsv": ["tak"], "dogs.tsv": PETS["dogs"]}
    said = [browser.post("/suites/pets/submit", {"archive": archive(fault)}).content.decode() for _ in range(8)]
    assert "cats.tsv: there is 1 line" in said[0]
    assert "You have uploaded a lot" in said[-1]


def test_an_archive_is_uploaded_once_whatever_comes_out_of_it(pets, browser, monkeypatch):
    sent = archive({"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]})
    monkeypatch.setattr(limits, "upload_bytes_an_hour", lambda: sent.size + 1)
    assert browser.post("/suites/pets/submit", {"archive": sent}).status_code == 302


def test_an_archive_that_takes_too_long_to_unpack_is_refused(pets, browser, monkeypatch):
    monkeypatch.setattr(handing_in, "UNPACKING_SECONDS", 0.0)
    sent = archive({"cats.tsv": PETS["cats"], "dogs.tsv": PETS["dogs"]})
    answer = browser.post("/suites/pets/submit", {"archive": sent})
    assert "unpacking all files takes more than 0 s" in answer.content.decode()
    assert not Submission.objects.exists()


def at_once(ala, count):
    """Hand in many archives at the same moment, each from a page of its own; return the answers."""
    ready, answers = threading.Barrier(count), []

    def send(number):
        client = Client()
        client.force_login(ala)
        sent = archive({"cats.tsv": PETS["cats"], "dogs.tsv": [*PETS["dogs"][:4], str(number)]})
        ready.wait()
        answers.append(client.post("/suites/pets/submit", {"archive": sent}))
        connection.close()

    threads = [threading.Thread(target=send, args=[number]) for number in range(count)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    return answers


def test_one_archive_of_a_person_is_read_at_a_time(pets, ala, monkeypatch):
    under_way, most = [], []

    def slow(*args, **options):
        under_way.append(1)
        most.append(len(under_way))
        time.sleep(0.1)
        under_way.pop()
        return read_outputs(*args, **options)

    monkeypatch.setattr(reading, "read_outputs", slow)
    answers = at_once(ala, 6)
    assert set(most) == {1}
    codes = [one.status_code for one in answers]
    assert set(codes) == {302, 400}
    assert 1 <= SuiteArchive.objects.count() == codes.count(302) <= len(most)  # one that is read may find a full queue


def test_many_archives_at_once_pass_no_limit_of_what_waits(pets, ala, settings, monkeypatch):
    monkeypatch.setattr(handing_in, "one_archive_of", lambda *_: nullcontext())  # as in web processes of their own
    settings.PROBIERZ = {**settings.PROBIERZ, "PROBIERZ_CONCURRENT_JOBS": 2}
    answers = at_once(ala, 8)
    assert sorted(one.status_code for one in answers) == [302] * 2 + [400] * 6
    assert SuiteArchive.objects.count() == 2
