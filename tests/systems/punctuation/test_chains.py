"""Conditional random fields: chances against counting by hand, and against CRFsuite's own."""

import itertools
import json
import math
import sys

import numpy
import pytest

from probierz.errors import DataError, MissingExtra, SystemFileError
from probierz.systems.punctuation.random_field import RandomField, learn

FIELD = RandomField(
    {"x": 0, "y": 1},
    numpy.array([[0.5, -0.25, 0.0], [-1.0, 2.0, 0.5]], numpy.float32),
    numpy.array([[0.1, 1.0, -0.5], [0.0, -2.0, 0.3], [0.7, 0.0, 0.0]], numpy.float32),
)
ROWS = [[["x"], ["y", "x"], ["z"], ["y", "y"]], [["z"]], [], [["x", "y"], ["x"]]]


def by_hand(field, row):
    """The chance of each label: the weight of all ways that have it there, of the weight of all ways."""
    labels = range(len(field.steps))
    total = numpy.zeros((len(row), len(labels)))
    for way in itertools.product(labels, repeat=len(row)):
        score = sum(
            field.weights[field.clues[one], label]
            for clues, label in zip(row, way, strict=True)
            for one in clues
            if one in field.clues
        )
        score += sum(field.steps[step] for step in itertools.pairwise(way))
        total[range(len(row)), way] += math.exp(score)
    return total / total.sum(axis=1, keepdims=True) if row else total


def test_chances_are_the_shares_of_all_ways_to_label_a_row():
    for row, found in zip(ROWS, FIELD.chances(ROWS), strict=True):
        assert found == pytest.approx(by_hand(FIELD, row), abs=1e-6)


def test_rows_do_not_know_each_other():
    together = FIELD.chances(ROWS)
    for row, found in zip(ROWS, together, strict=True):
        assert found == pytest.approx(FIELD.chances([row])[0], abs=1e-12)
    assert FIELD.chances([]) == []


def test_a_long_row_of_certain_items_stays_finite():
    sure = RandomField({"x": 0}, numpy.array([[60.0, -60.0]], numpy.float32), numpy.full((2, 2), -30, numpy.float32))
    (found,) = sure.chances([[["x"]] * 5000])
    assert found[:, 0] == pytest.approx(1.0)


def test_what_is_written_is_read_again_and_what_is_cut_off_is_told(tmp_path):
    FIELD.write(tmp_path / "words")
    again = RandomField.read(tmp_path / "words")
    assert (again.clues, again.weights.tolist()) == (FIELD.clues, FIELD.weights.tolist())
    (tmp_path / "words.json").write_text(json.dumps(["x"]))
    with pytest.raises(SystemFileError, match="holds no weights for these clues"):
        RandomField.read(tmp_path / "words")
    (tmp_path / "words.npz").write_bytes(b"PK")
    with pytest.raises(SystemFileError, match="train the system anew"):
        RandomField.read(tmp_path / "words")


# --- learning --------------------------------------------------------------------------------------------------------


def texts():
    """After a vowel comes a 1, but never two in a row; odd letters are letters like others."""
    for number in range(60):
        letters = ["aeiou:\\ \0\n€"[number % 10], "b", "o", "u", "t"][number % 3 :]
        labels = [int(one in "aeiou") for one in letters]
        yield (
            [[f"={one}", "all"] for one in letters],
            [int(label and not (at and labels[at - 1])) for at, label in enumerate(labels)],
        )


def test_chances_are_those_of_crfsuite(tmp_path):
    pycrfsuite = pytest.importorskip("pycrfsuite")
    kept = tmp_path / "kept"
    names = {}
    rows = [
        ([[str(names.setdefault(one, len(names))) for one in item] for item in row], labels) for row, labels in texts()
    ]
    trainer = pycrfsuite.Trainer(verbose=False, params={"c1": 0.1, "c2": 0.01, "max_iterations": 40})
    for row, labels in rows:
        trainer.append(row, [str(one) for one in labels])
    trainer.train(str(kept))
    oracle = pycrfsuite.Tagger()
    oracle.open(str(kept))
    field = learn(texts(), 2, c1=0.1, c2=0.01, least=0, rounds=40)
    for row, labels in texts():
        oracle.set([[str(names[one]) for one in item] for item in row])
        wanted = [[oracle.marginal(str(label), at) for label in (0, 1)] for at in range(len(labels))]
        assert field.chances([row])[0] == pytest.approx(numpy.array(wanted), abs=1e-4)
        assert field.chances([row])[0].argmax(axis=1).tolist() == labels


def test_progress_is_told_and_nothing_to_learn_from_as_well():
    pytest.importorskip("pycrfsuite")
    told = []
    learn(texts(), 2, c1=1, c2=1, least=0, rounds=3, progress=lambda *step: told.append(step))
    assert told[-1] == ("rounds", 3, 3)
    with pytest.raises(DataError, match="no word"):
        learn([], 2, c1=1, c2=1, least=0, rounds=3)


def test_learning_without_the_extra_names_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pycrfsuite", None)
    with pytest.raises(MissingExtra, match=r"\[crf\]'"):
        learn(texts(), 2, c1=1, c2=1, least=0, rounds=3)
