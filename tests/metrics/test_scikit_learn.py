"""Metrics that scikit-learn has too: the same values on random labels and numbers."""

import math
import random

import pytest

from probierz import score

metrics = pytest.importorskip("sklearn.metrics")

LABELS = {
    "Sklearn-Macro-F1": lambda e, o: metrics.f1_score(e, o, average="macro", zero_division=0),
    "Sklearn-Macro-F0.5": lambda e, o: metrics.fbeta_score(e, o, beta=0.5, average="macro", zero_division=0),
    "Sklearn-Macro-Precision": lambda e, o: metrics.precision_score(e, o, average="macro", zero_division=0),
    "Sklearn-Macro-Recall": lambda e, o: metrics.recall_score(e, o, average="macro", zero_division=0),
    "Sklearn-Weighted-F1": lambda e, o: metrics.f1_score(e, o, average="weighted", zero_division=0),
    "Sklearn-Weighted-F2": lambda e, o: metrics.fbeta_score(e, o, beta=2, average="weighted", zero_division=0),
    "Sklearn-Weighted-Precision": lambda e, o: metrics.precision_score(e, o, average="weighted", zero_division=0),
    "Sklearn-Micro-F1": lambda e, o: metrics.f1_score(e, o, average="micro", zero_division=0),
}


@pytest.mark.parametrize("name", LABELS)
def test_labels_average_as_in_scikit_learn(name):
    random_ = random.Random(name)
    for _ in range(60):
        count = random_.randint(1, 30)
        expected = random_.choices("abc", k=count)
        output = random_.choices("abcd", k=count)
        assert score(name, expected, output).value == pytest.approx(LABELS[name](expected, output), abs=1e-12)


@pytest.mark.filterwarnings("ignore:y_pred contains classes not in y_true")
def test_balanced_accuracy_is_that_of_scikit_learn():
    random_ = random.Random(1)
    for _ in range(60):
        expected, output = random_.choices("abc", k=20), random_.choices("abcd", k=20)
        theirs = metrics.balanced_accuracy_score(expected, output)
        assert score("Balanced-Accuracy", expected, output).value == pytest.approx(theirs)


@pytest.mark.parametrize("weights", ["linear", "quadratic"])
def test_weighted_kappa_is_that_of_scikit_learn(weights):
    random_ = random.Random(weights)
    for _ in range(60):
        ratings = random_.choice([[1, 2, 3], [1, 2, 10], [-5, 0, 1, 2, 3]])
        expected, output = (random_.choices(ratings, k=random_.randint(2, 3) * 5)[:10] for _ in range(2))
        theirs = metrics.cohen_kappa_score(expected, output, weights=weights)
        ours = score(f"{weights.capitalize()}-Kappa", list(map(str, expected)), list(map(str, output))).value
        assert ours == pytest.approx(theirs)


def test_weighted_kappa_of_a_single_rating_is_not_defined():
    assert math.isnan(score("Linear-Kappa", ["2", "2"], ["2", "2"]).value)


@pytest.mark.parametrize("shift", [0.0, 1e8])
def test_the_coefficient_of_determination_is_that_of_scikit_learn(shift):
    random_ = random.Random(3)
    for _ in range(40):
        expected = [shift + random_.gauss(0, 1) for _ in range(random_.randint(2, 30))]
        output = [value + random_.gauss(0, 1) for value in expected]
        ours = score("R2", list(map(repr, expected)), list(map(repr, output))).value
        assert ours == pytest.approx(metrics.r2_score(expected, output), rel=1e-6)


@pytest.mark.parametrize(
    ("expected", "output"), [(["1", "1"], ["1", "1"]), (["1", "1"], ["1", "2"]), (["1", "2"], ["2", "1"])]
)
def test_determination_of_constant_numbers_is_that_of_scikit_learn(expected, output):
    theirs = metrics.r2_score(list(map(float, expected)), list(map(float, output)))
    assert score("R2", expected, output).value == theirs


def test_one_line_or_numbers_beyond_all_bounds_determine_nothing():
    assert math.isnan(score("R2", ["1"], ["1"]).value)
    assert math.isnan(score("R2", ["1e999", "-1e300"], ["1", "1"]).value)
    assert score("R2", ["1e300", "-1e300"], ["1", "1"]).value == 0  # no square is too large


def test_average_precision_is_that_of_scikit_learn():
    random_ = random.Random(4)
    for _ in range(60):
        count = random_.randint(2, 25)
        expected = [1, *random_.choices([0, 1], k=count - 1)]
        output = [random_.choice([0.1, 0.25, 0.5, 0.75, random_.random()]) for _ in range(count)]
        theirs = metrics.average_precision_score(expected, output)
        ours = score("Average-Precision", list(map(str, expected)), list(map(repr, output))).value
        assert ours == pytest.approx(theirs)


def test_average_precision_without_the_class_is_zero():
    assert score("Average-Precision", ["0", "0"], ["0.5", "0.2"]).value == 0.0  # scikit-learn warns, and says 0


def test_a_time_of_day_is_a_label():
    assert score("Sklearn-Macro-F1", ["12:30"], ["12:30"]).value == 1.0
