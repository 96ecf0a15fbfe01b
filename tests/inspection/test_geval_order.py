import math

from probierz.inspection.geval_order import sorted_by_score

NAN = math.nan


def test_equal_scores_keep_their_order_both_ways():
    items = [(1.0, "a"), (0.0, "b"), (1.0, "c"), (0.0, "d")]
    ascending = sorted_by_score(items, lambda item: item[0])
    descending = sorted_by_score(items, lambda item: item[0], descending=True)
    assert "".join(name for _, name in ascending) == "bdac"
    assert "".join(name for _, name in descending) == "acbd"


def test_lines_without_any_score_are_reversed_as_in_geval():
    items = [(NAN, "a"), (NAN, "b"), (NAN, "c")]
    for descending in (False, True):
        assert [name for _, name in sorted_by_score(items, lambda item: item[0], descending=descending)] == list("cba")


def test_a_nan_loses_no_line():
    scores = [0.5, NAN, 0.1, 0.7, NAN, NAN, 0.2, 0.9, 0.1]
    found = sorted_by_score(list(enumerate(scores)), lambda item: item[1])
    assert sorted(number for number, _ in found) == list(range(len(scores)))


def test_nothing_is_sorted_to_nothing():
    assert sorted_by_score([], lambda item: item) == []
