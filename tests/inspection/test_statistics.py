"""Ranks and tests against SciPy, on random rows with many ties."""

import math

import numpy
import pytest

from probierz.inspection.rank_tails import RankTails, discrete_false_discovery
from probierz.inspection.statistics import (
    average_ranks,
    kendall,
    mann_whitney,
    normal_below,
    ranks_of_ordered,
)
from probierz.scoring.significance import adjusted

stats = pytest.importorskip("scipy.stats", reason="SciPy is installed by `make test`")


def random_columns(count=60):
    random = numpy.random.default_rng(20)
    for size in (2, 3, 5, 10, 60, 400):
        for _ in range(count // 6):
            values = random.integers(0, random.integers(2, 12), size).astype(float)
            yield values, random.integers(0, random.integers(2, 400), size).astype(float), random.random(size) < 0.4


def test_equal_values_share_the_average_rank():
    assert average_ranks(numpy.array([3.0, 5, 5, 10])).tolist() == [1, 2.5, 2.5, 4]  # from the specification
    assert ranks_of_ordered([1, 2, 1]).tolist() == [1, 2.5, 2.5, 4]
    for values, _, _ in random_columns():
        assert average_ranks(values).tolist() == stats.rankdata(values).tolist()


def test_the_normal_tail_is_exact_far_out():
    z = numpy.array([-30.0, -8.5, -1.0, 0.0, 1.0, 40.0])
    assert normal_below(z) == pytest.approx(stats.norm.cdf(z), rel=1e-13)
    assert math.isnan(normal_below(numpy.array([math.nan]))[0])


def test_mann_whitney_agrees_with_scipy():
    tried = 0
    for values, _, chosen in random_columns(120):
        if not 0 < chosen.sum() < len(values) or len(set(values)) == 1:
            continue
        ranks = average_ranks(values)
        found = mann_whitney(numpy.array([ranks[chosen].sum()]), numpy.array([chosen.sum()]), ranks)
        wanted = stats.mannwhitneyu(values[chosen], values[~chosen], method="asymptotic")
        assert found.p[0] == pytest.approx(wanted.pvalue, rel=1e-12)
        biserial = 2 * wanted.statistic / (chosen.sum() * (~chosen).sum()) - 1
        assert found.effect[0] == pytest.approx(biserial, abs=1e-12)
        tried += 1
    assert tried > 80


@pytest.mark.parametrize(("values", "count"), [([1.0, 1, 1], 1), ([1.0], 1), ([1.0, 2], 2), ([1.0, 2], 0)])
def test_without_a_difference_to_test_p_is_one(values, count):
    ranks = average_ranks(numpy.array(values))
    found = mann_whitney(numpy.array([ranks[:count].sum()]), numpy.array([count]), ranks)
    assert (found.z[0], found.p[0]) == (0, 1)


def test_kendall_agrees_with_scipy():
    tried = 0
    for one, other, _ in random_columns(120):
        found = kendall(one, other)
        if len(one) < 3 or len(set(one)) == 1 or len(set(other)) == 1:
            assert math.isnan(found.p)
            continue
        wanted = stats.kendalltau(one, other, method="asymptotic")
        assert found.tau == pytest.approx(wanted.statistic, abs=1e-12)
        assert found.p == pytest.approx(wanted.pvalue, rel=1e-9)
        tried += 1
    assert tried > 80


def test_kendall_of_the_recorded_evaluator():
    found = kendall(numpy.array([12, 2, 1, 12, 2]), numpy.array([1, 4, 7, 1, 0]))
    assert (round(found.z, 4), round(found.p, 4)) == (-1.0742, 0.2827)  # from the specification


def test_kendall_of_a_column_and_itself_is_one():
    for size in range(2, 50):
        column = numpy.arange(size) // 2 if size > 2 else numpy.arange(size)
        assert kendall(column, column).tau == 1


def test_kendall_of_a_constant_column_or_of_nothing_is_nan():
    for column in ([1.0, 1, 1, 1], [], [1.0]):
        assert math.isnan(kendall(numpy.array(column), numpy.arange(len(column))).p)


def test_false_discovery_agrees_with_scipy():
    random = numpy.random.default_rng(3)
    for size in (1, 2, 10, 1000):
        p = numpy.round(random.random(size) ** 3, 3)
        assert adjusted(p.tolist(), "benjamini-hochberg") == pytest.approx(stats.false_discovery_control(p), rel=1e-12)


# --- exact in the ties -----------------------------------------------------------------------------------------------


def test_rank_sums_of_two_values_are_fishers_exact_test():
    generator = numpy.random.default_rng(31)
    scores = (generator.random(300) < 0.04).astype(float)
    tails = RankTails(average_ranks(scores))
    for size in (5, 17, 100):
        for hits in range(min(size, int(scores.sum())) + 1):
            rank_sum = tails.values @ [size - hits, hits]
            table = [[hits, size - hits], [int(scores.sum()) - hits, int(300 - scores.sum()) - size + hits]]
            one_sided = [stats.fisher_exact(table, alternative=side).pvalue for side in ("less", "greater")]
            found = tails.p(size, float(rank_sum))
            assert min(one_sided) * (1 - 1e-9) <= found <= min(1, 2 * min(one_sided)) * (1 + 1e-9) or found == 1.0


@pytest.mark.parametrize("size", [5, 40])
def test_rank_sums_among_many_ties_are_as_rare_as_they_are_drawn(size):
    generator = numpy.random.default_rng(32)
    scores = numpy.where(generator.random(400) < 0.85, 0.0, generator.random(400))  # most lines are perfect
    ranks = average_ranks(scores)
    tails = RankTails(ranks)
    drawn = numpy.array([generator.choice(ranks, size, replace=False).sum() for _ in range(20_000)])
    for share in (0.05, 0.005):
        limit = float(numpy.quantile(drawn, 1 - share))
        seen = float((drawn >= limit).mean())
        found = tails._at_least(tails.values, tails.counts, size, limit)
        assert found == pytest.approx(seen, rel=0.25)


def test_the_rarest_groups_have_the_least_p_value():
    tails = RankTails(average_ranks(numpy.array([0.0] * 95 + [1.0] * 5)))
    least = tails.least(numpy.array([2, 5]))
    assert least == pytest.approx([10 / 4950, 1 / math.comb(100, 5)])  # all of them bad
    assert tails.p(5, float(tails.values[1] * 5)) == pytest.approx(least[1])


def test_what_can_hardly_be_chance_still_has_a_chance():
    tails = RankTails(average_ranks(numpy.array([0.0] * 60 + [1.0] * 30)))
    assert tails.p(30, float(tails.values[1] * 30)) == pytest.approx(1 / math.comb(90, 30), rel=1e-9)  # 1.5e-24


def test_only_tests_that_could_find_something_are_counted():
    p, least = numpy.array([0.004, 0.9, 0.9, 0.9, 0.02]), numpy.array([0.001, 0.2, 0.2, 0.2, 0.0])
    found = discrete_false_discovery(p, least, 0.05)
    assert found == pytest.approx([0.008, 1, 1, 1, 0.02])  # two tests count, not five
    assert len(discrete_false_discovery(numpy.zeros(0), numpy.zeros(0), 0.05)) == 0
