"""`probierz klej run`: all tasks at hand, several seeds, one archive and a report; what is done is not done again."""

import hashlib
import importlib
import json
import shutil
import sys
import zipfile

import pytest
from klej_examples_small import write_task

from probierz.cli.main import main
from probierz.scoring.score import score
from probierz.suites.catalogue import find_task
from probierz.suites.klej.baselines import at_random
from probierz.systems.klej.drawn import DrawnAnswers
from probierz.systems.klej.runs import CROSS_VALIDATED, read_task
from probierz.systems.simple import Unchanged
from probierz.systems.storage import save
from probierz.systems.system import Pair, Training

pytest.importorskip("sklearn")


@pytest.fixture
def klej(tmp_path):
    """cbd with the expected results of its test, cdsc-r with a development part, dyk with train alone."""
    write_task(tmp_path / "klej", "cbd", has_gold=True)
    write_task(tmp_path / "klej", "cdsc-r")
    write_task(tmp_path / "klej", "dyk", dev=0)
    return tmp_path / "klej"


def run(capsys, *words):
    code = main(["klej", "run", *map(str, words)])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_each_task_is_scored_on_the_best_that_is_at_hand(klej, tmp_path, capsys):
    options = ["--data", klej, "--to", tmp_path / "made", "--seeds", 3, "--set", "trees=20", "--format", "json"]
    code, printed, err = run(capsys, "features", *options)
    assert code == 0
    found = {one["task"]: one for one in json.loads(printed)["tasks"]}
    assert {name: one["scored_on"] for name, one in found.items()} == {
        "cbd": "test-A", "cdsc-r": "dev-0", "dyk": CROSS_VALIDATED,
    }  # fmt: skip
    assert "psc: there is no train set below" in err
    for one in found.values():
        assert one["score"] == sorted(one["by_seed"].values())[1]  # the median of three
        assert one["low"] <= one["score"] <= one["high"]
    report = (tmp_path / "made" / "report.md").read_text()
    assert "| cbd | F1 | test-A |" in report
    assert "50.3" in report  # HerBERT's


def test_a_correlation_of_ratings_that_are_all_equal_is_told_as_none(klej, tmp_path, capsys):
    options = ["--data", klej, "--to", tmp_path / "made", "--seeds", 1, "--format", "json"]
    code, printed, err = run(capsys, "majority", "cdsc-r", *options)
    assert code == 0
    for text in (printed, (tmp_path / "made" / "report.json").read_text()):
        (found,) = json.loads(text, parse_constant=pytest.fail)["tasks"]
        assert (found["score"], found["low"], found["by_seed"]) == (None, None, {"1": None})
    assert "cdsc-r: Spearman of predictions that are all equal is not defined" in err


def test_quiet_says_nothing_of_tasks_that_are_left_out(klej, tmp_path, capsys):
    options = ["--data", klej, "--to", tmp_path / "made", "--seeds", 1, "--quiet"]
    assert run(capsys, "majority", *options)[2] == ""


def test_the_archive_holds_the_run_in_the_middle(klej, tmp_path, capsys):
    options = ["--data", klej, "--to", tmp_path / "made", "--seeds", 3, "--format", "json"]
    code, printed, _ = run(capsys, "random", "cbd", *options)
    assert code == 0
    (found,) = json.loads(printed)["tasks"]
    with zipfile.ZipFile(tmp_path / "made" / "predictions.zip") as archive:
        header, *lines = archive.read("test_pred_cbd.tsv").decode().splitlines()
    assert header == "target"
    expected = (klej / "cbd" / "test_gold.tsv").read_text().splitlines()
    assert 100 * score("F1", expected, lines).value == pytest.approx(found["score"])


def test_the_system_and_the_archive_of_the_baseline_draw_alike():
    targets = ["1", "0", "0", "0", "2"]
    system = DrawnAnswers()
    system.fit([Pair("text", target) for target in targets], Training(seed=7))
    assert list(system.predict(["text"] * 50)) == at_random(targets, 50, seed=7)


def test_what_is_done_is_not_done_again_unless_data_or_settings_changed(klej, tmp_path, capsys, monkeypatch):
    trained = []
    fit = DrawnAnswers.fit
    monkeypatch.setattr(DrawnAnswers, "fit", lambda self, *given: (trained.append(1), fit(self, *given))[1])
    options = ["random", "cbd", "--data", klej, "--to", tmp_path / "made", "--quiet", "--format", "tsv"]
    first = run(capsys, *options, "--seeds", 2)
    assert (first[0], len(trained)) == (0, 2)
    run(capsys, *options, "--seeds", 3)
    assert len(trained) == 3  # the third seed alone
    (klej / "cbd" / "train.tsv").write_text((klej / "cbd" / "train.tsv").read_text() + "nowe słowa\t1\n")
    run(capsys, *options, "--seeds", 2)
    assert len(trained) == 5


SOURCE = """
from dataclasses import dataclass
from pathlib import Path
from probierz.systems.recipes import Recipe
from probierz.systems.system import System

@dataclass
class Said(System):
    kind = "said"
    source: str = ""

    def predict(self, inputs):
        return ({said} for _ in inputs)

RECIPES = (Recipe("said/once", "Says what a file says", "", Said),)
"""


