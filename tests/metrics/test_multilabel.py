"""Sets of labels. Values: GEval 1.42.2.0 where said, else worked by hand."""

import math
import random

import pytest

from probierz.metrics.annotations import likely_labels, probability_list
from probierz.metrics.names import get_metric


def value(name, expected, output):
    metric = get_metric(name)
    return metric.value([metric.tally(e, o) for e, o in zip(expected, output, strict=True)])


@pytest.mark.parametrize(
    ("text", "labels"),
    [
        ("", []),
        ("  foo\tbar ", [("foo", 1.0), ("bar", 1.0)]),
        ("foo:0.3", [("foo", 0.3)]),
        ("foo:1", [("foo:1", 1.0)]),
        ("foo:1.0", [("foo", 1.0)]),
        ("time:12.30", [("time:12.30", 1.0)]),
        ("a:b:0.5", [("a:b", 0.5)]),
        (":0.5", [(":0.5", 1.0)]),
        ("a:.5", [("a:.5", 1.0)]),
        ("a:0.5x", [("a:0.5x", 1.0)]),
        ("a:5.0e-1", [("a", 0.5)]),
        ("a:-0.5", [("a:-0.5", 1.0)]),
        (["foo:0.3", "two words"], [("foo:0.3", 1.0), ("two words", 1.0)]),
    ],
)
def test_a_probability_list(text, labels):
    assert probability_list(text) == labels


def test_labels_below_one_half_are_not_given():
    assert likely_labels("a:0.5 b:0.49 c") == ["a", "c"]


# expected, output: GEval's own test data
WITH_PROBABILITIES = (
    ["foo 90", "91", "90 bar", "", "foo"],
    ["foo 90:0.751 bar:0.3", "91:0.4 90:0.6", "90:0.99", "nic:0.3 baz:0.6", "foo:0.87 baz:0.8111"],
)


@pytest.mark.parametrize(
    ("name", "expected", "output", "score"),
    [
        ("MultiLabel-F1", *WITH_PROBABILITIES, 0.615384615384615),  # GEval
        ("Harden/Fuzzy/MultiLabel-F1", *WITH_PROBABILITIES, 0.6153846153846153),  # GEval
        ("Probabilistic-MultiLabel-F1", *WITH_PROBABILITIES, 0.6471213015514606),  # GEval
        ("MultiLabel-Likelihood", ["foo bar", "", "baz", "foo baz"],
         ["foo:0.3 bar", "foo:0.9", "baz:1.0", "bar:0.8 baz:0.3 foo:0.1"], 0.115829218528827),  # GEval
        ("MultiLabel-F2", ["a b c"], ["a"], 5 / (5 + 4 * 2)),  # tp 1, missed 2
        ("MultiLabel-F1", ["a a b"], ["a b b"], 4 / 6),
        ("MultiLabel-F1", ["a b"], ["a a a"], 2 / 5),
        ("MultiLabel-F1", [""], [""], 1.0),
        ("MultiLabel-F1", [], [], 1.0),
        ("MultiLabel-F1", ["a"], [""], 0.0),
        ("MultiLabel-Precision", ["a b", ""], ["a c", "d"], 1 / 3),
        ("MultiLabel-Recall", ["a b", "c"], ["a c d", "d"], 1 / 3),
        ("MultiLabel-Precision", ["a"], [""], 1.0),
        ("MultiLabel-Recall", [""], ["a"], 1.0),
        ("MultiLabel-LogLoss", ["a"], ["a:0.5 b:0.5"], math.log(4)),
        ("MultiLabel-LogLoss", ["a", "b"], ["a", "b"], 0.0),
        ("MultiLabel-LogLoss", ["a"], [""], math.inf),
        ("MultiLabel-LogLoss", [""], ["a"], math.inf),
        ("MultiLabel-LogLoss", ["a"], ["a:0.5 a:0.9"], math.log(2)),
        ("MultiLabel-Likelihood", ["a"], [""], 0.0),
        ("Probabilistic-MultiLabel-F1", ["", ""], ["", ""], 1.0),
    ],
)  # fmt: skip
def test_a_value(name, expected, output, score):
    assert value(name, expected, output) == pytest.approx(score, abs=1e-6)


def test_a_matching_specification_sees_the_produced_label_as_the_expected_one():
    # Fuzzy divides by the length of the produced label: 1 - 2/2 (GEval).
    assert value("Fuzzy/MultiLabel-F1", ["abcd"], ["ab"]) == 0.0
    assert value("Fuzzy/MultiLabel-F1", ["ab"], ["abcd"]) == 0.5


def test_items_of_a_list_are_labels_as_they_stand():
    metric = get_metric("MultiLabel-F1")
    assert metric.tally(["a b", "c"], ["a b", "c:0.1"]) == (1, 2, 2)


def test_the_recorded_name_of_the_logarithmic_loss_has_a_small_l():
    assert get_metric("MultiLabel-LogLoss").geval_name == "MultiLabel-Logloss"
    assert get_metric("MultiLabel-Logloss").name == "MultiLabel-LogLoss"


def test_f1_precision_and_recall_are_scikit_learns_micro_averages():
    metrics = pytest.importorskip("sklearn.metrics")
    preprocessing = pytest.importorskip("sklearn.preprocessing")
    random_ = random.Random(2)
    expected, output = ([set(random_.sample("abcdef", random_.randint(1, 4))) for _ in range(50)] for _ in range(2))
    binary = preprocessing.MultiLabelBinarizer().fit(expected + output)
    lines = [[" ".join(labels) for labels in side] for side in (expected, output)]
    for name, score in (
        ("MultiLabel-F1", metrics.f1_score),
        ("MultiLabel-Precision", metrics.precision_score),
        ("MultiLabel-Recall", metrics.recall_score),
    ):
        theirs = score(binary.transform(expected), binary.transform(output), average="micro")
        assert value(name, *lines) == pytest.approx(theirs)
