"""Clusters of outputs, from pairs that differ."""

import pytest

from probierz.scoring.output_groups import groups_of


@pytest.mark.parametrize(
    ("ranked", "different", "wanted"),
    [
        ("abc", ["ac", "bc"], [1, 1, 2]),
        ("abc", ["ab", "ac", "bc"], [1, 2, 3]),
        ("abc", ["ac"], [1, 1, 2]),  # the best differs from c; b, between them, from neither
        ("abc", ["ab"], [1, 1, 1]),  # c cannot be told from the best, so b before it is not below either
        ("abc", ["bc"], [1, 1, 1]),
        ("abcde", ["ac", "ad", "ae", "be", "ce"], [1, 1, 2, 2, 3]),
        ("", [], []),
    ],
)
def test_a_group_ends_where_its_best_differs_from_all_that_follow(ranked, different, wanted):
    found = groups_of(ranked, {frozenset(pair) for pair in different})
    assert [found[name] for name in ranked] == wanted


def test_the_same_output_twice_is_one():
    assert groups_of([7, 7, 8], {frozenset((7, 8))}) == {7: 1, 8: 2}
