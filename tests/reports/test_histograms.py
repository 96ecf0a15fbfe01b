"""Histograms of line scores."""

import math

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.reports.histograms import edges_of, histogram


def test_edges_are_round_numbers_that_hold_all_values() -> None:
    edges, counts, unscored = histogram([[0.0, 0.07, 1.0], [0.5, math.nan, math.inf]])
    assert edges[:3] == [0.0, 0.05, 0.1]
    assert edges[-1] == 1.0
    assert (counts[0][0], counts[0][1], counts[0][-1]) == (1, 1, 1)
    assert (sum(counts[1]), unscored) == (1, [0, 2])


def test_a_few_far_values_do_not_squeeze_the_rest() -> None:
    values = numpy.array([*numpy.linspace(0, 1, 1000), 50.0])
    edges = edges_of(values)
    assert edges[-1] == 50
    assert edges[-2] <= 1
    assert len(edges) > 15


@pytest.mark.parametrize(("values", "edges"), [([], []), ([2.0, 2.0], [1.5, 2.5])])
def test_no_values_have_no_edges_and_equal_ones_a_bin_around_them(values: list[float], edges: list[float]) -> None:
    assert edges_of(numpy.array(values)) == edges


@given(st.lists(st.floats(allow_nan=True, allow_infinity=True), min_size=1, max_size=30))
def test_every_finite_value_is_in_one_bin(values: list[float]) -> None:
    edges, counts, unscored = histogram([values])
    assert sum(counts[0]) + unscored[0] == len(values)
    assert edges == sorted(set(edges))
    assert len(edges) < 40
