"""In which steps scores are told: by hand, in order, and no finer than lines justify."""

import itertools
import math
import random
from collections import Counter

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.scoring.far_scores import far_score
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
    ("PerplexityHashed", 100, 2001, "1808"),  # its logarithm is 7.6, from 5 on in steps of 2.5: 7.5
    ("MSE", 100, 151514.3, "152000"),  # between 10 ** 5 and 2 * 10 ** 5 steps of 2 * 10 ** 3
    ("MSE", 100, 151514390026.3, "Infinity"),  # what nobody knows to be in earnest
    ("WER", 100, 1.2, "1.0"),  # no better than chance: steps of 0.5
    ("WER", 100, 2.01, "Infinity"), ("CAR", 100, -1.01, "-Infinity"), ("LogLoss", 100, 10.1, "Infinity"),
    ("PerplexityHashed", 100, 22100, "Infinity"), ("Likelihood", 100, 0.00004, "-Infinity"),
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
    assert not math.isfinite(steps.told(low)) or steps.bounds[0] <= steps.told(low) <= steps.bounds[1]


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
    if likelihood < 1e-4 or not told:
        return
    loss = float(steps_for("LogLoss", lines).told(-math.log(likelihood)))
    assert told == pytest.approx(math.exp(-loss), rel=1e-3)


@pytest.mark.parametrize(("scheme", "expected", "far"), [
    ("MAE", ["1", "2", "3", "4"], 5.0),  # moved by two lines each differs by 2
    ("MSE", ["0", "1", "0", "1"], 2.0),  # moved by one line each differs by 1
    ("MAE-Against-Interval", ["10,12", "20,22", "10,12"], 20.0),  # 2 * 20 / 3 and a bit less
    ("GreatCircle", ["52.2\t21.0", "52.4\t16.9"], 1000.0),  # 278 km
    ("MAE", ["7", "7"], None), ("MAE", [], None), ("MAE", ["seven"], None),
])  # fmt: skip
def test_what_is_far_are_expected_results_in_the_wrong_order(scheme, expected, far):
    assert far_score(scheme, expected) == far


@pytest.mark.parametrize(("size", "known"), [(1e8, 50), (5.0 * 50, 63), (3.0 * 50, 63)])
def test_ten_outputs_of_lines_each_twice_as_large_tell_little_of_the_division(size, known):
    """Of 100 lines of numbers, half of them public; by guesses 50 are right, and 77 were without a bound."""
    right = sum(_lines_right(size, seed) for seed in range(8)) / 8
    assert right == pytest.approx(known, abs=4)


def _lines_right(size: float, seed: int, at_once: int = 3) -> float:
    """How many lines are put right by ten outputs in which three are larger than 5; of the others half."""
    chance = random.Random(seed)
    expected, public = [chance.randint(1, 9) for _ in range(100)], set(chance.sample(range(100), 50))
    steps = steps_for("MAE", 50, far_score("MAE", list(map(str, expected))))
    order, right = chance.sample(range(100), 100), 50.0
    usual = sum(abs(5 - number) for number in range(1, 10)) / 9
    for output in range(10):
        lines = order[output * at_once : (output + 1) * at_once]
        more = {line: size / 2**place for place, line in enumerate(lines)}
        told = float(steps.told(sum(abs(5 + more.get(line, 0) - expected[line]) for line in public) / 50))
        told = min(told, 13.0)  # what is above 10

        def differs(shown, told=told, more=more, lines=lines):
            larger = sum(more[line] for line, is_there in zip(lines, shown, strict=True) if is_there)
            return abs(larger + usual * (50 - sum(shown)) - 50 * told)

        guess = min(itertools.product((0, 1), repeat=at_once), key=differs)
        right += sum((line in public) == bool(one) for line, one in zip(lines, guess, strict=True)) - at_once / 2
    return right


