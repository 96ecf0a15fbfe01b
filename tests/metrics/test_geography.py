"""Distances on the globe. Values: GEval 1.42.2.0 and scikit-learn."""

import math
import random

import pytest

from probierz import score
from probierz.errors import DataError


def test_haversine_is_that_of_geval():
    expected = ["40.735657\t-74.172367", "41.558153\t-73.051497", "40.832421\t-115.763123"]
    output = ["40.735657\t-74.172367", "21.124312\t-73.051497", "10.232421\t-105.734523"]
    result = score("Haversine", expected, output)
    assert result.rows.values == pytest.approx([0, 2272.1394510615764, 3583.665866113686], rel=1e-12)
    assert result.value == pytest.approx(1951.9351057250876, rel=1e-12)


def test_haversine_of_a_sum_above_one_is_no_number():
    # sin²(85°) + cos²(50°)·sin²(25°) > 1
    assert math.isnan(score("Haversine", ["170\t50"], ["0\t0"]).value)


@pytest.mark.parametrize("line", ["1e400\t0", "0\t-1e400"])
def test_haversine_of_an_infinite_place_is_no_number(line):
    assert math.isnan(score("Haversine", ["0\t0"], [line]).value)


@pytest.mark.parametrize("name", ["Haversine", "GreatCircle"])
@pytest.mark.parametrize("line", ["1", "1\t2\t3", "1,2", "", "1\tx", "1\t"])
def test_a_place_has_exactly_two_numbers(name, line):
    with pytest.raises(DataError):
        score(name, ["1\t2"], [line])


@pytest.mark.parametrize("line", ["90.5\t0", "-91\t0", "0\t361", "0\t-180.5", "1e400\t0", "21.0122\t520.2297"])
def test_a_great_circle_joins_places_on_the_globe(line):
    with pytest.raises(DataError, match="latitude"):
        score("GreatCircle", ["1\t2"], [line])


def test_places_opposite_each_other_are_half_the_globe_apart():
    assert score("GreatCircle", ["30\t20"], ["-30\t-160"]).value == pytest.approx(math.pi * 6371.0088)
    assert score("GreatCircle", ["90\t20"], ["90\t-70"]).value == pytest.approx(0, abs=1e-9)


def test_great_circle_is_that_of_scikit_learn():
    pairwise = pytest.importorskip("sklearn.metrics.pairwise")
    generator = random.Random(8)
    for _ in range(50):
        first, second = ((generator.uniform(-90, 90), generator.uniform(-180, 180)) for _ in range(2))
        radians = [tuple(map(math.radians, place)) for place in (first, second)]
        kilometres = pairwise.haversine_distances(radians)[0][1] * 6371.0088
        lines = ["\t".join(map(repr, place)) for place in (first, second)]
        assert score("GreatCircle", lines[:1], lines[1:]).value == pytest.approx(kilometres, rel=1e-9)
