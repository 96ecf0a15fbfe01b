"""`probierz systems`, `train`, `predict` and `baseline`."""

import json
import os
import platform
import shlex
import sys
from pathlib import Path

import numpy
import pytest
from run_here import run

IN = "a\twiem że tak\nb\tdom który stoi\nc\tnic\n"
EXPECTED = "wiem, że tak.\ndom, który stoi.\nnic.\n"


@pytest.fixture
def challenge(tmp_path, monkeypatch):
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path / "store"))
    folder = tmp_path / "marks"
    for split in ("train", "dev-0", "test-A"):
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text(IN)
    for split in ("train", "dev-0"):
        (folder / split / "expected.tsv").write_text(EXPECTED)
    (folder / "config.txt").write_text("--metric WER --precision 3\n")
    return folder


def test_systems_are_listed_searched_and_shown(capsys):
    _, out, _ = run(capsys, "systems", "comma")
    assert [line.split("\t")[0] for line in out.splitlines()] == ["system", "punctuation/comma-rule"]
    _, out, _ = run(capsys, "systems", "show", "comma-rule", "--format", "json")
    shown = json.loads(out)
    first = shown["published"][0]
    assert (first["split"], first["metric"], first["value"]) == ("test-A", "Weighted-F1", "14.75")
    assert first["rank"] == first["of"]  # nobody did worse
    code, _, err = run(capsys, "systems", "show", "coma-rule")
    assert (code, "did you mean comma-rule" in err) == (1, True)


def test_a_trained_system_is_kept_under_its_name_or_in_a_folder(challenge, capsys, tmp_path):
    assert "not trained yet: train it with  probierz train majority" in run(capsys, "predict", "majority", given=IN)[2]
    code, out, _ = run(capsys, "train", "majority", challenge)
    assert (code, "learnt from 3 lines of train in" in out) == (0, True)
    assert run(capsys, "predict", "majority", given=IN)[1] == "dom, który stoi.\n" * 3
    assert "a folder with --to, or say --overwrite" in run(capsys, "train", "majority", challenge)[2]
    run(capsys, "train", "majority", challenge, "--to", tmp_path / "mine", "--quiet")
    assert run(capsys, "predict", tmp_path / "mine", given="x\n")[1] == "dom, który stoi.\n"
    card = run(capsys, "systems", "show", tmp_path / "mine")[1]
    assert "| train/in.tsv | 3 |" in card
    again = f"probierz train majority {os.path.relpath(challenge)} --seed 0 --to {tmp_path / 'mine'}"
    assert f"- made by: `{again}`" in card
    assert "say --overwrite" in run(capsys, *shlex.split(again)[1:])[2]
    assert run(capsys, *shlex.split(again)[1:], "--overwrite")[0] == 0
    assert f"- libraries: Python {platform.python_version()}, numpy {numpy.__version__}" in card


@pytest.mark.parametrize("option", [["--split", "train"], ["--seed", "7"], ["--checkpoint", "states"]])
def test_a_baseline_that_learns_nothing_refuses_to_be_told_how_to_learn(challenge, capsys, option):
    code, _, err = run(capsys, "baseline", challenge, "--system", "unchanged", *option)
    assert (code, err.splitlines()[-1]) == (1, f"probierz: unchanged learns nothing here; leave out {option[0]}")
    assert not list(Path(challenge).rglob("out.tsv"))


