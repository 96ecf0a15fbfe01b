"""Distributions and sums of signs against SciPy, and against all signs gone through."""

import itertools

import numpy
import pytest
from scipy import special, stats

from probierz.scoring.distributions import beta_share, hypergeometric_p, mid_p_bounds, student_quantile
from probierz.scoring.sign_sums import sign_tail


@pytest.mark.parametrize(("first", "second"), [(0.5, 0.5), (1, 7), (30.5, 2), (400, 900), (50_000, 0.5)])
def test_the_beta_distribution_is_that_of_scipy(first, second):
    for place in (1e-6, 0.01, 0.3, first / (first + second), 0.95, 0.99999):
        wanted = special.betainc(first, second, place)
        assert beta_share(place, first, second) == pytest.approx(wanted, rel=1e-8, abs=1e-13)


@pytest.mark.parametrize("degrees", [1, 1.5, 4, 29, 1000])
def test_quantiles_of_student_are_those_of_scipy(degrees):
    for chance in (0.9, 0.975, 0.9995):
        assert student_quantile(chance, degrees) == pytest.approx(stats.t.ppf(chance, degrees), rel=1e-7)


@pytest.mark.parametrize(("hits", "lines"), [(19, 20), (3, 30), (1, 200), (777, 1000), (999_000, 1_000_000)])
def test_mid_p_bounds_leave_half_the_chance_on_each_side(hits, lines):
    low, high = mid_p_bounds(hits, lines, 0.95)
    above = stats.binom.sf(hits, lines, low) + stats.binom.pmf(hits, lines, low) / 2
    below = stats.binom.cdf(hits, lines, high) - stats.binom.pmf(hits, lines, high) / 2
    assert (above, below) == pytest.approx((0.025, 0.025), rel=1e-5)


def test_all_right_has_one_end():
    assert mid_p_bounds(20, 20, 0.95) == pytest.approx((0.05 ** (1 / 20), 1.0))
    assert mid_p_bounds(0, 20, 0.95) == pytest.approx((0.0, 1 - 0.05 ** (1 / 20)))


@pytest.mark.parametrize(("drawn", "marked", "total"), [(5, 20, 1000), (25, 25, 50), (40, 4990, 5000)])
def test_hypergeometric_tails_are_those_of_scipy(drawn, marked, total):
    law = stats.hypergeom(total, marked, drawn)
    for hits in range(max(0, drawn + marked - total), min(drawn, marked) + 1):
        low, high = hypergeometric_p(hits, drawn, marked, total)
        assert (low, high) == pytest.approx((law.cdf(hits), law.sf(hits - 1)), rel=1e-6, abs=1e-14)


@pytest.mark.parametrize(
    "sizes", [[1, 1, 2, 3, 1, 5, 2, 1, 1, 4, 2, 1], [0.31, 1.7, 0.9, 2.2, 0.4, 1.1, 0.8, 1.9, 0.6, 1.3]]
)
def test_tails_of_sums_with_random_signs_are_those_of_all_signs(sizes):
    sums = numpy.abs([numpy.dot(signs, sizes) for signs in itertools.product((-1, 1), repeat=len(sizes))])
    for share in (0.5, 0.8, 0.95, 0.99):
        limit = float(numpy.quantile(sums, share))
        found, exact = sign_tail(numpy.array(sizes, dtype=float), limit - 1e-9)
        wanted = float((sums >= limit - 1e-9).mean())
        assert found == pytest.approx(wanted, rel=1e-9 if exact else 0.25)
        assert exact == (sizes[0] == 1)
