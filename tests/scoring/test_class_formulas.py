"""Scores by class, and of groupings, of many test sets at once are those that the metric gives to each of them."""

import math
import random

import numpy
import pytest

from probierz.metrics.classification import class_hits
from probierz.metrics.clustering import Count
from probierz.metrics.definition import definitions, find_definition
from probierz.schemes.scheme import parse_scheme
from probierz.scoring.class_formulas import _FORMULAS, _OF_GROUPINGS
from probierz.scoring.pool import AdditivePool, pool_of

NAMES = [
    "Macro-F1", "Macro-F0.5", "Macro-Precision", "Macro-Recall", "Sklearn-Macro-F2", "Sklearn-Macro-Precision",
    "Sklearn-Macro-Recall", "Sklearn-Weighted-F1", "Sklearn-Weighted-Precision", "Sklearn-Micro-F1",
    "Balanced-Accuracy", "MCC", "Cohen-Kappa", "Krippendorff-Alpha", "NMI", "Purity",
]  # fmt: skip


def pool(name, classes="abcd", lines=60):
    chosen = random.Random(name)
    pairs = [tuple(chosen.choices(classes, weights=range(1, len(classes) + 1), k=2)) for _ in range(lines)]
    tallies = [{pair: Count()} if name in _OF_GROUPINGS else class_hits(*pair) for pair in pairs]
    return pool_of(parse_scheme(name).metric, tallies)


def test_every_formula_is_of_a_metric():
    patterns = {definition.pattern for definition in definitions(plugins=False)}
    assert {*_FORMULAS, *_OF_GROUPINGS} == {find_definition(name)[0].pattern for name in NAMES}
    assert {*_FORMULAS, *_OF_GROUPINGS} <= patterns


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("classes", ["ab", "abcd"])
def test_values_of_many_sets_are_those_of_each(name, classes):
    made = pool(name, classes)
    assert isinstance(made, AdditivePool)
    generator = numpy.random.default_rng(1)
    few, many = generator.random((50, len(made))) < 0.04, generator.integers(0, 3, (50, len(made)))
    sums = made.sums(numpy.vstack([many, few, numpy.zeros((1, len(made)))]).astype(float))
    one_by_one = [made.finish(row) for row in sums.tolist()]
    assert made.finish_all(sums) == pytest.approx(one_by_one, rel=1e-12, abs=1e-12, nan_ok=True)
    assert math.isnan(one_by_one[-1])


@pytest.mark.parametrize("name", ["MCC", "Cohen-Kappa", "Krippendorff-Alpha"])
def test_no_digits_are_lost_where_nearly_all_lines_have_one_class(name):
    made = pool_of(parse_scheme(name).metric, [class_hits("a", "a"), class_hits("b", "a"), class_hits("b", "b")])
    sums = numpy.array([[2.0**40, 3, 5]]) @ made.array
    exact = made.finish([int(one) for one in sums[0]])  # whole numbers of Python
    assert made.finish_all(sums) == pytest.approx([exact], rel=1e-3)
