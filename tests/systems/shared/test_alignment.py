"""Texts side by side."""

from hypothesis import given
from hypothesis import strategies as some
from rapidfuzz.distance import Levenshtein

from probierz.systems.shared.alignment import Slot, align

TEXTS = some.lists(some.text("ab", min_size=1, max_size=3), max_size=12)


@given(TEXTS, TEXTS)
def test_both_texts_are_there_in_order_and_cost_what_the_cheapest_edits_cost(read, right):
    slots = align(read, right)
    assert [slot.read for slot in slots if slot.read is not None] == read
    assert [slot.right for slot in slots if slot.right is not None] == right
    assert sum(not slot.is_equal for slot in slots) == Levenshtein.distance(read, right)


def test_a_token_stands_beside_the_one_that_looks_like_it():
    # "dobry" may stand beside "bardzo" or "dobrz": both layouts have two errors
    assert align(["dobry", "pan"], ["dobrz", "bardzo", "pan"]) == [
        Slot("dobry", "dobrz"),
        Slot(None, "bardzo"),
        Slot("pan", "pan"),
    ]
    assert align(["dobry", "pan"], ["bardzo", "dobrz", "pan"])[1] == Slot("dobry", "dobrz")
