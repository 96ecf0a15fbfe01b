"""A package of somebody else brings a recipe and a kind of system: it is trained, saved, loaded again and asked."""

import re
import sys
from pathlib import Path

import pytest

import probierz
from probierz.cli.main import main
from probierz.errors import ChallengeError, ProbierzError, SystemFileError
from probierz.suites.catalogue import suites
from probierz.systems.fit_and_predict import fit_system
from probierz.systems.recipes import find_recipe
from probierz.systems.storage import load, save
from probierz.systems.system import Pair, Training

MODULE = '''
from collections import Counter
from dataclasses import dataclass, field
from typing import ClassVar

from probierz.systems.recipes import Recipe
from probierz.systems.system import System, Training


@dataclass
class LastWord(System):
    """Says the last word of a line, in capitals where they are shouted, and how many lines it has learnt from."""

    kind: ClassVar[str] = "shouting-last-word"
    mark: str = "!"
    _count: int = field(default=0, init=False)

    def fit(self, pairs, training=Training()):
        self._count = len(pairs)

    def predict(self, inputs):
        return (f"{line.split()[-1].upper()}{self.mark}{self._count}" for line in inputs)

    def write(self, folder):
        (folder / "count.txt").write_text(str(self._count))

    def read(self, folder):
        self._count = int((folder / "count.txt").read_text())


RECIPES = (Recipe("shouting/last-word", "The last word", "", LastWord),)
'''


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package as pip installs it: a module, and beside it what it offers."""
    place = tmp_path / "site-packages"
    described = place / "shouting-1.0.dist-info"
    described.mkdir(parents=True)
    (place / "shouting_systems.py").write_text(MODULE)
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: shouting\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(
        "[probierz.systems]\nshouting = shouting_systems:RECIPES\n"
        "[probierz.system_kinds]\nshouting-last-word = shouting_systems:LastWord\n"
    )
    monkeypatch.syspath_prepend(str(place))
    yield place
    sys.modules.pop("shouting_systems", None)


def make_notes(folder):
    (folder / "train").mkdir(parents=True)
    (folder / "config.txt").write_text("--metric Accuracy\n")
    (folder / "train" / "in.tsv").write_text("ala ma kota\npada deszcz\n")
    (folder / "train" / "expected.tsv").write_text("KOTA\nDESZCZ\n")
    return str(folder)


def test_its_system_is_listed_trained_saved_loaded_and_asked(package, tmp_path, capsys):
    assert main(["systems", "shouting"]) == 0
    assert "shouting/last-word" in capsys.readouterr().out
    notes, kept = make_notes(tmp_path / "notes"), tmp_path / "kept"
    assert main(["train", "shouting/last-word", notes, "--to", str(kept), "--set", "mark=?", "--quiet"]) == 0
    (tmp_path / "asked.tsv").write_text("nie wiem\n")
    capsys.readouterr()
    assert main(["predict", str(kept), str(tmp_path / "asked.tsv"), "--quiet"]) == 0
    assert capsys.readouterr().out == "WIEM?2\n"


def test_names_of_shipped_systems_and_suites_are_refused(package, tmp_path, capsys):
    (package / "shouting_systems.py").write_text(MODULE.replace("shouting/last-word", "quality/features"))
    assert main(["systems", "show", "quality/features"]) == 1
    told = r"shouting_systems.LastWord: the system 'quality/features' is defined in probierz.systems[\w.]*:\d+ already"
    assert re.search(told, capsys.readouterr().err)
    shipped = Path(probierz.__file__).parent / "suites" / "declarations" / "sqad.toml"
    (package / "shouting_systems.py").write_text(f"SUITE = {str(shipped)!r}\n")
    described = package / "shouting-1.0.dist-info" / "entry_points.txt"
    described.write_text("[probierz.suites]\nshouting = shouting_systems:SUITE\n")
    suites.cache_clear()
    sys.modules.pop("shouting_systems")
    with pytest.raises(ChallengeError, match="an installed package brings another suite 'sqad'"):
        suites()
    suites.cache_clear()


def test_without_the_package_its_system_says_what_is_missing(package, tmp_path, monkeypatch):
    notes, kept = make_notes(tmp_path / "notes"), tmp_path / "kept"
    assert main(["train", "shouting/last-word", notes, "--to", str(kept), "--quiet"]) == 0
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place != str(package)])
    with pytest.raises(SystemFileError, match=r"'shouting-last-word'.*a package that brings it"):
        load(kept)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (
            ("self._count = len(pairs)", "self.mark = {1}"),
            "LastWord.mark holds a set that cannot be saved; hold a list",
        ),
        (
            ("self._count = len(pairs)", "zip(pairs, training)"),
            "LastWord.fit does not take what it is given ('Training'",
        ),
        (("@dataclass\n", ""), "the class LastWord is no dataclass; write  @dataclass  before it"),
    ],
)
def test_what_a_class_does_wrong_is_told_in_a_sentence(package, tmp_path, source, said):
    assert source[0] in MODULE
    (package / "shouting_systems.py").write_text(MODULE.replace(*source))

    def trained_and_saved():
        system = find_recipe("shouting/last-word").build()
        fit_system(system, [Pair("tak", "tak")], Training())
        save(system, tmp_path / "saved")

    with pytest.raises(ProbierzError, match=re.escape(said)):
        trained_and_saved()
    assert not (tmp_path / "saved").exists()
