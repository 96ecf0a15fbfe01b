"""In which steps scores are told: by hand, in order, and no finer than lines justify."""

import math
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.scoring.score_steps import steps_for

SCHEMES = ["Accuracy", "F1", "Pearson", "MAE", "MSE", "WER", "CAR", "LogLoss", "PerplexityHashed", "Likelihood"]


@pytest.mark.parametrize(("scheme", "lines", "value", "told"), [
    ("Accuracy", 100, 0.53, "0.52"),  # 1.96 * 0.5 / 10 / 4 = 0.0245, so steps of 0.02
    ("Accuracy", 100, 0.8, "0.80"),
    ("Accuracy", 100, 1.0, "1.00"),
    ("Accuracy", 50, 0.53, "0.55"),  # as many lines as on 100, two: at least 0.04, so steps of 0.05
    ("Accuracy", 20, 0.75, "0.7"),  # two lines, 0.1
    ("Pearson", 50, -0.31, "-0.30"),  # 0.02 of 100 lines is 0.04 of 50
    ("Accuracy", 10_000, 0.9731, "0.974"),  # 0.00245
    ("F1", 100, 0.53, "0.55"),  # as of 10 lines of that class: 1.96 * 0.5 / 3.16 / 4 = 0.077, so steps of 0.05
    ("Precision", 4000, 0.537, "0.54"),  # of 400: 0.01225
    ("Likelihood", 100, 0.5, "0.4966"),  # its loss is 0.693, in steps of 0.1: e ** -0.7
    ("MultiLabel-Likelihood", 100, 1.0, "1"),
    ("Pearson", 100, -0.31, "-0.32"),  # 1.96 / 10 / 4 = 0.049, so steps of 0.02, and -0.31 is half way
    ("MAE", 100, 24.37, "24.5"),  # between 20 and 50 at most 20 * 0.049 = 0.98, so steps of 0.5
    ("LogLoss", 100, 0.6931, "0.7"),  # between 0.5 and 1 at most 0.125, so steps of 0.1
    ("LogLoss", 4000, 0.6931, "0.694"),  # 0.5 * 1.96 / 63.2 / 4 = 0.0039, so steps of 0.002
    ("PerplexityHashed", 100, 520001, "1203000"),  # its logarithm is 13.16, in steps of 2: 14
    ("MSE", 100, 151514390026.3, "152000000000"),  # between 10 ** 11 and 2 * 10 ** 11 steps of 2 * 10 ** 9
])  # fmt: skip
def test_steps_by_hand(scheme, lines, value, told):
    assert f"{steps_for(scheme, lines).told(value):f}" == told


@pytest.mark.parametrize(("scheme", "lines"), [("Accuracy", 100), ("Accuracy", 1000), ("Mean/MultiLabel-F1", 100)])
def test_every_score_that_is_told_stands_for_as_many_counts(scheme, lines):
    steps = steps_for(scheme, lines)
    told = Counter(steps.told(right / lines) for right in range(lines + 1))
    assert set(list(told.values())[1:-1]) == {int(steps.step * lines)}
    assert {0, 1} <= told.keys()


@pytest.mark.parametrize("scheme", ["WER", "R2", "LogLoss", "PerplexityHashed", "Likelihood"])
def test_examples_of_steps_that_grow_are_the_distance_between_scores_that_are_told(scheme):
    steps = steps_for(scheme, 4000)
    for score, step in steps.examples:
        told = {steps.told(float(score + step * part / 10)) for part in range(-60, 61)}
        assert step / 2 < (max(told) - min(told)) / (len(told) - 1) < 3 * step


@given(st.sampled_from(SCHEMES), st.integers(1, 10**6), st.floats(-1, 1e6), st.floats(-1, 1e6))
def test_steps_keep_the_order_and_are_told_as_they_are(scheme, lines, one, other):
    steps = steps_for(scheme, lines)
    low, high = sorted((one, other))
    assert steps.told(low) <= steps.told(high)
    assert steps.told(float(steps.told(low))) == steps.told(low)


@pytest.mark.parametrize(("scheme", "lines", "units"), [
    ("CER", 16, 746), ("WER", 100, 1500), ("CER", 100, 6000), ("WER", 1000, 15_000), ("CAR", 100, 6000),
])  # fmt: skip
def test_rates_do_not_tell_how_many_errors_there_are(scheme, lines, units):
    steps = steps_for(scheme, lines)
    rates = [errors / units if scheme != "CAR" else 1 - errors / units for errors in range(units // 5)]
    assert len({str(steps.told(rate)) for rate in rates}) <= len(rates) / 1.5
    assert str(steps.told(rates[0])) == str(steps.told(rates[1])), "one error is told as none"


@pytest.mark.parametrize("value", [math.inf, -math.inf, math.nan])
def test_what_is_no_finite_number_is_told_as_it_is(value):
    assert str(float(steps_for("MAE", 10).told(value))) == str(value)


@given(st.floats(0, 1), st.integers(1, 10**5))
def test_a_likelihood_is_told_as_coarsely_as_its_loss(likelihood, lines):
    told = float(steps_for("Likelihood", lines).told(likelihood))
    if not 1e-300 < likelihood < 1 or not told:
        return
    loss = float(steps_for("LogLoss", lines).told(-math.log(likelihood)))
    assert told == pytest.approx(math.exp(-loss), rel=1e-3)
