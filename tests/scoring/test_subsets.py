import math
from itertools import combinations
from statistics import mean

import pytest

from probierz.metrics.names import get_metric
from probierz.metrics.tallies import Mean, Row
from probierz.scoring.subsets import subset_tests


def tallies_of(values):
    return [Mean(value) for value in values]


def test_p_is_near_the_share_of_all_subsets():
    # All 70 subsets of 4 of these 8 lines can be counted: how many have a mean as low, or as high?
    values = [0.1, 0.2, 0.35, 0.4, 0.6, 0.75, 0.8, 0.95]
    means = [mean(some) for some in combinations(values, 4)]
    test = subset_tests(get_metric("MAE"), tallies_of(values), [4], trials=20_000)[4]
    for value in (means[3], means[20], means[-1]):
        low, high = (sum(one <= value + 1e-9 for one in means), sum(one >= value - 1e-9 for one in means))
        assert test.p(value) == pytest.approx(min(1, 2 * min(low, high) / len(means)), abs=0.02)


def test_few_distinct_tallies_are_drawn_by_count():
    # 3 of 100 hits among 10 random lines, by the hypergeometric distribution: 1 - C(97, 10) / C(100, 10)
    tallies = tallies_of([1] * 3 + [0] * 97)
    test = subset_tests(get_metric("Accuracy"), tallies, [10], trials=20_000)[10]
    some = 1 - math.comb(97, 10) / math.comb(100, 10)
    assert mean(value > 0 for value in test.values) == pytest.approx(some, abs=0.02)


def test_the_same_seed_draws_the_same_lines():
    tallies = tallies_of(value / 7 for value in range(50))
    first, again, other = (
        subset_tests(get_metric("MAE"), tallies, [5, 20], 50, seed=seed)[20].values for seed in (1, 1, 2)
    )
    assert first == again != other


def test_values_that_are_missing_count_against_a_difference():
    test = subset_tests(get_metric("MAE"), tallies_of([math.nan] * 50 + list(range(50))), [10], 100)[10]
    assert test.p(0.0) == 1
    assert math.isnan(test.p(math.nan))


def test_rows_are_drawn_too():
    # On the line y = x every subset has the correlation 1, and so no slice is special.
    rows = [Row(float(at), float(at)) for at in range(60)]
    test = subset_tests(get_metric("Pearson"), rows, [6, 30], 20)
    assert test[6].values == pytest.approx([1.0] * 20)
    assert test[30].p(1.0) == 1


def test_no_sizes_need_no_draws():
    assert subset_tests(get_metric("MAE"), tallies_of([1, 2]), []) == {}
