"""`probierz annotate items`: one person labels items of a directory on a laptop."""

import signal
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar

import pytest
from labelling_examples import EXPECTED, write_quiz
from printed_address import opened

from probierz.cli.main import main
from probierz.errors import OptionError
from probierz.web.accounts.models import User
from probierz.web.labelling.services.alone import round_alone

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def folder(tmp_path):
    return write_quiz(tmp_path / "quiz")


@pytest.fixture
def begin(platform, folder):
    me = User.objects.create(username="me", is_staff=True)

    def act(**changed):
        choices = {"split": None, "size": 20, "seed": 1, "output": None, **changed}
        return round_alone(folder, by=me, **choices)

    return act


def test_the_same_choices_go_on_and_others_begin_anew(begin):
    first = begin()
    assert (first.split, len(first.lines), first.labels) == ("test-A", 20, ["no", "yes"])
    assert begin() == first
    assert begin(seed=2) != first
    assert begin(split="dev-0").split == "dev-0"


def test_an_output_says_which_items_come_first(begin, tmp_path):
    output = tmp_path / "out.tsv"
    output.write_text("".join(f"yes:{0.5 if number == 30 else 0.9}\n" for number in range(1, len(EXPECTED) + 1)))
    found = begin(size=80, output=output)
    assert (found.lines[0], found.order) == (30, 1)
    assert begin(size=80, output=output) == found != begin(size=80)


def test_an_unknown_test_is_told_with_those_there_are(begin):
    with pytest.raises(OptionError, match=r"no test dev-1 .*there are: dev-0, test-A"):
        begin(split="dev-1")


def test_what_platforms_ask_for_is_not_asked_of_who_labels_alone(begin, folder):
    for name in (".gitignore", "README.md"):
        (folder / name).unlink()
    before = sorted(folder.rglob("*"))
    assert begin().title == "quiz: test-A"
    assert sorted(folder.rglob("*")) == before


def test_pages_of_one_person_offer_nothing_that_needs_others(begin, client, settings):
    settings.IS_ALONE = True
    found = begin()
    client.force_login(User.objects.get())
    page = client.get(f"/labellings/{found.pk}").content.decode()
    for words in ("Who labels", "Agreement", "On a board", 'href="/challenges'):
        assert words not in page
    assert "All labels:" in page


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (["--challenge", "nowhere"], "nowhere"),
        (["--challenge", "quiz", "--out", "none.tsv"], "none.tsv: there is no such file"),
    ],
)
def test_what_is_not_there_is_said_before_a_folder_is_made(folder, monkeypatch, capsys, more, said):
    monkeypatch.chdir(folder.parent)
    assert main(["annotate", "items", "labels", *more]) != 0
    assert said in capsys.readouterr().err
    assert not (folder.parent / "labels").exists()


@pytest.mark.slow
def test_the_command_opens_the_items(folder):
    words = ["annotate", "items", str(folder.parent / "labels"), "--challenge", str(folder), "--limit", "5"]
    process = subprocess.Popen(
        [sys.executable, "-m", "probierz", *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        listed = browser.open(opened(process), timeout=30)
        assert "Small quiz: test-A" in listed.read().decode()
        assert "Item 1 of 5" in browser.open(f"{listed.url}/1/items", timeout=30).read().decode()
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)
        process.stdout.close()
