"""`probierz systems`, `train`, `predict` and `baseline`."""

import io
import json
import sys
from pathlib import Path

import pytest

from probierz.cli.main import main

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


def run(capsys, *arguments, given=None):
    if given is not None:
        sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode()))
    code = main([str(one) for one in arguments])
    sys.stdin = sys.__stdin__
    said = capsys.readouterr()
    return code, said.out, said.err


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
    assert (code, "learnt from 3 lines" in out) == (0, True)
    assert run(capsys, "predict", "majority", given=IN)[1] == "dom, który stoi.\n" * 3
    run(capsys, "train", "majority", challenge, "--to", tmp_path / "mine", "--quiet")
    assert run(capsys, "predict", tmp_path / "mine", given="x\n")[1] == "dom, który stoi.\n"
    assert "| train/in.tsv | 3 |" in run(capsys, "systems", "show", tmp_path / "mine")[1]


def test_a_baseline_writes_outputs_into_all_splits_and_scores_those_it_can(challenge, capsys):
    code, out, _ = run(capsys, "baseline", challenge, "--system", "comma-rule", "--quiet")
    assert code == 0
    # 3 of 7 expected words lack their full stops
    assert out.splitlines() == ["split\tWER", "train\t0.429", "dev-0\t0.429"]
    assert Path(challenge / "test-A" / "out.tsv").read_text() == "wiem, że tak\ndom, który stoi\nnic\n"
    code, _, err = run(capsys, "baseline", challenge, "--system", "comma-rule")
    assert (code, "is there already" in err) == (1, True)
    assert run(capsys, "baseline", challenge, "--overwrite", "--quiet")[0] == 0


def test_files_are_read_one_after_the_other_and_an_output_is_whole_or_not_there(challenge, capsys, tmp_path):
    path = challenge / "dev-0" / "in.tsv"
    assert run(capsys, "predict", "comma-rule", path, path)[1].count("\n") == 6
    (tmp_path / "odd.tsv").write_text("a\tb\nwithout a column\n")
    code, _, err = run(capsys, "predict", "comma-rule", tmp_path / "odd.tsv", "--to", tmp_path / "out.tsv")
    assert (code, "line 2: there are 1 columns" in err) == (1, True)
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
