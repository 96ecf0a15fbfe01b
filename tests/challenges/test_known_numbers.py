"""Which of many numbers are known."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from probierz.challenges.known_numbers import KnownNumbers

NUMBERS = st.lists(st.integers(0, 2**64 - 1) | st.integers(0, 40), max_size=60)


@given(NUMBERS, NUMBERS)
def test_those_that_are_known_are_told_by_their_places_in_order(known, others):
    sorted_known = np.unique(np.array(known, np.uint64))
    asked = np.array([*others, *known], np.uint64)
    found = KnownNumbers(sorted_known).among(asked)
    assert sorted_known[found].tolist() == [number for number in asked.tolist() if number in set(known)]
