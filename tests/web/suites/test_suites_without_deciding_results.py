"""A suite on a platform without the expected results that decide: nothing of it is scored there as a whole."""

import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from klej_examples import described

from probierz.cli.main import main
from probierz.suites.catalogue import find_suite
from probierz.suites.publishing import slug_of
from probierz.web.accounts.services import make_token
from probierz.web.challenges.models import Challenge
from probierz.web.challenges.services import create_unasked, publish_version
from probierz.web.submissions.models import Submission
from probierz.web.suites.queries import card_of
from probierz.web.suites.services import add_task

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def suite(organiser, tmp_path):
    """PolEval 2021, of each task two lines of a split that did not decide."""
    suite = described("poleval-2021", organiser)
    deciding = {task.name: task.split for task in card_of(suite).tasks}
    for task in find_suite("poleval-2021").tasks:
        split = "dev-0" if deciding[task.name] == "test-A" else "test-A"
        folder = tmp_path / task.name
        (folder / split).mkdir(parents=True)
        (folder / "config.txt").write_text(f"--metric Accuracy --test-name {split}\n")
        (folder / "README.md").write_text(f"# {task.title}\n\nText.\n")
        (folder / ".gitignore").write_text("*~\n*.swp\n*.bak\n*.pyc\n.DS_Store\n.token\n")
        for name in ("in", "expected"):
            (folder / split / f"{name}.tsv").write_text("one\ntwo\n")
        challenge = create_unasked(slug_of(task), organiser)
        publish_version(challenge, folder)
        add_task(suite, task.name, challenge, by=organiser)
    Challenge.objects.update(is_published=True)
    return suite


@pytest.fixture
def outputs(suite, tmp_path):
    """An archive with an output of each task."""
    path = tmp_path / "po.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for task in card_of(suite).tasks:
            archive.writestr(f"{task.name}.tsv", "one\ntwo\n")
    return path


def test_a_dry_run_ends_with_1_and_says_where_outputs_are_scored(suite, outputs, live_server, ala, monkeypatch, capsys):
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_TOKEN", make_token(ala, name="laptop", scopes=["read", "submit"]))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(outputs.parent / "config"))
    for options in (["--dry-run"], ["--dry-run", "--format", "json"], [], ["--yes"]):
        assert main(["suite", "submit", "poleval-2021", str(outputs), *options]) == 1
        out, err = capsys.readouterr()
        assert out == ""
        assert "No task of this suite can be scored here yet, as these expected results are not here: " in err
        assert "qa test-B" in err
        assert "Other splits are scored by the challenges: poleval-2021-" in err
    assert not Submission.objects.exists()


def test_the_form_is_not_there_and_the_reason_is_where_nothing_can_be_scored(suite, outputs, ala):
    browser = Client()
    browser.force_login(ala)
    with outputs.open("rb") as archive:
        answers = [browser.get("/suites/poleval-2021/submit")]
        answers.append(browser.post("/suites/poleval-2021/submit", {"archive": archive}))
    for answer in answers:
        text = answer.content.decode()
        assert "No task of this suite can be scored here yet, as these expected results are not here: " in text
        assert "Other splits are scored by the challenges: poleval-2021-" in text
        assert 'type="file"' not in text
    assert not Submission.objects.exists()


def test_its_page_names_what_is_missing_and_leads_to_the_challenges(suite, outputs, ala):
    browser = Client()
    browser.force_login(ala)
    page = browser.get("/suites/poleval-2021").content.decode()
    assert "Submit all tasks as one archive" not in page
    board = page[page.index("<h2>Board</h2>") : page.index("<h2>Tasks</h2>")]
    assert "The expected results of these are not on this platform" in board
    assert "qa test-B" in board
    told = board[board.index("Other splits are scored by the challenges:") :]
    assert '<a href="/challenges/poleval-2021-qa" target="_top">poleval-2021-qa</a>' in told
    archive = SimpleUploadedFile("po.zip", outputs.read_bytes())
    looked = browser.post("/suites/poleval-2021/submit", {"archive": archive, "try": "1"}).content.decode()
    assert "No task of this suite can be scored here yet, as these expected results are not here: " in looked
    polish = browser.get("/suites/poleval-2021", headers={"Accept-Language": "pl"}).content.decode()
    assert "Inne części danych oceniają wyzwania:" in polish
