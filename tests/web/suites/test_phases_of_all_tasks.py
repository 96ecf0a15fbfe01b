"""Who runs all tasks of a suite sets when a phase is and when its scores are shown, in all of them or in none."""

import io
import re
import zipfile
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from pets_examples import PETS

from probierz.web.accounts.models import AuditEntry
from probierz.web.challenges.models import Challenge, Ladder, Organiser, Phase
from probierz.web.jobs import worker

pytestmark = pytest.mark.django_db(transaction=True)


def logged_in(person):
    client = Client()
    client.force_login(person)
    return client


def clicked(client, *names):
    """The address to which links of these names lead, from the first page on."""
    address = "/"
    for name in names:
        page = client.get(address, follow=True).content.decode()
        address = re.search(rf'<a href="([^"]+)"[^>]*>{re.escape(name)}</a>', page)[1]
    return address


def words(client, address):
    return " ".join(re.sub("<[^>]*>", " ", client.get(address, follow=True).content.decode()).split())


@pytest.fixture
def final(pets):
    """The only phase of both tasks is over, and nobody but organisers sees scores, without an end."""
    Phase.objects.update(name="final", closes=timezone.now() - timedelta(hours=1), disclosure="hidden")
    return pets


def test_a_phase_of_all_tasks_whose_scores_are_known_is_open_again_only_where_that_is_meant(final, organiser):
    theirs, now = logged_in(organiser), timezone.localtime()
    address = clicked(theirs, "Suites", "Pets", "Set the phases of all tasks at once")
    Phase.objects.update(disclosed_from=now - timedelta(minutes=10))
    sent = {"phase": "final", "closes": f"{now + timedelta(days=3):%Y-%m-%dT%H:%M}"}
    sent["disclosed_from"] = sent["closes"]
    page = theirs.post(address, sent).content.decode()
    assert "Everybody knows the scores of the phase “final” since" in page
    assert all(one.closes < now for one in Phase.objects.all())
    assert theirs.post(address, {**sent, "reopens": "on"}).status_code == 302
    assert all(one.closes > now for one in Phase.objects.all())


def test_an_end_that_is_past_is_asked_about_in_all_tasks(pets, organiser):
    Phase.objects.update(name="final", closes=timezone.now() + timedelta(hours=1))
    theirs, past = logged_in(organiser), timezone.localtime() - timedelta(hours=1)
    sent = {"phase": "final", "closes": f"{past:%Y-%m-%dT%H:%M}"}
    page = theirs.post("/suites/pets/phases", sent).content.decode()
    assert "cats: The phase would be over at once" in page
    assert "Tick below that this end is meant" in page
    assert all(one.closes > timezone.now() for one in Phase.objects.all())
    assert theirs.post("/suites/pets/phases", {**sent, "ends_early": "on"}).status_code == 302
    assert all(one.closes < timezone.now() for one in Phase.objects.all())


def test_a_phase_is_closed_with_one_button_in_every_task_in_which_it_is_open(pets, organiser, ala):
    Phase.objects.update(name="final", closes=timezone.now() + timedelta(hours=1))
    over = timezone.now() - timedelta(days=1)
    Phase.objects.filter(challenge__slug="pets-dogs").update(closes=over)
    theirs = logged_in(organiser)
    address = clicked(theirs, "Suites", "Pets", "Set the phases of all tasks at once")
    page = theirs.get(address).text
    assert "Close now in cats<" in page
    question = re.search('data-confirm="([^"]+)"[^>]*><input[^>]*><input[^>]*><button[^>]*name="close"', page)
    assert question[1].startswith("cats: The phase would be over at once")
    asked = theirs.post(address, {"phase": "final", "close": "yes"}).text
    assert 'name="close" value="yes"' in asked
    assert "Close it now?" in asked
    theirs.post(address, {"phase": "final", "close": "yes", "asked": "yes"})
    assert Phase.objects.get(challenge__slug="pets-dogs").closes == over
    page = words(theirs, address)
    assert "The phase is closed." in page
    assert "Close now" not in page
    theirs.post(address, {"phase": "final", "close": "yes"})
    assert "This phase is not open." in words(theirs, address)
    Phase.objects.update(closes=None)
    page = theirs.get(address).text
    assert "Close now in all tasks<" in page
    assert 'data-confirm="The phase would be over at once' in page


