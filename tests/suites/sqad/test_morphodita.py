"""Lemmas and tags by MorphoDiTa: what is said where it cannot be, and tags as SQAD writes them."""

import sys

import pytest

from probierz.cli.main import main as probierz
from probierz.suites.sqad.morphodita import attributes

pytest.importorskip("simplemma")


@pytest.mark.parametrize(
    ("positional", "attributive"),
    [
        # tags of the Prague Dependency Treebank, and the same in the tagset of SQAD (Jakubíček, Kovář, Šmerk 2011)
        ("NNFS1-----A----", "k1gFnSc1"),
        ("AAIP4----2A----", "k2eAgInPc4d2"),
        ("VB-S---3P-AAI--", "k5eAaImIp3nS"),
        ("Vf--------A-I--", "k5eAaImF"),
        ("Dg-------1A----", "k6eAd1"),
        ("RR--6----------", "k7c6"),
        ("J^-------------", "k8"),
        ("X@-------------", "-"),
    ],
)
def test_a_tag_of_fifteen_places_becomes_attributes(positional, attributive):
    assert attributes(positional) == attributive


def test_without_the_library_the_extra_is_named_and_no_folder_is_made(tmp_path, monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "ufal.morphodita", None)
    model = tmp_path / "czech.tagger"
    model.write_bytes(b"a model")
    assert probierz(["annotate", "sqad", str(tmp_path / "records"), "--morphodita", str(model)]) == 1
    said = capsys.readouterr().err
    assert "tagging by a model of MorphoDiTa needs MorphoDiTa: install it with" in said
    assert "morphodita]" in said
    assert not (tmp_path / "records").exists()


def test_a_file_that_is_no_model_is_named(tmp_path, capsys):
    pytest.importorskip("ufal.morphodita")
    model = tmp_path / "notes.txt"
    model.write_text("no model")
    assert probierz(["annotate", "sqad", str(tmp_path / "records"), "--morphodita", str(model)]) == 1
    assert f"{model}: this is no model of a tagger for MorphoDiTa" in capsys.readouterr().err
