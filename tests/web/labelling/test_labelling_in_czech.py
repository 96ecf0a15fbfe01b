"""Labelling for people who read Czech: every page of it, and no page in two languages."""

import pytest
from czech_pages import CZECH, english_words, language_of, texts_of
from django.core.files.uploadedfile import SimpleUploadedFile
from labelling_examples import EXPECTED

from probierz.web.labelling import services
from probierz.web.leaderboards.models import Board
from probierz.web.submissions.models import Submission

pytestmark = pytest.mark.django_db

OF_QUIZ = {"Question", "yes", "no"}
"""What the challenge says, in its own language."""
FOUND = "question\tplace\tpassage\nKde leží Brno?\tbrno.txt:0\tBrno leží na Moravě.\n"


@pytest.fixture(scope="module")
def english():
    return english_words()


def label_all(seat):
    for line in seat.round.lines:
        services.keep_label(seat, line, EXPECTED[line - 1], is_decided=True)


def check(client, addresses, english):
    for address in addresses:
        answer = client.get(address, headers=CZECH)
        assert language_of(answer) == "cs", address
        assert texts_of(answer) & english <= OF_QUIZ, address


def test_every_page_of_a_round_is_whole_in_czech(client, people, quiz, begin, english):
    client.force_login(people["organiser"])
    of_quiz = "/challenges/quiz/labellings"
    check(client, ["/labellings", of_quiz, f"{of_quiz}/new", f"{of_quiz}/passages"], english)
    seat = begin()
    here = f"/labellings/{seat('ola').round.pk}"
    check(client, ["/labellings", of_quiz, here, f"{here}/items/1"], english)
    for name in ("organiser", "ola", "ala"):
        label_all(seat(name))
    check(client, [here, f"{here}/items/2"], english)
    asked = client.post(f"{here}/hand-in", {"slug": "people"}, headers=CZECH)
    assert "Odevzdat štítky?" in asked.content.decode()
    assert texts_of(asked) & english <= OF_QUIZ
    client.post(f"{here}/hand-in", {"slug": "people", "sure": "yes"}, headers=CZECH)
    board = client.get("/challenges/people/board", headers=CZECH)  # which is not there in Czech
    assert language_of(board) == "en"
    assert "The labels are handed in; systems follow." in board.content.decode()
    said = "People and systems", "Majority of 3 people", "Person 2"
    names = [*Board.objects.values_list("title", flat=True), *Submission.objects.values_list("row_name", flat=True)]
    assert set(said) <= set(names)
    check(client, [here, f"{here}/items/1"], english)


def test_who_hands_in_is_told_who_is_still_labelling(client, people, quiz, begin):
    seat = begin()
    label_all(seat("organiser"))
    label_all(seat("ala"))
    services.keep_label(seat("ola"), seat("ola").round.lines[0], "yes", is_decided=True)
    client.force_login(people["organiser"])
    asked = client.post(f"/labellings/{seat('ola').round.pk}/hand-in", {"slug": "people"}).content.decode()
    assert "ola has decided 1 of 10 items, and cannot go on afterwards." in asked
    assert "ala has decided" not in asked


def test_whoever_was_let_in_labels_in_czech(client, people, quiz, begin, english):
    seat = begin(labels=())
    here = f"/labellings/{seat('ala').round.pk}"
    client.force_login(people["ala"])
    check(client, ["/labellings", here, f"{here}/items/1"], english)
    empty = client.post(f"{here}/items/1", {"act": "decide", "label": ""}, headers=CZECH)
    assert "Napište štítek, nebo položku přeskočte." in empty.content.decode()


def test_passages_are_judged_in_czech(client, people, quiz, english, tmp_path):
    table = tmp_path / "found.tsv"
    table.write_text(FOUND, encoding="utf-8")
    made = services.create_candidate_round(quiz, by=people["organiser"], table=table, seed=1, title="Brno")
    client.force_login(people["organiser"])
    check(client, [f"/labellings/{made.pk}", f"/labellings/{made.pk}/items/1"], english)
    page = client.get(f"/labellings/{made.pk}/items/1", headers=CZECH).content.decode()
    assert "Odpovídá na otázku" in page
    assert "Kde leží Brno?" in page


BROKEN = {
    "the first line has to name": "place\tpassage\nb:0\tx\n",
    "must not be empty": "question\tplace\tpassage\n\tb:0\tx\n",
    "in the header": "question\tplace\tpassage\nKde?\tb:0\n",
    "there is no passage": "question\tplace\tpassage\n",
}


@pytest.mark.parametrize("said", BROKEN)
@pytest.mark.parametrize("language", ["cs", "pl"])
def test_what_is_wrong_with_found_passages_is_said_in_the_language_of_the_page(client, people, quiz, language, said):
    client.force_login(people["organiser"])
    sent = {"title": "x", "seed": 1, "table": SimpleUploadedFile("found.tsv", BROKEN[said].encode())}
    answer = client.post("/challenges/quiz/labellings/passages", sent, headers={"accept-language": language})
    page = answer.content.decode()
    assert 'class="errors"' in page
    assert said not in page