@pytest.mark.parametrize(("outputs", "scheme", "size", "ratio", "at_once", "known"), [
    (10, "MAE", 0.6, 2.0, 7, 78), (10, "RMSE", 1.0, 1.5, 7, 75), (10, "WER", 0.6, 2.5, 6, 75),
    (5, "MAE", 0.6, 2.0, 7, 64), (5, "RMSE", 1.0, 1.5, 7, 63), (5, "WER", 0.6, 2.5, 6, 62.5),
])  # fmt: skip
def test_outputs_that_are_nearly_right_tell_some_of_the_division_by_size(outputs, scheme, size, ratio, at_once, known):
    """Of 100 lines, half of them public; guesses have 50 right. Errors are a hundredth of what chance gets. Five is the
    usual quota of such a test.
    """
    right = [_sides_right(outputs, scheme, size, ratio, at_once, seed) for seed in range(12)]
    assert sum(right) / 12 == pytest.approx(known, abs=3)


def _sides_right(outputs: int, scheme: str, size: float, ratio: float, at_once: int, seed: int) -> float:
    """How many lines are put right by these outputs, in each of which so many lines are large, each by ratio."""
    chance, power, root = random.Random(seed), 2 if scheme == "RMSE" else 1, 0.5 if scheme == "RMSE" else 1.0
    if scheme == "WER":  # lines of eight words, and whole words that are too many
        errors = [sum(chance.random() < 0.01 for _ in range(8)) / 8 for _ in range(100)]
        far = None
    else:
        errors = [chance.gauss(0, 0.01) for _ in range(100)]
        far = far_score(scheme, [repr(chance.gauss(0, 1)) for _ in range(100)])
    steps, public = steps_for(scheme, 50, far), set(chance.sample(range(100), 50))
    usual = sum(abs(error) ** power for error in errors) / 100  # as an output without large lines tells about
    order, right = chance.sample(range(100), 100), 50.0
    for output in range(outputs):
        lines = order[output * at_once : (output + 1) * at_once]
        sizes = [size * 50 ** (1 / power) / ratio**place for place in range(at_once)]
        more = dict(zip(lines, [round(one * 8) / 8 for one in sizes] if scheme == "WER" else sizes, strict=True))
        exact = sum(abs(errors[line] + more.get(line, 0)) ** power for line in public) / 50
        told = min(float(steps.told(exact**root)), 1.3 * steps.far)

        def differs(shown, told=told, more=more):
            larger = sum(one**power for one, is_there in zip(more.values(), shown, strict=True) if is_there)
            return abs(((larger + usual * (50 - sum(shown))) / 50) ** root - told)

        guess = min(itertools.product((0, 1), repeat=at_once), key=differs)
        right += sum((line in public) == bool(one) for line, one in zip(lines, guess, strict=True)) - at_once / 2
    return right


def test_ten_enormous_numbers_tell_no_more_under_pearson_than_ten_whole_outputs():
    """Each makes the score that of its line, nearly to a step; outputs of +1 and -1 tell as much, of all lines."""
    tries = [_told_by_pearson(seed) for seed in range(40)]
    right_of_ten, by_ten, by_all = numpy.mean(tries, 0)
    assert 0.9 < right_of_ten < 1
    assert 53 < by_ten < 57
    assert 57 < by_all < 63


def _told_by_pearson(seed: int, lines: int = 100, outputs: int = 10) -> tuple[float, float, float]:
    """The share of right sides of lines that were enormous, and how many sides of all lines both ways told right."""
    rng = numpy.random.default_rng(seed)
    expected = rng.normal(size=lines)
    expected -= expected.mean()
    steps = steps_for("Pearson", lines)

    def told(output):
        return float(steps.told(float(numpy.corrcoef(output, expected)[0, 1])))

    scores = numpy.array([told(numpy.eye(lines)[line] * 1e9 + rng.normal(size=lines)) for line in range(outputs)])
    right = ((scores > 0) == (expected[:outputs] > 0)).sum()
    whole = rng.choice([-1.0, 1.0], (outputs, lines))
    guess = numpy.linalg.pinv(whole - whole.mean(1, keepdims=True)) @ [told(output) for output in whole]
    return right / outputs, right + (lines - outputs) / 2, ((guess > 0) == (expected > 0)).sum()
