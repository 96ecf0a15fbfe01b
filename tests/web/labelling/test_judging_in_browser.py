"""Uncertain items first, and passages of a retriever judged and fed back: by clicking from the first page."""

import zipfile
from itertools import pairwise
from pathlib import Path

import pytest
from labelling_examples import EXPECTED, QUESTIONS, write_quiz

from browser import log_in
from probierz.cli.main import main as probierz
from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

PASSWORD = "correct horse battery"
TEXTS = {
    "wisla.txt": "Wisła\n\nWisła jest najdłuższą rzeką Polski. Ma 1047 kilometrów długości.",
    "warta.txt": "Warta\n\nWarta jest rzeką Polski. Ma 808 kilometrów długości.",
    "kopernik.txt": "Mikołaj Kopernik\n\nMikołaj Kopernik urodził się w Toruniu.\n\nZmarł we Fromborku, nad Zalewem.",
}
ANSWERS = {"Ile kilometrów długości ma Wisła?": "1047", "Gdzie urodził się Kopernik?": "Toruniu"}


@pytest.fixture
def ola(platform, tmp_path, visit):
    """Ola, who has a published quiz, at the list of its rounds."""
    User.objects.create_user("ola", password=PASSWORD, name="Ola")
    User.objects.create_user("ala", password=PASSWORD, name="Ala")
    made = create_unasked("quiz", User.objects.get(username="ola"))
    publish_version(made, write_quiz(tmp_path / "quiz"))
    Challenge.objects.filter(pk=made.pk).update(is_published=True)
    page = logged_in(visit("desk"), "ola")
    page.get_by_role("link", name="Challenges", exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Small quiz").first.click()
    page.get_by_role("link", name="Labelling", exact=True).click()
    return page


def logged_in(page, login):
    return log_in(page, login, PASSWORD)


def press(page, name):
    page.get_by_role("main").get_by_role("button", name=name, exact=True).click()


def texts_of_item(page, place):
    page.get_by_role("heading", name=f"Item {place} of").wait_for()
    page.wait_for_load_state("domcontentloaded")  # keys are listened to from then on
    return page.locator(".item p:not(.name)").all_inner_texts()


def test_a_coordinator_shows_first_what_a_system_is_unsure_of(ola, tmp_path):
    output = tmp_path / "probabilities.tsv"
    shares = [0.5 if number == 40 else 0.6 if number == 7 else 0.95 for number in range(1, len(EXPECTED) + 1)]
    output.write_text("".join(f"yes:{share} no:{1 - share:.2f}\n" for share in shares))
    ola.get_by_role("link", name="New round").first.click()
    ola.get_by_label("Items", exact=True).fill("80")
    ola.get_by_label("The least certain ones first").check()
    ola.get_by_label("Output of a system").set_input_files(tmp_path / "quiz" / "config.txt")
    press(ola, "Make the round")
    assert "and the test has 80; one is wanted for each" in ola.inner_text("main")
    ola.get_by_label("Output of a system").set_input_files(output)
    press(ola, "Make the round")
    assert "uncertain items first by 1 output" in ola.inner_text("main")
    ola.get_by_role("link", name="Begin").click()
    assert texts_of_item(ola, 1)[0] == QUESTIONS[39]
    ola.keyboard.press("1")
    assert texts_of_item(ola, 2)[0] == QUESTIONS[6]


def test_passages_of_a_retriever_are_judged_and_score_its_rankings(ola, visit, tmp_path, capsys, monkeypatch):
    index, found, folder = tmp_path / "my.index", tmp_path / "found.tsv", tmp_path / "texts"
    folder.mkdir()
    for name, text in TEXTS.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert probierz(["index", "build", str(folder), "--to", str(index), "--quiet"]) == 0
    capsys.readouterr()
    assert probierz(["index", "search", str(index), *ANSWERS, "--limit", "3", "--format", "tsv"]) == 0
    found.write_text(capsys.readouterr().out, encoding="utf-8")
    rows = [row.split("\t") for row in found.read_text("utf-8").splitlines()[1:]]
    assert len(rows) >= 4

    # Ola sees a question after the other, and judges by keyboard; she lets Ala in, who judges on a phone
    ola.get_by_role("link", name="Judge passages of a retriever").click()
    ola.get_by_label("Passages that were found").set_input_files(tmp_path / "quiz" / "README.md")
    press(ola, "Make the round")
    assert "the table line 1: the first line has to name the columns" in ola.inner_text("main")
    ola.get_by_label("Passages that were found").set_input_files(found)
    press(ola, "Make the round")
    ola.get_by_label("Login").fill("ala")
    press(ola, "Let in")
    ola.get_by_role("link", name="Begin").click()
    seen = []
    for place in range(1, len(rows) + 1):
        question, *rest = texts_of_item(ola, place)
        seen.append(question)
        ola.keyboard.press("1" if ANSWERS[question] in rest[-1] else "2")
    ola.get_by_text("You have decided all items.").wait_for()
    assert len(set(seen)) == 2
    assert sum(one != other for one, other in pairwise(seen)) == 1
    ala = logged_in(visit("phone"), "ala")
    ala.get_by_role("link", name="Annotation").click()
    ala.get_by_role("link", name="To your rounds").click()
    ala.get_by_role("link", name="Small quiz: passages").click()
    assert "Back to the retriever" not in ala.inner_text("main")
    ala.get_by_role("link", name="Begin").click()
    question, *rest = texts_of_item(ala, 1)
    is_answer = ANSWERS[question] in rest[-1]
    # of two people who differ nobody is right
    press(ala, "2 It does not" if is_answer else "1 It answers the question")
    texts_of_item(ala, 2)

    # what they decided leaves as pairs, and as a challenge in which the retriever's ranking is scored
    ola.reload()
    with ola.expect_download() as download:
        ola.get_by_role("link", name="Download judged passages").click()
    with zipfile.ZipFile(download.value.path()) as archive:
        archive.extractall(tmp_path / "fed back")
    judged = next((tmp_path / "fed back").iterdir())
    pairs = [row.split("\t") for row in (judged / "pairs.tsv").read_text("utf-8").splitlines()[1:]]
    assert len(pairs) == len(rows) - 1
    assert {row[-1] for row in pairs} == {"0", "1"}
    assert all((ANSWERS[row[0]] in row[3]) == (row[-1] == "1") for row in pairs)
    asked = (judged / "dev-0" / "in.tsv").read_text("utf-8").splitlines()
    assert probierz(["index", "search", str(index), *asked, "--format", "ranking"]) == 0
    Path(judged / "dev-0" / "out.tsv").write_text(capsys.readouterr().out, encoding="utf-8")
    assert probierz(["eval", str(judged), "--split", "dev-0", "--format", "tsv"]) == 0
    assert "MRR@10" in capsys.readouterr().out
