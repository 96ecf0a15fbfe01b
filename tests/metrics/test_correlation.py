"""Correlations. Values: GEval 1.42.2.0 where said, scipy on random data."""

import math
import pickle
import random

import pytest

from probierz import RunningScore, score
from probierz.metrics import number_pairs
from probierz.metrics.correlation import kendall
from probierz.metrics.definition import find_definition
from probierz.metrics.number_pairs import Moments, doubled_ranks
from probierz.metrics.tallies import Row


def pearson(rows):
    return value_of("Pearson", rows)


def spearman(rows):
    return value_of("Spearman", rows)


def value_of(name, rows):
    definition, parameters = find_definition(name)
    return definition.bind(parameters).value(rows)


def test_spearman_is_that_of_geval():
    expected, output = ["1.1", "1.57", "0.51", "1.1", "1.1"], ["1.2", "1", "2.3", "1", "18"]
    assert score("Spearman", expected, output).value == pytest.approx(-0.5735, abs=1e-4)


def test_pearson_is_that_of_geval():
    expected, output = ["30.0", "26.5", "18.5"], ["34.0", "26.0", "18.5"]
    assert score("Pearson", expected, output).value == pytest.approx(0.9711447176825527, rel=1e-12)


def test_equal_values_share_the_average_rank():
    assert list(doubled_ranks([3, 5, 5, 10])) == [[2, 5, 5, 8]]  # twice 1, 2.5, 2.5, 4, worked by GEval's authors
    assert list(doubled_ranks([2, 2, 2])) == [[4, 4, 4]]
    assert list(doubled_ranks([])) == [[]]


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


# --- many lines --------------------------------------------------------------------------------------------------


def test_pearson_keeps_a_few_numbers_however_many_lines_there_are():
    running = RunningScore("Pearson")
    lines = [str(number / 8) for number in range(4000)]
    running.update(lines, lines[::-1])
    few = len(pickle.dumps(running))
    for _ in range(5):
        running.update(lines, lines[::-1])
    assert len(pickle.dumps(running)) < few + 50


@pytest.mark.parametrize("name", ["Pearson", "Spearman", "AUC", "R2", "Average-Precision", "Kendall"])
def test_no_cut_of_the_lines_into_parts_changes_a_bit(name):
    generator = random.Random(name)
    whole = [number % 2 if name in {"AUC", "Average-Precision"} else generator.gauss(0, 1e9) for number in range(300)]
    given = [round(one + generator.gauss(0, 1e9), generator.randrange(-9, 3)) for one in whole]
    values = set()
    for part in (1, 7, 150, 300):
        parts = []
        for start in range(0, 300, part):
            parts.append(RunningScore(name))
            parts[-1].update(whole[start : start + part], given[start : start + part])
        generator.shuffle(parts)
        total = RunningScore(name)
        for one in parts:
            total.merge(pickle.loads(pickle.dumps(one)))
        values.add(total.value.hex())
    assert len(values) == 1


@pytest.mark.parametrize("name", ["Spearman", "AUC", "Average-Precision"])
def test_many_numbers_are_ranked_by_numpy_with_the_same_bits(name, monkeypatch):
    generator = random.Random(1)
    expected = [generator.randrange(2) for _ in range(2000)]
    output = [one + round(generator.gauss(0, 2), generator.choice([0, 3])) for one in expected]
    one_by_one = score(name, expected, output, rows=False).value
    monkeypatch.setattr(number_pairs, "_MANY", 100)
    assert score(name, expected, output, rows=False).value.hex() == one_by_one.hex()


def test_moments_are_exact_where_floats_would_lose_everything():
    moments = Moments()
    moments.add([Row(1e300, 1e-300), Row(1.0, 2e-300), Row(2.0, 4e-300)])
    rest = Moments()
    rest.add([Row(-1e300, -1e-300)], [1])
    moments.merge(rest)
    # of (1e300, 1), (1, 2), (2, 4), (-1e300, -1): n Σ eo is 8e300 and 40 (lost by floats), both spreads stay whole
    assert moments.correlation() == pytest.approx(8 / math.sqrt(8 * (4 * 22 - 36)), rel=1e-12)


def test_the_share_of_variance_does_not_suffer_from_a_large_mean():
    expected = ["1000000000.1", "1000000000.2", "1000000000.4"]
    output = ["1000000000.1", "1000000000.3", "1000000000.4"]
    assert score("R2", expected, output).value == pytest.approx(1 - 0.01 / (0.14 / 3), rel=1e-5)
