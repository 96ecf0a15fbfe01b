"""The pages of a suite say what holds on the platform: phases that were changed there, and tests that were mended."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone
from pets_examples import PETS

from probierz.suites.publishing import ReferenceRow
from probierz.web.challenges.models import Challenge, Phase
from probierz.web.challenges.services import publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.services import add_reference
from probierz.web.suites.models import PlatformSuite

pytestmark = pytest.mark.django_db(transaction=True)


def shown(browser, address):
    page = browser.get(address).content.decode()
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def test_phases_that_one_challenge_has_for_itself_stand_on_the_page_of_the_suite(pets, browser):
    assert "When, and what is shown" not in shown(browser, "/suites/pets")
    Phase.objects.filter(challenge__slug="pets-dogs").update(
        name="contest", closes=timezone.now() - timedelta(days=1), disclosure="hidden"
    )
    text = shown(browser, "/suites/pets")
    text = text[text.index("When, and what is shown") : text.index("Tasks Task")]
    cats, dogs = text.split(" Dogs ")
    assert "open now" in cats
    assert "no scores No phase is open now, so nothing can be handed in." in dogs


def test_the_same_phases_of_all_tasks_are_told_once(pets, browser):
    Phase.objects.update(name="contest", closes=timezone.now() + timedelta(days=1))
    text = shown(browser, "/suites/pets")
    assert text.count("contest ✓ open now") == 1


def test_what_was_published_of_other_data_ranks_nobody(pets, browser, organiser, tmp_path):
    challenge = Challenge.objects.get(slug="pets-dogs")
    row = {"rank": 1, "system": "Pilot", "value": "60.00", "source": "A paper", "kind": "official"}
    suite = PlatformSuite.objects.get()
    board = {"task": "pets/dogs", "split": "test-A", "metric": "Accuracy", "better": "higher", "rows": [row]}
    next(task for task in suite.card["tasks"] if task["name"] == "dogs")["boards"] = [board]
    suite.save()
    printed = ReferenceRow("Pilot (A paper)", {"test-A Accuracy": 0.6}, "official", source="A paper")
    add_reference(challenge, organiser, printed)
    named = browser.get("/challenges/pets-dogs/board.json").json()["rows"]
    assert [(one["submitter"], one["description"], one["source"]) for one in named] == [
        ("Pilot", "Pilot (A paper)", "A paper")
    ]
    assert ",Pilot,,Pilot (A paper)," in browser.get("/challenges/pets-dogs/board.csv").content.decode()
    file = SimpleUploadedFile("out.tsv", "".join(f"{line}\n" for line in PETS["dogs"]).encode())
    browser.post("/challenges/pets-dogs/submit", {"outputs": file, "test": "test-A", "description": "mine"})
    worker.work(until_empty=True)
    own = challenge.submissions.get(is_reference=False).pk
    for address in (f"/submissions/{own}", "/suites/pets/tasks/dogs"):
        assert "100.0 would have been 1 of 2, before Pilot (60.00)" in shown(browser, address)

    expected = tmp_path / "challenges" / "dogs" / "test-A" / "expected.tsv"
    expected.write_text(expected.read_text().replace("b", "a", 1))
    publish_version(challenge, expected.parents[1])
    worker.work(until_empty=True)
    assert "80.0" in shown(browser, f"/submissions/{own}")
    for address in (f"/submissions/{own}", "/suites/pets/tasks/dogs"):
        assert "would have been" not in shown(browser, address)
    assert "The test was changed on this platform since these were published" in shown(
        browser, "/suites/pets/tasks/dogs"
    )
    assert "60.00 *" in shown(browser, "/suites/pets")


def test_where_nothing_published_is_ranked_a_score_stands_between_the_printed_values(pets, browser):
    suite = PlatformSuite.objects.get()
    rows = [
        {"rank": 0, "system": name, "value": value, "source": "A paper", "kind": "baseline"}
        for name, value in (("Large", "90.00"), ("Equal", "60.0"), ("Small", "30.00"))
    ]
    board = {"task": "pets/dogs", "split": "test-A", "metric": "Accuracy", "better": "higher", "rows": rows}
    next(task for task in suite.card["tasks"] if task["name"] == "dogs")["boards"] = [board]
    suite.save()
    file = SimpleUploadedFile("out.tsv", b"a\nb\nb\nb\na\n")  # three of five are right
    browser.post("/challenges/pets-dogs/submit", {"outputs": file, "test": "test-A", "description": "mine"})
    worker.work(until_empty=True)
    own = Challenge.objects.get(slug="pets-dogs").submissions.get().pk
    for address in (f"/submissions/{own}", "/suites/pets/tasks/dogs"):
        text = shown(browser, address)
        assert "60.0 has no rank, as nothing published here has, behind Large (90.00)" in " ".join(text.split())
        assert "level with Equal (60.0) , before Small (30.00)" in text.replace("),", ") ,")
