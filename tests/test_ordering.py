"""Missing numbers stand last, whatever is ordered."""

from math import inf, nan

import pytest

from probierz.ordering import best_first, missing_last, shared_ranks, winners


def test_missing_numbers_stand_last_in_both_directions():
    assert sorted([nan, 2.0, None, -inf, 1.0], key=missing_last)[:3] == [-inf, 1.0, 2.0]
    backwards = sorted([nan, 2.0, None, 1.0], key=lambda one: missing_last(one, backwards=True), reverse=True)
    assert backwards[:2] == [2.0, 1.0]


@pytest.mark.parametrize(("better", "expected"), [("higher", [3, 1, 2, 0]), ("lower", [1, 2, 3, 0])])
def test_the_best_comes_first_and_equals_keep_their_order(better, expected):
    assert best_first([nan, 0.5, 0.5, 0.9], better) == expected


@pytest.mark.parametrize(
    ("values", "higher", "lower"),
    [([0.1, 0.3, nan, 0.3], [1, 3], [0]), ([0.2, 0.2], [], []), ([0.2, nan], [], []), ([], [], [])],
)
def test_there_is_a_winner_only_among_different_numbers(values, higher, lower):
    assert winners(values, "higher") == higher
    assert winners(values, "lower") == lower


def test_what_prints_alike_shares_a_rank():
    assert shared_ranks([79.9, 80.04, nan, 79.96], "higher", 1) == [3, 1, 0, 1]
    assert shared_ranks([0.25, 0.125, 0.25], "lower", 3) == [2, 1, 2]