def test_all_scores_are_shown_at_once_in_all_tasks_by_a_button_on_the_page_of_the_suite(pets, organiser, ala):
    Phase.objects.update(name="final", closes=timezone.now() + timedelta(hours=1), disclosure="hidden")
    browser, theirs = logged_in(ala), logged_in(organiser)
    for name, lines in PETS.items():
        file = SimpleUploadedFile("out.tsv", "".join(f"{line}\n" for line in lines).encode())
        browser.post(f"/challenges/pets-{name}/submit", {"outputs": file, "test": "test-A", "description": "mine"})
    worker.work(until_empty=True)
    assert "Show all scores now" not in words(theirs, "/suites/pets")  # the phase is still open
    Phase.objects.update(closes=timezone.now() - timedelta(minutes=5))
    address = clicked(theirs, "Suites", "Pets")
    for shown_on in (address, "/challenges/pets-cats/board"):  # as no moment is set: the same words on both
        assert "not shown" in words(browser, shown_on)
        assert "not shown yet" not in words(browser, shown_on)
    page = words(theirs, address)
    assert "Only organisers see scores of the phase “final” on hidden tests. No time is set" in page
    assert "Show all scores now" in page
    assert "Show all scores now" not in words(browser, address)

    theirs.post(f"{address}/phases", {"phase": "final", "now": "yes"})
    assert "Everybody sees all scores of the phase “final” now." in words(theirs, address)
    Challenge.objects.update(ladder=Ladder.LINES)
    Phase.objects.update(disclosure="full", disclosed_from=None)
    assert "Everybody sees scores of the phase “final” in steps, as finely" in words(theirs, f"{address}/phases")
    assert "Submit all tasks late, as one archive" in words(theirs, address)
    assert "marked as late on boards" in words(theirs, f"{address}/submit")
    Challenge.objects.update(ladder=Ladder.OFF)
    Phase.objects.update(disclosed_from=timezone.now())
    assert "UNDISCLOSED" not in words(browser, address)
    led = "ala has the best average of those who took part: 100.0 % ↑ higher is better . All phases are over."
    assert led in words(browser, address)
    told = AuditEntry.objects.filter(action="challenge.change-phase")
    assert {int(one.object_id) for one in told} == set(Challenge.objects.values_list("pk", flat=True))
    assert all(one.details["disclosed_from"] for one in told)


def test_a_phase_of_all_tasks_that_shows_scores_before_its_end_is_asked_about_and_can_be_closed(final, organiser):
    Phase.objects.update(closes=None)
    theirs, address = logged_in(organiser), "/suites/pets/phases"
    shown = {"phase": "final", "disclosed_from": "2020-05-20T12:00"}
    assert "people would submit while everybody sees all scores" in theirs.post(address, shown).content.decode()
    assert theirs.post(address, {**shown, "ends_early": "on"}).status_code == 302
    theirs.post(address, {"phase": "final", "close": "yes", "asked": "yes"})
    [(closes, disclosed)] = set(Phase.objects.values_list("closes", "disclosed_from"))
    assert closes == disclosed


def test_times_of_a_phase_are_set_in_all_tasks_or_in_none(final, organiser):
    theirs = logged_in(organiser)
    address = clicked(theirs, "Suites", "Pets", "Set the phases of all tasks at once")
    later = {"phase": "final", "opens": "", "closes": "2031-05-15T12:00", "disclosed_from": "2031-05-20T12:00"}
    assert theirs.post(address, later).status_code == 302
    assert {one.closes.year for one in Phase.objects.all()} == {2031}
    assert {one.disclosed_from.day for one in Phase.objects.all()} == {20}
    assert "Everybody sees all of them from" in words(theirs, address)
    told = words(Client(), "/challenges/pets-cats/about")
    assert re.search("final ✓ open now .*– 15 May 2031.* no scores until 20 May 2031", told)  # as on How to submit
    assert "These times hold" in told

    too_early = later | {"closes": "2031-05-25T12:00"}
    assert "All scores would be shown before the phase ends." in theirs.post(address, too_early).content.decode()
    dogs = Challenge.objects.get(slug="pets-dogs")
    Phase.objects.create(challenge=dogs, name="late", opens="2031-05-15T12:00Z", position=2)
    refused = theirs.post(address, later | {"closes": "2031-05-19T12:00"}).content.decode()
    assert "dogs: It overlaps the phase “late”." in refused
    assert "The tasks differ in times" not in refused  # nothing was changed, so they are as alike as before
    assert {one.closes.day for one in Phase.objects.filter(name="final")} == {15}


def test_an_older_tab_undoes_no_time_that_was_not_typed_in_it(final, organiser):
    theirs, address = logged_in(organiser), "/suites/pets/phases"
    page = theirs.get(address).content.decode()
    shown = re.search(r'name="initial-closes" value="([^"]*)"', page)
    older = {"phase": "final", "initial-closes": shown.group(1) if shown else "", "initial-disclosed_from": ""}
    older["closes"] = older["initial-closes"]
    theirs.post(address, older | {"closes": "2031-05-19T12:00"})
    theirs.post(address, older | {"disclosed_from": "2031-05-20T12:00"})
    assert {(one.closes.year, one.disclosed_from.day) for one in Phase.objects.all()} == {(2031, 20)}


def test_where_tasks_differ_a_time_left_empty_stays_in_each(final, organiser):
    Phase.objects.filter(challenge__slug="pets-dogs").update(closes=timezone.now() - timedelta(days=9))
    before = set(Phase.objects.values_list("challenge__slug", "closes"))
    theirs = logged_in(organiser)
    assert "The tasks differ in times that are empty here" in words(theirs, "/suites/pets/phases")
    theirs.post("/suites/pets/phases", {"phase": "final", "disclosed_from": "2031-05-20T12:00"})
    assert set(Phase.objects.values_list("challenge__slug", "closes")) == before
    assert {one.disclosed_from.year for one in Phase.objects.all()} == {2031}