def test_another_model_in_the_same_folder_and_other_code_are_other_runs(klej, tmp_path, capsys, monkeypatch):
    """Nothing of the command changes: only what lies in the folder, then the source of the system."""
    monkeypatch.setattr("probierz.systems.recipes._of_others", lambda: __import__("saying").RECIPES)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "model").mkdir()
    options = ["said/once", "cbd", "--data", klej, "--to", tmp_path / "made", "--format", "json"]
    options += ["--seeds", 2, "--set", f"source={tmp_path / 'model'}"]

    def found(said, code):
        (tmp_path / "model" / "weights").write_text(said)
        (tmp_path / "saying.py").write_text(SOURCE.format(said=code))
        sys.modules.pop("saying", None)
        importlib.invalidate_caches()
        shutil.rmtree(tmp_path / "__pycache__", ignore_errors=True)
        _, printed, err = run(capsys, *options)
        report = json.loads(printed)
        told = (tmp_path / "made" / "report.md").read_text()
        assert report["contents"]["source"] in told
        assert report["code"]["saying"] in told
        return report["tasks"][0]["score"], err

    read = '(Path(self.source) / "weights").read_text()'
    assert found("0", read)[0] == 0
    again, err = found("0", read)
    assert again == 0
    assert f"2 runs taken from {tmp_path / 'made' / 'runs'}" in err
    assert found("1", read)[0] > 0
    assert found("1", '"0"')[0] == 0


def test_report_says_what_was_run(klej, tmp_path, capsys):
    options = ["--data", klej, "--to", tmp_path / "made", "--seeds", 2]
    _, printed, err = run(capsys, "random", *options)
    told = (tmp_path / "made" / "report.md").read_text()
    train = (klej / "cbd" / "train.tsv").read_bytes().partition(b"\n")[2]
    for what in (
        f"probierz klej run random --data {klej}", "| seeds | 1, 2", "| Probierz | 0.", "| Python | 3",
        f"| cbd train | {hashlib.sha256(train).hexdigest()}", "| trained | 20",
    ):  # fmt: skip
        assert what in told
    mixes = f"mean of 3 mixes scores on test-A, dev-0 and {CROSS_VALIDATED}"
    assert mixes in told
    assert mixes in err
    assert "probierz klej board" in err
    assert "mixed" in printed.splitlines()[-1]
    assert json.loads((tmp_path / "made" / "report.json").read_text())["mean"]["published"]["HerBERT"] == 64.8


def test_a_challenge_that_was_built_will_do_as_well(klej, tmp_path):
    target = tmp_path / "built" / "cbd"
    options = ["--from", str(klej), "--to", str(target), "--unchecked", "--accept-licence", "--quiet"]
    assert main(["suite", "get", "klej/cbd", *options]) == 0
    official, built = (read_task(folder, find_task("klej/cbd")) for folder in (klej, tmp_path / "built"))
    assert built == official


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["featres"], "no system is called 'klej/featres'"),
        (["random", "cdb"], "KLEJ has no task 'cdb'; try cbd"),
        (["features", "--set", "tres=3"], "klej/features has no setting 'tres'; did you mean trees?"),
        (["random", "--data", "nothing"], "nothing: there is no such folder"),
        (["random", "--data", "empty"], "empty: there is no task with train and test sets"),
        (["./trained", "dyk"], "./trained holds a system that is trained already; klej run trains anew"),
        (["enelpol-s1", "cbd"], "punctuation/enelpol-s1 is made for poleval-2021/punctuation, and cannot learn"),
    ],
)
def test_what_cannot_be_run_is_told_and_leaves_nothing(klej, tmp_path, capsys, monkeypatch, words, said):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    save(Unchanged(), tmp_path / "trained")
    options = [] if "--data" in words else ["--data", klej]
    code, printed, err = run(capsys, *words, *options, "--to", tmp_path / "made")
    assert (code != 0, printed) == (True, "")
    assert said in err
    assert len(err.splitlines()) == 1 or "--set" in words  # no warnings beside it
    assert not (tmp_path / "made").exists()


def test_a_rating_out_of_range_is_told_with_its_line(tmp_path, capsys):
    place = write_task(tmp_path / "klej", "ar")
    (place / "train.tsv").write_text((place / "train.tsv").read_text() + "dobre\t7\n")
    code, _, err = run(capsys, "random", "ar", "--data", tmp_path / "klej", "--to", tmp_path / "made")
    assert code == 1
    assert "train.tsv line 62" in err
    assert "a number from 1 to 5 is wanted, found '7'" in err


def test_files_of_a_task_that_do_not_fit_together_are_told(klej, tmp_path, capsys):
    options = ["random", "cbd", "--data", klej, "--to", tmp_path / "made"]
    (klej / "cbd" / "test_gold.tsv").write_text("1\n0\n")
    code, _, err = run(capsys, *options)
    assert code == 1
    assert "test_gold.tsv: 2 expected results for 20 records of the test" in err
    (klej / "cbd" / "train.tsv").write_text("sentence\ttarget\n")
    assert "cbd: the train set has no record below" in run(capsys, *options)[2]


def test_a_run_that_was_cut_off_is_told(klej, tmp_path, capsys):
    options = ["random", "cbd", "--data", klej, "--to", tmp_path / "made", "--seeds", 1, "--quiet"]
    assert run(capsys, *options)[0] == 0
    file = tmp_path / "made" / "runs" / "cbd" / "1.json"
    file.write_text(file.read_text()[:40])
    code, _, err = run(capsys, *options)
    assert code == 1
    assert "1.json: this run cannot be read" in err
