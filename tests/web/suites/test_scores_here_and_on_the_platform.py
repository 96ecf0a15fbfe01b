"""`probierz suite evaluate` has the scores and the average of a platform to which the suite was published."""

import json
import zipfile

import pytest

from probierz.cli.main import main
from probierz.web.accounts.services import make_token

pytestmark = pytest.mark.django_db(transaction=True)

DATA = {
    "moods": {"train": "good bad good", "test-A": "good bad good bad good bad good"},
    "lengths": {"train": "1 2 3", "test-A": "1 2 3"},
}
PLAN = """\
name = "letters"
title = "Letters"
description = "Two small tasks."
has_average = true
licence = { name = "MIT", spdx = "MIT", notice = "Keep this." }
"""
TASK = """
[[tasks]]
name = "NAME"
title = "NAME"
description = "About NAME."
schemes = ["Accuracy", "Macro-F1"]
settings = "--precision 4 --show-as-percentage"
data = "data/NAME"
"""
RESULTS = """
[[published]]
task = "NAME"
split = "test-A"
metric = "Accuracy"
system = "Ours"
value = "VALUE"
source = "Report"
"""
PRINTED = {"moods": "71.4286", "lengths": "66.7"}


@pytest.fixture
def plan(tmp_path, monkeypatch):
    """A plan with the data of two tasks beside it; the folder with them is the one where commands are run."""
    monkeypatch.chdir(tmp_path)
    for name, splits in DATA.items():
        for split, expected in splits.items():
            folder = tmp_path / "data" / name / split
            folder.mkdir(parents=True)
            labels = expected.split()
            (folder / "in.tsv").write_text("".join(f"{name} {split} {at}\n" for at in range(len(labels))))
            (folder / "expected.tsv").write_text("".join(f"{label}\n" for label in labels))

    def written(results=""):
        parts = [TASK.replace("NAME", name) for name in DATA]
        parts += [results.replace("NAME", name).replace("VALUE", value) for name, value in PRINTED.items()]
        (tmp_path / "plan.toml").write_text(PLAN + "".join(parts))
        return "plan.toml"

    return written


@pytest.fixture
def platform(live_server, working, organiser, ala, monkeypatch, tmp_path):
    """A platform with a worker beside it; return who takes the keyboard."""
    monkeypatch.setenv("PROBIERZ_SERVER", live_server.url)
    monkeypatch.setenv("PROBIERZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))

    def become(user):
        monkeypatch.setenv("PROBIERZ_TOKEN", make_token(user, name="laptop", scopes=["read", "submit", "organise"]))

    return become


@pytest.fixture
def archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "mine.zip", "w") as packed:
        packed.writestr("moods.tsv", "good\ngood\ngood\nbad\ngood\ngood\ngood\n")  # 5 of 7
        packed.writestr("lengths/test-A/out.tsv", "1\n2\n1\n")  # 2 of 3
    return "mine.zip"


def printed(capsys, *arguments):
    code = main(["suite", *arguments])
    out, err = capsys.readouterr()
    assert code == 0, err
    return out


def scores(table):
    """The main score of each task, and the average."""
    rows = [line.split("\t") for line in table.splitlines()[1:]]
    return [(row[0], row[3]) for row in rows if row[2] != "Macro-F1"]


def test_an_archive_has_the_same_scores_and_average_here_as_on_the_platform(
    plan, platform, archive, organiser, ala, capsys
):
    printed(capsys, "new", plan(), "--to", "letters")
    platform(organiser)
    printed(capsys, "publish", "letters/letters.toml")
    platform(ala)
    there = printed(capsys, "submit", "letters", archive)
    here = printed(capsys, "evaluate", "letters", archive)
    assert scores(here) == scores(there) == [("moods", "71.43"), ("lengths", "66.67"), ("average", "69.05")]


def test_the_numbers_are_those_of_the_platform_to_the_last_digit(plan, platform, archive, organiser, ala, capsys):
    printed(capsys, "new", plan(), "--to", "letters")
    platform(organiser)
    printed(capsys, "publish", "letters/letters.toml")
    platform(ala)
    there = json.loads(printed(capsys, "submit", "letters", archive, "--format", "json"))
    here = json.loads(printed(capsys, "evaluate", "letters", archive, "--format", "json"))
    assert here["average"] == there["average"]
    for one in here["tasks"]:
        (variant,) = there["tasks"][one["task"]]["variants"]
        (main_score,) = [score for score in variant["scores"] if score["metric"] == one["metric"]]
        assert (one["score"], one["shown"]) == (main_score["value"], main_score["text"])


def test_the_average_has_as_many_digits_as_on_a_board_with_published_results(
    plan, platform, archive, organiser, ala, capsys, client
):
    printed(capsys, "new", plan(RESULTS), "--to", "letters")
    platform(organiser)
    printed(capsys, "publish", "letters/letters.toml")
    platform(ala)
    printed(capsys, "submit", "letters", archive)
    board = client.get("/suites/letters").content.decode()
    here = scores(printed(capsys, "evaluate", "letters", archive))
    assert here[-1] == ("average", "69.0476")
    assert "69.0476" in board
