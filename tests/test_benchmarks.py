"""All benchmarks are run by one command."""

import re
from pathlib import Path

import pytest
from benchmarks import ratings, recipes
from benchmarks.run import ALL

from probierz.systems.quality.rating import Rating
from probierz.systems.system import Pair

FOLDER = Path(__file__).resolve().parent.parent / "benchmarks"


def test_every_benchmark_runs_with_the_others():
    found = {path.stem for path in FOLDER.glob("*.py") if re.search(r"^def main\(", path.read_text("utf-8"), re.M)}
    assert found == ALL.keys()


def test_steps_are_as_many_as_the_minutes_hold():
    assert recipes.steps_in(60, [4.0, 7.0]) == 114  # half a second each, after 3 s at the beginning
    assert recipes.steps_in(0.1, [4.0, 7.0]) == 1


def test_a_line_is_rated_by_those_that_did_not_learn_from_it():
    texts = [" ".join(["kot"] * (1 + at % 7)) for at in range(40)]
    pairs = [Pair(f"{text}\tcat\tkot kot kot", str(1 + 0.5 * text.count("kot"))) for text in texts]
    system = Rating()
    ratings.ask_once(system)
    assert ratings.cross_validated(system, pairs, seed=0) > 0.8
    with_noise = [pair._replace(expected=str(1 + at * 7919 % 5)) for at, pair in enumerate(pairs)]
    assert ratings.cross_validated(system, with_noise, seed=0) < 0.5  # what was learnt by heart is not known again


def test_a_recipe_of_a_paper_has_a_row(tmp_path, monkeypatch, capsys):
    pytest.importorskip("torch")
    folder = tmp_path / "poleval-2021" / "punctuation"
    for split in ("train", "test-A"):
        (folder / split).mkdir(parents=True)
        (folder / split / "in.tsv").write_text("x\tala ma kota i psa\n" * 20)
        (folder / split / "expected.tsv").write_text("ala ma kota, i psa.\n" * 20)
    (folder / "config.txt").write_text("--metric WER\n")
    monkeypatch.setenv("PROBIERZ_DATA", str(tmp_path))
    words = ["--only", "clarin-large", "--minutes", "0.01", "--backbone", "toy", "--set", "metric=", "--set", "fixed="]
    monkeypatch.setattr("sys.argv", ["recipes", *words])
    recipes.main()
    cells = capsys.readouterr().out.strip().split("\n")[-1].split(" | ")
    assert cells[0] == "| `punctuation/clarin-large`"
    assert float(cells[1]) >= 0
    assert cells[5].startswith("79.69 on test-A")


def test_a_recipe_that_there_is_not_is_told_with_those_that_there_are():
    with pytest.raises(SystemExit, match=r"no such recipe; there are .*punctuation/clarin-large"):
        recipes.chosen(["nowhere"])
