"""Correlations. Values: GEval 1.42.2.0 where said, scipy on random data."""

import math
import random

import pytest

from probierz import score
from probierz.metrics.correlation import average_ranks, kendall, pearson, spearman
from probierz.metrics.tallies import Row


def test_spearman_is_that_of_geval():
    expected, output = ["1.1", "1.57", "0.51", "1.1", "1.1"], ["1.2", "1", "2.3", "1", "18"]
    assert score("Spearman", expected, output).value == pytest.approx(-0.5735, abs=1e-4)


def test_pearson_is_that_of_geval():
    expected, output = ["30.0", "26.5", "18.5"], ["34.0", "26.0", "18.5"]
    assert score("Pearson", expected, output).value == pytest.approx(0.9711447176825527, rel=1e-12)


def test_equal_values_share_the_average_rank():
    assert average_ranks([3, 5, 5, 10]) == [1, 2.5, 2.5, 4]  # worked by GEval's authors
    assert average_ranks([2, 2, 2]) == [2, 2, 2]
    assert average_ranks([]) == []


@pytest.mark.parametrize("correlation", [pearson, spearman, kendall])
@pytest.mark.parametrize(
    "rows", [[], [(1, 2)], [(1, 2), (1, 3)], [(1, 2), (5, 2)], [(0.1, 1), (0.1, 2), (0.1, 3)]], ids=str
)
def test_a_constant_side_has_no_correlation(correlation, rows):
    assert math.isnan(correlation([Row(*row) for row in rows]))


@pytest.mark.parametrize("factor", [1e-300, 1e-20, 1, 1e20, 1e300])
@pytest.mark.parametrize("correlation", [pearson, spearman, kendall])
def test_a_straight_line_correlates_fully_at_any_scale(correlation, factor):
    values = [0.1, 0.2, 0.35, 7.0, -3.0]
    assert correlation([Row(value, value * factor) for value in values]) == pytest.approx(1, abs=1e-12)
    assert correlation([Row(value, -value * factor) for value in values]) == pytest.approx(-1, abs=1e-12)


def test_a_perfect_output_reaches_one_exactly():
    values = [math.sin(number) for number in range(100)]
    assert pearson([Row(value, value) for value in values]) == 1.0


def test_infinite_numbers_have_ranks_but_no_pearson():
    rows = [Row(1, 1), Row(2, math.inf), Row(3, 2)]
    assert math.isnan(pearson(rows))
    assert spearman(rows) == pytest.approx(0.5)
    assert kendall(rows) == pytest.approx(1 / 3)


def test_pearson_does_not_suffer_from_a_large_mean():
    rows = [Row(1e9 + first, 1e9 + second) for first, second in [(1, 2), (2, 1), (3, 4), (4, 3)]]
    assert pearson(rows) == pytest.approx(0.6, abs=1e-12)  # 3 / 5 by hand


def random_rows(seed):
    generator = random.Random(seed)
    size, steps = generator.choice([2, 5, 64, 65, 500]), generator.choice([2, 5, 1000])
    return [Row(generator.randrange(steps), generator.randrange(steps) / 7) for _ in range(size)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("seed", range(30))
def test_correlations_are_those_of_scipy(seed):
    stats = pytest.importorskip("scipy.stats")
    rows = random_rows(seed)
    sides = list(zip(*rows, strict=True))
    assert pearson(rows) == pytest.approx(stats.pearsonr(*sides).statistic, rel=1e-9, abs=1e-12, nan_ok=True)
    assert spearman(rows) == pytest.approx(stats.spearmanr(*sides).statistic, rel=1e-9, abs=1e-12, nan_ok=True)
    assert kendall(rows) == pytest.approx(stats.kendalltau(*sides).statistic, rel=1e-9, abs=1e-12, nan_ok=True)
