"""Windows cover each word, overlap as told, and are merged as the paper has it, on scores made by hand."""

from itertools import pairwise

import numpy
import pytest
from hypothesis import given
from hypothesis import strategies as st

from probierz.errors import OptionError
from probierz.systems.shared.windows import Seen, Window, merge, windows

NONE, COMMA, STOP = 0, 1, 2


def spans(*arguments):
    return [tuple(window) for window in windows(*arguments)]


def test_a_window_is_filled_until_the_next_word_would_not_fit():
    assert spans([2, 2, 2, 3, 1], 5) == [(0, 2), (2, 4), (4, 5)]


def test_the_next_window_begins_after_a_share_of_the_words():
    assert spans([1] * 16, 10, 0.8) == [(0, 10), (8, 16)]


def test_a_number_of_words_ends_a_window_too():
    assert spans([1] * 7, 512, 1.0, 3) == [(0, 3), (3, 6), (6, 7)]


def test_a_word_longer_than_the_limit_stands_alone():
    assert spans([1, 9, 1], 4) == [(0, 1), (1, 2), (2, 3)]


def test_no_text_has_no_window():
    assert spans([], 4) == []


def test_a_jump_of_nothing_is_refused():
    with pytest.raises(OptionError, match="0 is none"):
        spans([1], 4, 0)


@given(st.lists(st.integers(1, 6)), st.integers(6, 20), st.floats(0.1, 1), st.integers(0, 9))
def test_windows_fit_and_cover_each_word_in_order(pieces, limit, jump, most_words):
    found = spans(pieces, limit, jump, most_words)
    assert {word for begin, end in found for word in range(begin, end)} == set(range(len(pieces)))
    assert all(sum(pieces[begin:end]) <= limit for begin, end in found)
    assert all(a[0] < b[0] <= a[1] <= b[1] for a, b in pairwise(found))


def seen(begin, *rows):
    return Seen(Window(begin, begin + len(rows)), numpy.array(rows, float))


def test_a_mark_wins_over_none_and_none_stays_where_all_say_so():
    first = seen(0, [9, 0, 0], [9, 1, 0], [3, 1, 0])
    second = seen(1, [0, 1, 0], [3, 0, 1])
    for policy in ("highest-mark", "deepest-context"):
        assert merge([first, second], 3, policy) == [NONE, COMMA, NONE]


def test_of_two_marks_the_higher_score_wins():
    first = seen(0, [9, 0, 0], [0, 5, 0], [0, 2, 0])
    second = seen(1, [0, 0, 4], [0, 0, 3])
    assert merge([first, second], 3, "highest-mark") == [NONE, COMMA, STOP]


def test_of_two_marks_the_one_farther_from_its_edge_wins():
    comma, stop, none = [0, 9, 0], [0, 0, 1], [1, 0, 0]
    first = seen(0, none, none, comma, comma)  # word 2 is 1 away from the edge, word 3 at the edge
    second = seen(2, stop, stop, none, none)  # word 2 at the edge, word 3 is 1 away
    assert merge([first, second], 6, "deepest-context") == [NONE, NONE, COMMA, STOP, NONE, NONE]
    assert merge([first, second], 6, "highest-mark") == [NONE, NONE, COMMA, COMMA, NONE, NONE]


def test_an_unknown_merge_is_named():
    with pytest.raises(OptionError, match="no merge is called 'mean'"):
        merge([], 0, "mean")
