"""Nothing is published before an organiser has seen what was found and confirmed it."""

from datetime import timedelta
from pathlib import Path

import pytest
from challenge_examples import challenge_files, uploaded, write_challenge
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from probierz.web.accounts.models import User
from probierz.web.challenges.models import Challenge
from probierz.web.configuration import places
from probierz.web.jobs.models import Job
from probierz.web.operation.reconcile import clean

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(owner):
    User.objects.filter(pk=owner.pk).update(is_staff=True)
    client = Client()
    client.force_login(User.objects.get(pk=owner.pk))
    return client


def archive(**changes):
    kept = places.upload_file(uploaded({**challenge_files(), **changes})["name"])
    content = kept.read_bytes()
    kept.unlink()
    return SimpleUploadedFile("numbers.zip", content)


def begin(browser, done, **changes):
    """As from the first page: a name and an archive; return the address of what was found."""
    assert b"/challenges/new" in browser.get("/challenges").content
    sent = browser.post("/challenges/new", {"slug": "letters", "archive": archive(**changes)})
    done(Job.objects.latest("created"))
    return sent["Location"]


def uploads():
    folder = places.upload_file("x").parent
    return sorted(folder.iterdir()) if folder.is_dir() else []


def test_an_archive_is_looked_at_confirmed_and_published(browser, done):
    address = begin(browser, done)
    page = browser.get(address)
    text = page.content.decode()
    for shown in (
        "Numbers",
        "version 1.0.0",
        "7 files",
        "RMSE",
        "MAE",
        "test-A/expected.tsv",
        "Nothing is published yet",
    ):
        assert shown in text, shown
    assert page.context["found"]["hidden"] == ["test-A/expected.tsv"]
    assert [(one["name"], one["lines"], one["is_hidden"]) for one in page.context["found"]["tests"]] == [
        ("dev-0", 2, False), ("test-A", 2, True),
    ]  # fmt: skip
    assert Challenge.objects.get(slug="letters").current is None
    sent = browser.post(f"{address}/confirm")
    assert done(Job.objects.latest("created")).result["number"] == "1.0.0"
    assert "/organise/do/publish" in browser.get(sent["Location"]).content.decode()
    assert Challenge.objects.get(slug="letters").current.tests.count() == 4
    assert uploads() == []
    assert sent["Location"] in browser.get(address).content.decode()


def test_a_draft_is_confirmed_once(browser, done):
    address = begin(browser, done)
    browser.post(f"{address}/confirm")
    done(Job.objects.latest("created"))
    page = browser.post(f"{address}/confirm", follow=True).content.decode()
    assert "not kept any more" in page
    assert Challenge.objects.get(slug="letters").versions.count() == 1


def test_a_draft_is_thrown_away_with_what_it_hides(browser, done):
    address = begin(browser, done)
    assert len(uploads()) == 1
    browser.post(f"{address}/discard")
    assert uploads() == []
    assert "not kept any more" in browser.post(f"{address}/confirm", follow=True).content.decode()
    assert not Challenge.objects.get(slug="letters").versions.exists()


def test_another_import_takes_the_place_of_a_draft(browser, done):
    first = begin(browser, done)
    versions = "/challenges/letters/organise/versions"
    browser.post(versions, {"source": "upload", "hidden": "none", "archive": archive(**{"README.md": "# Others\n"})})
    done(Job.objects.latest("created"))
    assert len(uploads()) == 1
    assert "not kept any more" in browser.post(f"{first}/confirm", follow=True).content.decode()


def test_a_draft_left_behind_is_cleaned_after_some_days(browser, done):
    address = begin(browser, done)
    assert clean(everything=True).leftovers == []
    assert len(uploads()) == 1
    Job.objects.update(finished=timezone.now() - timedelta(days=4))
    clean(everything=True)
    assert uploads() == []
    assert "not kept any more" in browser.post(f"{address}/confirm", follow=True).content.decode()


def test_files_that_changed_meanwhile_are_not_published(browser, challenge, done, tmp_path):
    folder = write_challenge(tmp_path / "files")
    versions = "/challenges/numbers/organise/versions"
    sent = browser.post(versions, {"source": "folder", "path": str(folder), "hidden": "none"})
    done(Job.objects.latest("created"))
    (folder / "test-A" / "expected.tsv").write_text("7\n9\n")
    browser.post(f"{sent['Location']}/confirm")
    job = done(Job.objects.latest("created"))
    assert job.state == "failed"
    assert "have changed since they were looked at" in job.failure["message"]
    challenge.refresh_from_db()
    assert challenge.current is None
    assert not list((Path(places.version_folder("numbers", "x")).parent).glob("*"))


def test_what_is_wrong_is_listed_and_cannot_be_confirmed(browser, done):
    address = begin(browser, done, **{"test-A/expected.tsv": "7\n"})
    page = browser.get(address)
    assert "test-A" in page.content.decode()
    assert "/confirm" not in page.content.decode()
    assert uploads() == []


def test_expected_results_that_would_lie_open_are_named(browser, challenge, done):
    form = {"source": "upload", "hidden": "none", "archive": archive(), "tests_are_open": "on"}
    sent = browser.post("/challenges/numbers/organise/versions", form)
    done(Job.objects.latest("created"))
    found = browser.get(sent["Location"]).context["found"]
    assert (found["hidden"], found["open"]) == ([], ["test-A/expected.tsv"])


def test_strangers_find_no_draft(browser, done):
    address = begin(browser, done)
    stranger = Client()
    stranger.force_login(User.objects.create(username="stranger"))
    for place in (address, f"{address}/confirm", f"{address}/discard"):
        assert stranger.post(place).status_code in (404, 405)
        assert stranger.get(place).status_code in (404, 405)
    assert len(uploads()) == 1


def test_an_archive_that_is_none_leaves_no_challenge(browser):
    page = browser.post("/challenges/new", {"slug": "letters", "archive": SimpleUploadedFile("x.txt", b"x")})
    assert "Upload an archive" in page.content.decode()
    assert not Challenge.objects.filter(slug="letters").exists()
    assert uploads() == []