def test_a_baseline_looks_up_its_system_before_a_challenge_is_got(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    code, _, err = run(capsys, "baseline", "poleval-2021/ocr", "--system", "unchangd", "--from", tmp_path / "nowhere")
    assert (code, "no system is called 'unchangd'" in err) == (1, True), err


def test_a_baseline_writes_outputs_into_all_splits_and_scores_those_it_can(challenge, capsys):
    code, out, _ = run(capsys, "baseline", challenge, "--system", "comma-rule", "--quiet")
    assert code == 0
    # 3 of 7 expected words lack their full stops
    assert out.splitlines() == ["split\tWER", "train\t0.429", "dev-0\t0.429"]
    assert Path(challenge / "test-A" / "out.tsv").read_text() == "wiem, że tak\ndom, który stoi\nnic\n"
    code, _, err = run(capsys, "baseline", challenge, "--system", "comma-rule")
    assert (code, "is there already" in err) == (1, True)
    assert run(capsys, "baseline", challenge, "--overwrite", "--quiet")[0] == 0


def test_scores_of_splits_that_were_learnt_from_are_marked_in_their_rows(challenge, capsys):
    code, out, err = run(capsys, "baseline", challenge, "--system", "majority", "--format", "tsv")
    marked = [line.split("\t") for line in out.splitlines()]
    assert (code, marked[0]) == (0, ["split", "WER", "note"])
    assert [(row[0], row[2]) for row in marked[1:]] == [("train", "learnt from"), ("dev-0", "learnt from")]
    assert "has learnt from train and dev-0" in err
    (challenge / "dev-0" / "expected.tsv").write_text(EXPECTED.replace("nic", "coś"))
    (challenge / "dev-0" / "in.tsv").write_text(IN.replace("nic", "coś"))
    _, out, _ = run(capsys, "baseline", challenge, "--system", "majority", "--overwrite", "--format", "tsv")
    assert [line.split("\t")[::2] for line in out.splitlines()[1:]] == [["train", "learnt from"], ["dev-0", ""]]
    _, out, _ = run(capsys, "baseline", challenge, "--system", "majority", "--overwrite", "--format", "json", "--quiet")
    assert [(one["split"], one["is_learnt_from"]) for one in json.loads(out)["evaluations"]] == [
        ("train", True), ("dev-0", False),
    ]  # fmt: skip


def test_the_same_labels_of_other_inputs_are_not_called_learnt_from(tmp_path, capsys):
    run(capsys, "init", tmp_path / "toy", "--metric", "Accuracy")  # all its splits expect the same
    code, out, err = run(capsys, "baseline", tmp_path / "toy", "--format", "tsv")
    notes = [line.split("\t")[::2] for line in out.splitlines()[1:]]
    assert (code, notes) == (0, [["train", "learnt from"], ["dev-0", ""], ["test-A", ""]])
    assert "has learnt from train:" in err


def test_metrics_of_the_one_split_that_was_learnt_from_are_marked_each(challenge, capsys):
    (challenge / "dev-0" / "expected.tsv").unlink()
    (challenge / "config.txt").write_text("--metric WER --metric Accuracy --precision 3\n")
    _, out, _ = run(capsys, "baseline", challenge, "--system", "majority", "--format", "tsv", "--quiet")
    rows = [line.split("\t")[::2] for line in out.splitlines()]
    assert rows == [["metric", "note"], ["WER", "learnt from"], ["Accuracy", "learnt from"]]


def test_files_are_read_one_after_the_other_and_an_output_is_whole_or_not_there(challenge, capsys, tmp_path):
    path = challenge / "dev-0" / "in.tsv"
    assert run(capsys, "predict", "comma-rule", path, path)[1].count("\n") == 6
    (tmp_path / "odd.tsv").write_text("a\tb\nwithout a column\n")
    code, _, err = run(capsys, "predict", "comma-rule", tmp_path / "odd.tsv", "--to", tmp_path / "out.tsv")
    assert (code, "line 2: there is 1 column" in err) == (1, True)
    assert not list(tmp_path.glob("*out.tsv*"))


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["train", "comma-rule", "."], "learns nothing"),
        (["train", "majority", "nowhere"], "nowhere"),
        (["baseline", "--system", "constant", "--set", "anser=x"], "did you mean answer"),
        (["baseline", "--system", "constant", "--set", "answer"], "write NAME=VALUE"),
    ],
)
def test_slips_are_told_in_a_sentence(challenge, capsys, monkeypatch, options, words):
    monkeypatch.chdir(challenge)
    code, _, err = run(capsys, *options)
    assert (code, words in err) == (1, True)
    assert "Traceback" not in err


# --- searching, keeping track ----------------------------------------------------------------------------------------


@pytest.fixture
def scans(tmp_path):
    """A challenge of a few pages."""
    folder = tmp_path / "scans"
    for split, count in (("train", 4), ("dev-0", 2)):
        (folder / split).mkdir(parents=True)
        lines = [f"1\t{at}\t1901\tDom ktory stoi nad rze-\\nka czy nie {at}" for at in range(count)]
        (folder / split / "in.tsv").write_text("".join(f"{line}\n" for line in lines))
        (folder / split / "expected.tsv").write_text("Dom który stoi nad rzeką czy nie\n" * count)
    (folder / "config.txt").write_text("--metric WER\n")
    return folder