def test_the_pages_of_a_suite_and_of_its_challenges_say_alike_when_scores_are_known(final, organiser, ala):
    theirs, browser = logged_in(organiser), logged_in(ala)

    def said():
        pages = [words(browser, "/suites/pets"), words(browser, clicked(browser, "Suites", "Pets", "pets-dogs"))]
        found = [re.findall(r"(?:It is not set yet when s|S)cores of the phase “final”.*?\.", page) for page in pages]
        assert found[0] == found[1]
        return found[0]

    def let_be_shown(moment):
        theirs.post("/suites/pets/phases", {"phase": "final", "closes": "2026-05-01T12:00", "disclosed_from": moment})

    assert said() == ["It is not set yet when scores of the phase “final” will be shown."]
    let_be_shown("2031-05-03T12:00")
    assert said() == ["Scores of the phase “final” will be shown from 3 May 2031, 12:00 CEST ."]
    Phase.objects.update(disclosure="rounded")
    assert said() == ["Scores of the phase “final” will be shown in full from 3 May 2031, 12:00 CEST ."]
    let_be_shown("2026-05-03T12:00")
    assert said() == ["Scores of the phase “final” are shown in full since 3 May 2026, 12:00 CEST ."]
    Phase.objects.update(disclosure="full")
    assert said() == []


@pytest.mark.parametrize(("decides", "phase_of_the_first"), [({}, "final"), ({"shows_private": "on"}, "later")])
def test_a_later_practice_takes_no_ranks_from_the_phase_that_decided(pets, organiser, ala, decides, phase_of_the_first):
    """What is handed in for practice after the end is better: only a phase that decides, too, changes who is first."""
    theirs, browser = logged_in(organiser), logged_in(ala)
    hand_in(browser, {"cats": ["tak"] * 4, "dogs": PETS["dogs"]})
    for name in PETS:
        address = clicked(theirs, "Suites", "Pets", f"pets-{name}", "Organise", "Phases")
        over = {"name": "final", "disclosure": "full", "digits": "2", "items": "none"}
        number = Phase.objects.get(challenge__slug=f"pets-{name}").pk
        closes = timezone.localtime() - timedelta(minutes=5)
        shown = over | {"closes": f"{closes:%Y-%m-%dT%H:%M}", "shows_private": "on", "ends_early": "on"}
        assert theirs.post(f"{address}/{number}", shown).status_code == 302
        assert theirs.post(address, over | {"name": "later", "opens": shown["closes"], **decides}).status_code == 302
    hand_in(browser, PETS)
    for address in ("/suites/pets/board.json", "/challenges/pets-cats/board.json"):
        rows = browser.get(address).json()["rows"]
        assert len(rows) == 2
        assert {row["rank"]: row["phase"] for row in rows} == {1: "", None: OTHER[phase_of_the_first]}, address


OTHER = {"final": "later", "later": "final"}
"""The phase without ranks beside the one that has them."""


def hand_in(browser, outputs):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for task, lines in outputs.items():
            packed.writestr(f"{task}.tsv", "".join(f"{line}\n" for line in lines))
    sent = {"archive": SimpleUploadedFile("mine.zip", content.getvalue()), "description": "mine"}
    assert browser.post("/suites/pets/submit", sent).status_code == 302
    worker.work(until_empty=True)


def test_only_who_runs_every_task_may_do_that(final, ala):
    Organiser.objects.create(user=ala, challenge=Challenge.objects.get(slug="pets-cats"), role="organiser")
    browser = logged_in(ala)
    page = words(browser, "/suites/pets")
    assert "Looking after this suite" in page
    assert "Show all scores now" not in page
    assert browser.get("/suites/pets/phases").status_code == 404
    assert browser.post("/suites/pets/phases", {"phase": "final", "now": "yes"}).status_code == 404
    assert Client().post("/suites/pets/phases", {"phase": "final", "now": "yes"}).status_code == 302  # to log in
    assert not Phase.objects.exclude(disclosed_from=None).exists()


def test_a_suite_says_what_is_open_until_when_and_which_scores_are_better(pets, client):
    def facts(path="/suites/pets"):
        return words(client, path).replace("( ", "(").replace(" )", ")")

    Phase.objects.update(closes=timezone.now() + timedelta(days=3, minutes=5))
    page = facts()
    assert "State ✓ open closed Closes" in page, "what is said from then on stands hidden behind it"
    assert page.count("(in 3 days)") == 5, "of the suite, and of each task now and from then on"
    assert "test-A Accuracy (%) ↑ higher is better" in page
    assert re.search(r"Pets 2 tasks ✓ open closes .*\(in 3 days\)", facts("/suites"))
    Phase.objects.filter(challenge__slug="pets-cats").update(closes=timezone.now() - timedelta(days=1))
    page = facts()
    assert "✓ open 1 of 2 tasks" in page
    assert re.search(r"pets-cats closed", page)
    Phase.objects.update(closes=timezone.now() - timedelta(days=1))
    assert "State closed" in facts()
