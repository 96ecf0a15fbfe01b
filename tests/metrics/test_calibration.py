"""Calibration: GEval's own checkpoints, and numpy and scipy as oracles."""

import math
import random

import pytest

from probierz import score
from probierz.metrics.calibration import calibration, integral, local_regression


def test_the_regression_follows_a_line():
    assert local_regression([(0.2, 1, -0.6), (0.6, 1, 0.2), (1.0, 1, 1.0)], 0.4) == pytest.approx(-0.2)  # GEval


def test_the_regression_is_a_weighted_least_squares_fit():
    numpy = pytest.importorskip("numpy")
    random_ = random.Random(6)
    for _ in range(20):
        places = [random_.random() for _ in range(30)]
        values = [random_.random() for _ in range(30)]
        place = random_.random()
        weights = [math.exp(-((8 * (place - at)) ** 2) / 2) for at in places]
        slope, start = numpy.polyfit(places, values, 1, w=weights)
        points = [(at, 1, value) for at, value in zip(places, values, strict=True)]
        assert local_regression(points, place) == pytest.approx(start + slope * place, abs=1e-9)


def test_the_regression_over_one_place_is_the_mean():
    assert local_regression([(0.3, 2, 1.0)], 0.9) == pytest.approx(0.5)


def test_the_regression_far_from_all_places_does_not_vanish():
    assert math.isfinite(local_regression([(0.1, 1, 0.0), (0.2, 1, 1.0)], 50.0))


@pytest.mark.parametrize(
    ("results", "probabilities", "score"),
    [
        ([1], [0.7], 0.7),  # GEval, like the next three
        ([0], [0.7], 0.3),
        ([1, 1, 0], [0.5, 1, 0.5], 1),
        ([1, 0], [0, 1], 0),
        ([], [], 1),
        ([1, 0, 1, 0], [0.5, 0.5, 0.5, 0.5], 1),
    ],
)
def test_calibration(results, probabilities, score):
    assert calibration(results, probabilities) == pytest.approx(score, abs=1e-4)


def test_honest_probabilities_are_nearly_calibrated_and_reversed_ones_are_not():
    random_ = random.Random(1)
    probabilities = [random_.random() for _ in range(2000)]
    results = [float(random_.random() < probability) for probability in probabilities]
    assert calibration(results, probabilities) > 0.9
    assert calibration([1 - result for result in results], probabilities) < 0.1


@pytest.mark.parametrize("function", [math.sin, math.exp, lambda x: x * x, lambda x: 1.0])
def test_the_integral_of_a_smooth_function(function):
    integrate = pytest.importorskip("scipy.integrate")
    assert integral(function, 0.2, 0.9) == pytest.approx(integrate.quad(function, 0.2, 0.9)[0], rel=1e-4)


def test_probabilities_beyond_all_numbers_do_not_break_off():
    numbers = ["1e400", "-1e400", "1e308", "-1e308", "1e200", "0.5"]
    outputs = [f"a:1:{one} a:2:{other}" for one in numbers for other in numbers]
    for output in outputs:
        assert isinstance(score("Probabilistic-Soft-F1", ["a:1 b:2"] * 2, [output, "a:1:1e308"]).value, float)
