"""Who runs a suite hides it, and shows it again, by a button on its page; others then find nothing of it anywhere."""

import io
import re
import zipfile

import pytest
from django.test import Client
from pets_examples import PETS

from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.jobs import worker

pytestmark = pytest.mark.django_db(transaction=True)

ADDRESSES = ("", "/tasks/cats", "/board.csv", "/board.tex", "/board.json", "/embed")


def logged_in(person):
    client = Client()
    client.force_login(person)
    return client


def page(client, address):
    return client.get(address).content.decode()


def words(client, address):
    return " ".join(re.sub("<[^>]*>", " ", page(client, address)).split())


def link(client, address, name):
    return re.search(rf'<a href="([^"]+)"[^>]*>{re.escape(name)}</a>', page(client, address))[1]


def press(client, address, label):
    """Press the button of this name on a page, and return where that leads, in words."""
    action = re.search(
        rf'<form method="post" action="([^"]+)"[^>]*>[^\n]*?<button[^>]*>{label}</button>', page(client, address)
    )
    return client.post(action[1], follow=True).content.decode()


def archive():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as outputs:
        for task, lines in PETS.items():
            outputs.writestr(f"{task}.tsv", "".join(f"{line}\n" for line in lines))
    packed.seek(0)
    packed.name = "outputs.zip"
    return packed


def test_a_published_suite_is_taken_back_and_shown_again_by_a_button_on_its_page(pets, organiser, ala):
    theirs, other, anybody = logged_in(organiser), logged_in(ala), Client()
    address = link(theirs, link(theirs, "/", "Suites"), "Pets")
    assert "Hide the suite" not in page(other, address)
    assert other.post(f"{address}/do/unpublish").status_code == 404
    assert "Only organisers see the suite now." in press(theirs, address, "Hide the suite")

    assert [anybody.get(address + more).status_code for more in ADDRESSES] == [404] * len(ADDRESSES)
    assert other.get(f"{address}/submit").status_code == 404
    assert other.post(f"{address}/submit", {"archive": archive()}).status_code == 404
    assert other.get("/api/v1/suites/pets").status_code == 404
    assert "Pets" not in words(other, "/suites")
    for shown in ("/", "/challenges", "/challenges/pets-cats/board", "/challenges/pets-cats/about"):
        assert "Pets" not in words(other, shown)  # a challenge that is still published names no hidden suite
    assert f'<a href="{address}">Pets</a>' in page(theirs, "/challenges/pets-cats/about")
    assert "Pets … not published 2 tasks" in words(theirs, "/suites")
    assert "State … not published" in words(theirs, address)
    assert theirs.get("/api/v1/suites/pets").json()["is_published"] is False

    assert "The suite is published." in press(theirs, address, "Publish")
    assert "not published" not in words(theirs, address)
    assert anybody.get(address).status_code == 200
    assert anybody.get("/api/v1/suites/pets").json()["is_published"] is True
    done = AuditEntry.objects.filter(action__in=("suite.publish", "suite.unpublish")).order_by("pk")
    assert [one.action for one in done] == ["suite.unpublish", "suite.publish"]


def test_a_suite_whose_challenges_are_hidden_offers_nothing_and_says_nothing_false(pets, organiser, ala):
    theirs, other = logged_in(organiser), logged_in(ala)
    assert "Submit all tasks as one archive" in words(other, "/suites/pets")
    press(theirs, "/challenges/pets-cats/organise", "Hide the challenge")
    assert "not open to you" in words(other, "/suites/pets")
    press(theirs, "/challenges/pets-dogs/organise", "Hide the challenge")
    seen = words(other, "/suites/pets")
    assert "Submit all tasks as one archive" not in seen
    assert "expected results of these are not on this platform" not in seen
    assert "not on this platform" not in seen
    assert other.get("/suites/pets/submit").status_code == 404


def test_a_suite_whose_challenges_are_archived_takes_nothing(pets, organiser):
    theirs = logged_in(organiser)
    for task in PETS:
        press(theirs, f"/challenges/pets-{task}/organise", "Archive")
    assert "Submit all tasks as one archive" not in words(theirs, "/suites/pets")


def test_an_archive_is_followed_until_it_is_scored_and_no_hidden_score_is_promised(pets, organiser, ala):
    Phase.objects.update(name="final", disclosure="hidden")
    for client, said in (
        (logged_in(ala), "2 tasks were handed in; when scores are shown stands below."),
        (logged_in(organiser), "2 tasks were handed in; scores appear here."),
    ):
        form = link(client, link(client, link(client, "/", "Suites"), "Pets"), "Submit all tasks as one archive")
        answer = client.post(form, {"archive": archive(), "description": "mine"}, follow=True).content.decode()
        assert said in answer
        assert "data-follow" in answer
    worker.work(until_empty=True)
    note = "You see all scores; others see none of the phase “final” yet."  # as on the boards of challenges
    mine, theirs = (page(logged_in(one), "/suites/pets") for one in (ala, organiser))
    assert "data-follow" not in mine + theirs
    assert ">not shown<" in mine
    assert theirs.count(note) == 1
    assert note not in mine
    assert note in page(logged_in(organiser), "/challenges/pets-cats/board")
    Phase.objects.filter(challenge=Challenge.objects.get(slug="pets-dogs")).update(disclosure="full")
    assert f"Cats: {note}" in page(logged_in(organiser), "/suites/pets")


def test_boards_are_sent_as_files_in_every_form(pets):
    for ending in ("csv", "tex", "json"):
        for address, name in (("/suites/pets/board", "pets"), ("/challenges/pets-cats/board", "pets-cats")):
            sent = Client().get(f"{address}.{ending}")["Content-Disposition"]
            assert sent == f'attachment; filename="{name}.{ending}"'
