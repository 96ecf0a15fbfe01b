"""Saving and loading: what comes back is what was saved, and what is broken or hostile is told in one sentence."""

import json

import pytest

from probierz.errors import SystemFileError, Untrained
from probierz.systems.cards import Card, MeasuredScore, TrainingData
from probierz.systems.combinators import Chain, InputColumn, Vote
from probierz.systems.simple import Constant, Majority, Substitution, Unchanged
from probierz.systems.storage import load, read_card, save
from probierz.systems.system import Pair

NESTED = Chain((InputColumn(2, Vote((Unchanged(), Substitution("a", "b"), Constant("x y")))), Majority()))


@pytest.fixture
def saved(tmp_path):
    NESTED.fit([Pair("1\ta b", "good"), Pair("2\ta", "bad"), Pair("3\tc", "good")])
    save(NESTED, tmp_path / "system")
    return tmp_path / "system"


def edit(folder, **changes):
    path = folder / "system.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))


def test_systems_made_of_systems_come_back(saved):
    found = load(saved)
    assert found == NESTED
    assert list(found.predict(["7\tz"])) == ["good"]


def test_a_system_that_has_to_learn_says_so():
    with pytest.raises(Untrained, match="train the system first"):
        list(Majority().predict(["x"]))


def test_a_saved_system_may_be_replaced_but_nothing_else(saved, tmp_path):
    save(Constant("tak"), saved)
    assert list(load(saved).predict("ab")) == ["tak", "tak"]
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "chapter.tex").write_text("x")
    with pytest.raises(SystemFileError, match="holds no system"):
        save(Constant("tak"), tmp_path / "thesis")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["system", "thesis"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"format": 2}, "format 2, this Probierz reads 1"),
        ({"kind": "os:system"}, "no system is of kind 'os:system'"),
        ({"kind": "__class__"}, "no system is of kind"),
        ({"parts": ["../../etc"]}, "outside its folder"),
        ({"files": {"/etc/passwd": "x"}}, "outside its folder"),
        ({"files": {"weights.npz": "x"}}, "weights.npz is missing"),
        ({"parts": ["missing-0"]}, "holds no system"),
        ({"settings": {"colour": "red"}}, "no setting 'colour'"),
        ({"settings": 3}, "'settings' is not what it should be"),
    ],
)
def test_what_cannot_be_trusted_is_refused(saved, changes, words):
    edit(saved, **changes)
    with pytest.raises(SystemFileError, match=words):
        load(saved)


def test_a_file_that_is_cut_off_is_noticed(saved):
    path = saved / "of-1" / "answer.json"
    path.write_bytes(path.read_bytes()[:-2])
    with pytest.raises(SystemFileError, match=r"answer\.json is cut off or changed"):
        load(saved)


@pytest.mark.parametrize("text", ["", "{", "[" * 100_000, "[1]", '"x"', "\x00"])
def test_broken_descriptions_are_refused(saved, text):
    (saved / "system.json").write_text(text)
    with pytest.raises(SystemFileError):
        load(saved)


def test_a_card_is_kept_beside_the_system_and_can_be_read_as_a_page(tmp_path):
    card = Card(
        recipe="majority",
        summary="Says what is said most often",
        data=(TrainingData("train/in.tsv", 800, "abc", "CC BY-SA 4.0"),),
        scores=(MeasuredScore("quiz", "dev-0", "Accuracy", 0.0510, "Accuracy|v1"),),
        limits=("knows one answer",),
        settings={"words": 2},
        command="probierz train majority quiz --seed 0",
        libraries={"Python": "3.11.2", "numpy": "2.1.0"},
    )
    save(Constant("tak"), tmp_path / "system", card)
    assert read_card(tmp_path / "system") == card
    page = (tmp_path / "system" / "README.md").read_text()
    assert "| train/in.tsv | 800 | CC BY-SA 4.0 |" in page
    assert "| quiz | dev-0 | Accuracy | 0.0510 |" in page
    assert "- settings: `words=2`\n- made by: `probierz train majority quiz --seed 0`" in page
    assert "- libraries: Python 3.11.2, numpy 2.1.0" in page
