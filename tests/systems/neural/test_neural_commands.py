"""Systems on transformers on the command line: trained, kept, gone on with, and used."""

import pytest

from probierz.cli.main import main
from systems.neural.examples import PAIRS

SETTINGS = {"backbone": "toy", "epochs": 2, "batch": 4, "length": 64}


@pytest.fixture
def challenge(tmp_path):
    for split in ("train", "test-A"):
        folder = tmp_path / "marks" / split
        folder.mkdir(parents=True)
        (folder / "in.tsv").write_text("".join(f"t{at}\t{pair.input}\n" for at, pair in enumerate(PAIRS)))
        (folder / "expected.tsv").write_text("".join(f"{pair.expected}\n" for pair in PAIRS))
    (tmp_path / "marks" / "config.txt").write_text("--metric WER\n")
    return tmp_path / "marks"


def train(name, challenge, *options, **settings):
    told = [word for key, value in (SETTINGS | settings).items() for word in ("--set", f"{key}={value}")]
    return main(["train", name, str(challenge), *told, *options])


def test_a_system_is_trained_kept_and_predicts_on_the_command_line(torch, challenge, tmp_path, capsys):
    model = tmp_path / "model"
    options = ("--development", "test-A", "--checkpoint", str(tmp_path / "states"), "--to", str(model))
    assert train("enelpol-s1", challenge, *options, tuning_epochs=1) == 0
    assert "punctuation/enelpol-s1 learnt from 4 lines" in capsys.readouterr().out
    assert main(["predict", str(model), str(challenge / "test-A" / "in.tsv")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" ")[0].rstrip(".,?!-:") for line in lines] == ["wiem", "dom", "ala", '"']
    assert "Wróbel and Zhylko" in (model / "README.md").read_text("utf-8")


def test_a_missing_backbone_is_told_before_anything_is_learnt(torch, challenge, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("PROBIERZ_MODELS", str(tmp_path))
    assert train("samsung-uam", challenge, backbone="allegro/herbert-base-cased") == 1
    found = capsys.readouterr().err
    assert "the backbone allegro/herbert-base-cased (about 0.5 GB) is not on this machine" in found
    assert "Traceback" not in found


def test_of_several_processes_the_first_saves(torch, challenge, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("RANK", "1")
    assert train("samsung-uam", challenge, "--to", str(tmp_path / "model"), epochs=1) == 0
    assert not (tmp_path / "model").exists()
    assert capsys.readouterr().out == ""


def test_settings_of_a_network_are_searched_for_and_the_best_is_not_trained_twice(torch, challenge, tmp_path, capsys):
    pytest.importorskip("optuna", reason="Optuna, of the extra search, is not installed")
    states = tmp_path / "states"
    options = ("--development", "test-A", "--checkpoint", str(states), "--search", "2", "--over", "rate=1e-6..1e-2")
    assert train("samsung-uam", challenge, *options, "--to", str(tmp_path / "one")) == 0
    first = capsys.readouterr().out.splitlines()
    assert first[0].split("\t") == ["trial", "rate", "WER on test-A", "seconds"]
    assert sorted(path.name for path in states.iterdir()) == ["search.db", "trial-1", "trial-2"]
    written = {path: path.stat().st_mtime_ns for path in states.glob("*/state.pt")}
    assert train("samsung-uam", challenge, *options, "--to", str(tmp_path / "two")) == 0
    assert capsys.readouterr().out.splitlines()[:3] == first[:3]
    weights = [(tmp_path / name / "of" / "weights.safetensors").read_bytes() for name in ("one", "two")]
    assert weights[0] == weights[1]
    assert written == {path: path.stat().st_mtime_ns for path in states.glob("*/state.pt")}  # nothing was trained again


def test_pages_are_corrected_by_a_network_on_the_command_line(torch, tmp_path, capsys):
    for split in ("train", "dev-0"):
        folder = tmp_path / "ocr" / split
        folder.mkdir(parents=True)
        (folder / "in.tsv").write_text("1\t2\t1901\tala rna ko-\\nta\n" * 3)
        (folder / "expected.tsv").write_text("ala ma kota\n" * 3)
    (tmp_path / "ocr" / "config.txt").write_text("--metric WER\n")
    few = {"backbone": "toy", "epochs": 20, "rate": 0.01, "optimiser": "adamw", "beams": 2}
    told = [word for key, value in few.items() for word in ("--set", f"{key}={value}")]
    model = str(tmp_path / "model")
    assert main(["train", "enelpol-plt5-base", str(tmp_path / "ocr"), *told, "--to", model]) == 0
    capsys.readouterr()
    assert main(["predict", model, str(tmp_path / "ocr" / "dev-0" / "in.tsv")]) == 0
    assert capsys.readouterr().out == "ala ma kota\n" * 3
