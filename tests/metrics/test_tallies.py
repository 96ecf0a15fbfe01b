"""Sums of tallies are exact: neither order nor cut nor number of processes can show."""

import math
from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from probierz.metrics.tallies import Edits, Hits, Mean, Row, accumulator_for


def accumulate(tallies, kind):
    accumulator = accumulator_for(kind)
    accumulator.add(tallies)
    return accumulator.total()


finite = st.floats(allow_nan=False, allow_infinity=False, min_value=-1e150, max_value=1e150)


@given(st.lists(st.tuples(finite, st.integers(1, 5))))
def test_a_sum_is_the_correctly_rounded_exact_sum(weighted):
    accumulator = accumulator_for(Mean)
    accumulator.add([Mean(value) for value, _ in weighted], [count for _, count in weighted])
    exact = sum((Fraction(value) * count for value, count in weighted), Fraction())
    assert accumulator.total().total == float(exact)


@given(st.lists(finite), st.lists(finite), st.randoms())
def test_merging_parts_in_any_order_gives_the_bits_of_the_whole(left, right, random):
    together = left + right
    random.shuffle(together)
    whole = accumulate([Mean(value) for value in together], Mean)
    first, second = accumulator_for(Mean), accumulator_for(Mean)
    first.add([Mean(value) for value in left])
    second.add([Mean(value) for value in right])
    second.merge(first)
    assert second.total() == whole


def test_infinity_and_nan_pass_through_sums():
    assert accumulate([Mean(math.inf), Mean(1.0)], Mean).mean() == math.inf
    assert math.isnan(accumulate([Mean(math.inf), Mean(-math.inf)], Mean).mean())
    assert math.isnan(accumulate([Mean(math.nan)], Mean).mean())
    assert accumulate([Mean(1e308), Mean(1e308)], Mean).total == math.inf


def test_nothing_has_the_shape_of_a_tally_too():
    assert accumulate([], Hits) == (0, 0, 0)
    assert accumulate([], Hits).f() == 1.0
    assert math.isnan(accumulate([], Mean).mean())
    assert accumulate([], Edits).rate() == 0.0
    assert accumulate([], dict[str, Hits]) == {}
    assert accumulate([], Row) == []


def test_tallies_by_key_add_up_within_their_key():
    total = accumulate([{"a": Hits(1, 1, 1)}, {"a": Hits(0, 1, 0), "b": Hits(0, 0, 1)}], dict[str, Hits])
    assert total == {"a": Hits(1, 2, 1), "b": Hits(0, 0, 1)}


def test_rows_are_kept_as_often_as_they_occur():
    accumulator = accumulator_for(Row)
    accumulator.add([Row(1, 2), Row(3, 4)], [1, 2])
    assert accumulator.total() == [(1, 2), (3, 4), (3, 4)]


def test_a_row_travels_between_processes_unchanged():
    import copy
    import pickle

    row = Row(1.5, "b")
    assert pickle.loads(pickle.dumps(row)) == copy.copy(row) == row
    assert type(pickle.loads(pickle.dumps(row))) is Row
