"""A suite of one's own on the platform: participants find where to hand in all its tasks as one archive."""

import io
import re
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_challenge, publish_version
from probierz.web.jobs import worker
from probierz.web.submissions.models import Submission
from probierz.web.suites.models import SuiteArchive
from probierz.web.suites.services import add_task, describe_suite
from probierz.web.suites.shapes import SuiteIn

pytestmark = pytest.mark.django_db(transaction=True)

GOLD = {"cats": ["tak", "nie", "tak", "tak"], "dogs": ["a", "b", "b", "a", "b"]}


@pytest.fixture
def pets(organiser, tmp_path):
    """Two tasks with a test each, and an average."""
    shown = {"metric": "Accuracy", "split": "test-A", "highest": 100, "is_percentage": True}
    tasks = [{"name": name, "title": name.title(), **shown} for name in GOLD]
    card = SuiteIn.model_validate({"title": "Pets", "has_average": True, "tasks": tasks})
    suite, _ = describe_suite("pets", card, by=organiser)
    for name, gold in GOLD.items():
        folder = tmp_path / "challenges" / name
        (folder / "test-A").mkdir(parents=True)
        (folder / "config.txt").write_text("--metric Accuracy --show-as-percentage\n")
        (folder / "README.md").write_text(f"# {name.title()}\n\nText.\n")
        (folder / ".gitignore").write_text("*~\n*.swp\n*.bak\n*.pyc\n.DS_Store\n.token\n")
        (folder / "test-A" / "in.tsv").write_text("".join(f"text {number}\n" for number in range(len(gold))))
        (folder / "test-A" / "expected.tsv").write_text("".join(f"{one}\n" for one in gold))
        challenge = create_challenge(f"pets-{name}", organiser)
        publish_version(challenge, folder)
        add_task(suite, name, challenge, by=organiser)
    Challenge.objects.update(is_published=True)
    return suite


@pytest.fixture
def browser(ala):
    client = Client()
    client.force_login(ala)
    return client


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
    assert "cats.tsv, dogs.tsv" in page(browser, "/suites/pets/submit")
    sent = {"cats.tsv": ["tak", "nie", "nie", "nie"], "dogs/out.tsv": GOLD["dogs"]}
    answer = browser.post("/suites/pets/submit", {"archive": archive(sent), "description": "mine"}, follow=True)
    assert "2 tasks were handed in" in answer.content.decode()
    worker.work(until_empty=True)
    text = page(browser, "/suites/pets")
    row = next(one for one in re.findall(r"<tr.*?</tr>", text, re.S) if '<th scope="row">ala' in one)
    cells = [re.sub(r"<.*?>", "", one).strip() for one in re.findall(r"<td.*?</td>", row, re.S)]
    assert cells[:4] == ["1", "75.0", "50.0", "100.0"]
    assert SuiteArchive.objects.get().submissions.count() == 2


def test_nothing_is_taken_of_an_archive_with_a_fault(pets, browser):
    answer = browser.post("/suites/pets/submit", {"archive": archive({"cats.tsv": ["tak"], "dogs.tsv": GOLD["dogs"]})})
    assert answer.status_code == 400
    assert "cats.tsv: there is 1 line, and test-A has 4" in answer.content.decode()
    answer = browser.post("/suites/pets/submit", {"archive": archive({"dogs.tsv": GOLD["dogs"]})})
    assert "there is no cats.tsv" in answer.content.decode()
    assert not Submission.objects.exists()
    assert not SuiteArchive.objects.exists()


def test_some_tasks_may_be_missing_where_that_is_said(pets, browser):
    browser.post("/suites/pets/submit", {"archive": archive({"dogs.tsv": GOLD["dogs"]}), "partial": "on"})
    assert [one.challenge.slug for one in Submission.objects.all()] == ["pets-dogs"]