def test_a_search_prints_its_trials_and_keeps_the_best(scans, capsys, tmp_path):
    pytest.importorskip("optuna", reason="Optuna, of the extra search, is not installed")
    asked = ("train", "ocr/heuristics", scans, "--development", "dev-0", "--to", tmp_path / "best")
    values = "steps=hyphens,hyphens words"
    code, out, err = run(capsys, *asked, "--search", "4", "--over", values)
    assert (code, err) == (0, "")
    table = [line.split("\t") for line in out.splitlines()[:5]]
    assert table[0] == ["trial", "steps", "WER on dev-0", "seconds"]
    assert [float(row[2]) for row in table[1:]] == sorted(float(row[2]) for row in table[1:])
    assert {row[1] for row in table[1:]} <= {"hyphens", "hyphens words"}
    card = json.loads((tmp_path / "best" / "system.json").read_text())["card"]
    assert card["settings"]["steps"] == table[1][1]


def test_trackers_are_told_the_score(scans, capsys, tmp_path):
    pytest.importorskip("tensorboardX", reason="tensorboardX, of the extra tracking, is not installed")
    asked = ("train", "ocr/heuristics", scans, "--development", "dev-0", "--to", tmp_path / "made", "--quiet")
    assert run(capsys, *asked, "--track", f"tensorboard={tmp_path / 'runs'}")[0] == 0
    (file,) = (tmp_path / "runs").glob("ocr-heuristics-*/events*")
    assert b"dev-0/WER" in file.read_bytes()


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--search", "2"], "a search chooses by development pairs: name their split with  --development"),
        (["--over", "drop=0..1"], "--over says what a search tries: say with --search how many trials it has"),
        (["--search", "2", "--development", "dev-0", "--over", "drop"], "--over drop: write NAME=LOW..HIGH"),
        (["--search", "2", "--development", "dev-0", "--over", "drop=1..0"], "write the lower number first"),
        (["--search", "2", "--development", "dev-0", "--over", "drop=a..b"], "drop=a: 'a' is not a number like 0.5"),
        (["--search", "2", "--development", "dev-0", "--over", "steps=1..2"], "steps is not a number"),
        (["--track", "paper"], "nothing of this name keeps track; say mlflow, tensorboard, wandb"),
    ],
)
def test_odd_searches_and_trackers_are_named(scans, capsys, options, words):
    code, _, err = run(capsys, "train", "ocr/cascade", scans, *options)
    assert (code, words in err) == (1, True), err


@pytest.mark.parametrize(("missing", "options"), [("optuna", ("--search", "2")), ("wandb", ("--track", "wandb"))])
def test_what_is_not_installed_is_named(scans, capsys, monkeypatch, missing, options):
    monkeypatch.setitem(sys.modules, missing, None)
    code, _, err = run(capsys, "train", "ocr/cascade", scans, "--development", "dev-0", *options)
    assert (code, "install it with  " in err and "pip install " in err) == (1, True), err


def test_a_search_runs_in_one_process(scans, capsys, monkeypatch):
    monkeypatch.setenv("WORLD_SIZE", "2")
    code, _, err = run(capsys, "train", "ocr/cascade", scans, "--development", "dev-0", "--search", "2")
    assert (code, "start it without torchrun" in err) == (1, True)


def test_predict_replaces_nothing_unless_it_is_told_to(challenge, capsys, tmp_path):
    kept = tmp_path / "notes.txt"
    kept.write_text("mine\n")
    command = ["predict", "comma-rule", challenge / "test-A" / "in.tsv", "--to", kept]
    code, _, err = run(capsys, *command)
    assert (code, kept.read_text()) == (1, "mine\n")
    assert "notes.txt is there already; choose another place with --to, or say --overwrite" in err
    assert run(capsys, *command, "--overwrite", "--quiet")[0] == 0
    assert kept.read_text() == "wiem, że tak\ndom, który stoi\nnic\n"
